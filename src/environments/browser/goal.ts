/** A task's goal, read once: its words, what it forbids, the values it gives, and what it wants most of. */
import { PAGE_LIMITS } from './page-limits.ts';
import type { BrowserTask, GoalValue } from './task.ts';
import { negatedStems, READER, type Reader, switchMeaning, type Words, wordsOf } from './words.ts';

/** What a value looks like; decides which typed fields it fits. */
export type ValueKind = 'email' | 'url' | 'date' | 'time' | 'number' | 'phone' | 'secret' | 'switch' | 'text';

/** A value of the goal with what can be compared about it. */
export interface ReadValue extends GoalValue {
  readonly labelWords: Words;
  readonly valueWords: Words;
  readonly kind: ValueKind;
  /** Of a switch: whether it should be on. */
  readonly on: boolean | null;
  /** As a view shows it in a field that holds it. */
  readonly shown: string;
}

/** A goal's superlative: which way, and of what. */
export interface Superlative {
  readonly direction: 'least' | 'most';
  readonly measure: 'money' | 'date' | 'number';
}

/** What candidates are compared with. */
export interface Goal {
  /** How it was read, and how the pages are. */
  readonly reader: Reader;
  /** All its words, those of the values included. */
  readonly words: Words;
  /** Its words without those of the values. */
  readonly instruction: Words;
  readonly negated: ReadonlySet<string>;
  readonly values: readonly ReadValue[];
  readonly superlative: Superlative | null;
  /** What it calls by name: in quotes, in capitals within a sentence, by a date, or as a value. */
  readonly names: readonly Words[];
  /** Its text with each value's text replaced by a token of its kind. */
  readonly masked: string;
  /** How much a stem says about which value is meant: 1 over the number of labels that have it. */
  labelWeight(stem: string): number;
}

/** Reads the goal of a task. */
export function readGoal(
  { goal, values }: Pick<BrowserTask, 'goal' | 'values'>,
  reader: Reader = READER,
): Goal {
  const read = values.map((value) => readValue(value, reader));
  const masked = maskValues(goal, read);
  const instruction = masked.replace(/\bvalue:\S+/g, ' ');
  const counts = new Map<string, number>();
  for (const { labelWords } of read) {
    for (const stem of labelWords.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return {
    reader,
    words: reader.words(goal),
    instruction: reader.words(instruction),
    negated: negatedStems(instruction, reader),
    values: read,
    superlative: superlativeOf(instruction),
    names: namesIn(goal, read, reader),
    masked,
    labelWeight: (stem) => 1 / (counts.get(stem) ?? 1),
  };
}

function readValue({ label, value }: GoalValue, reader: Reader): ReadValue {
  const [labelWords, valueWords] = [reader.words(label), reader.words(value)];
  const on = switchMeaning(value);
  return {
    label,
    value,
    labelWords,
    valueWords,
    kind: kindOf(value, wordsOf(label), on),
    on,
    shown: shown(value),
  };
}

function shown(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, PAGE_LIMITS.textLength).trimEnd();
}

const QUOTED = /[“"«„]([^“”"«»„]{2,80})[”"»“]/g;
const DATE = /\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b/g;
/** Words in capitals that no sentence begins with. */
const CAPITALISED = /(?<=[\p{Ll}\d,;)]\s)\p{Lu}[\p{L}\d]*(?:\s\p{Lu}[\p{L}\d]*)*/gu;

function namesIn(goal: string, values: readonly ReadValue[], reader: Reader): Words[] {
  const quoted = [...goal.matchAll(QUOTED)].map(([, text = '']) => text);
  const capitalised = [...goal.replace(QUOTED, ' ').matchAll(CAPITALISED)].map(([text]) => text);
  const dates = [...goal.matchAll(DATE)].map(([text]) => text);
  const given = values.filter(({ kind }) => kind === 'text').map(({ value }) => value);
  return [...new Set([...quoted, ...capitalised, ...dates, ...given])]
    .map((text) => reader.words(text))
    .filter(({ stems }) => stems.size > 0);
}

/** Stems of labels whose values are secrets; `wordsOf` has made synonyms one. */
const SECRET = wordsOf('password pin passkey secret').stems;
const PHONE = wordsOf('phone').stems;

