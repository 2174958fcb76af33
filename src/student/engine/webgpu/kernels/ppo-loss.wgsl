// Loss and gradient of a state: the formulas of ../../wasm/assembly/ppo-loss.ts, one thread each.

/// Keeps logarithms of probabilities finite; PROBABILITY_FLOOR of the tfjs engine.
const FLOOR: f32 = 1e-8;

/// Where a term of a state is kept until it is summed, in the order of the host's LOSS_TERMS.
fn setTerm(term: u32, state: u32, value: f32) {
  scalars[plan.terms + term * plan.states + state] = value;
}

/// The value head's part.
fn valueError(state: u32) {
  let weight = inputFloat(plan.ppoWeights + state);
  let error = scalars[plan.values + state] - inputFloat(plan.returns + state);
  setTerm(1u, state, weight * error * error);
  scalars[plan.dValues + state] = 2.0 * plan.valueCoefficient * weight * error;
}

/// The surrogate's part: the gradient with respect to log p(action).
fn surrogate(state: u32, logProbability: f32) -> f32 {
  let weight = inputFloat(plan.ppoWeights + state);
  let advantage = inputFloat(plan.advantages + state);
  let logRatio = logProbability - inputFloat(plan.oldLogProbabilities + state);
  let ratio = exp(logRatio);
  let free = ratio * advantage;
  let clipped = clamp(ratio, 1.0 - plan.clipRange, 1.0 + plan.clipRange) * advantage;
  setTerm(0u, state, -weight * min(free, clipped));
  setTerm(3u, state, weight * (ratio - 1.0 - logRatio));
  setTerm(4u, state, select(0.0, weight, abs(ratio - 1.0) > plan.clipRange));
  return select(0.0, -weight * free, free <= clipped);
}

@compute @workgroup_size(64)
fn ppoLoss(@builtin(global_invocation_id) id: vec3u) {
  let state = id.x;
  if (state >= plan.states) { return; }
  let first = inputs[plan.candidateOffsets + state];
  let end = inputs[plan.candidateOffsets + state + 1u];

  var top = scalars[plan.logits + first];
  for (var j = first + 1u; j < end; j += 1u) {
    top = max(top, scalars[plan.logits + j]);
  }
  var total = 0.0;
  for (var j = first; j < end; j += 1u) {
    total += exp(scalars[plan.logits + j] - top);
  }
  let shift = top + log(total);

  let referenceWeight = inputFloat(plan.referenceWeights + state);
  var entropy = 0.0;
  var accepted = 0.0;
  var referenceMass = 0.0;
  var divergence = 0.0;
  for (var j = first; j < end; j += 1u) {
    let logP = scalars[plan.logits + j] - shift;
    let p = exp(logP);
    entropy -= p * logP;
    accepted += p * inputFloat(plan.acceptable + j);
    let q = inputFloat(plan.referenceProbabilities + j);
    referenceMass += q;
    divergence += q * (log(q + FLOOR) - logP);
  }

  valueError(state);
  let action = first + inputs[plan.actions + state];
  let chosenGradient = surrogate(state, scalars[plan.logits + action] - shift);
  let ppoWeight = inputFloat(plan.ppoWeights + state);
  let imitationWeight = inputFloat(plan.imitationWeights + state);
  setTerm(2u, state, ppoWeight * entropy);
  setTerm(5u, state, -imitationWeight * log(accepted + FLOOR));
  setTerm(6u, state, select(0.0, referenceWeight * divergence, referenceWeight != 0.0));

  // Differences that are 0 where a probability is 1 are taken before they are scaled.
  let entropyScale = plan.entropyCoefficient * ppoWeight;
  let imitationScale = plan.imitationCoefficient * imitationWeight / (accepted + FLOOR);
  let referenceScale = plan.referenceKlCoefficient * referenceWeight;
  for (var j = first; j < end; j += 1u) {
    let logP = scalars[plan.logits + j] - shift;
    let p = exp(logP);
    let unaccepted = accepted - inputFloat(plan.acceptable + j);
    let factor = (logP + entropy) * entropyScale + unaccepted * imitationScale - chosenGradient;
    let excess = p * referenceMass - inputFloat(plan.referenceProbabilities + j);
    let chosen = select(0.0, chosenGradient, j == action);
    scalars[plan.dLogits + j] = p * factor + excess * referenceScale + chosen;
  }
}
