// Products in tiles of four rows and four columns. The columns of a mat4x4f are the rows of a tile.
// Weights are in panels of eight columns (see ../../wasm/student-layout.ts): rows of a panel are two
// vectors apart.

struct Tile {
  row: u32,
  /// In vectors.
  column: u32,
  /// Rows of the whole product; a tile past the last row repeats it, and does not store it.
  rows: u32,
}

fn tileCount(rows: u32, columns4: u32) -> u32 {
  return (rows + 3u) / 4u * columns4;
}

fn tileAt(index: u32, rows: u32, columns4: u32) -> Tile {
  return Tile(index / columns4 * 4u, index % columns4, rows);
}

fn rowsOf(tile: Tile) -> vec4u {
  return min(tile.row + vec4u(0u, 1u, 2u, 3u), vec4u(tile.rows - 1u));
}

fn loadRows(at: vec4u) -> mat4x4f {
  return mat4x4f(activations[at.x], activations[at.y], activations[at.z], activations[at.w]);
}

fn storeRows(at: u32, stride: u32, tile: Tile, values: mat4x4f) {
  let first = at + tile.row * stride + tile.column;
  activations[first] = values[0];
  if (tile.row + 1u < tile.rows) { activations[first + stride] = values[1]; }
  if (tile.row + 2u < tile.rows) { activations[first + 2u * stride] = values[2]; }
  if (tile.row + 3u < tile.rows) { activations[first + 3u * stride] = values[3]; }
}

/// Place of a weight matrix's element at `row`, four columns from `column` on; `rows` in all.
fn panelAt(matrix: u32, rows: u32, row: u32, column: u32) -> u32 {
  return matrix + column / 2u * rows * 2u + row * 2u + column % 2u;
}

/// Four rows of weights, four columns.
fn loadPanel(at: u32) -> mat4x4f {
  return mat4x4f(weights[at], weights[at + 2u], weights[at + 4u], weights[at + 6u]);
}

/// Four equal rows: a bias.
fn repeatRow(row: vec4f) -> mat4x4f {
  return mat4x4f(row, row, row, row);
}

/// start + A·B at a tile. `a` are the places of A's rows; B has `inner4` times four rows.
fn multiply(a: vec4u, matrix: u32, inner4: u32, column: u32, start: mat4x4f) -> mat4x4f {
  var sum = start;
  var b = panelAt(matrix, inner4 * 4u, 0u, column);
  for (var k = 0u; k < inner4; k += 1u) {
    sum += loadPanel(b) * loadRows(a + k);
    b += 8u;
  }
  return sum;
}

/// start + D·Bᵀ at a tile whose columns are rows of B. `d` are the places of D's rows; B has
/// `columns4` times four columns and `inner4` times four rows.
fn multiplyTransposed(d: vec4u, matrix: u32, inner4: u32, columns4: u32, row: u32, start: mat4x4f) -> mat4x4f {
  var sum = start;
  for (var n = 0u; n < columns4; n += 1u) {
    let b = loadPanel(panelAt(matrix, inner4 * 4u, row * 4u, n));
    sum += transpose(b) * loadRows(d + n);
  }
  return sum;
}

/// A NaN stays one: where max() makes it 0, a broken weight would go unnoticed.
fn relu(x: vec4f) -> vec4f {
  let withoutSign = bitcast<vec4u>(x) ^ vec4u(0x80000000u);
  return select(x, vec4f(), withoutSign <= vec4u(0x7f800000u));
}

fn reluRows(x: mat4x4f) -> mat4x4f {
  return mat4x4f(relu(x[0]), relu(x[1]), relu(x[2]), relu(x[3]));
}

/// The gradient of relu where its output was `output`.
fn reluGradient(d: mat4x4f, output: mat4x4f) -> mat4x4f {
  return mat4x4f(
    select(vec4f(), d[0], output[0] > vec4f()),
    select(vec4f(), d[1], output[1] > vec4f()),
    select(vec4f(), d[2], output[2] > vec4f()),
    select(vec4f(), d[3], output[3] > vec4f()),
  );
}

fn timesElements(a: mat4x4f, b: mat4x4f) -> mat4x4f {
  return mat4x4f(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]);
}
