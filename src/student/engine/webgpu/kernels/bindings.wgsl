// What every kernel sees. `Plan` and the constants in capitals are written by ../kernels.ts: widths
// and offsets of weights are those of the architecture, places in `inputs`, `activations` and
// `scalars` those of the batch. A name that ends in 4 counts vectors of four floats, as do all
// offsets of weights and activations.
//
// A kernel runs one thread per piece of output, adds up in a fixed order and shares nothing with
// its neighbours: no atomics, no barriers, the same bits every time.

@group(0) @binding(0) var<uniform> plan: Plan;
@group(0) @binding(1) var<storage, read_write> weights: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> firstMoments: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> secondMoments: array<vec4f>;
// Laid out as the weights, but of the table only the rows the batch touches, by their slot.
@group(0) @binding(4) var<storage, read_write> gradient: array<vec4f>;
// The batch and its targets: integers, and floats by their bits.
@group(0) @binding(5) var<storage, read> inputs: array<u32>;
@group(0) @binding(6) var<storage, read_write> activations: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> scalars: array<f32>;

const NONE: u32 = 0xffffffffu;

fn inputFloat(at: u32) -> f32 {
  return bitcast<f32>(inputs[at]);
}

fn inputVector(at: u32) -> vec4f {
  return bitcast<vec4f>(vec4u(inputs[at], inputs[at + 1u], inputs[at + 2u], inputs[at + 3u]));
}
