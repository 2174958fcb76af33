/** What the control plane asks of a policy. The student implements it; so does a baseline. */
import type { Behaviour, Observation } from './contracts.ts';

/** One decision, with what training needs to know about how it was made. */
export interface Decision {
  /** Index into the observation's candidates. */
  action: number;
  logProbability: number;
  value: number;
  probabilities: number[];
  dropoutSeed: number | null;
  /** Set where the labeller chose; `logProbability` is still the policy's own of that action. */
  guided?: true;
}

/** One row of a lockstep batch. */
export interface ActRequest {
  observation: Observation;
  /** Names the random stream of this decision: the same key and weights give the same action. */
  streamKey: readonly (string | number)[];
  /** The labeller's answer: for baselines that are allowed to see it, and for a student under guidance. */
  acceptable: readonly number[] | null;
}

/** A frozen policy. */
export interface Policy {
  /** Content hash of the weights, or the name of a script. */
  readonly checkpointId: string;
  /** Decisions for a batch of states, in order. A row does not depend on the rest of its batch. */
  act(batch: readonly ActRequest[], behaviour: Behaviour): Promise<Decision[]>;
}
