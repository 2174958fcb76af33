// Gradients of the dense weights. All matrices in one dispatch and all vectors in another; the rows
// of the batch are split, so that there are enough threads, and the parts are added afterwards.

struct Rows {
  first: u32,
  end: u32,
}

fn splitRows(split: u32, rows: u32) -> Rows {
  let size = (rows + plan.splits - 1u) / plan.splits;
  return Rows(min(rows, split * size), min(rows, (split + 1u) * size));
}

/// aᵀd: four rows of weights, four columns.
fn outer(a: vec4f, d: vec4f) -> mat4x4f {
  return mat4x4f(a.x * d, a.y * d, a.z * d, a.w * d);
}

fn storePanel(at: u32, rows: mat4x4f) {
  activations[at] = rows[0];
  activations[at + 2u] = rows[1];
  activations[at + 4u] = rows[2];
  activations[at + 6u] = rows[3];
}

/// AᵀD of a layer, eight rows of a panel: one thread per split and tile.
@compute @workgroup_size(64)
fn matrixGradients(@builtin(global_invocation_id) id: vec3u) {
  let split = id.x / MATRIX_TILES;
  let index = id.x % MATRIX_TILES;
  if (split >= plan.splits) { return; }
  var m = 0u;
  while (m + 1u < MATRICES && plan.matrices[m + 1u].firstTile <= index) { m += 1u; }
  let matrix = plan.matrices[m];
  let tile = index - matrix.firstTile;
  let panel = tile % (matrix.dStride4 / 2u);
  let row = tile / (matrix.dStride4 / 2u) * 8u;
  let rows = splitRows(split, matrix.rows);
  var upperLeft = mat4x4f();
  var upperRight = mat4x4f();
  var lowerLeft = mat4x4f();
  var lowerRight = mat4x4f();
  for (var r = rows.first; r < rows.end; r += 1u) {
    let aAt = matrix.a + r * matrix.aStride4 + row / 4u;
    var upper = activations[aAt];
    var lower = activations[aAt + 1u];
    if (matrix.timesState == 1u) {
      let hAt = plan.h + inputs[plan.stateOf + r] * NARROW4 + row / 4u;
      upper *= activations[hAt];
      lower *= activations[hAt + 1u];
    }
    let dAt = matrix.d + r * matrix.dStride4 + panel * 2u;
    let left = activations[dAt];
    let right = activations[dAt + 1u];
    upperLeft += outer(upper, left);
    upperRight += outer(upper, right);
    lowerLeft += outer(lower, left);
    lowerRight += outer(lower, right);
  }
  let at = plan.partials + split * DENSE4 + panelAt(matrix.target4, matrix.aStride4 * 4u, row, panel * 2u);
  storePanel(at, upperLeft);
  storePanel(at + 1u, upperRight);
  storePanel(at + 8u, lowerLeft);
  storePanel(at + 9u, lowerRight);
}

/// Sums of D's rows, each times a scalar where there is one: one thread per split and four columns.
/// Without a D, the sum of the scalars.
@compute @workgroup_size(64)
fn vectorGradients(@builtin(global_invocation_id) id: vec3u) {
  let split = id.x / VECTOR_QUADS;
  let index = id.x % VECTOR_QUADS;
  if (split >= plan.splits) { return; }
  var v = 0u;
  while (v + 1u < VECTORS && plan.vectors[v + 1u].firstQuad <= index) { v += 1u; }
  let vector = plan.vectors[v];
  let column = index - vector.firstQuad;
  let rows = splitRows(split, vector.rows);
  var sum = vec4f();
  for (var r = rows.first; r < rows.end; r += 1u) {
    var d = select(vec4f(), vec4f(1.0, 0.0, 0.0, 0.0), column == 0u);
    if (vector.d != NONE) { d = activations[vector.d + r * vector.stride4 + column]; }
    if (vector.scale != NONE) { d *= scalars[vector.scale + r]; }
    sum += d;
  }
  activations[plan.partials + split * DENSE4 + vector.target4 + column] = sum;
}

@compute @workgroup_size(64)
fn sumSplits(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= DENSE4) { return; }
  var sum = vec4f();
  for (var split = 0u; split < plan.splits; split += 1u) {
    sum += activations[plan.partials + split * DENSE4 + id.x];
  }
  gradient[DENSE + id.x] = sum;
}
