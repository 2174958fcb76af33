/**
 * Words of pages and goals: how a text becomes stems that can be compared, and a small lexicon of
 * what words on web pages commonly mean. It was written from general knowledge, before the flows'
 * vocabularies, and changed since only for what validation pages showed; words that it lacks simply
 * mean nothing to it.
 */
import type { RandomStream } from '../../core/random.ts';

/** What a word commonly means on a web page. */
export type Concept =
  | 'commit'
  | 'proceed'
  | 'enter'
  | 'accept'
  | 'dismiss'
  | 'refuse'
  | 'minimal'
  | 'back'
  | 'expand'
  | 'search'
  | 'danger'
  | 'lure'
  | 'challenge'
  | 'success'
  | 'failure'
  | 'rising'
  | 'falling';

/** Single words and phrases; a phrase counts where its words stand side by side. */
const LEXICON: Readonly<Record<Concept, readonly string[]>> = {
  commit: [
    ...['submit', 'save', 'send', 'confirm', 'apply', 'done', 'complete', 'finish', 'create', 'update'],
    ...['publish', 'post', 'place', 'book', 'reserve', 'add', 'store', 'order', 'request', 'go live'],
  ],
  proceed: ['next', 'continue', 'proceed', 'forward', 'start', 'begin', 'go on'],
  enter: ['login', 'signin', 'unlock', 'enter', 'log in', 'sign in', 'log on', 'log back', 'sign back'],
  accept: ['accept', 'agree', 'allow', 'consent', 'ok', 'okay', 'understood', 'got it', 'i understand'],
  dismiss: [
    ...['close', 'dismiss', 'skip', 'hide', 'later', 'x', 'not now', 'no thanks', 'no thank you'],
    ...['not interested', 'go away'],
  ],
  refuse: ['decline', 'reject', 'refuse', 'deny', 'disagree', 'cancel', 'no'],
  minimal: ['necessary', 'essential', 'required', 'only', 'strictly', 'minimum', 'minimal', 'mandatory'],
  back: ['back', 'previous', 'return', 'undo', 'revert', 'discard', 'exit'],
  expand: ['more', 'show', 'expand', 'details', 'view', 'open', 'load', 'reveal', 'see', 'read', 'unfold'],
  search: ['search', 'filter', 'find', 'sort', 'refine', 'narrow', 'lookup', 'look up'],
  danger: [
    ...['delete', 'remove', 'erase', 'wipe', 'destroy', 'deactivate', 'terminate', 'permanently', 'pay'],
    ...['buy', 'purchase', 'transfer', 'donate', 'upgrade', 'subscribe', 'subscription', 'premium', 'public'],
    ...['share', 'charge', 'trial', 'unpublish', 'close account', 'send money', 'for everyone'],
  ],
  lure: [
    ...['forgot', 'forgotten', 'register', 'signup', 'sign up', 'create account', 'new account', 'help'],
    ...['privacy', 'terms', 'imprint', 'learn', 'about', 'contact', 'reset', 'recover', 'recovery'],
  ],
  challenge: [
    ...['captcha', 'captchas', 'robot', 'robots', 'human', 'humans', 'bot', 'bots', 'blocked', 'suspended'],
    ...['locked', 'approval', 'approvals', 'approver', 'approvers', 'restricted', 'unusual', 'suspicious'],
    ...['denied', 'forbidden', 'authorise', 'authorize', 'authorisation', 'authorization', 'signature'],
    ...['signatures', 'legally', 'binding', 'automated', 'security check', 'verify you', 'your identity'],
    ...['identity check', 'real person', 'account holder', 'call us', 'contact support'],
  ],
  success: [
    ...['saved', 'success', 'successfully', 'thank', 'thanks', 'sent', 'confirmed', 'completed', 'published'],
    ...['welcome', 'received', 'submitted', 'signed in', 'logged in', 'all set'],
  ],
  failure: [
    ...['error', 'invalid', 'wrong', 'incorrect', 'missing', 'failed', 'expired', 'unable', 'must'],
    ...['please enter', 'is required', 'not valid', 'try again', 'timed out'],
  ],
  rising: [
    'ascending',
    'rising',
    'increasing',
    'up',
    'upwards',
    'low',
    'lowest',
    'small',
    'smallest',
    'least',
    'cheapest',
    'oldest',
    'earliest',
    'cheap',
  ],
  falling: [
    'descending',
    'falling',
    'decreasing',
    'down',
    'downwards',
    'high',
    'highest',
    'large',
    'largest',
    'greatest',
    'most',
    'dearest',
    'newest',
    'latest',
    'great',
    'big',
    'expensive',
  ],
};

