/** Forms that a text field may insist on. */
export const FORMATS = {
  any: /./s,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  integer: /^\d{1,6}$/,
  'iso-date': /^\d{4}-\d{2}-\d{2}$/,
  'slash-date': /^\d{2}\/\d{2}\/\d{4}$/,
  'dot-date': /^\d{2}\.\d{2}\.\d{4}$/,
  'plain-phone': /^\d{7,12}$/,
  'international-phone': /^\+\d{1,3} \d+( \d+)*$/,
  'spaced-code': /^\w{3} \w{3}$/,
} as const satisfies Record<string, RegExp>;

export type FormatName = keyof typeof FORMATS;
