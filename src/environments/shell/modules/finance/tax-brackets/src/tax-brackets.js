import { roundHalfEven } from './rounding.js';

/**
 * Splits an income over progressive brackets { upTo, rate }, sorted by their upper
 * ends, with rates in percent. Each part has the amount taxed at its rate.
 */
export function taxedParts(income, brackets) {
  const parts = [];
  let floor = 0;
  for (const { upTo, rate } of brackets) {
    if (income <= floor) break;
    parts.push({ rate, amount: Math.min(income, upTo) - floor });
    floor = upTo;
  }
  return parts;
}

/** Tax in whole units on an income after an allowance. */
export function taxDue(income, brackets, allowance = 0) {
  const taxable = Math.max(income - allowance, 0);
  const hundredths = taxedParts(taxable, brackets).reduce((sum, part) => sum + part.amount * part.rate, 0);
  return roundHalfEven(hundredths / 100);
}

/** Rate in percent on the next unit earned; the last bracket is open-ended. */
export function marginalRate(income, brackets) {
  const bracket = brackets.find(({ upTo }) => income < upTo) ?? brackets[brackets.length - 1];
  return bracket.rate;
}

/** Share of the income that is taxed away, in percent with one decimal. */
export function effectiveRate(income, brackets, allowance = 0) {
  if (income <= 0) return 0;
  return Math.round((taxDue(income, brackets, allowance) * 1000) / income) / 10;
}
