import { expect, it } from 'vitest';
import { stream } from '../src/core/random.ts';
import { startTfjs } from '../src/student/engine/tfjs-backend.ts';
import { denseProblem, tfjsDenseStep, wasmDenseStep } from './dense-step.ts';

it('the dense step computes the same on both sides: losses of five steps agree to 1e-5', async () => {
  await startTfjs('wasm');
  const problem = denseProblem(stream(1, 'dense'));
  const [ours, theirs] = [await wasmDenseStep(problem, 'simd128'), tfjsDenseStep(problem)];
  const [our, their] = [await ours(5), await theirs(5)];
  our.forEach((loss, step) => {
    expect(Math.abs(loss - (their[step] as number))).toBeLessThan(1e-5);
  });
});
