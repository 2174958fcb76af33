/** The words of one task, drawn once: whatever is asked for twice is said the same way. */
import type { RandomStream } from '../../../../core/random.ts';
import type { GoalValue } from '../../task.ts';
import {
  type ChoiceName,
  type FieldName,
  type FormKind,
  type PhraseName,
  type PoolName,
  type RequestName,
  type Term,
  type ToggleName,
  type WordSplit,
  wordsOfSplit,
} from './vocabulary.ts';

/** Somebody whom a task is about. */
interface Person {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly email: string;
}

/**
 * Names whose synonyms belong together line by line: where a page offers sensible alternatives (save or
 * publish, all or only the necessary), the goal speaks of them with the words of the page.
 */
const ALIGNED: ReadonlySet<string> = new Set([
  ...['signIn', 'login', 'remember', 'rememberOn', 'rememberOff'],
  ...['acceptAll', 'necessary', 'saveChoices', 'consentAll', 'consentNone', 'consentSome'],
  ...['saveDraft', 'publish', 'closeEditor', 'draft', 'public', 'leave'],
  ...['rising', 'falling', 'cheapest', 'dearest', 'take', 'byDate', 'dateColumn'],
]);

/** A task's words. All are drawn from one stream, in the order in which they are first asked for. */
export class Wording {
  private readonly words;
  private readonly said = new Map<string, unknown>();
  readonly site: string;
  readonly person: Person;
  /** Which synonyms are taken of those that belong together. */
  private readonly register: number;

  constructor(
    split: WordSplit,
    private readonly vocabulary: number,
    readonly draws: RandomStream,
  ) {
    this.words = wordsOfSplit(split);
    this.register = draws.int(12);
    this.site = this.name('site');
    const [first, last] = [this.name('first'), this.name('last')];
    const email = `${slug(first)}.${slug(last)}@${slug(this.site)}.example`;
    this.person = { first, last, full: `${first} ${last}`, email };
  }

  private once<T>(key: string, draw: () => T): T {
    if (!this.said.has(key)) this.said.set(key, draw());
    return this.said.get(key) as T;
  }

  private synonym<T>(name: string, synonyms: readonly T[]): T {
    return ALIGNED.has(name) ? (synonyms[this.register % synonyms.length] as T) : this.draws.pick(synonyms);
  }

  field(name: FieldName): Term {
    return this.once(`field ${name}`, () => this.draws.pick(this.words.fieldTerms(name)));
  }

  choice(name: ChoiceName): { term: Term; options: string[] } {
    return this.once(`choice ${name}`, () => this.draws.pick(this.words.choices(name)));
  }

  toggle(name: ToggleName): Term {
    return this.once(`toggle ${name}`, () => this.synonym(name, this.words.toggles(name)));
  }

  phrase(name: PhraseName): string {
    return this.once(`phrase ${name}`, () => this.synonym(name, this.words.phrases(name)));
  }

  title(kind: FormKind): string {
    return this.once(`title ${kind}`, () => this.draws.pick(this.words.titles(kind)));
  }

  /** All synonyms of a phrase in random order, where several different ones are needed. */
  several(name: PhraseName): string[] {
    return this.draws.shuffle(this.words.phrases(name));
  }

  settings(): string[] {
    return this.draws.shuffle(this.words.settings());
  }

  sections(): { label: string; pages: string[] }[] {
    return this.draws.shuffle(this.words.sections());
  }

  consentCategories(): string[] {
    return this.draws.shuffle(this.words.consentCategories());
  }

  /** A name of the task's vocabulary. */
  name(pool: PoolName): string {
    return this.once(`name ${pool}`, () => this.draws.pick(this.words.pool(pool, this.vocabulary)));
  }

  /** All names of a pool in random order. */
  names(pool: PoolName): string[] {
    return this.draws.shuffle(this.words.pool(pool, this.vocabulary));
  }

  /** A request with its blanks filled in. */
  request(name: RequestName, blanks: Readonly<Record<string, string>> = {}): string {
    return fillIn(this.synonym(name, this.words.requests(name)), { site: this.site, ...blanks });
  }

  /** The goal: the request, what it gives, and further sentences. */
  goal(request: string, given: readonly GoalValue[], sentences: readonly string[]): string {
    const asked = fillIn(this.words.voice('ask', this.vocabulary), { task: request, Task: capital(request) });
    const list =
      given.length === 0
        ? []
        : [fillIn(this.words.voice('give', this.vocabulary), { list: this.list(given) })];
    return [asked, ...list, ...sentences.map((sentence) => `${sentence}.`)].join(' ');
  }

  /** Values one after the other, those with one name together. */
  list(given: readonly GoalValue[]): string {
    const byLabel = new Map<string, string[]>();
    for (const { label, value } of given) byLabel.set(label, [...(byLabel.get(label) ?? []), value]);
    return [...byLabel]
      .map(([label, values]) =>
        fillIn(this.words.voice('pair', this.vocabulary), { label, value: values.join(' or ') }),
      )
      .join('; ');
  }

  chance(probability: number): boolean {
    return this.draws.float() < probability;
  }
}

function fillIn(text: string, blanks: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank);
}

/** With a capital at the start. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower-case letters and hyphens, for addresses. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
}
