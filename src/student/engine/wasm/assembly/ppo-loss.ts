/**
 * Loss and gradient of one state: the formulas of `ppoLoss` in `tfjs-engine.ts`, differentiated by
 * hand. With p the softmax of the logits z, log p(a) that of the action, r = exp(log p(a) - old):
 *
 *   surrogate     min(rA, clip(r)A)             d/dz_j = rA (δ_ja - p_j) while not clipped, else 0
 *   entropy       H = -Σ p log p                d/dz_j = -p_j (log p_j + H)
 *   imitation     -log(Σ p y + floor)           d/dz_j = -p_j (y_j - Σ p y) / (Σ p y + floor)
 *   reference     Σ q log(q + floor) - q log p  d/dz_j = p_j Σ q - q_j
 *
 * Four candidates at a time; lanes past the last candidate are masked. Buffers indexed by candidate
 * may be read and written up to three floats past a state's last candidate.
 */
import { exp1, exp4, log1, log4 } from './transcendental';
import { sumLanes } from './vector';

const FLOAT_BYTES: i32 = 4;
const VECTOR_BYTES: i32 = 16;
/** Keeps logarithms of probabilities finite; `PROBABILITY_FLOOR` of the tfjs engine. */
const FLOOR: f32 = 1e-8;
/** Logit of a masked lane: its probability is 0, and 0 times it is 0. */
const MASKED_LOGIT: f32 = -1e9;

let logits: usize = 0;
let values: usize = 0;
let actions: usize = 0;
let oldLogProbabilities: usize = 0;
let advantages: usize = 0;
let returns: usize = 0;
let ppoWeights: usize = 0;
let acceptable: usize = 0;
let imitationWeights: usize = 0;
let referenceProbabilities: usize = 0;
let referenceWeights: usize = 0;

let logitGradient: usize = 0;
let valueGradient: usize = 0;
let probabilities: usize = 0;
let logProbabilities: usize = 0;
let statistics: usize = 0;

let clipRange: f32 = 0;
let entropyCoefficient: f32 = 0;
let valueCoefficient: f32 = 0;
let imitationCoefficient: f32 = 0;
let referenceKlCoefficient: f32 = 0;

/** Where the targets of the batch are; those named in `PpoTargets`, per state or per candidate. */
export function setLossTargets(
  newActions: usize,
  newOldLogProbabilities: usize,
  newAdvantages: usize,
  newReturns: usize,
  newPpoWeights: usize,
  newAcceptable: usize,
  newImitationWeights: usize,
  newReferenceProbabilities: usize,
  newReferenceWeights: usize,
): void {
  actions = newActions;
  oldLogProbabilities = newOldLogProbabilities;
  advantages = newAdvantages;
  returns = newReturns;
  ppoWeights = newPpoWeights;
  acceptable = newAcceptable;
  imitationWeights = newImitationWeights;
  referenceProbabilities = newReferenceProbabilities;
  referenceWeights = newReferenceWeights;
}

/**
 * Where predictions are read and gradients written. `newScratch` holds two rows as long as the
 * largest candidate set rounded up to `scratchWidth`; `newStatistics` is Float64[7], added to.
 */
export function setLossBuffers(
  newLogits: usize,
  newValues: usize,
  newLogitGradient: usize,
  newValueGradient: usize,
  newScratch: usize,
  scratchWidth: i32,
  newStatistics: usize,
): void {
  logits = newLogits;
  values = newValues;
  logitGradient = newLogitGradient;
  valueGradient = newValueGradient;
  probabilities = newScratch;
  logProbabilities = newScratch + scratchWidth * FLOAT_BYTES;
  statistics = newStatistics;
}

export function setLossCoefficients(
  clip: f32,
  entropy: f32,
  value: f32,
  imitation: f32,
  referenceKl: f32,
): void {
  clipRange = clip;
  entropyCoefficient = entropy;
  valueCoefficient = value;
  imitationCoefficient = imitation;
  referenceKlCoefficient = referenceKl;
}

/** All bits set in the lanes below `count`. */
function laneMask(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}

function maxLane(a: v128): f32 {
  const low = max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1));
  const high = max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3));
  return max(low, high);
}

/** Adds to one of the statistics, in the order of the host's `STATISTICS`. */
function addStatistic(index: i32, value: f64): void {
  const at = statistics + index * 8;
  store<f64>(at, load<f64>(at) + value);
}

/** Writes p and log p of a state's candidates to the scratch rows; 0 and MASKED_LOGIT past the last. */
function logSoftmax(row: usize, count: i32): void {
  let top = f32x4.splat(MASKED_LOGIT);
  for (let i = 0; i < count; i += 4) {
    const z = v128.bitselect(
      v128.load(row + i * FLOAT_BYTES),
      f32x4.splat(MASKED_LOGIT),
      laneMask(count - i),
    );
    v128.store(logProbabilities + i * FLOAT_BYTES, z);
    top = f32x4.max(top, z);
  }
  const shift = f32x4.splat(maxLane(top));
  let total = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const shifted = f32x4.sub(v128.load(logProbabilities + i * FLOAT_BYTES), shift);
    const weight = exp4(shifted);
    v128.store(logProbabilities + i * FLOAT_BYTES, shifted);
    v128.store(probabilities + i * FLOAT_BYTES, weight);
    total = f32x4.add(total, weight);
  }
  const sum = sumLanes(total);
  const logSum = f32x4.splat(log1(sum));
  for (let i = 0; i < count; i += 4) {
    const at = i * FLOAT_BYTES;
    v128.store(probabilities + at, f32x4.div(v128.load(probabilities + at), f32x4.splat(sum)));
    v128.store(logProbabilities + at, f32x4.sub(v128.load(logProbabilities + at), logSum));
  }
}

