/**
 * Level monthly payment in cents for a loan in cents at a yearly rate in percent.
 * Without interest the payment is rounded up so that the last one is not larger.
 */
export function monthlyPayment(principal, yearlyRate, months) {
  if (!(principal > 0) || yearlyRate < 0 || months < 1) throw new RangeError('not a loan');
  const rate = yearlyRate / 1200;
  if (rate === 0) return Math.ceil(principal / months);
  return Math.round((principal * rate) / (1 - (1 + rate) ** -months));
}

/** Month by month split of the payments; the last one clears what rounding left. */
export function amortise(principal, yearlyRate, months) {
  const level = monthlyPayment(principal, yearlyRate, months);
  const rows = [];
  let balance = principal;
  for (let month = 1; month <= months && balance > 0; month++) {
    const interest = Math.round((balance * yearlyRate) / 1200);
    const repaid = month === months ? balance : Math.min(level - interest, balance);
    balance -= repaid;
    rows.push({ month, payment: repaid + interest, interest, repaid, balance });
  }
  return rows;
}

/** Total interest in cents over the life of a loan. */
export function totalInterest(principal, yearlyRate, months) {
  return amortise(principal, yearlyRate, months).reduce((sum, row) => sum + row.interest, 0);
}
