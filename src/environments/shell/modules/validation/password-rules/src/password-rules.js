const CLASSES = { lower: /[a-z]/, upper: /[A-Z]/, digit: /[0-9]/, symbol: /[^A-Za-z0-9\s]/ };

/** Length of the longest run of one repeated character. */
export function longestRun(text) {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    run = i > 0 && text[i] === text[i - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * Names of the rules that a password breaks, in a fixed order. Rules: min and max
 * length, required character classes, maxRun of one character, forbidden words.
 */
export function brokenRules(password, rules = {}) {
  const { min = 8, max = 64, require = ['lower', 'digit'], maxRun = 3, forbidden = [] } = rules;
  const broken = [];
  if (password.length < min) broken.push('too-short');
  if (password.length > max) broken.push('too-long');
  for (const name of require) {
    if (!CLASSES[name].test(password)) broken.push(`no-${name}`);
  }
  if (longestRun(password) > maxRun) broken.push('repetitive');
  const folded = password.toLowerCase();
  if (forbidden.some((word) => word !== '' && folded.includes(word.toLowerCase())))
    broken.push('forbidden-word');
  return broken;
}

/** Strength from 0 to 4: one point per character class beyond the first and for length. */
export function strength(password) {
  const classes = Object.values(CLASSES).filter((pattern) => pattern.test(password)).length;
  const bonus = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0);
  const penalty = longestRun(password) > password.length / 2 ? 2 : 0;
  return Math.min(Math.max(classes - 1 + bonus - penalty, 0), 4);
}
