/**
 * The architecture: which tensors there are, and how they start.
 *
 *   state      x = [bag(goal) bag(seen) bag(trace) bag(errors) bag(environment) numbers]
 *              h = relu(relu(x W0 + b0) W1 + b1)
 *   candidate  c = relu([embedding(verb) bag(text) numbers] Wc + bc)
 *   logit      = relu(h Wh + c Wk + (h*c) Wx + bs) ws        (a softmax over the state's candidates)
 *   value      = h wv + bv
 *
 * A bag is the sum of its tokens' embeddings over the square root of their number.
 */
import type { StudentConfig } from '../core/campaign-config.ts';
import type { RandomStream } from '../core/random.ts';
import { CANDIDATE_BAGS, CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from './encoder.ts';
import { type ParameterSet, type TrainingState, zerosLike } from './parameters.ts';

/** How a tensor starts: orthogonal with a gain, normal with a deviation, or zero. */
type Initialiser = { orthogonal: number } | { normal: number } | 'zero';

interface Declaration {
  name: string;
  shape: [number] | [number, number];
  init: Initialiser;
}

/** The tensors of a student, in the order in which every engine and file holds them. */
export function declareParameters(student: StudentConfig): Declaration[] {
  const { buckets, embeddingWidth: width, trunk, scorer } = student;
  const [wide, narrow] = trunk;
  const stateWidth = STATE_BAGS * width + STATE_NUMBERS;
  const candidateWidth = CANDIDATE_BAGS * width + CANDIDATE_NUMBERS;
  const gain = Math.SQRT2;
  return [
    { name: 'embedding', shape: [buckets, width], init: { normal: student.embeddingScale } },
    { name: 'trunk.0.weight', shape: [stateWidth, wide], init: { orthogonal: gain } },
    { name: 'trunk.0.bias', shape: [wide], init: 'zero' },
    { name: 'trunk.1.weight', shape: [wide, narrow], init: { orthogonal: gain } },
    { name: 'trunk.1.bias', shape: [narrow], init: 'zero' },
    { name: 'candidate.weight', shape: [candidateWidth, narrow], init: { orthogonal: gain } },
    { name: 'candidate.bias', shape: [narrow], init: 'zero' },
    { name: 'scorer.state', shape: [narrow, scorer], init: { orthogonal: gain } },
    { name: 'scorer.candidate', shape: [narrow, scorer], init: { orthogonal: gain } },
    { name: 'scorer.product', shape: [narrow, scorer], init: { orthogonal: gain } },
    { name: 'scorer.bias', shape: [scorer], init: 'zero' },
    { name: 'scorer.out', shape: [scorer, 1], init: { orthogonal: 0.01 } },
    { name: 'value.weight', shape: [narrow, 1], init: { orthogonal: 1 } },
    { name: 'value.bias', shape: [1], init: 'zero' },
  ];
}

/**
 * Rows (or columns, whichever are fewer) orthonormal, times a gain: Gram–Schmidt on normal
 * deviates, in double precision (Saxe et al. 2014).
 */
function orthogonal(rows: number, columns: number, gain: number, stream: RandomStream): Float32Array {
  const [count, length] = rows <= columns ? [rows, columns] : [columns, rows];
  const basis: Float64Array[] = [];
  for (let i = 0; i < count; i += 1) {
    const vector = Float64Array.from({ length }, () => stream.normal());
    for (const other of basis) {
      let dot = 0;
      for (let k = 0; k < length; k += 1) dot += (vector[k] as number) * (other[k] as number);
      for (let k = 0; k < length; k += 1) vector[k] = (vector[k] as number) - dot * (other[k] as number);
    }
    const norm = Math.hypot(...vector);
    for (let k = 0; k < length; k += 1) vector[k] = (vector[k] as number) / norm;
    basis.push(vector);
  }
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      const entry = rows <= columns ? basis[r]?.[c] : basis[c]?.[r];
      out[r * columns + c] = gain * (entry as number);
    }
  }
  return out;
}

/** A fresh student: initial weights drawn from the stream, moments zero. */
export function initialTrainingState(student: StudentConfig, stream: RandomStream): TrainingState {
  const parameters: ParameterSet = declareParameters(student).map(({ name, shape, init }) => {
    const size = shape.reduce((product, n) => product * n, 1);
    const own = stream.child(name);
    if (init === 'zero') return { name, shape, data: new Float32Array(size) };
    if ('normal' in init) {
      return { name, shape, data: Float32Array.from({ length: size }, () => init.normal * own.normal()) };
    }
    return { name, shape, data: orthogonal(shape[0], shape[1] ?? 1, init.orthogonal, own) };
  });
  return {
    student,
    parameters,
    moments: { first: zerosLike(parameters), second: zerosLike(parameters) },
    optimiserStep: 0,
  };
}
