/** How well the goal's values fit what a page offers: a text into a field, an option, something to click. */
import type { Goal, ReadValue, ValueKind } from './goal.ts';
import type { PageElement } from './page-protocol.ts';
import { type Words, wordsOf } from './words.ts';

/** How well a value fits. */
export interface Fit {
  /** Likeness of the words, in [0, 1]. */
  readonly words: number;
  /** 1: the field asks for this kind or form of value; -1: for another; 0: nothing known. */
  readonly type: number;
}

/** One number to compare fits by. */
export function fitTotal({ words, type }: Fit): number {
  return words + 0.6 * type;
}

/** Kinds that fields ask for by their `type`. */
const KIND_BY_TYPE: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  url: 'url',
  date: 'date',
  time: 'time',
  number: 'number',
  tel: 'phone',
  password: 'secret',
};

/** And by a word of their names, in the stems of `wordsOf`. */
const KIND_BY_STEM: ReadonlyMap<string, ValueKind> = new Map(
  (
    [
      ['email', 'email'],
      ['password', 'secret'],
      ['phone', 'phone'],
      ['date birthday', 'date'],
      ['url website link', 'url'],
      ['quantity', 'number'],
    ] as const
  ).flatMap(([text, kind]) => [...wordsOf(text).stems].map((stem) => [stem, kind] as const)),
);

/** Whether a value fits a text field, by the value's label and kind and by what the field says of itself. */
export function fieldFit(goal: Goal, value: ReadValue, field: PageElement): Fit {
  const { reader } = goal;
  const name = reader.words(field.name);
  const description = reader.words(field.description);
  const words = Math.max(
    likeness(goal, value.labelWords, name),
    0.6 * likeness(goal, value.labelWords, description),
    0.3 * likeness(goal, value.labelWords, reader.words(field.context)),
  );
  const form = reader.understands(field.description) ? formFit(value.value, field.description) : 0;
  return { words, type: form === 0 ? typeFit(value.kind, field.inputType, name) : form };
}

/** A date or code by example or by letters, e.g. `DD.MM.YYYY`, `2026-03-05`. */
const FORM_SHOWN = /(?<![\w-])(?:[dmy]{1,4}|\d{1,4})(?:[-./](?:[dmy]{1,4}|\d{1,4})){1,2}(?![\w-])/gi;
const DIGITS_ONLY = /\bdigits only|only digits|numbers only|only (?:the )?numbers|no spaces|without spaces/i;
const WITH_COUNTRY = /\bcountry code|\binternational|\+/i;

/** Whether a value has the form that a field's hint or message asks for: 1, -1, or 0 when it asks for none. */
function formFit(value: string, description: string): number {
  const shapes = [...description.matchAll(FORM_SHOWN)].map(([text]) => shapeOf(text));
  if (shapes.length > 0) return shapes.includes(shapeOf(value)) ? 1 : -1;
  if (!/\d/.test(value)) return 0;
  if (DIGITS_ONLY.test(description)) return /^\d+$/.test(value) ? 1 : -1;
  if (WITH_COUNTRY.test(description)) return value.startsWith('+') ? 1 : -1;
  return 0;
}

/** `YYYY-MM-DD` and `2026-03-05` have the same shape. */
function shapeOf(text: string): string {
  return text.trim().replace(/[dmy\d]/gi, '9');
}

function typeFit(kind: ValueKind, inputType: string | null, name: Words): number {
  const asked = inputType === null ? undefined : KIND_BY_TYPE[inputType];
  if (asked !== undefined) return asked === kind ? 1 : -1;
  for (const stem of name.stems) {
    const named = KIND_BY_STEM.get(stem);
    if (named !== undefined) return named === kind ? 1 : -0.5;
  }
  // Where nothing is asked for, a secret is out of place.
  return kind === 'secret' ? -1 : 0;
}

/**
 * Whether a choice (an option of a list, a radio button, a tab, a row) is one that a value names; the
 * value's label against what the choice belongs to breaks ties. A switch is meant by its label.
 */
export function choiceFit(goal: Goal, value: ReadValue, choice: string, belongsTo: string): number {
  const words = goal.reader.words(choice);
  const label = likeness(goal, value.labelWords, goal.reader.words(belongsTo));
  if (sameText(choice, value.value)) return 0.7 + 0.3 * label;
  if (value.on !== null) return 0.8 * likeness(goal, value.labelWords, words);
  return dice(value.valueWords.stems, words.stems, () => 1) * (0.5 + 0.3 * label);
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function likeness(goal: Goal, label: Words, other: Words): number {
  return dice(label.stems, other.stems, goal.labelWeight);
}

/** Dice's coefficient of two sets with weighted members; 0 when either is empty. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: (stem: string) => number): number {
  let [shared, all] = [0, 0];
  for (const stem of a) {
    const w = weight(stem);
    all += w;
    if (b.has(stem)) shared += 2 * w;
  }
  for (const stem of b) all += weight(stem);
  return all === 0 ? 0 : shared / all;
}
