// From the gradients of logits and values back to those of x and y. A name with d in front is the
// gradient of what it names.

/// dHidden: one thread per candidate and four columns.
@compute @workgroup_size(64)
fn hiddenGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= plan.candidates * SCORER4) { return; }
  let d = scalars[plan.dLogits + id.x / SCORER4] * weights[SCORER_OUT + id.x % SCORER4];
  activations[plan.dHidden + id.x] = select(vec4f(), d, activations[plan.hidden + id.x] > vec4f());
}

/// dC, and what a candidate adds to its state's dH by way of h*c.
@compute @workgroup_size(64)
fn candidateGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.candidates, NARROW4)) { return; }
  let tile = tileAt(id.x, plan.candidates, NARROW4);
  let rows = rowsOf(tile);
  let dAt = plan.dHidden + rows * SCORER4;
  var fromCandidate = mat4x4f();
  var fromProduct = mat4x4f();
  for (var n = 0u; n < SCORER4; n += 1u) {
    let d = loadRows(dAt + n);
    let row = panelAt(0u, NARROW4 * 4u, tile.column * 4u, n);
    fromCandidate += transpose(loadPanel(SCORER_CANDIDATE + row)) * d;
    fromProduct += transpose(loadPanel(SCORER_PRODUCT + row)) * d;
  }
  let c = loadRows(plan.c + rows * NARROW4 + tile.column);
  let h = loadRows(plan.h + statesOf(rows) * NARROW4 + tile.column);
  let dC = fromCandidate + timesElements(h, fromProduct);
  storeRows(plan.dC, NARROW4, tile, reluGradient(dC, c));
  storeRows(plan.dProduct, NARROW4, tile, timesElements(c, fromProduct));
}

/// Sums over each state's candidates: dFromState, and the first part of dH.
@compute @workgroup_size(64)
fn sumCandidates(@builtin(global_invocation_id) id: vec3u) {
  let state = id.x / (SCORER4 + NARROW4);
  let column = id.x % (SCORER4 + NARROW4);
  if (state >= plan.states) { return; }
  let first = inputs[plan.candidateOffsets + state];
  let end = inputs[plan.candidateOffsets + state + 1u];
  var sum = vec4f();
  if (column < SCORER4) {
    for (var j = first; j < end; j += 1u) { sum += activations[plan.dHidden + j * SCORER4 + column]; }
    activations[plan.dFromState + state * SCORER4 + column] = sum;
  } else {
    let k = column - SCORER4;
    for (var j = first; j < end; j += 1u) { sum += activations[plan.dProduct + j * NARROW4 + k]; }
    activations[plan.dH + state * NARROW4 + k] = sum;
  }
}

/// The rest of dH: from the scorer's state part and from the value.
@compute @workgroup_size(64)
fn narrowGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.states, NARROW4)) { return; }
  let tile = tileAt(id.x, plan.states, NARROW4);
  let rows = rowsOf(tile);
  let value = weights[VALUE + tile.column];
  let fromValue = mat4x4f(
    scalars[plan.dValues + rows.x] * value,
    scalars[plan.dValues + rows.y] * value,
    scalars[plan.dValues + rows.z] * value,
    scalars[plan.dValues + rows.w] * value,
  );
  let start = loadRows(plan.dH + rows * NARROW4 + tile.column) + fromValue;
  let dAt = plan.dFromState + rows * SCORER4;
  let dH = multiplyTransposed(dAt, SCORER_STATE, NARROW4, SCORER4, tile.column, start);
  let h = loadRows(plan.h + rows * NARROW4 + tile.column);
  storeRows(plan.dH, NARROW4, tile, reluGradient(dH, h));
}

@compute @workgroup_size(64)
fn wideGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.states, WIDE4)) { return; }
  let tile = tileAt(id.x, plan.states, WIDE4);
  let rows = rowsOf(tile);
  let dWide = multiplyTransposed(plan.dH + rows * NARROW4, TRUNK_1, WIDE4, NARROW4, tile.column, mat4x4f());
  let wide = loadRows(plan.wide + rows * WIDE4 + tile.column);
  storeRows(plan.dWide, WIDE4, tile, reluGradient(dWide, wide));
}

/// dX, of the bags alone: numbers have no gradient.
@compute @workgroup_size(64)
fn stateBagGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.states, STATE_BAGS4)) { return; }
  let tile = tileAt(id.x, plan.states, STATE_BAGS4);
  let dAt = plan.dWide + rowsOf(tile) * WIDE4;
  storeRows(plan.dX, STATE_BAGS4, tile, multiplyTransposed(dAt, TRUNK_0, STATE4, WIDE4, tile.column, mat4x4f()));
}

/// dY, of the bags alone.
@compute @workgroup_size(64)
fn candidateBagGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tileCount(plan.candidates, CANDIDATE_BAGS4)) { return; }
  let tile = tileAt(id.x, plan.candidates, CANDIDATE_BAGS4);
  let dAt = plan.dC + rowsOf(tile) * NARROW4;
  let dY = multiplyTransposed(dAt, CANDIDATE, CANDIDATE4, NARROW4, tile.column, mat4x4f());
  storeRows(plan.dY, CANDIDATE_BAGS4, tile, dY);
}
