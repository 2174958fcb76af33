const isStrike = (rolls, at) => rolls[at] === 10;
const isSpare = (rolls, at) => rolls[at] + rolls[at + 1] === 10;

/**
 * Running totals after each of the ten frames of ten-pin bowling. Frames that
 * cannot be scored yet, because rolls or bonus rolls are missing, are left out.
 */
export function runningTotals(rolls) {
  const totals = [];
  let total = 0;
  let at = 0;
  while (totals.length < 10 && at < rolls.length) {
    const strike = isStrike(rolls, at);
    if (!strike && rolls[at] + rolls[at + 1] > 10) throw new RangeError(`too many pins at roll ${at + 1}`);
    const counted = strike || isSpare(rolls, at) ? 3 : 2;
    if (at + counted > rolls.length) break;
    for (let i = 0; i < counted; i++) total += rolls[at + i];
    totals.push(total);
    at += strike ? 1 : 2;
  }
  return totals;
}

/** Final score of a complete game; throws when frames are missing. */
export function finalScore(rolls) {
  const totals = runningTotals(rolls);
  if (totals.length < 10) throw new RangeError(`only ${totals.length} frames are complete`);
  return totals[9];
}

/** Score sheet symbols of the rolls of one frame, such as `X`, `7/` or `-3`. */
export function frameSymbols([first, second]) {
  const symbol = (pins) => (pins === 0 ? '-' : String(pins));
  if (first === 10) return 'X';
  return symbol(first) + (first + second === 10 ? '/' : symbol(second));
}