/** Words that say nothing by themselves. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do for from has have here i in is it its me my of on or our please so ' +
    'that the their them then there these this to us was we will with you your'
  ).split(' '),
);

/** Different words that name the same thing on forms everywhere. Each line is one thing. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    'surname lastname familyname',
    'firstname forename givenname',
    'email mail emails',
    'username login userid nickname handle',
    'phone telephone mobile cell tel',
    'postcode zip zipcode postal',
    'city town',
    'password passphrase passcode passwd',
    'message comment note notes remarks comments',
    'title subject headline heading',
    'text body content',
    'quantity amount count number',
    'company organisation organization employer firm',
    'date day',
    'country nation',
    'category topic section',
    'price cost',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(stem);
    return others.map((other) => [other, first] as const);
  }),
);

/** Texts that stand for "on" and "off" where a value is put to a checkbox. */
const ON = new Set(['yes', 'on', 'true', 'ticked', 'checked', 'enabled', 'enable', 'tick']);
const OFF = new Set(['no', 'off', 'false', 'unticked', 'unchecked', 'disabled', 'disable', 'untick']);

/** A text as words. */
export interface Words {
  /** Lower-case words and numbers, in order. */
  readonly all: readonly string[];
  /** Distinct stems of the words that say something, synonyms made one. */
  readonly stems: ReadonlySet<string>;
  readonly concepts: ReadonlySet<Concept>;
}

/** How texts are read. Pure; what is kept only saves work. */
export interface Reader {
  words(text: string): Words;
  /** Whether a hint of the form that a value should have ("DD.MM.YYYY", "digits only") is understood. */
  understands(hint: string): boolean;
}

/** Texts repeat from state to state: their words are kept, up to this many. */
const CACHE_LIMIT = 20_000;

/** What a reader makes of single words. */
interface Knowledge {
  /** The stem of a word, or that of its synonym. */
  meaning(word: string): string;
  concepts(words: readonly string[]): ReadonlySet<Concept>;
}

class CachingReader implements Reader {
  private readonly cache = new Map<string, Words>();

  constructor(
    private readonly knowledge: Knowledge,
    readonly understands: (hint: string) => boolean,
  ) {}

  words(text: string): Words {
    const known = this.cache.get(text);
    if (known !== undefined) return known;
    const all = splitWords(text);
    const words = {
      all,
      stems: new Set(all.filter((word) => !STOP_WORDS.has(word)).map((word) => this.knowledge.meaning(word))),
      concepts: this.knowledge.concepts(all),
    };
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear();
    this.cache.set(text, words);
    return words;
  }
}

/** Knows the whole lexicon. */
export const READER: Reader = new CachingReader({ meaning, concepts: conceptsOf }, () => true);

/** The words of a text, read with the whole lexicon. */
export function wordsOf(text: string): Words {
  return READER.words(text);
}

/** Shares of the lexicon that a partial reader lacks, and of all words that it takes for something else. */
const LACKING = { concepts: 0.4, synonyms: 0.4, hints: 0.5 };
const MISTAKEN = 0.05;

/**
 * A reader to whom some words mean nothing and a few mean something wrong, always the same ones. On
 * pages with new words the lexicon has gaps and errs; whoever trains with the whole of it trusts it too
 * much (domain randomisation, Tobin et al. 2017).
 */
export function partialReader(stream: RandomStream): Reader {
  const drawn = new Map<string, number>();
  const draw = (about: string): number => {
    const known = drawn.get(about) ?? stream.child(about).float();
    drawn.set(about, known);
    return known;
  };
  const mistakes = (words: readonly string[]) =>
    words.flatMap((word) => {
      const share = STOP_WORDS.has(word) ? 1 : draw(`mistake ${word}`) / MISTAKEN;
      return share < 1 ? [CONCEPTS[Math.floor(share * CONCEPTS.length)] as Concept] : [];
    });
  return new CachingReader(
    {
      meaning: (word) => (draw(`synonym ${word}`) < LACKING.synonyms ? stem(word) : meaning(word)),
      concepts: (words) =>
        new Set([
          ...conceptsOf(words, (first) => draw(`concept ${first}`) >= LACKING.concepts),
          ...mistakes(words),
        ]),
    },
    (hint) => draw(`hint ${hint}`) >= LACKING.hints,
  );
}

