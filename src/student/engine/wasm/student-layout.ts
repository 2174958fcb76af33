/**
 * Where a student's tensors are in the engine's memory. Every width is padded with zeros to a
 * multiple of 8, and weight matrices are in panels of 8 columns (see `assembly/matmul.ts`). A padded
 * weight has a zero gradient and stays zero. Weights, gradient and both moments are four
 * groups of the same layout: the table first, then the dense tensors.
 */
import type { StudentConfig } from '../../../core/campaign-config.ts';
import { CANDIDATE_BAGS, CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from '../../encoder.ts';
import type { ParameterSet } from '../../parameters.ts';
import { declareParameters } from '../../policy-network.ts';

/** Columns of a panel, in floats. */
const PANEL = 8;

const pad = (width: number): number => Math.ceil(width / PANEL) * PANEL;

/** One tensor in a group. */
interface TensorLayout {
  name: string;
  shape: number[];
  /** In floats from the group's start. */
  offset: number;
  columns: number;
  /** Columns of a panel: 8, or all for the table, which is row-major. */
  panel: number;
  paddedRows: number;
  /** Padded place of each row. */
  rowOf: number[];
}

/** Padded widths of the network. */
export interface StudentWidths {
  embedding: number;
  /** Of a state's input row, and how much of it are bags. */
  state: number;
  stateBags: number;
  candidate: number;
  candidateBags: number;
  wide: number;
  narrow: number;
  scorer: number;
}

/** Rows of an input's weights, where each bag of `width` is padded on its own. */
function inputRows(bags: number, width: number, numbers: number): number[] {
  const rows = Array.from(
    { length: bags * width },
    (_, r) => Math.floor(r / width) * pad(width) + (r % width),
  );
  return [...rows, ...Array.from({ length: numbers }, (_, r) => bags * pad(width) + r)];
}

const identity = (rows: number): number[] => Array.from({ length: rows }, (_, r) => r);

/** The layout of one architecture. */
export class StudentLayout {
  readonly widths: StudentWidths;
  readonly buckets: number;
  /** Floats of the table, and of a whole group. */
  readonly tableSize: number;
  readonly size: number;
  private readonly tensors: TensorLayout[];

  constructor(student: StudentConfig) {
    const { buckets, embeddingWidth, trunk, scorer } = student;
    const embedding = pad(embeddingWidth);
    this.buckets = buckets;
    this.widths = {
      embedding,
      stateBags: STATE_BAGS * embedding,
      state: STATE_BAGS * embedding + STATE_NUMBERS,
      candidateBags: CANDIDATE_BAGS * embedding,
      candidate: CANDIDATE_BAGS * embedding + CANDIDATE_NUMBERS,
      wide: pad(trunk[0]),
      narrow: pad(trunk[1]),
      scorer: pad(scorer),
    };
    let offset = 0;
    this.tensors = declareParameters(student).map(({ name, shape }) => {
      const tensor = { name, shape, offset, ...placement(name, shape, student) };
      offset += tensor.paddedRows * pad(tensor.columns);
      return tensor;
    });
    this.tableSize = buckets * embedding;
    this.size = offset;
  }

  /** Offset of a tensor in a group, in floats. */
  offsetOf(name: string): number {
    const tensor = this.tensors.find((t) => t.name === name);
    if (tensor === undefined) throw new RangeError(`student layout: there is no tensor ${name}`);
    return tensor.offset;
  }

  /** Copies tensors into a group, whose padding must be zero already. */
  write(parameters: ParameterSet, group: Float32Array): void {
    this.tensors.forEach((tensor, t) => {
      const data = parameters[t]?.data as Float32Array;
      forEachRun(tensor, (from, to, length) => {
        for (let i = 0; i < length; i += 1) group[to + i] = data[from + i] as number;
      });
    });
  }

  /** Copies a group out. */
  read(group: Float32Array): ParameterSet {
    return this.tensors.map((tensor) => {
      const { name, shape } = tensor;
      const data = new Float32Array(shape.reduce((product, n) => product * n, 1));
      forEachRun(tensor, (to, from, length) => {
        for (let i = 0; i < length; i += 1) data[to + i] = group[from + i] as number;
      });
      return { name, shape: [...shape], data };
    });
  }
}

/** Matrices of one column, which the kernels use as vectors. */
const COLUMN_VECTORS = ['scorer.out', 'value.weight'];

/** How a tensor's rows and columns lie. A vector is one row. */
function placement(
  name: string,
  shape: readonly number[],
  student: StudentConfig,
): Omit<TensorLayout, 'name' | 'shape' | 'offset'> {
  const [rows, columns] = shape as [number, number | undefined];
  if (columns === undefined || COLUMN_VECTORS.includes(name)) {
    return { columns: rows, panel: PANEL, paddedRows: 1, rowOf: [0] };
  }
  const width = student.embeddingWidth;
  if (name === 'embedding') return { columns, panel: pad(columns), paddedRows: rows, rowOf: identity(rows) };
  let rowOf = identity(rows);
  if (name === 'trunk.0.weight') rowOf = inputRows(STATE_BAGS, width, STATE_NUMBERS);
  if (name === 'candidate.weight') rowOf = inputRows(CANDIDATE_BAGS, width, CANDIDATE_NUMBERS);
  return { columns, panel: PANEL, paddedRows: pad((rowOf.at(-1) as number) + 1), rowOf };
}

/** Visits the runs of numbers that lie together: where they start row-major and in the group, and how many. */
function forEachRun(
  { offset, columns, panel, paddedRows, rowOf }: TensorLayout,
  visit: (rowMajor: number, grouped: number, length: number) => void,
): void {
  rowOf.forEach((paddedRow, row) => {
    for (let column = 0; column < columns; column += panel) {
      const grouped = offset + column * paddedRows + paddedRow * panel;
      visit(row * columns + column, grouped, Math.min(panel, columns - column));
    }
  });
}