/** -Σ p log p of the scratch rows. */
function entropyOf(count: i32): f32 {
  let sum = f32x4.splat(0);
  for (let at = 0; at < count * FLOAT_BYTES; at += VECTOR_BYTES) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(probabilities + at), v128.load(logProbabilities + at)));
  }
  return -sumLanes(sum);
}

/** Σ p y: the probability of the acceptable set. */
function acceptedMass(row: usize, count: i32): f32 {
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const y = v128.and(v128.load(row + i * FLOAT_BYTES), laneMask(count - i));
    sum = f32x4.add(sum, f32x4.mul(v128.load(probabilities + i * FLOAT_BYTES), y));
  }
  return sumLanes(sum);
}

/** Σ q of a state's reference. */
function referenceMass(row: usize, count: i32): f32 {
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    sum = f32x4.add(sum, v128.and(v128.load(row + i * FLOAT_BYTES), laneMask(count - i)));
  }
  return sumLanes(sum);
}

/** Σ q (log(q + floor) - log p). */
function divergence(row: usize, count: i32): f32 {
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const q = v128.and(v128.load(row + i * FLOAT_BYTES), laneMask(count - i));
    const logQ = log4(f32x4.add(q, f32x4.splat(FLOOR)));
    sum = f32x4.add(sum, f32x4.mul(q, f32x4.sub(logQ, v128.load(logProbabilities + i * FLOAT_BYTES))));
  }
  return sumLanes(sum);
}

/** The surrogate's part. @returns the gradient with respect to log p(action). */
function surrogate(state: i32): f32 {
  const at = state * FLOAT_BYTES;
  const weight = load<f32>(ppoWeights + at);
  const advantage = load<f32>(advantages + at);
  const logProbability = load<f32>(logProbabilities + load<i32>(actions + at) * FLOAT_BYTES);
  const logRatio = logProbability - load<f32>(oldLogProbabilities + at);
  const ratio = exp1(logRatio);
  const free = ratio * advantage;
  const clipped = min(max(ratio, 1 - clipRange), 1 + clipRange) * advantage;
  addStatistic(0, -weight * min(free, clipped));
  addStatistic(3, weight * (ratio - 1 - logRatio));
  addStatistic(4, abs(ratio - 1) > clipRange ? weight : 0);
  return free <= clipped ? -weight * free : 0;
}

/** The value head's part. */
function valueError(state: i32): void {
  const at = state * FLOAT_BYTES;
  const weight = load<f32>(ppoWeights + at);
  const error = load<f32>(values + at) - load<f32>(returns + at);
  addStatistic(1, weight * error * error);
  store<f32>(valueGradient + at, 2 * valueCoefficient * weight * error);
}

/** Adds one state's losses to the statistics and writes its gradients. Candidates first to first + count - 1. */
export function ppoLoss(state: i32, first: i32, count: i32): void {
  const offset = first * FLOAT_BYTES;
  logSoftmax(logits + offset, count);
  valueError(state);
  const chosenGradient = surrogate(state);

  const at = state * FLOAT_BYTES;
  const ppoWeight = load<f32>(ppoWeights + at);
  const entropy = entropyOf(count);
  addStatistic(2, ppoWeight * entropy);

  const imitationWeight = load<f32>(imitationWeights + at);
  const accepted = acceptedMass(acceptable + offset, count);
  addStatistic(5, -imitationWeight * log1(accepted + FLOOR));
  const imitationScale = (imitationCoefficient * imitationWeight) / (accepted + FLOOR);

  const referenceWeight = load<f32>(referenceWeights + at);
  const mass = referenceMass(referenceProbabilities + offset, count);
  if (referenceWeight !== 0) {
    addStatistic(6, referenceWeight * divergence(referenceProbabilities + offset, count));
  }

  // Differences that are 0 where a probability is 1 are taken before they are scaled.
  const entropyScale = f32x4.splat(entropyCoefficient * ppoWeight);
  const referenceScale = f32x4.splat(referenceKlCoefficient * referenceWeight);
  for (let i = 0; i < count; i += 4) {
    const j = i * FLOAT_BYTES;
    const p = v128.load(probabilities + j);
    const surprise = f32x4.add(v128.load(logProbabilities + j), f32x4.splat(entropy));
    const unaccepted = f32x4.sub(f32x4.splat(accepted), v128.load(acceptable + offset + j));
    let factor = f32x4.mul(surprise, entropyScale);
    factor = f32x4.add(factor, f32x4.mul(unaccepted, f32x4.splat(imitationScale)));
    factor = f32x4.sub(factor, f32x4.splat(chosenGradient));
    const q = v128.load(referenceProbabilities + offset + j);
    const excess = f32x4.sub(f32x4.mul(p, f32x4.splat(mass)), q);
    const d = f32x4.add(f32x4.mul(p, factor), f32x4.mul(excess, referenceScale));
    v128.store(logitGradient + offset + j, d);
  }
  const chosen = logitGradient + offset + load<i32>(actions + at) * FLOAT_BYTES;
  store<f32>(chosen, load<f32>(chosen) + chosenGradient);
}
