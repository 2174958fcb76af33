/**
 * The uniform of a step: what changes from batch to batch. Its fields are listed here once, for the
 * host and for the kernels.
 */

/** Counts, then places: in `inputs` (words), in `activations` (vectors of four floats), in `scalars`. */
const INTEGERS = [
  ...(['states', 'candidates', 'splits', 'touchedRows', 'segmentCount', 'activeCount'] as const),
  ...(['candidateOffsets', 'stateOf', 'bagOffsets', 'tokens', 'tokenWeights'] as const),
  ...(['stateNumbers', 'candidateNumbers'] as const),
  ...(['actions', 'oldLogProbabilities', 'advantages', 'returns', 'ppoWeights', 'acceptable'] as const),
  ...(['imitationWeights', 'referenceProbabilities', 'referenceWeights'] as const),
  ...(['segmentOffsets', 'entryPlaces', 'entryWeights', 'rowSegments', 'activeRows', 'activeSlots'] as const),
  ...(['x', 'wide', 'h', 'fromState', 'y', 'c', 'hidden'] as const),
  ...(['dHidden', 'dC', 'dProduct', 'dFromState', 'dH', 'dWide', 'dX', 'dY'] as const),
  ...(['segments', 'partials'] as const),
  ...(['logits', 'values', 'dLogits', 'dValues', 'terms', 'squares', 'record', 'clipScale'] as const),
] as const;

const FLOATS = [
  ...(['clipRange', 'entropyCoefficient', 'valueCoefficient', 'imitationCoefficient'] as const),
  ...(['referenceKlCoefficient', 'maxGradNorm', 'adamEpsilon', 'rate', 'correction2'] as const),
] as const;

/** One matrix of the kernel `matrixGradients`. */
const MATRIX = ['firstTile', 'target4', 'rows', 'a', 'aStride4', 'd', 'dStride4', 'timesState'] as const;
/** One vector of the kernel `vectorGradients`. */
const VECTOR = ['firstQuad', 'target4', 'rows', 'd', 'stride4', 'scale'] as const;
/** Elements of a uniform's array are a multiple of 16 bytes long. */
const JOB_WORDS = 8;

export type PlanInteger = (typeof INTEGERS)[number];
type PlanFloat = (typeof FLOATS)[number];
export type MatrixJob = Record<(typeof MATRIX)[number], number>;
export type VectorJob = Record<(typeof VECTOR)[number], number>;

/** The kernels' declaration of a plan with so many jobs. */
export function planDeclaration(matrices: number, vectors: number): string {
  const members = (names: readonly string[], type: string) => names.map((name) => `  ${name}: ${type},`);
  const padded = 4 * (JOB_WORDS - VECTOR.length + 1);
  return [
    ...['struct Matrix {', ...members(MATRIX, 'u32'), '}'],
    ...['struct Vector {', ...members(VECTOR.slice(0, -1), 'u32')],
    ...[`  @size(${padded}) ${VECTOR.at(-1)}: u32,`, '}'],
    'struct Plan {',
    `  matrices: array<Matrix, ${matrices}>,`,
    `  vectors: array<Vector, ${vectors}>,`,
    ...members(INTEGERS, 'u32'),
    ...members(FLOATS, 'f32'),
    '}',
  ].join('\n');
}

/** A plan as the words that go to the device. */
export class Plan {
  readonly words: Uint32Array<ArrayBuffer>;
  private readonly floats: Float32Array;
  private readonly places: ReadonlyMap<string, number>;

  constructor(jobs: number) {
    const first = jobs * JOB_WORDS;
    const names = [...INTEGERS, ...FLOATS];
    this.places = new Map(names.map((name, i) => [name, first + i]));
    // So is the whole.
    this.words = new Uint32Array(4 * Math.ceil((first + names.length) / 4));
    this.floats = new Float32Array(this.words.buffer);
  }

  get(name: PlanInteger): number {
    return this.words[this.places.get(name) as number] as number;
  }

  set(name: PlanInteger, value: number): void {
    this.words[this.places.get(name) as number] = value;
  }

  setFloat(name: PlanFloat, value: number): void {
    this.floats[this.places.get(name) as number] = value;
  }

  /** The jobs, matrices first. */
  setJobs(matrices: readonly MatrixJob[], vectors: readonly VectorJob[]): void {
    for (const [i, job] of matrices.entries()) {
      this.words.set(
        MATRIX.map((name) => job[name]),
        i * JOB_WORDS,
      );
    }
    for (const [i, job] of vectors.entries()) {
      this.words.set(
        VECTOR.map((name) => job[name]),
        (matrices.length + i) * JOB_WORDS,
      );
    }
  }
}
