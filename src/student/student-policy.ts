/** The student as a policy: encodes states, asks its engine, draws or picks actions. */
import type { Behaviour, Observation } from '../core/contracts.ts';
import type { ActRequest, Decision, Policy } from '../core/policy.ts';
import { type RandomStream, stream } from '../core/random.ts';
import type { Encoder } from './encoder.ts';
import type { Engine } from './engine/engine.ts';
import { packStates } from './engine/packed-batch.ts';

/** States per forward pass; a row's result does not depend on it. */
const FORWARD_STATES = 32;

/** Softmax in double precision, in index order: the same logits give the same bits anywhere. */
export function softmax(logits: Float32Array): number[] {
  let top = Number.NEGATIVE_INFINITY;
  for (const logit of logits) top = Math.max(top, logit);
  const weights = new Array<number>(logits.length);
  let total = 0;
  for (let i = 0; i < logits.length; i += 1) {
    const weight = Math.exp((logits[i] as number) - top);
    weights[i] = weight;
    total += weight;
  }
  for (let i = 0; i < weights.length; i += 1) weights[i] = (weights[i] as number) / total;
  return weights;
}

/** A frozen student. The engine must not be updated while episodes run on it. */
export class StudentPolicy implements Policy {
  constructor(
    readonly checkpointId: string,
    private readonly engine: Engine,
    private readonly encoder: Encoder,
    /** The campaign's seed: with a request's stream key it names the decision's random stream. */
    private readonly seed: number,
    private readonly tokenDropout: number,
    /**
     * Share of sampled steps that the labeller takes, where it has a label: DAgger's mixture of expert and
     * learner (Ross, Gordon, Bagnell 2011).
     */
    private readonly guidance = 0,
  ) {}

  async act(batch: readonly ActRequest[], behaviour: Behaviour): Promise<Decision[]> {
    const sampled = behaviour === 'sampled';
    const streams = batch.map((request) => stream(this.seed, 'act', ...request.streamKey));
    const seeds = streams.map((own) => (sampled && this.tokenDropout > 0 ? own.uint32() : null));
    const rows = await this.evaluate(
      batch.map((request) => request.observation),
      seeds,
    );
    return rows.map(({ probabilities, value }, i) => {
      const own = streams[i] as RandomStream;
      const labels = sampled && this.guidance > 0 ? batch[i]?.acceptable : null;
      const guided = labels && own.float() < this.guidance;
      const action = guided
        ? own.pick(labels)
        : sampled
          ? draw(probabilities, own.float())
          : mode(probabilities);
      return {
        action,
        logProbability: Math.log(Math.max(probabilities[action] as number, Number.MIN_VALUE)),
        value,
        probabilities,
        dropoutSeed: seeds[i] ?? null,
        ...(guided ? { guided } : {}),
      };
    });
  }

  /** Probabilities of every candidate and the value of every state. */
  async evaluate(
    observations: readonly Observation[],
    dropoutSeeds: readonly (number | null)[],
  ): Promise<{ probabilities: number[]; value: number }[]> {
    const out: { probabilities: number[]; value: number }[] = [];
    for (let start = 0; start < observations.length; start += FORWARD_STATES) {
      const states = observations.slice(start, start + FORWARD_STATES).map((o) => this.encoder.encode(o));
      const batch = packStates(states, dropoutSeeds.slice(start, start + FORWARD_STATES), this.tokenDropout);
      const { logits, values } = await this.engine.forward(batch);
      for (let s = 0; s < batch.states; s += 1) {
        const row = logits.subarray(batch.candidateOffsets[s], batch.candidateOffsets[s + 1]);
        out.push({ probabilities: softmax(row), value: values[s] as number });
      }
    }
    return out;
  }
}

/** Inverse-CDF draw: the first index whose cumulative probability exceeds u. */
function draw(probabilities: readonly number[], u: number): number {
  let cumulative = 0;
  for (let i = 0; i < probabilities.length; i += 1) {
    cumulative += probabilities[i] as number;
    if (u < cumulative) return i;
  }
  return mode(probabilities);
}

/** The most probable index, the first of equals. */
function mode(probabilities: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < probabilities.length; i += 1) {
    if ((probabilities[i] as number) > (probabilities[best] as number)) best = i;
  }
  return best;
}
