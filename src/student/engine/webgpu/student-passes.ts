/**
 * The order of the kernels: forward, loss, backward, the weights' gradients, Adam. Read from top to
 * bottom; a kernel reads what those above it have written.
 */
import type { Architecture } from './architecture.ts';
import type { KernelName } from './kernels.ts';
import type { StepInputs } from './step-inputs.ts';

/** Runs a kernel on at least so many threads. */
export type Dispatch = (kernel: KernelName, threads: number) => void;

/** Threads for a product in tiles of 4 × 4. */
const tiles = (rows: number, width: number): number => Math.ceil(rows / 4) * (width / 4);

/** Logits of all candidates and values of all states. */
export function forwardPass({ layout }: Architecture, { plan }: StepInputs, run: Dispatch): void {
  const { state, candidate, wide, narrow, scorer } = layout.widths;
  const [states, candidates] = [plan.get('states'), plan.get('candidates')];
  // Every four columns of x and y are one thread's.
  run('gatherInputs', (states * state + candidates * candidate) / 4);
  run('wideLayer', tiles(states, wide));
  run('narrowLayer', tiles(states, narrow));
  run('stateHeads', tiles(states, scorer) + states);
  run('candidateLayer', tiles(candidates, narrow));
  run('scorerLayer', tiles(candidates, scorer));
  run('logitHead', candidates);
}

/** From a forward pass to the gradient of every weight, and the record of the step. */
export function backwardPass(architecture: Architecture, { plan }: StepInputs, run: Dispatch): void {
  const { stateBags, candidateBags, wide, narrow, scorer, embedding } = architecture.layout.widths;
  const [states, candidates, splits] = [plan.get('states'), plan.get('candidates'), plan.get('splits')];
  run('ppoLoss', states);

  run('hiddenGradient', candidates * (scorer / 4));
  run('candidateGradient', tiles(candidates, narrow));
  run('sumCandidates', states * ((scorer + narrow) / 4));
  run('narrowGradient', tiles(states, narrow));
  run('wideGradient', tiles(states, wide));
  run('stateBagGradient', tiles(states, stateBags));
  run('candidateBagGradient', tiles(candidates, candidateBags));

  run('matrixGradients', splits * architecture.matrixTiles);
  run('vectorGradients', splits * architecture.vectorQuads);
  run('sumSplits', architecture.dense.size4);
  run('sumSegments', plan.get('segmentCount') * (embedding / 4));
  run('sumTableRows', plan.get('touchedRows') * (embedding / 4));

  run('squareBlocks', architecture.dense.blocks + architecture.tableBlocks(plan.get('touchedRows')));
  run('writeRecord', 1);
}

/** Clips by the global norm and moves the weights. */
export function adamPass({ dense, layout }: Architecture, { plan }: StepInputs, run: Dispatch): void {
  run('clipGradient', 1);
  run('adam', dense.size4 + plan.get('activeCount') * (layout.widths.embedding / 4));
}
