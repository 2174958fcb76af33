/**
 * The embedding bag and its transpose in plain TypeScript. It is a sparse linear map, so it needs
 * no autodiff, and tfjs has no segment sum on wasm to write it with.
 */
import type { EmbeddingBags } from './packed-batch.ts';

/** rows × width: each row the weighted sum of its tokens' embeddings. */
export function gatherBags(table: Float32Array, width: number, bags: EmbeddingBags): Float32Array {
  const out = new Float32Array(bags.rows * width);
  for (let row = 0; row < bags.rows; row += 1) {
    const base = row * width;
    for (let i = bags.offsets[row] as number; i < (bags.offsets[row + 1] as number); i += 1) {
      const weight = bags.weights[i] as number;
      const source = (bags.tokens[i] as number) * width;
      for (let k = 0; k < width; k += 1) {
        out[base + k] = (out[base + k] as number) + weight * (table[source + k] as number);
      }
    }
  }
  return out;
}

/** Adds the gradient of `gatherBags` with respect to the table to `gradient`. */
export function scatterBags(
  outputGradient: Float32Array,
  width: number,
  bags: EmbeddingBags,
  gradient: Float32Array,
): void {
  for (let row = 0; row < bags.rows; row += 1) {
    const base = row * width;
    for (let i = bags.offsets[row] as number; i < (bags.offsets[row + 1] as number); i += 1) {
      const weight = bags.weights[i] as number;
      const target = (bags.tokens[i] as number) * width;
      for (let k = 0; k < width; k += 1) {
        gradient[target + k] =
          (gradient[target + k] as number) + weight * (outputGradient[base + k] as number);
      }
    }
  }
}
