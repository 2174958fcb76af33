/**
 * The student's forward and backward pass over the kernels. Read from top to bottom: states,
 * candidates, loss, and back. The network is that of `policy-network.ts`, its names are the same.
 *
 * States are processed in chunks: forward, loss and backward of a chunk's candidates follow each
 * other while their activations are in the cache, so the memory needed does not grow with the batch.
 */
import { CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from '../../encoder.ts';
import type { ParameterSet } from '../../parameters.ts';
import type { ForwardResult, PpoTargets, StepHyperparameters } from '../engine.ts';
import type { PackedBatch } from '../packed-batch.ts';
import type { Kernels } from './kernels.ts';
import type { LinearMemory } from './linear-memory.ts';
import type { StudentLayout } from './student-layout.ts';

const BYTES = 4;
/** Candidates per chunk, unless one state alone has more. */
const CHUNK_ROWS = 128;
/** What `ppoLoss` adds up, in the kernel's order. */
const STATISTICS = [
  'policyGradientLoss',
  'valueLoss',
  'entropy',
  'approxKl',
  'clipFraction',
  'imitationLoss',
  'referenceKl',
] as const;

/** The terms of the loss and the diagnostics, summed over a batch. */
export type LossTerms = Record<(typeof STATISTICS)[number], number>;

/** Pointers to the tensors of a group. */
interface TensorPointers {
  table: number;
  trunk0: number;
  trunk0Bias: number;
  trunk1: number;
  trunk1Bias: number;
  candidate: number;
  candidateBias: number;
  scorerState: number;
  scorerCandidate: number;
  scorerProduct: number;
  scorerBias: number;
  scorerOut: number;
  value: number;
  valueBias: number;
}

/** A batch in the engine's memory, and room for what the forward pass makes of it. Pointers. */
interface Workspace {
  batch: PackedBatch;
  offsets: number;
  tokens: number;
  weights: number;
  candidateNumbers: number;
  /** Per state. */
  x: number;
  wide: number;
  h: number;
  fromState: number;
  values: number;
  /** Per candidate of the batch. */
  logits: number;
  /** Per candidate of the chunk. */
  y: number;
  c: number;
  hidden: number;
  /** The scorer's mixed weights of one state. */
  mixed: number;
}

/** What the backward pass needs beside. Pointers. */
interface Gradients {
  logits: number;
  values: number;
  fromState: number;
  h: number;
  wide: number;
  x: number;
  hidden: number;
  c: number;
  y: number;
  mixed: number;
  mixedT: number;
  candidateT: number;
  scorerCandidateT: number;
  scorerProductT: number;
}

/** Consecutive states, and the candidates they have. */
interface Chunk {
  firstState: number;
  /** One past the last. */
  endState: number;
  first: number;
  count: number;
}

function chunksOf({ states, candidateOffsets }: PackedBatch): Chunk[] {
  const chunks: Chunk[] = [];
  let firstState = 0;
  while (firstState < states) {
    const first = candidateOffsets[firstState] as number;
    let endState = firstState + 1;
    while (endState < states && (candidateOffsets[endState + 1] as number) - first <= CHUNK_ROWS)
      endState += 1;
    chunks.push({ firstState, endState, first, count: (candidateOffsets[endState] as number) - first });
    firstState = endState;
  }
  return chunks;
}

/** Four groups of one layout. */
export type Group = 'weights' | 'gradient' | 'first' | 'second';

/** One student's numbers in a memory, and the passes over them. */
export class StudentGraph {
  /** Pointers to the groups. */
  private readonly groups: Record<Group, number>;
  private readonly weights: TensorPointers;
  private readonly gradient: TensorPointers;
  /** As many zeros as the widest row: the start of a product without a bias. */
  private readonly zeros: number;
  /** One byte per row of the table: has a moment; has a gradient now. */
  private readonly active: number;
  private readonly marks: number;
  /** Rows of the table that have a gradient now. */
  private readonly touched: number;
  private touchedCount = 0;
  private readonly statistics: number;
  /** Above this mark is the workspace of one call. */
  private readonly workspaceMark: number;

  constructor(
    private readonly kernels: Kernels,
    private readonly memory: LinearMemory,
    private readonly layout: StudentLayout,
  ) {
    const { size, buckets, widths } = layout;
    memory.clear();
    this.groups = {
      weights: memory.zeros(size),
      gradient: memory.zeros(size),
      first: memory.zeros(size),
      second: memory.zeros(size),
    };
    this.weights = this.pointers('weights');
    this.gradient = this.pointers('gradient');
    this.zeros = memory.zeros(Math.max(...Object.values(widths)));
    this.active = memory.zeros(Math.ceil(buckets / BYTES));
    this.marks = memory.zeros(Math.ceil(buckets / BYTES));
    this.touched = memory.floats(buckets);
    this.statistics = memory.allocate(8 * STATISTICS.length);
    this.workspaceMark = memory.mark;
  }

  private pointers(group: Group): TensorPointers {
    const at = (name: string) => this.groups[group] + BYTES * this.layout.offsetOf(name);
    return {
      table: at('embedding'),
      trunk0: at('trunk.0.weight'),
      trunk0Bias: at('trunk.0.bias'),
      trunk1: at('trunk.1.weight'),
      trunk1Bias: at('trunk.1.bias'),
      candidate: at('candidate.weight'),
      candidateBias: at('candidate.bias'),
      scorerState: at('scorer.state'),
      scorerCandidate: at('scorer.candidate'),
      scorerProduct: at('scorer.product'),
      scorerBias: at('scorer.bias'),
      scorerOut: at('scorer.out'),
      value: at('value.weight'),
      valueBias: at('value.bias'),
    };
  }

  private view(group: Group): Float32Array {
    const start = this.groups[group] / BYTES;
    return this.memory.f32.subarray(start, start + this.layout.size);
  }

  /** A copy of a group. */
  read(group: Group): ParameterSet {
    return this.layout.read(this.view(group));
  }

  /** Takes over weights and moments. */
  write(weights: ParameterSet, first: ParameterSet, second: ParameterSet): void {
    this.layout.write(weights, this.view('weights'));
    this.layout.write(first, this.view('first'));
    this.layout.write(second, this.view('second'));
    const { widths, buckets } = this.layout;
    this.kernels.findActiveRows(
      this.groups.first,
      this.groups.second,
      buckets,
      widths.embedding,
      this.active,
    );
  }

  /** Logits of all candidates and values of all states, copied out. */
  forward(batch: PackedBatch): ForwardResult {
    const chunks = chunksOf(batch);
    const w = this.load(batch, chunks);
    this.forwardStates(w);
    for (const chunk of chunks) this.forwardCandidates(w, chunk);
    const floats = (pointer: number, count: number) =>
      this.memory.f32.slice(pointer / BYTES, pointer / BYTES + count);
    return { logits: floats(w.logits, batch.candidates), values: floats(w.values, batch.states) };
  }

  /** Forward, loss and backward: fills the gradient group and returns what was measured. */
  backward(batch: PackedBatch, targets: PpoTargets, hyper: StepHyperparameters): LossTerms {
    const chunks = chunksOf(batch);
    const w = this.load(batch, chunks);
    const d = this.prepareGradients(batch, chunks);
    this.bindLoss(w, d, targets, hyper);
    this.forwardStates(w);
    for (const chunk of chunks) {
      this.forwardCandidates(w, chunk);
      this.backwardCandidates(w, d, chunk);
    }
    this.backwardStates(w, d);
    const at = this.statistics / 8;
    return Object.fromEntries(STATISTICS.map((name, i) => [name, this.memory.f64[at + i]])) as LossTerms;
  }

  /** The global L2 norm of the gradient group, summed in double precision. */
  gradientNorm(): number {
    const { tableSize, size, widths } = this.layout;
    const table = this.gradient.table;
    return Math.sqrt(
      this.kernels.sumOfSquares(table + BYTES * tableSize, size - tableSize) +
        this.kernels.sumOfSquaresOfRows(table, widths.embedding, this.touched, this.touchedCount),
    );
  }

  /** One Adam step with the gradient group; the arguments are those of the `adam` kernel. */
  adam(scale: number, rate: number, correction2: number, epsilon: number): void {
    const { tableSize, size, widths, buckets } = this.layout;
    const { weights, gradient, first, second } = this.groups;
    this.kernels.activateRows(this.active, this.touched, this.touchedCount);
    const step = [scale, rate, correction2, epsilon] as const;
    this.kernels.adamActiveRows(
      ...([weights, gradient, first, second] as const),
      buckets,
      widths.embedding,
      this.active,
      ...step,
    );
    const dense = BYTES * tableSize;
    this.kernels.adam(
      ...([weights + dense, gradient + dense, first + dense, second + dense] as const),
      size - tableSize,
      ...step,
    );
  }

  /** Copies a batch in and makes room for its activations. */
  private load(batch: PackedBatch, chunks: readonly Chunk[]): Workspace {
    const { memory } = this;
    const { widths } = this.layout;
    const { states, candidates } = batch;
    const rows = Math.max(0, ...chunks.map(({ count }) => count));
    memory.release(this.workspaceMark);
    const x = memory.floats(states * widths.state);
    const w: Workspace = {
      batch,
      offsets: memory.copy(batch.bags.offsets),
      tokens: memory.copy(batch.bags.tokens),
      weights: memory.copy(batch.bags.weights),
      candidateNumbers: memory.copy(batch.candidateNumbers),
      x,
      wide: memory.floats(states * widths.wide),
      h: memory.floats(states * widths.narrow),
      fromState: memory.floats(states * widths.scorer),
      values: memory.floats(states),
      logits: memory.floats(candidates),
      y: memory.floats(rows * widths.candidate),
      c: memory.floats(rows * widths.narrow),
      hidden: memory.floats(rows * widths.scorer),
      mixed: memory.floats(widths.narrow * widths.scorer),
    };
    const numbers = memory.copy(batch.stateNumbers);
    const target = x + BYTES * widths.stateBags;
    this.kernels.spreadRows(numbers, target, widths.state, states, STATE_NUMBERS);
    return w;
  }

  /** Zeroes the gradient group and makes room for the gradients of activations. */
  private prepareGradients({ states, candidates }: PackedBatch, chunks: readonly Chunk[]): Gradients {
    const { kernels, memory } = this;
    const { widths, tableSize, size } = this.layout;
    kernels.clearTouched(this.gradient.table, widths.embedding, this.marks, this.touched, this.touchedCount);
    this.touchedCount = 0;
    memory.fillZero(this.gradient.table + BYTES * tableSize, size - tableSize);
    const rows = Math.max(0, ...chunks.map(({ count }) => count));
    const d: Gradients = {
      logits: memory.floats(candidates),
      values: memory.floats(states),
      fromState: memory.zeros(states * widths.scorer),
      h: memory.zeros(states * widths.narrow),
      wide: memory.floats(states * widths.wide),
      x: memory.floats(states * widths.stateBags),
      hidden: memory.floats(rows * widths.scorer),
      c: memory.floats(rows * widths.narrow),
      y: memory.floats(rows * widths.candidateBags),
      mixed: memory.floats(widths.narrow * widths.scorer),
      mixedT: memory.floats(widths.narrow * widths.scorer),
      candidateT: memory.floats(widths.candidateBags * widths.narrow),
      scorerCandidateT: memory.floats(widths.narrow * widths.scorer),
      scorerProductT: memory.floats(widths.narrow * widths.scorer),
    };
    const { candidate, scorerCandidate, scorerProduct } = this.weights;
    const { narrow, scorer } = widths;
    kernels.transpose(candidate, widths.candidate, widths.candidateBags, narrow, d.candidateT);
    kernels.transpose(scorerCandidate, narrow, narrow, scorer, d.scorerCandidateT);
    kernels.transpose(scorerProduct, narrow, narrow, scorer, d.scorerProductT);
    return d;
  }

  private bindLoss(w: Workspace, d: Gradients, targets: PpoTargets, hyper: StepHyperparameters): void {
    const { kernels, memory } = this;
    const { states, candidateOffsets } = w.batch;
    let largest = 0;
    for (let s = 0; s < states; s += 1) {
      largest = Math.max(largest, (candidateOffsets[s + 1] as number) - (candidateOffsets[s] as number));
    }
    const scratchWidth = Math.ceil(largest / 4) * 4;
    const scratch = memory.floats(2 * scratchWidth);
    kernels.setLossTargets(
      memory.copy(targets.actions),
      memory.copy(targets.oldLogProbabilities),
      memory.copy(targets.advantages),
      memory.copy(targets.returns),
      memory.copy(targets.ppoWeights),
      memory.copy(targets.acceptable),
      memory.copy(targets.imitationWeights),
      memory.copy(targets.referenceProbabilities),
      memory.copy(targets.referenceWeights),
    );
    memory.f64.fill(0, this.statistics / 8, this.statistics / 8 + STATISTICS.length);
    kernels.setLossBuffers(w.logits, w.values, d.logits, d.values, scratch, scratchWidth, this.statistics);
    kernels.setLossCoefficients(
      hyper.clipRange,
      hyper.entropyCoefficient,
      hyper.valueCoefficient,
      hyper.imitationCoefficient,
      hyper.referenceKlCoefficient,
    );
  }

  /** Bags and numbers to h, the scorer's part that depends on the state alone, and the values. */
  private forwardStates(w: Workspace): void {
    const { kernels: k, weights: p } = this;
    const { embedding, state, wide, narrow, scorer } = this.layout.widths;
    const { states } = w.batch;
    for (let s = 0; s < states; s += 1) {
      const offsets = w.offsets + BYTES * s * STATE_BAGS;
      const x = w.x + BYTES * s * state;
      k.gatherBags(p.table, embedding, offsets, w.tokens, w.weights, STATE_BAGS, x, embedding);
    }
    k.multiply(w.x, state, p.trunk0, p.trunk0Bias, 0, w.wide, wide, states, state, wide);
    k.relu(w.wide, states * wide);
    k.multiply(w.wide, wide, p.trunk1, p.trunk1Bias, 0, w.h, narrow, states, wide, narrow);
    k.relu(w.h, states * narrow);
    k.multiply(w.h, narrow, p.scorerState, p.scorerBias, 0, w.fromState, scorer, states, narrow, scorer);
    const valueBias = this.memory.f32[p.valueBias / BYTES] as number;
    k.dotRows(w.h, p.value, valueBias, w.values, states, narrow);
  }

  /** Bag rows of a chunk's candidates: their verbs, and their texts. */
  private candidateBags({ batch, offsets }: Workspace, { first }: Chunk): { verbs: number; texts: number } {
    const verbs = offsets + BYTES * (batch.states * STATE_BAGS + first);
    return { verbs, texts: verbs + BYTES * batch.candidates };
  }

  /** Bags and numbers to c, the hidden layer and the logits, for a chunk. */
  private forwardCandidates(w: Workspace, chunk: Chunk): void {
    const { kernels: k, weights: p } = this;
    const { embedding, candidate, candidateBags, narrow, scorer } = this.layout.widths;
    const { first, count } = chunk;
    const { verbs, texts } = this.candidateBags(w, chunk);
    k.gatherBags(p.table, embedding, verbs, w.tokens, w.weights, count, w.y, candidate);
    k.gatherBags(p.table, embedding, texts, w.tokens, w.weights, count, w.y + BYTES * embedding, candidate);
    const numbers = w.candidateNumbers + BYTES * first * CANDIDATE_NUMBERS;
    k.spreadRows(numbers, w.y + BYTES * candidateBags, candidate, count, CANDIDATE_NUMBERS);
    k.multiply(w.y, candidate, p.candidate, p.candidateBias, 0, w.c, narrow, count, candidate, narrow);
    k.relu(w.c, count * narrow);
    this.forEachState(w, chunk, (s, row, n) => {
      const h = w.h + BYTES * s * narrow;
      const c = w.c + BYTES * row * narrow;
      const hidden = w.hidden + BYTES * row * scorer;
      const fromState = w.fromState + BYTES * s * scorer;
      k.mixWeights(p.scorerCandidate, p.scorerProduct, h, w.mixed, narrow, scorer);
      k.multiply(c, narrow, w.mixed, fromState, 0, hidden, scorer, n, narrow, scorer);
    });
    k.relu(w.hidden, count * scorer);
    k.dotRows(w.hidden, p.scorerOut, 0, w.logits + BYTES * first, count, scorer);
  }

  /** Loss of a chunk's states, and back to its bags. */
  private backwardCandidates(w: Workspace, d: Gradients, chunk: Chunk): void {
    const { kernels: k, memory, weights: p, gradient: g } = this;
    const { embedding, candidate, candidateBags, narrow, scorer } = this.layout.widths;
    const { first, count } = chunk;
    this.forEachState(w, chunk, (s, row, n) => k.ppoLoss(s, first + row, n));
    const logits = d.logits + BYTES * first;
    k.addScaledRows(logits, w.hidden, g.scorerOut, count, scorer);
    memory.fillZero(d.hidden, count * scorer);
    k.addScaledVector(logits, p.scorerOut, d.hidden, count, scorer);
    k.reluGradient(d.hidden, w.hidden, count * scorer);

    this.forEachState(w, chunk, (s, row, n) => {
      const h = w.h + BYTES * s * narrow;
      const c = w.c + BYTES * row * narrow;
      const dHidden = d.hidden + BYTES * row * scorer;
      const dC = d.c + BYTES * row * narrow;
      k.addRows(dHidden, d.fromState + BYTES * s * scorer, n, scorer);
      memory.fillZero(d.mixed, narrow * scorer);
      k.accumulateOuter(c, narrow, dHidden, scorer, d.mixed, n, narrow, scorer);
      const dH = d.h + BYTES * s * narrow;
      k.mixGradient(d.mixed, p.scorerProduct, h, g.scorerCandidate, g.scorerProduct, dH, narrow, scorer);
      k.mixTransposed(d.scorerCandidateT, d.scorerProductT, h, d.mixedT, narrow, scorer);
      k.multiply(dHidden, scorer, d.mixedT, this.zeros, 0, dC, narrow, n, scorer, narrow);
    });

    k.reluGradient(d.c, w.c, count * narrow);
    k.addRows(d.c, g.candidateBias, count, narrow);
    k.accumulateOuter(w.y, candidate, d.c, narrow, g.candidate, count, candidate, narrow);
    k.multiply(d.c, narrow, d.candidateT, this.zeros, 0, d.y, candidateBags, count, narrow, candidateBags);
    const { verbs, texts } = this.candidateBags(w, chunk);
    this.scatter(w, d.y, candidateBags, verbs, count);
    this.scatter(w, d.y + BYTES * embedding, candidateBags, texts, count);
  }

  /** From the gradients of h, of the scorer's state part and of the values back to the states' bags. */
  private backwardStates(w: Workspace, d: Gradients): void {
    const { kernels: k, memory, weights: p, gradient: g } = this;
    const { embedding, state, stateBags, wide, narrow, scorer } = this.layout.widths;
    const { states } = w.batch;
    k.addScaledRows(d.values, w.h, g.value, states, narrow);
    const values = memory.f32.subarray(d.values / BYTES, d.values / BYTES + states);
    memory.f32[g.valueBias / BYTES] = values.reduce((sum, value) => sum + value, 0);
    k.addScaledVector(d.values, p.value, d.h, states, narrow);
    k.accumulateOuter(w.h, narrow, d.fromState, scorer, g.scorerState, states, narrow, scorer);
    k.addRows(d.fromState, g.scorerBias, states, scorer);
    const scorerStateT = this.transposed(p.scorerState, narrow, narrow, scorer);
    k.multiply(d.fromState, scorer, scorerStateT, d.h, narrow, d.h, narrow, states, scorer, narrow);

    k.reluGradient(d.h, w.h, states * narrow);
    k.accumulateOuter(w.wide, wide, d.h, narrow, g.trunk1, states, wide, narrow);
    k.addRows(d.h, g.trunk1Bias, states, narrow);
    const trunk1T = this.transposed(p.trunk1, wide, wide, narrow);
    k.multiply(d.h, narrow, trunk1T, this.zeros, 0, d.wide, wide, states, narrow, wide);

    k.reluGradient(d.wide, w.wide, states * wide);
    k.accumulateOuter(w.x, state, d.wide, wide, g.trunk0, states, state, wide);
    k.addRows(d.wide, g.trunk0Bias, states, wide);
    const trunk0T = this.transposed(p.trunk0, state, stateBags, wide);
    k.multiply(d.wide, wide, trunk0T, this.zeros, 0, d.x, stateBags, states, wide, stateBags);
    this.scatter(w, d.x, embedding, w.offsets, states * STATE_BAGS);
  }

  /** The transpose of the first `used` rows of a weight matrix, in the workspace. */
  private transposed(weights: number, inner: number, used: number, columns: number): number {
    const out = this.memory.floats(used * columns);
    this.kernels.transpose(weights, inner, used, columns, out);
    return out;
  }

  private scatter(w: Workspace, d: number, dStride: number, offsets: number, rows: number): void {
    const { kernels, gradient, marks, touched } = this;
    const { embedding } = this.layout.widths;
    this.touchedCount = kernels.scatterBags(
      ...([d, dStride, embedding, offsets, w.tokens, w.weights, rows] as const),
      ...([gradient.table, marks, touched, this.touchedCount] as const),
    );
  }

  /** Visits a chunk's states: their index, their first row in the chunk, and how many rows they have. */
  private forEachState(
    { batch }: Workspace,
    { firstState, endState, first }: Chunk,
    visit: (state: number, row: number, count: number) => void,
  ): void {
    for (let s = firstState; s < endState; s += 1) {
      const start = batch.candidateOffsets[s] as number;
      visit(s, start - first, (batch.candidateOffsets[s + 1] as number) - start);
    }
  }
}
