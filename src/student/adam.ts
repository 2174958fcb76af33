/** Adam (Kingma & Ba 2015) with bias correction, on the host, for engines that have none of their own. */
import type { ParameterSet, TrainingState } from './parameters.ts';

const BETA1 = 0.9;
const BETA2 = 0.999;
/** A first moment below this is set to 0: denormal numbers make a step many times slower. */
const FLUSH = 1e-30;

/** The global L2 norm of a gradient, summed in double precision. */
export function globalNorm(gradients: ParameterSet): number {
  let sum = 0;
  for (const { data } of gradients) {
    for (let i = 0; i < data.length; i += 1) sum += (data[i] as number) * (data[i] as number);
  }
  return Math.sqrt(sum);
}

/**
 * One Adam step in place. `scale` multiplies the gradient first (clipping by the global norm);
 * `epsilon` is added after the square root of the corrected second moment, as in PyTorch.
 */
export function adamStep(
  state: TrainingState,
  gradients: ParameterSet,
  learningRate: number,
  epsilon: number,
  scale: number,
): void {
  state.optimiserStep += 1;
  const correction1 = 1 - BETA1 ** state.optimiserStep;
  const correction2 = Math.sqrt(1 - BETA2 ** state.optimiserStep);
  const rate = learningRate / correction1;
  state.parameters.forEach(({ data: weights }, p) => {
    const gradient = gradients[p]?.data as Float32Array;
    const first = state.moments.first[p]?.data as Float32Array;
    const second = state.moments.second[p]?.data as Float32Array;
    for (let i = 0; i < weights.length; i += 1) {
      const g = scale * (gradient[i] as number);
      const decayed = BETA1 * (first[i] as number) + (1 - BETA1) * g;
      const m = Math.abs(decayed) < FLUSH ? 0 : decayed;
      const v = BETA2 * (second[i] as number) + (1 - BETA2) * g * g;
      first[i] = m;
      second[i] = v;
      if (m !== 0) {
        weights[i] = (weights[i] as number) - (rate * m) / (Math.sqrt(v) / correction2 + epsilon);
      }
    }
  });
}
