/** Divides cents by weights; the leftover cents go to the largest remainders first. */
export function splitByWeight(cents, weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) throw new RangeError('weights must add up to more than zero');
  const shares = weights.map((weight) => Math.floor((cents * weight) / total));
  const left = cents - shares.reduce((sum, share) => sum + share, 0);
  // Remainders are compared before the division, where whole numbers stay exact.
  const order = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % total }))
    .sort((a, b) => b.remainder - a.remainder);
  for (let i = 0; i < left; i++) shares[order[i].index] += 1;
  return shares;
}

/** Adds a tip in percent, rounded up to a multiple of `unit` cents. */
export function withTip(cents, percent, unit = 1) {
  return Math.ceil((cents * (100 + percent)) / 100 / unit) * unit;
}

/**
 * Transfers that settle shared expenses, given what each person has paid. The
 * largest debtor pays the largest creditor until all have paid the same.
 */
export function settle(paid) {
  const names = Object.keys(paid);
  const cents = names.reduce((sum, name) => sum + paid[name], 0);
  const shares =
    names.length > 0
      ? splitByWeight(
          cents,
          names.map(() => 1),
        )
      : [];
  const balances = names.map((name, index) => ({ name, balance: paid[name] - shares[index] }));
  const transfers = [];
  for (let i = 1; i < names.length; i++) {
    balances.sort((a, b) => b.balance - a.balance);
    const creditor = balances[0];
    const debtor = balances[balances.length - 1];
    const amount = Math.min(creditor.balance, -debtor.balance);
    if (amount <= 0) break;
    transfers.push({ from: debtor.name, to: creditor.name, amount });
    creditor.balance -= amount;
    debtor.balance += amount;
  }
  return transfers;
}
