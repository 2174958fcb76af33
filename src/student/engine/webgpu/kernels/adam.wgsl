// The gradient's norm, the statistics, and Adam (Kingma & Ba 2015) as in ../../wasm/assembly/adam.ts.

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// 1 - beta, rounded once: the difference of the rounded numbers is off by 5e-5.
const COMPLEMENT1: f32 = 0.1;
const COMPLEMENT2: f32 = 0.001;
/// A first moment below this is set to 0: denormal numbers make a step many times slower.
const FLUSH: f32 = 1e-30;

fn sumOfSquares(first: u32, end: u32) -> f32 {
  var sum = vec4f();
  for (var i = first; i < end; i += 1u) { sum += gradient[i] * gradient[i]; }
  return dot(sum, vec4f(1.0));
}

/// One thread per block of a tensor: those of the dense tensors, then those of the table's touched rows.
@compute @workgroup_size(64)
fn squareBlocks(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < DENSE_BLOCKS) {
    var t = 0u;
    while (DENSE_FIRST_BLOCK[t + 1u] <= id.x) { t += 1u; }
    let first = DENSE_OFFSET[t] + (id.x - DENSE_FIRST_BLOCK[t]) * BLOCK4;
    scalars[plan.squares + id.x] = sumOfSquares(first, min(first + BLOCK4, DENSE_OFFSET[t + 1u]));
    return;
  }
  let first = (id.x - DENSE_BLOCKS) * BLOCK4;
  let end = plan.touchedRows * EMBEDDING4;
  if (first >= end) { return; }
  scalars[plan.squares + id.x] = sumOfSquares(first, min(first + BLOCK4, end));
}

/// The record of the step: the terms of the loss, then the squared norm of every tensor's gradient,
/// the table's first. One thread each.
@compute @workgroup_size(64)
fn writeRecord(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LOSS_TERMS + TENSORS) { return; }
  var at = plan.terms + id.x * plan.states;
  var count = plan.states;
  if (id.x == LOSS_TERMS) {
    at = plan.squares + DENSE_BLOCKS;
    count = (plan.touchedRows * EMBEDDING4 + BLOCK4 - 1u) / BLOCK4;
  } else if (id.x > LOSS_TERMS) {
    let t = id.x - LOSS_TERMS - 1u;
    at = plan.squares + DENSE_FIRST_BLOCK[t];
    count = DENSE_FIRST_BLOCK[t + 1u] - DENSE_FIRST_BLOCK[t];
  }
  var sum = 0.0;
  for (var i = 0u; i < count; i += 1u) { sum += scalars[at + i]; }
  scalars[plan.record + id.x] = sum;
}

/// What brings the gradient's global norm down to its maximum.
@compute @workgroup_size(64)
fn clipGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x != 0u) { return; }
  var sum = 0.0;
  for (var t = 0u; t < TENSORS; t += 1u) { sum += scalars[plan.record + LOSS_TERMS + t]; }
  scalars[plan.clipScale] = min(1.0, plan.maxGradNorm / (sqrt(sum) + 1e-6));
}

fn adamStep(i: u32, g: vec4f) {
  let decayed = BETA1 * firstMoments[i] + COMPLEMENT1 * g;
  let m = select(decayed, vec4f(), abs(decayed) < vec4f(FLUSH));
  let v = BETA2 * secondMoments[i] + COMPLEMENT2 * g * g;
  firstMoments[i] = m;
  secondMoments[i] = v;
  weights[i] -= plan.rate * m / (sqrt(v) * plan.correction2 + plan.adamEpsilon);
}

/// One thread per four dense weights, then one per active row of the table and four columns. A row
/// is active from its first gradient on; before that its moments are zero, and a step moves nothing.
@compute @workgroup_size(64)
fn adam(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < DENSE4) {
    adamStep(DENSE + id.x, scalars[plan.clipScale] * gradient[DENSE + id.x]);
    return;
  }
  let i = id.x - DENSE4;
  let row = i / EMBEDDING4;
  let column = i % EMBEDDING4;
  if (row >= plan.activeCount) { return; }
  let slot = inputs[plan.activeSlots + row];
  var g = vec4f();
  if (slot != NONE) { g = scalars[plan.clipScale] * gradient[slot * EMBEDDING4 + column]; }
  adamStep(EMBEDDING + inputs[plan.activeRows + row] * EMBEDDING4 + column, g);
}
