import { expect, it } from 'vitest';
import { stream } from '../src/core/random.ts';
import { startTfjs } from '../src/student/engine/tfjs-backend.ts';
import { denseProblem, tfjsDenseStep, wasmDenseStep } from './dense-step.ts';

it('the dense step computes the same on both sides: losses of five steps agree to 1e-5', async () => {
  await startTfjs('wasm');
  const problem = denseProblem(stream(1, 'dense'));
  const [ours, theirs] = [await wasmDenseStep(problem, 'simd128'), tfjsDenseStep(problem)];
  for (let step = 0; step < 5; step += 1) {
    expect(Math.abs((await ours()) - (await theirs()))).toBeLessThan(1e-5);
  }
});
