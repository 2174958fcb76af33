/** The student's numbers: named tensors in a fixed order, and everything an update continues from. */
import type { StudentConfig } from '../core/campaign-config.ts';

/** One tensor: row-major, `data.length` is the product of `shape`. */
export interface Parameter {
  name: string;
  shape: number[];
  data: Float32Array;
}

/** Named tensors in the order the network declares them. */
export type ParameterSet = Parameter[];

/** Weights and optimiser state: what a checkpoint holds and a rollback restores. */
export interface TrainingState {
  student: StudentConfig;
  parameters: ParameterSet;
  /** Adam's first and second moments, shaped like the parameters. */
  moments: { first: ParameterSet; second: ParameterSet };
  /** Adam steps taken so far. */
  optimiserStep: number;
}

function copyParameters(parameters: ParameterSet): ParameterSet {
  return parameters.map(({ name, shape, data }) => ({ name, shape: [...shape], data: data.slice() }));
}

/** A deep copy that shares no buffer with its source. */
export function copyTrainingState(state: TrainingState): TrainingState {
  return {
    student: state.student,
    parameters: copyParameters(state.parameters),
    moments: { first: copyParameters(state.moments.first), second: copyParameters(state.moments.second) },
    optimiserStep: state.optimiserStep,
  };
}

/** Tensors of the same names and shapes, all zero. */
export function zerosLike(parameters: ParameterSet): ParameterSet {
  return parameters.map(({ name, shape, data }) => ({
    name,
    shape: [...shape],
    data: new Float32Array(data.length),
  }));
}

/** A number that is not finite turned up; the update that made it must not be kept. */
export class NonFiniteError extends Error {
  override name = 'NonFiniteError';
  constructor(readonly tensor: string) {
    super(`${tensor} holds a number that is not finite; the update was stopped and its weights discarded`);
  }
}

/** @throws NonFiniteError naming the first tensor that holds NaN or an infinity. */
export function assertFinite(parameters: ParameterSet, group: string): void {
  for (const { name, data } of parameters) {
    let sum = 0;
    // A finite sum of (x - x) is 0 for finite x and NaN otherwise: one pass without a branch.
    for (let i = 0; i < data.length; i += 1) sum += (data[i] as number) - (data[i] as number);
    if (sum !== 0) throw new NonFiniteError(`${group} ${name}`);
  }
}