/**
 * The stem of a lower-case word: without the commonest endings, and at most its first six letters,
 * so that `subscribe` and `subscription` are the same. Numbers stay whole.
 */
export function stem(word: string): string {
  if (/\d/.test(word)) return word;
  return word.replace(/^(\p{L}{3,}?)(?:ing|ed|es|(?<!s)s|e)$/u, '$1').slice(0, 6);
}

/** Share of a set's members that another set has, too; 0 of an empty set. */
export function shareIn(members: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (members.size === 0) return 0;
  let shared = 0;
  for (const member of members) if (other.has(member)) shared += 1;
  return shared / members.size;
}

/** Whether a value means that something should be on (true) or off (false); null for other values. */
export function switchMeaning(value: string): boolean | null {
  const text = value.trim().toLowerCase();
  if (ON.has(text)) return true;
  return OFF.has(text) ? false : null;
}

/** Stems of a goal's words that follow a "not" or "without" within their part of a sentence. */
export function negatedStems(goal: string, reader: Reader): ReadonlySet<string> {
  const negated = new Set<string>();
  for (const clause of goal.split(/[.,;:!?]|\bbut\b|\band\b/i)) {
    const words = splitWords(clause.replace(/n[’']t\b/gi, ' not'));
    const at = words.findIndex((word) => NEGATIONS.has(word));
    if (at === -1) continue;
    for (const stem of reader.words(words.slice(at + 1).join(' ')).stems) negated.add(stem);
  }
  return negated;
}

const NEGATIONS = new Set('not never without avoid leave ignore except nothing no'.split(' '));

/** `Sign-in`, `signIn` and `sign in` are the same words; `e-mail` is one word. */
function splitWords(text: string): string[] {
  return (
    (
      text
        .normalize('NFKC')
        .replace(/\be-mail/gi, 'email')
        // A mark of a field, no part of its name.
        .replace(/\((?:required|optional)\)/gi, ' ')
        .replace(/([\p{Ll}])([\p{Lu}])/gu, '$1 $2')
        .toLowerCase()
        .match(/×|\p{L}+|\d+(?:[.,]\d+)*/gu) ?? []
    ).map((word) => (word === '×' ? 'x' : word))
  );
}

function meaning(word: string): string {
  const stemmed = stem(word);
  return SYNONYMS.get(stemmed) ?? stemmed;
}

/** Concepts that hang on the form of a word: "Saved" tells of success, "Approval" of a hurdle; "Save" and "Approve" do not. */
const BY_FORM = new Set<Concept>(['success', 'failure', 'challenge']);

interface Entry {
  /** Words after the first. */
  readonly rest: readonly string[];
  readonly concept: Concept;
}

/** Entries of the lexicon by their first words: stems, or words as they are. */
function entriesOf(concepts: readonly Concept[], form: (word: string) => string): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const concept of concepts) {
    for (const text of LEXICON[concept]) {
      const [first = '', ...rest] = text.split(' ').map(form);
      entries.set(first, [...(entries.get(first) ?? []), { rest, concept }]);
    }
  }
  return entries;
}

const CONCEPTS = Object.keys(LEXICON) as Concept[];
const ENTRIES_BY_STEM = entriesOf(
  CONCEPTS.filter((concept) => !BY_FORM.has(concept)),
  stem,
);
const ENTRIES_BY_FORM = entriesOf([...BY_FORM], (word) => word);

/** @param knows whether an entry that begins with this stem or word is known. */
function conceptsOf(words: readonly string[], knows: (first: string) => boolean = () => true): Set<Concept> {
  return new Set([
    ...conceptsIn(words.map(stem), ENTRIES_BY_STEM, knows),
    ...conceptsIn(words, ENTRIES_BY_FORM, knows),
  ]);
}

function* conceptsIn(
  words: readonly string[],
  entries: ReadonlyMap<string, readonly Entry[]>,
  knows: (first: string) => boolean,
) {
  for (const [at, first] of words.entries()) {
    if (entries.has(first) && !knows(first)) continue;
    for (const { rest, concept } of entries.get(first) ?? []) {
      if (rest.every((word, offset) => words[at + 1 + offset] === word)) yield concept;
    }
  }
}
