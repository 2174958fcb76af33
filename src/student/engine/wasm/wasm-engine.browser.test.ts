import { describe, expect, it } from 'vitest';
import { GOLDEN_DIGEST, goldenDigest, goldenWeights } from './golden-steps.fixture.ts';

describe('the wasm engine in the browser', () => {
  it('gives the bits it gives in Node', async () => {
    expect(await goldenDigest('simd128')).toBe(GOLDEN_DIGEST);
  });

  it('is followed to 1e-4 by its relaxed variant', async () => {
    const [baseline, relaxed] = [await goldenWeights('simd128'), await goldenWeights('relaxed-simd')];
    for (const [p, { name, data }] of baseline.entries()) {
      const scale = Math.max(...data.map(Math.abs));
      const error = data.map((x, i) => Math.abs(x - (relaxed[p]?.data[i] as number)));
      expect(Math.max(...error) / scale, name).toBeLessThan(1e-4);
    }
  });
});
