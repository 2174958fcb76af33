/**
 * A batch as the kernels read it: one buffer of words with the batch and its targets, and the plan
 * that says where everything is. The places of activations and scalars are assigned here too.
 */
import { STATE_BAGS } from '../../encoder.ts';
import type { PpoTargets, StepHyperparameters } from '../engine.ts';
import type { PackedBatch } from '../packed-batch.ts';
import {
  ACTIVATIONS,
  type Architecture,
  LOSS_TERMS,
  MATRIX_GRADIENTS,
  MATRIX_TILE,
  VECTOR_GRADIENTS,
} from './architecture.ts';
import { Plan, type PlanInteger } from './plan.ts';
import { TokenIndex } from './token-index.ts';

/** Rows of the batch that one thread adds up for a dense weight's gradient. */
const SPLIT_ROWS = 128;
/** Floats that the parts of the dense gradient may take, unless one part has more. */
const PARTIALS_LIMIT = 2 ** 22;
/** No place: `NONE` of the kernels. */
const NONE = 0xffffffff;

/** Integers and floats one after the other, in a buffer that grows and is used again. */
class Words {
  private integers = new Uint32Array(2 ** 14);
  private floats = new Float32Array(this.integers.buffer);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** Appends the first `count` numbers of an array; returns their place. */
  append(source: Int32Array | Uint32Array | Float32Array, count = source.length): number {
    const place = this.length;
    this.length += count;
    if (this.length > this.integers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.integers.subarray(0, place));
      this.integers = grown;
      this.floats = new Float32Array(grown.buffer);
    }
    const target = source instanceof Float32Array ? this.floats : this.integers;
    target.set(source.subarray(0, count), place);
    return place;
  }

  get view(): Uint32Array<ArrayBuffer> {
    return this.integers.subarray(0, this.length);
  }
}

/** Rows of the table that Adam steps: those that have, or ever had, a gradient. */
class ActiveRows {
  readonly rows: Int32Array;
  count = 0;
  private readonly isActive: Uint8Array;

  constructor(buckets: number) {
    this.rows = new Int32Array(buckets);
    this.isActive = new Uint8Array(buckets);
  }

  add(row: number): void {
    if (this.isActive[row] === 1) return;
    this.isActive[row] = 1;
    this.rows[this.count] = row;
    this.count += 1;
  }
}

/** What Adam multiplies with in one step: the learning rate over the first bias correction, and 1/√ of the second. */
export interface AdamFactors {
  rate: number;
  correction2: number;
}

/** One batch after another in the same buffers. */
export class StepInputs {
  readonly plan = new Plan(MATRIX_GRADIENTS.length + VECTOR_GRADIENTS.length);
  readonly words = new Words();
  readonly index: TokenIndex;
  private readonly active: ActiveRows;
  /** Vectors of `activations` and floats of `scalars` assigned so far. */
  activationVectors = 0;
  scalarFloats = 0;

  constructor(private readonly architecture: Architecture) {
    const { buckets } = architecture.layout;
    this.index = new TokenIndex(buckets);
    this.active = new ActiveRows(buckets);
  }

  /** Rows of the table that have a moment become active. `moments` is a group of the layout. */
  activate(moments: Float32Array): void {
    const { tableSize, widths } = this.architecture.layout;
    for (let i = 0; i < tableSize; i += 1) {
      if (moments[i] !== 0) this.active.add(Math.floor(i / widths.embedding));
    }
  }

  /** A batch, for a forward pass. */
  load(batch: PackedBatch): void {
    const { plan, words } = this;
    const { states, candidates, candidateOffsets, bags } = batch;
    words.clear();
    this.activationVectors = 0;
    this.scalarFloats = 0;
    plan.set('states', states);
    plan.set('candidates', candidates);
    const stateOf = new Uint32Array(candidates);
    for (let s = 0; s < states; s += 1) stateOf.fill(s, candidateOffsets[s], candidateOffsets[s + 1]);
    this.append('candidateOffsets', candidateOffsets);
    this.append('stateOf', stateOf);
    this.append('bagOffsets', bags.offsets);
    this.append('tokens', bags.tokens);
    this.append('tokenWeights', bags.weights);
    this.append('stateNumbers', batch.stateNumbers);
    this.append('candidateNumbers', batch.candidateNumbers);
    for (const name of Object.keys(ACTIVATIONS) as (keyof typeof ACTIVATIONS)[]) {
      this.assignVectors(name, batch[ACTIVATIONS[name][0]] * this.architecture.width4(name));
    }
    this.assignScalars('logits', candidates);
    this.assignScalars('values', states);
  }

