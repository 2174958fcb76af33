const IRREGULAR = new Map([
  ['child', 'children'],
  ['person', 'people'],
  ['mouse', 'mice'],
  ['sheep', 'sheep'],
]);

/** The ordinal of a whole number in English digits, as in `21st`. */
export function ordinal(number) {
  const tens = Math.abs(number) % 100;
  const units = tens % 10;
  if (tens >= 11 && tens <= 13) return `${number}th`;
  return number + (['th', 'st', 'nd', 'rd'][units] ?? 'th');
}

/** The plural of a lower-case English noun by the usual spelling rules. */
export function plural(noun) {
  const irregular = IRREGULAR.get(noun);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/.test(noun)) return noun.slice(0, -1) + 'ies';
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return noun + 'es';
  return noun + 's';
}

/** A counted noun: `1 box`, `2 boxes`, and `no boxes` for zero. */
export function counted(count, noun) {
  if (count === 0) return `no ${plural(noun)}`;
  return `${count} ${Math.abs(count) === 1 ? noun : plural(noun)}`;
}

/** Joins words as a sentence does, with commas and a final conjunction. */
export function enumerate(words, conjunction = 'and') {
  if (words.length <= 2) return words.join(` ${conjunction} `);
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`;
}
