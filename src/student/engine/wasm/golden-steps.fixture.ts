/**
 * For tests: three steps whose result must be the same to the bit wherever they run. Weights and
 * targets are made of arithmetic that has only one result, so that a difference can come from the
 * kernels alone.
 */
import { StudentConfig } from '../../../core/campaign-config.ts';
import { stream } from '../../../core/random.ts';
import type { ParameterSet } from '../../parameters.ts';
import { initialTrainingState } from '../../policy-network.ts';
import { minibatchOf } from '../../ppo.ts';
import { STEP_HYPERPARAMETERS as hyper, randomRows } from '../random-minibatch.fixture.ts';
import type { KernelVariant } from './kernels.ts';
import { WasmEngine } from './wasm-engine.ts';

/** SHA-256 of the weights after the steps. A change of the kernels' arithmetic changes it. */
export const GOLDEN_DIGEST = '7c460c87fec7d76e92d384959b698c9059e77c4a5bb597598e34d4c5f08cbca4';

const student = StudentConfig.parse({ buckets: 256, embeddingWidth: 12, trunk: [24, 16], scorer: 16 });

/** The weights after the steps. */
export async function goldenWeights(variant: KernelVariant): Promise<ParameterSet> {
  const random = stream(31, 'golden');
  const state = initialTrainingState(student, random.child('init'));
  for (const { data } of state.parameters) {
    for (let i = 0; i < data.length; i += 1) data[i] = random.float() - 0.5;
  }
  const engine = await WasmEngine.create(state, variant);
  for (let step = 0; step < 3; step += 1) {
    const rows = randomRows(random, 20, student.buckets, () => 1 + random.int(60)).map((row) => ({
      ...row,
      oldLogProbability: -3 * random.float(),
      advantage: 2 * random.float() - 1,
      return: 2 * random.float() - 1,
    }));
    await engine.step(minibatchOf(rows, {}, 0.2), hyper);
  }
  const { parameters } = engine.save();
  engine.close();
  return parameters;
}

/** SHA-256 over the bytes of `goldenWeights`, in hexadecimal. */
export async function goldenDigest(variant: KernelVariant): Promise<string> {
  const parameters = await goldenWeights(variant);
  const bytes = await new Blob(parameters.map(({ data }) => data as Float32Array<ArrayBuffer>)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
