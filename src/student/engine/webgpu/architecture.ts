/** One architecture as the kernels see it: every width and place counted in vectors of four floats. */
import type { StudentConfig } from '../../../core/campaign-config.ts';
import { CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from '../../encoder.ts';
import { declareParameters } from '../../policy-network.ts';
import { StudentLayout, type StudentWidths } from '../wasm/student-layout.ts';
import { planDeclaration } from './plan.ts';

/** What the loss of a batch adds up, in the kernels' order. */
export const LOSS_TERMS = [
  'policyGradientLoss',
  'valueLoss',
  'entropy',
  'approxKl',
  'clipFraction',
  'imitationLoss',
  'referenceKl',
] as const;

/** Vectors whose squares one thread adds up. */
const BLOCK = 64;

/** Vectors of a matrix's gradient that one thread makes: eight rows of a panel. */
export const MATRIX_TILE = 16;

/** Where activations and their gradients lie: as many rows as the batch has of one, of a width. */
export const ACTIVATIONS = {
  x: ['states', 'state'],
  wide: ['states', 'wide'],
  h: ['states', 'narrow'],
  fromState: ['states', 'scorer'],
  y: ['candidates', 'candidate'],
  c: ['candidates', 'narrow'],
  hidden: ['candidates', 'scorer'],
  dHidden: ['candidates', 'scorer'],
  dC: ['candidates', 'narrow'],
  dProduct: ['candidates', 'narrow'],
  dFromState: ['states', 'scorer'],
  dH: ['states', 'narrow'],
  dWide: ['states', 'wide'],
  dX: ['states', 'stateBags'],
  dY: ['candidates', 'candidateBags'],
} as const satisfies Record<string, readonly ['states' | 'candidates', keyof StudentWidths]>;

type Activation = keyof typeof ACTIVATIONS;

/** A weight matrix's gradient is AᵀD; `timesState`: of A times the state's h, element by element. */
interface MatrixGradient {
  tensor: string;
  a: Activation;
  d: Activation;
  timesState?: true;
}

/** A vector's gradient is the sum of D's rows, each times a scalar where there is one. */
interface VectorGradient {
  tensor: string;
  d?: Activation;
  scale?: 'dLogits' | 'dValues';
}

/** The gradients of all dense tensors. */
export const MATRIX_GRADIENTS: readonly MatrixGradient[] = [
  { tensor: 'trunk.0.weight', a: 'x', d: 'dWide' },
  { tensor: 'trunk.1.weight', a: 'wide', d: 'dH' },
  { tensor: 'candidate.weight', a: 'y', d: 'dC' },
  { tensor: 'scorer.state', a: 'h', d: 'dFromState' },
  { tensor: 'scorer.candidate', a: 'c', d: 'dHidden' },
  { tensor: 'scorer.product', a: 'c', d: 'dHidden', timesState: true },
];
export const VECTOR_GRADIENTS: readonly VectorGradient[] = [
  { tensor: 'trunk.0.bias', d: 'dWide' },
  { tensor: 'trunk.1.bias', d: 'dH' },
  { tensor: 'candidate.bias', d: 'dC' },
  { tensor: 'scorer.bias', d: 'dFromState' },
  { tensor: 'scorer.out', d: 'hidden', scale: 'dLogits' },
  { tensor: 'value.weight', d: 'h', scale: 'dValues' },
  { tensor: 'value.bias', scale: 'dValues' },
];

/** A tensor of a group. */
interface Tensor {
  name: string;
  offset4: number;
  size4: number;
}

/** Widths and places of one architecture, and the constants of its kernels. */
export class Architecture {
  readonly layout: StudentLayout;
  /** The embedding table first. */
  readonly tensors: readonly Tensor[];
  /** Of the dense tensors, which lie behind the table. */
  readonly dense: { offset4: number; size4: number; blocks: number };
  readonly matrixTiles: number;
  readonly vectorQuads: number;

  constructor(student: StudentConfig) {
    this.layout = new StudentLayout(student);
    const { tableSize, size } = this.layout;
    const names = declareParameters(student).map(({ name }) => name);
    const offsets = [...names.map((name) => this.layout.offsetOf(name)), size];
    this.tensors = names.map((name, i) => {
      const [offset, end] = [offsets[i], offsets[i + 1]] as [number, number];
      return { name, offset4: offset / 4, size4: (end - offset) / 4 };
    });
    const blocks = this.tensors.slice(1).reduce((sum, { size4 }) => sum + Math.ceil(size4 / BLOCK), 0);
    this.dense = { offset4: tableSize / 4, size4: (size - tableSize) / 4, blocks };
    const total = (gradients: readonly { tensor: string }[]) =>
      gradients.reduce((sum, { tensor }) => sum + this.tensor(tensor).size4, 0);
    this.matrixTiles = total(MATRIX_GRADIENTS) / MATRIX_TILE;
    this.vectorQuads = total(VECTOR_GRADIENTS);
  }

  tensor(name: string): Tensor {
    return this.tensors.find((tensor) => tensor.name === name) as Tensor;
  }

  /** Floats of a step's record: the loss's terms, then the squared norm of every tensor's gradient. */
  get recordFloats(): number {
    return LOSS_TERMS.length + this.tensors.length;
  }

  /** Width of an activation's rows. */
  width4(activation: Activation): number {
    return this.layout.widths[ACTIVATIONS[activation][1]] / 4;
  }

  /** Blocks of squares for so many touched rows of the table. */
  tableBlocks(touchedRows: number): number {
    return Math.ceil((touchedRows * this.layout.widths.embedding) / 4 / BLOCK);
  }

  /** The head of the kernels' source: the plan, and all that the architecture decides. */
  declarations(): string {
    const { widths } = this.layout;
    const dense = this.tensors.slice(1);
    let block = 0;
    const firstBlocks = dense.map(({ size4 }) => {
      const first = block;
      block += Math.ceil(size4 / BLOCK);
      return first;
    });
    const end = this.dense.offset4 + this.dense.size4;
    const array = (values: readonly number[]) =>
      `array<u32, ${values.length}>(${values.map((v) => `${v}u`).join(', ')})`;
    const constants = {
      STATE_BAGS,
      STATE_NUMBERS4: STATE_NUMBERS / 4,
      CANDIDATE_NUMBERS4: CANDIDATE_NUMBERS / 4,
      ...Object.fromEntries(Object.entries(widths).map(([name, width]) => [`${shout(name)}4`, width / 4])),
      ...Object.fromEntries(this.tensors.map(({ name, offset4 }) => [shout(name), offset4])),
      DENSE: this.dense.offset4,
      DENSE4: this.dense.size4,
      DENSE_BLOCKS: this.dense.blocks,
      BLOCK4: BLOCK,
      MATRICES: MATRIX_GRADIENTS.length,
      MATRIX_TILES: this.matrixTiles,
      VECTORS: VECTOR_GRADIENTS.length,
      VECTOR_QUADS: this.vectorQuads,
      LOSS_TERMS: LOSS_TERMS.length,
      TENSORS: this.tensors.length,
    };
    return [
      planDeclaration(MATRIX_GRADIENTS.length, VECTOR_GRADIENTS.length),
      ...Object.entries(constants).map(([name, value]) => `const ${name}: u32 = ${value}u;`),
      // Where a dense tensor starts, in the groups and among the blocks; the last entry is the end.
      `const DENSE_OFFSET = ${array([...dense.map(({ offset4 }) => offset4), end])};`,
      `const DENSE_FIRST_BLOCK = ${array([...firstBlocks, block])};`,
    ].join('\n');
  }
}

/** A name as a constant's: `trunk.0.bias` is TRUNK_0_BIAS, `trunk.0.weight` TRUNK_0, `stateBags` STATE_BAGS. */
function shout(name: string): string {
  return name
    .replace('.weight', '')
    .replaceAll('.', '_')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase();
}
