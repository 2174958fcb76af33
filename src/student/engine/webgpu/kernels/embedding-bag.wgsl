// The embedding bag and its transpose.

/// Where a bag's sum belongs: the states' bags in x, then verbs and texts in y.
fn bagPlace(row: u32) -> u32 {
  let stateBags = plan.states * STATE_BAGS;
  if (row < stateBags) {
    return plan.x + row / STATE_BAGS * STATE4 + row % STATE_BAGS * EMBEDDING4;
  }
  let candidateRow = row - stateBags;
  if (candidateRow < plan.candidates) {
    return plan.y + candidateRow * CANDIDATE4;
  }
  return plan.y + (candidateRow - plan.candidates) * CANDIDATE4 + EMBEDDING4;
}

/// One thread per bag and four columns, then one per four numbers of a state or candidate.
@compute @workgroup_size(64)
fn gatherInputs(@builtin(global_invocation_id) id: vec3u) {
  let bags = (plan.states * STATE_BAGS + plan.candidates * 2u) * EMBEDDING4;
  let stateNumbers = plan.states * STATE_NUMBERS4;
  let candidateNumbers = plan.candidates * CANDIDATE_NUMBERS4;
  var i = id.x;
  if (i < bags) {
    let row = i / EMBEDDING4;
    let column = i % EMBEDDING4;
    let end = inputs[plan.bagOffsets + row + 1u];
    var sum = vec4f();
    for (var entry = inputs[plan.bagOffsets + row]; entry < end; entry += 1u) {
      let weight = inputFloat(plan.tokenWeights + entry);
      sum += weight * weights[EMBEDDING + inputs[plan.tokens + entry] * EMBEDDING4 + column];
    }
    activations[bagPlace(row) + column] = sum;
    return;
  }
  i -= bags;
  if (i < stateNumbers) {
    let place = plan.x + i / STATE_NUMBERS4 * STATE4 + STATE_BAGS4 + i % STATE_NUMBERS4;
    activations[place] = inputVector(plan.stateNumbers + i * 4u);
    return;
  }
  i -= stateNumbers;
  if (i < candidateNumbers) {
    let place = plan.y + i / CANDIDATE_NUMBERS4 * CANDIDATE4 + CANDIDATE_BAGS4 + i % CANDIDATE_NUMBERS4;
    activations[place] = inputVector(plan.candidateNumbers + i * 4u);
  }
}

/// Sums of the gradients that reach a row of the table, in segments so that a frequent token's many
/// do not make one thread late. One thread per segment and four columns.
@compute @workgroup_size(64)
fn sumSegments(@builtin(global_invocation_id) id: vec3u) {
  let segment = id.x / EMBEDDING4;
  let column = id.x % EMBEDDING4;
  if (segment >= plan.segmentCount) { return; }
  let end = inputs[plan.segmentOffsets + segment + 1u];
  var sum = vec4f();
  for (var entry = inputs[plan.segmentOffsets + segment]; entry < end; entry += 1u) {
    let weight = inputFloat(plan.entryWeights + entry);
    sum += weight * activations[inputs[plan.entryPlaces + entry] + column];
  }
  activations[plan.segments + id.x] = sum;
}

/// The table's gradient: one thread per touched row, by its slot, and four columns.
@compute @workgroup_size(64)
fn sumTableRows(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x / EMBEDDING4;
  let column = id.x % EMBEDDING4;
  if (slot >= plan.touchedRows) { return; }
  let end = inputs[plan.rowSegments + slot + 1u];
  var sum = vec4f();
  for (var segment = inputs[plan.rowSegments + slot]; segment < end; segment += 1u) {
    sum += activations[plan.segments + segment * EMBEDDING4 + column];
  }
  gradient[id.x] = sum;
}
