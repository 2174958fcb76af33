/** The numbers a student consists of, and those its optimiser carries along. */
import type { StudentConfig } from '../core/campaign-config.ts';

/** Named tensors in a fixed order; `data` is row-major, its length the product of `shape`. */
export type ParameterSet = { name: string; shape: number[]; data: Float32Array }[];

/** All that training goes on from: a restored one continues bit for bit like the one saved. */
export interface TrainingState {
  student: StudentConfig;
  /** The weights. */
  parameters: ParameterSet;
  /** Adam's estimates of the gradient's mean and of its square, of the names and shapes of the weights. */
  moments: { first: ParameterSet; second: ParameterSet };
  /** Optimiser steps taken, for Adam's bias correction. */
  optimiserStep: number;
}
