/** Rounds to a whole number; exact halves go to the even neighbour, as banks do. */
export function roundHalfEven(value) {
  const below = Math.floor(value);
  const fraction = value - below;
  if (fraction < 0.5) return below;
  if (fraction > 0.5) return below + 1;
  return below % 2 === 0 ? below : below + 1;
}
