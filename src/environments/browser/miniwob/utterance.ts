/**
 * Reading a MiniWoB++ task's instruction: the values that it gives, with what it calls them. Rules of
 * English that know of no particular task; what they do not find is not offered for typing.
 */
import type { GoalValue } from '../task.ts';

/** Words that name nothing: beside them the next word is looked at. */
const NAMELESS = new Set(
  (
    'a an the into in on as with to of for from by and or then this that it both all named labeled labelled ' +
    'enter type select choose click press pick find use write fill text'
  ).split(' '),
);

const QUOTED = /["“]([^"”]+)["”]/g;
/** A request without quotation marks: its verb, what is to be entered, and what follows. */
const REQUEST =
  /^(?:enter|select|choose|type|pick)\s+(?!the\b|an?\b|all\b|nothing\b|items?\b)(.+?)(?:\s+(?:as|with|from|into|in)\s+(?:the\s+)?(\w+)|\s*,?\s+(?:and|then)\s+\w+|[.]?$)/i;

/** The values that an instruction gives, in its order; each label is used once. */
export function readUtterance(utterance: string): GoalValue[] {
  const quoted = [...utterance.matchAll(QUOTED)].map((match) => {
    const [whole, value = ''] = match;
    const before = utterance.slice(0, match.index);
    const after = utterance.slice(match.index + whole.length);
    return { label: nameBefore(before) ?? nameAfter(after) ?? 'value', value: value.trim() };
  });
  return withOwnLabels(quoted.length > 0 ? quoted : unquoted(utterance));
}

function unquoted(utterance: string): GoalValue[] {
  const [, listed = '', called] = REQUEST.exec(utterance) ?? [];
  const values = listed.split(/,\s*|\s+and\s+/).filter((value) => value.trim() !== '');
  return values.map((value) => ({
    label: called?.toLowerCase() ?? 'choice',
    value: asFieldTakesIt(value.trim()),
  }));
}

/** The word directly before a value, where it is a name: `the password "x"`. */
function nameBefore(text: string): string | null {
  const word = /([A-Za-z][\w-]*)\s*$/.exec(text)?.[1]?.toLowerCase();
  return word !== undefined && !NAMELESS.has(word) ? word : null;
}

/** The first name after a value within its sentence: `"x" into the text field`. */
function nameAfter(text: string): string | null {
  const words =
    /^[^.,"“]*/
      .exec(text)?.[0]
      .toLowerCase()
      .match(/[a-z][\w-]*/g) ?? [];
  return words.find((word) => !NAMELESS.has(word)) ?? null;
}

/** Dates and times as fields of these types take them; anything else as it is. */
function asFieldTakesIt(value: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  if (month && day && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})\s?([ap])m$/i.exec(value) ?? [];
  if (!hours || !minutes || !half) return value;
  const afternoon = half.toLowerCase() === 'p' ? 12 : 0;
  return `${String((Number(hours) % 12) + afternoon).padStart(2, '0')}:${minutes}`;
}

function withOwnLabels(values: readonly GoalValue[]): GoalValue[] {
  const times = new Map<string, number>();
  return values.map(({ label, value }) => {
    const time = (times.get(label) ?? 0) + 1;
    times.set(label, time);
    return { label: time === 1 ? label : `${label} ${time}`, value };
  });
}
