// The network of ../../../policy-network.ts, layer by layer, from x and y on.

/// relu(x W0 + b0)
@compute @workgroup_size(64)
fn wideLayer(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.states, WIDE4)) { return; }
  let tile = tileAt(id.x, plan.states, WIDE4);
  let bias = repeatRow(weights[TRUNK_0_BIAS + tile.column]);
  let sum = multiply(plan.x + rowsOf(tile) * STATE4, TRUNK_0, STATE4, tile.column, bias);
  storeRows(plan.wide, WIDE4, tile, reluRows(sum));
}

/// h = relu(wide W1 + b1)
@compute @workgroup_size(64)
fn narrowLayer(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.states, NARROW4)) { return; }
  let tile = tileAt(id.x, plan.states, NARROW4);
  let bias = repeatRow(weights[TRUNK_1_BIAS + tile.column]);
  let sum = multiply(plan.wide + rowsOf(tile) * WIDE4, TRUNK_1, WIDE4, tile.column, bias);
  storeRows(plan.h, NARROW4, tile, reluRows(sum));
}

/// The scorer's part that depends on the state alone, h Wh + bs; and the values, h wv + bv.
@compute @workgroup_size(64)
fn stateHeads(@builtin(global_invocation_id) id: vec3u) {
  let tiles = tileCount(plan.states, SCORER4);
  if (id.x < tiles) {
    let tile = tileAt(id.x, plan.states, SCORER4);
    let bias = repeatRow(weights[SCORER_BIAS + tile.column]);
    let sum = multiply(plan.h + rowsOf(tile) * NARROW4, SCORER_STATE, NARROW4, tile.column, bias);
    storeRows(plan.fromState, SCORER4, tile, sum);
    return;
  }
  let state = id.x - tiles;
  if (state >= plan.states) { return; }
  var value = weights[VALUE_BIAS].x;
  for (var k = 0u; k < NARROW4; k += 1u) {
    value += dot(activations[plan.h + state * NARROW4 + k], weights[VALUE + k]);
  }
  scalars[plan.values + state] = value;
}

/// c = relu(y Wc + bc)
@compute @workgroup_size(64)
fn candidateLayer(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.candidates, NARROW4)) { return; }
  let tile = tileAt(id.x, plan.candidates, NARROW4);
  let bias = repeatRow(weights[CANDIDATE_BIAS + tile.column]);
  let sum = multiply(plan.y + rowsOf(tile) * CANDIDATE4, CANDIDATE, CANDIDATE4, tile.column, bias);
  storeRows(plan.c, NARROW4, tile, reluRows(sum));
}

/// The states that four candidates belong to.
fn statesOf(candidates: vec4u) -> vec4u {
  return vec4u(
    inputs[plan.stateOf + candidates.x],
    inputs[plan.stateOf + candidates.y],
    inputs[plan.stateOf + candidates.z],
    inputs[plan.stateOf + candidates.w],
  );
}

/// relu(h Wh + c Wk + (h*c) Wx + bs)
@compute @workgroup_size(64)
fn scorerLayer(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.candidates, SCORER4)) { return; }
  let tile = tileAt(id.x, plan.candidates, SCORER4);
  let rows = rowsOf(tile);
  let states = statesOf(rows);
  let cAt = plan.c + rows * NARROW4;
  let hAt = plan.h + states * NARROW4;
  var sum = loadRows(plan.fromState + states * SCORER4 + tile.column);
  for (var k = 0u; k < NARROW4; k += 1u) {
    let c = loadRows(cAt + k);
    let product = timesElements(loadRows(hAt + k), c);
    let row = panelAt(0u, NARROW4 * 4u, k * 4u, tile.column);
    sum += loadPanel(SCORER_CANDIDATE + row) * c + loadPanel(SCORER_PRODUCT + row) * product;
  }
  storeRows(plan.hidden, SCORER4, tile, reluRows(sum));
}

/// hidden ws
@compute @workgroup_size(64)
fn logitHead(@builtin(global_invocation_id) id: vec3u) {
  let candidate = id.x;
  if (candidate >= plan.candidates) { return; }
  var logit = 0.0;
  for (var k = 0u; k < SCORER4; k += 1u) {
    logit += dot(activations[plan.hidden + candidate * SCORER4 + k], weights[SCORER_OUT + k]);
  }
  scalars[plan.logits + candidate] = logit;
}
