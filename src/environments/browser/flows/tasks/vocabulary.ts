/**
 * The words that flows are made of, in `words/`. Every split has words of its own: labels, names,
 * products, sites and ways of putting a goal that occur in no other (monitoring shares those of
 * training). A list holds synonyms; of a synonym, what follows `=` is what the goal calls it, where that
 * differs from the label. `{…}` are filled in.
 */
import heldout from './words/heldout.json' with { type: 'json' };
import train from './words/train.json' with { type: 'json' };
import validation from './words/validation.json' with { type: 'json' };

export const WORD_SPLITS = ['train', 'validation', 'heldout'] as const;
export type WordSplit = (typeof WORD_SPLITS)[number];

type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** The words of one split as they are written down. */
interface Vocabulary {
  /** Labels of fields to be typed into. Label and goal share a word, or the field's type tells. */
  readonly fieldLabels: Lists<FieldName>;
  /** Labels of choices with their options, as `label = said: option, option, …`. */
  readonly choices: Lists<ChoiceName>;
  /** Things that are on or off. */
  readonly toggles: Lists<ToggleName>;
  /** Settings of an account or a device: switches to be found on settings pages. */
  readonly settings: readonly string[];
  /** Sections of a site with their pages. */
  readonly sections: readonly string[];
  /** Categories of consent beyond the necessary. */
  readonly consentCategories: readonly string[];
  /** Buttons, links, headings and messages. */
  readonly phrases: Lists<PhraseName>;
  /** What the goal asks for, as it goes on after "Please" or the like. */
  readonly requests: Lists<RequestName>;
  /** Kinds of form, by the title. */
  readonly formTitles: Lists<FormKind>;
  /** Names of people, sites and goods; several of each for a vocabulary. */
  readonly names: Lists<PoolName>;
  /** Whole sentences that a goal is put in: `{task}` is a request, `{Task}` the same with a capital. */
  readonly voices: Lists<VoiceName>;
}

const VOCABULARIES: Readonly<Record<WordSplit, Vocabulary>> = { train, validation, heldout };

/** A label, and what the goal calls the same thing. */
export interface Term {
  readonly label: string;
  readonly said: string;
}

function termOf(text: string): Term {
  const [label = '', said] = text.split('=').map((part) => part.trim());
  return { label, said: said ?? label.toLowerCase() };
}

export type FieldName = keyof typeof train.fieldLabels;
export type ChoiceName = keyof typeof train.choices;
export type ToggleName = keyof typeof train.toggles;
export type PhraseName = keyof typeof train.phrases;
export type RequestName = keyof typeof train.requests;
export type FormKind = keyof typeof train.formTitles;
export type PoolName = keyof typeof train.names;
type VoiceName = keyof typeof train.voices;

/** The words of one split, by what they are for. Every list holds synonyms; a pool has a list for each vocabulary. */
export interface SplitWords {
  fieldTerms(name: FieldName): Term[];
  choices(name: ChoiceName): { term: Term; options: string[] }[];
  toggles(name: ToggleName): Term[];
  phrases(name: PhraseName): readonly string[];
  requests(name: RequestName): readonly string[];
  titles(kind: FormKind): readonly string[];
  settings(): readonly string[];
  sections(): { label: string; pages: string[] }[];
  consentCategories(): readonly string[];
  /** Number of vocabularies: sets of names, sites, goods and ways of putting a goal. */
  readonly vocabularies: number;
  pool(name: PoolName, vocabulary: number): string[];
  voice(name: VoiceName, vocabulary: number): string;
}

function choiceOf(text: string): { term: Term; options: string[] } {
  const at = text.indexOf(':');
  return { term: termOf(text.slice(0, at)), options: splitList(text.slice(at + 1)) };
}

function splitList(text: string): string[] {
  return text.split(/,\s+/).map((word) => word.trim());
}

/** The words of a split. Pure. */
export function wordsOfSplit(split: WordSplit): SplitWords {
  const words = VOCABULARIES[split];
  return {
    fieldTerms: (name) => words.fieldLabels[name].map(termOf),
    choices: (name) => words.choices[name].map(choiceOf),
    toggles: (name) => words.toggles[name].map(termOf),
    phrases: (name) => words.phrases[name],
    requests: (name) => words.requests[name],
    titles: (kind) => words.formTitles[kind],
    settings: () => words.settings,
    sections: () =>
      words.sections.map(choiceOf).map(({ term, options }) => ({ label: term.label, pages: options })),
    consentCategories: () => words.consentCategories,
    vocabularies: words.voices.ask.length,
    pool: (name, vocabulary) => splitList(words.names[name][vocabulary] ?? ''),
    voice: (name, vocabulary) => words.voices[name][vocabulary] ?? '',
  };
}

/** Every word list as it stands, for checks over all splits: labels, options, phrases, names, requests. */
export function allWords(split: WordSplit): string[] {
  const { settings, sections, consentCategories, choices, names, ...tables } = VOCABULARIES[split];
  const lines = Object.values(tables).flatMap((table) => Object.values<readonly string[]>(table).flat());
  const lists = [choices, names].flatMap((table) => Object.values<readonly string[]>(table).flat());
  return [
    ...[...lines, ...settings, ...consentCategories].flatMap((text) => Object.values(termOf(text))),
    ...[...lists, ...sections].flatMap((text) => splitList(text.replace(/^.*?:/, ''))),
  ];
}