  /** What a gradient step needs beside its batch, which is loaded already. */
  loadTargets(
    batch: PackedBatch,
    targets: PpoTargets,
    hyper: StepHyperparameters,
    { rate, correction2 }: AdamFactors,
  ): void {
    const { plan, architecture } = this;
    for (const name of TARGETS) this.append(name, targets[name]);
    plan.setFloat('clipRange', hyper.clipRange);
    plan.setFloat('entropyCoefficient', hyper.entropyCoefficient);
    plan.setFloat('valueCoefficient', hyper.valueCoefficient);
    plan.setFloat('imitationCoefficient', hyper.imitationCoefficient);
    plan.setFloat('referenceKlCoefficient', hyper.referenceKlCoefficient);
    plan.setFloat('maxGradNorm', hyper.maxGradNorm);
    plan.setFloat('adamEpsilon', hyper.adamEpsilon);
    plan.setFloat('rate', rate);
    plan.setFloat('correction2', correction2);
    this.assignScalars('dLogits', batch.candidates);
    this.assignScalars('dValues', batch.states);
    this.loadTable(batch);
    const { dense } = architecture;
    this.assignScalars('terms', LOSS_TERMS.length * batch.states);
    this.assignScalars('squares', dense.blocks + architecture.tableBlocks(this.index.tokenCount));
    this.assignScalars('record', architecture.recordFloats);
    this.assignScalars('clipScale', 1);
    this.planDense(batch);
  }

  /** The bags by token, for the table's gradient, and the rows that Adam steps. */
  private loadTable(batch: PackedBatch): void {
    const { plan, index, active } = this;
    const { embedding } = this.architecture.layout.widths;
    index.build(batch.bags, this.bagGradientPlace(batch));
    for (let slot = 0; slot < index.tokenCount; slot += 1) active.add(index.tokens[slot] as number);
    plan.set('touchedRows', index.tokenCount);
    plan.set('segmentCount', index.segmentCount);
    plan.set('activeCount', active.count);
    const entries = batch.bags.tokens.length;
    this.append('segmentOffsets', index.segmentOffsets, index.segmentCount + 1);
    this.append('entryPlaces', index.places, entries);
    this.append('entryWeights', index.weights, entries);
    this.append('rowSegments', index.rowSegments, index.tokenCount + 1);
    this.append('activeRows', active.rows, active.count);
    const slots = active.rows.subarray(0, active.count).map((row) => index.slots[row] as number);
    this.append('activeSlots', slots);
    this.assignVectors('segments', (index.segmentCount * embedding) / 4);
  }

  /** Where the gradient of a bag is: in dX, or in dY as a verb or a text. */
  private bagGradientPlace({ states, candidates }: PackedBatch): (row: number) => number {
    const { architecture, plan } = this;
    const embedding4 = architecture.layout.widths.embedding / 4;
    const [x, y] = [plan.get('dX'), plan.get('dY')];
    // dX has the bags of a state next to each other, so a row's place is its number.
    const stateRows = states * STATE_BAGS;
    const candidate4 = architecture.width4('dY');
    return (row) => {
      if (row < stateRows) return x + row * embedding4;
      const candidate = row - stateRows;
      if (candidate < candidates) return y + candidate * candidate4;
      return y + (candidate - candidates) * candidate4 + embedding4;
    };
  }

  /** The jobs that make the dense gradients, and room for their parts. */
  private planDense(batch: PackedBatch): void {
    const { architecture, plan } = this;
    const { dense } = architecture;
    const rowsOf = (name: keyof typeof ACTIVATIONS) => batch[ACTIVATIONS[name][0]];
    const target4 = (name: string) => architecture.tensor(name).offset4 - dense.offset4;
    const wanted = Math.ceil(batch.candidates / SPLIT_ROWS);
    const splits = Math.max(1, Math.min(wanted, Math.floor(PARTIALS_LIMIT / (4 * dense.size4))));
    plan.set('splits', splits);
    this.assignVectors('partials', splits * dense.size4);
    let firstTile = 0;
    const matrices = MATRIX_GRADIENTS.map(({ tensor, a, d, timesState }) => {
      const job = {
        firstTile,
        target4: target4(tensor),
        rows: rowsOf(d),
        a: plan.get(a),
        aStride4: architecture.width4(a),
        d: plan.get(d),
        dStride4: architecture.width4(d),
        timesState: timesState ? 1 : 0,
      };
      firstTile += architecture.tensor(tensor).size4 / MATRIX_TILE;
      return job;
    });
    let firstQuad = 0;
    const vectors = VECTOR_GRADIENTS.map(({ tensor, d, scale }) => {
      const job = {
        firstQuad,
        target4: target4(tensor),
        rows: d ? rowsOf(d) : batch.states,
        d: d ? plan.get(d) : NONE,
        stride4: d ? architecture.width4(d) : 0,
        scale: scale ? plan.get(scale) : NONE,
      };
      firstQuad += architecture.tensor(tensor).size4;
      return job;
    });
    plan.setJobs(matrices, vectors);
  }

  private append(
    name: PlanInteger,
    source: Int32Array | Uint32Array | Float32Array,
    count = source.length,
  ): void {
    this.plan.set(name, this.words.append(source, count));
  }

  private assignVectors(name: PlanInteger, count: number): void {
    this.plan.set(name, this.activationVectors);
    this.activationVectors += count;
  }

  private assignScalars(name: PlanInteger, count: number): void {
    this.plan.set(name, this.scalarFloats);
    this.scalarFloats += count;
  }
}

/** The arrays of `PpoTargets`. */
const TARGETS = [
  ...(['actions', 'oldLogProbabilities', 'advantages', 'returns', 'ppoWeights'] as const),
  ...(['acceptable', 'imitationWeights', 'referenceProbabilities', 'referenceWeights'] as const),
] as const satisfies readonly (keyof PpoTargets)[];