function kindOf(value: string, label: Words, on: boolean | null): ValueKind {
  const text = value.trim();
  if (on !== null) return 'switch';
  if ([...label.stems].some((stem) => SECRET.has(stem))) return 'secret';
  if (/^\S+@\S+\.\S+$/.test(text)) return 'email';
  if (/^https?:\/\//i.test(text)) return 'url';
  if (dateNumber(text) !== null) return 'date';
  if (/^\d{1,2}:\d{2}(?:\s?[ap]m)?$/i.test(text)) return 'time';
  if ([...label.stems].some((stem) => PHONE.has(stem)) || /^\+[\d ()-]{6,}$/.test(text)) return 'phone';
  if (/^[-+]?\d[\d.,\s]*$/.test(text)) return 'number';
  return 'text';
}

/** Longer values first, so that one within another is not cut in two. */
function maskValues(goal: string, values: readonly ReadValue[]): string {
  let masked = goal;
  for (const { value, kind } of [...values].sort((a, b) => b.value.length - a.value.length)) {
    if (kind !== 'switch' && value.trim() !== '') masked = masked.split(value).join(` value:${kind} `);
  }
  return masked;
}

const LEAST = 'cheapest lowest least smallest shortest fewest minimum lightest'.split(' ');
const MOST = (
  'highest most largest biggest greatest longest best top maximum heaviest dearest costliest priciest ' +
  'expensive'
).split(' ');
const FIRST = 'earliest oldest soonest'.split(' ');
const LAST = 'latest newest'.split(' ');
const MONEY = /cheap|pric|expensive|dearest|cost|fare|fee/i;

function superlativeOf(instruction: string): Superlative | null {
  const words = new Set(wordsOf(instruction).all);
  const has = (list: readonly string[]) => list.some((word) => words.has(word));
  const measure = MONEY.test(instruction) ? 'money' : 'number';
  if (has(FIRST)) return { direction: 'least', measure: 'date' };
  if (has(LAST)) return { direction: 'most', measure: 'date' };
  if (has(LEAST)) return { direction: 'least', measure };
  return has(MOST) ? { direction: 'most', measure } : null;
}

/** The size that a superlative is about, as a text states it; null when it states none. */
export function measureOf(text: string, measure: Superlative['measure']): number | null {
  if (measure === 'date') return dateNumber(text);
  const found =
    measure === 'money'
      ? (/(?:[€$£]|\b(?:eur|usd|gbp)\b)\s?(\d[\d.,]*)/i.exec(text)?.[1] ??
        /(\d[\d.,]*)\s?(?:[€$£]|(?:eur|usd|gbp|euros?|dollars?|pounds?)\b)/i.exec(text)?.[1])
      : /\d[\d.,]*/.exec(text)?.[0];
  return found === undefined ? null : plainNumber(found);
}

/** `1,299.00`, `1.299,00` and `1299` are the same number. */
function plainNumber(text: string): number {
  const digits = text.replace(/[.,]$/, '');
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? '';
  const whole = (decimals === '' ? digits : digits.slice(0, -decimals.length - 1)).replace(/[.,]/g, '');
  return Number(`${whole}.${decimals === '' ? '0' : decimals}`);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The first date in a text, as a number that grows with it; day before month where that is open. */
function dateNumber(text: string): number | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text);
  if (iso) return dayNumber(iso[1], iso[2], iso[3]);
  const numeric = /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/.exec(text);
  if (numeric) return dayNumber(numeric[3], numeric[2], numeric[1]);
  const dayFirst = /\b(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})\b/i.exec(text);
  if (dayFirst) return namedDay(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = /\b([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})\b/i.exec(text);
  return monthFirst ? namedDay(monthFirst[3], monthFirst[1], monthFirst[2]) : null;
}

function namedDay(year: string | undefined, month = '', day?: string): number | null {
  const index = MONTHS.indexOf(month.toLowerCase());
  return index === -1 ? null : dayNumber(year, String(index + 1), day);
}

function dayNumber(year = '0', month = '0', day = '0'): number {
  return Number(year) * 372 + Number(month) * 31 + Number(day);
}
