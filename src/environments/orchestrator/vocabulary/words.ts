/**
 * Names and sentences of the context packets. In a line, `||` separates the splits (train, validation,
 * held-out) and `|` the entries of one split; no entry is in two splits.
 */
import { WORD_SPLITS, type WordSplit } from './evidence-phrases.ts';

/** Executors' names, but for the two students'. */
const EXECUTORS =
  'Atlas | Bramble | Cinder | Dune | Ember | Fathom | Garnet | Harbor | Indigo | Juniper | Kestrel | Lumen | Marlow | Nimbus | Orchid | Pascal | Quill | Rowan | Saffron | Thistle || Umber | Vesper | Willow | Yarrow | Zephyr | Alder | Basil | Cobalt || Dahlia | Elm | Fjord | Gale | Hazel | Iris | Jasper | Kelp | Larch | Mistral';

/** What an executor is, beside its name. */
const EXECUTOR_KINDS =
  'agent | script | team | service | contractor | batch job || crew | daemon || squad | robot | bureau';

/** Areas of work, each with the words that tickets use for it; the glossary knows those of all splits. */
const AREAS: Readonly<Record<string, string>> = {
  parsing:
    'grammar | tokens | syntax tree | quoted field | escape sequence || lexer | delimiter || parse table | bracket matching | separator',
  scheduling:
    'calendar | time slot | recurring job | deadline | shift plan || rota | timetable || roster | appointment clash | cron line',
  pricing:
    'invoice total | discount | tax rate | rounding of cents | price list || surcharge | rebate || tariff table | currency sum | instalment',
  search:
    'index | ranking | query | stop words | relevance || lookup | facet || autocomplete | hit list | synonyms',
  access:
    'sign-in | session | permission | role | password rule || two factors | passkey || entry badge | account lock | single sign-on',
  forms:
    'input mask | required field | validation message | drop-down | wizard step || radio button | placeholder || text box | date picker | submit button',
  layout:
    'margin | column width | overlap | font size | narrow screen || alignment | breakpoint || grid gap | clipped header | line wrap',
  storage:
    'table row | replica | disk quota | backup set | migration || partition | bucket || shard | snapshot chain | tape',
  reports:
    'chart | monthly figures | export sheet | summary page | pivot || dashboard | spreadsheet || quarterly digest | histogram | print view',
  imports:
    'upload | file feed | encoding | duplicate rows | batch load || ingest | mapping || inbound file | byte order mark | bulk load',
  messaging:
    'mail template | push notice | unsubscribe | bounce | digest mail || text alert | inbox || letter template | delivery receipt | chat hook',
  graphs:
    'route | node | shortest path | cycle | dependency order || edge list | network walk || spanning set | reachability | neighbour',
};

const SENTENCES = {
  /** What is asked of the dispatcher, by family; `{item}` is the work item's summary. */
  dispatch:
    'Find an executor for: {item} | Who should take this: {item} | Assign the item: {item} | Route this piece of work: {item} || Place this with somebody: {item} | To be assigned: {item} || Pick a taker for: {item} | Whose job is it: {item} | Hand out: {item}',
  clarity:
    'The item is marked as needing a human: {item} | Marked for a person: {item} | A human is asked for on: {item} | Hold or go on with: {item} || Flagged for a person: {item} | Is a human needed for: {item} || A person was requested on: {item} | Gate or go: {item} | Human wanted on: {item}',
  retry:
    'The last run of {item} failed | Failed once: {item} | The first attempt at {item} did not succeed | There was a failure in: {item} || A run failed: {item} | No success yet: {item} || One failed attempt so far: {item} | It broke off: {item} | Came back failed: {item}',
  preflight:
    'About to start: {item} | Next in line: {item} | Start when ready: {item} | To be started: {item} || Due to begin: {item} | Up next: {item} || On the ramp: {item} | Set to launch: {item} | Begin with: {item}',
  risk: 'The item asks for a risky step: {item} | Step with consequences: {item} | Marked as risky: {item} | Handle with care: {item} || Risk noted on: {item} | A delicate step: {item} || Possible damage in: {item} | Hazard label on: {item} | Careful with: {item}',
  quality:
    'Delivered and waiting for acceptance: {item} | Finished work to be judged: {item} | Ready for a verdict: {item} | Work was handed in: {item} || Submitted for acceptance: {item} | To be judged: {item} || Turned in: {item} | Awaiting sign-off: {item} | Completed by its executor: {item}',
  /** What says nothing about anything. */
  distractor:
    'The item was created on a Tuesday. | It is the third of this size this month. | The thread has eleven messages. | The priority is normal. | Two people follow the item. | The estimate is half a day. | It was moved between boards once. | The title was edited for length. | A picture is attached. | The description has four paragraphs. | It belongs to the spring milestone. | The author is on holiday next week. || The colour of the label is blue. | The item has a long number. | It is linked from a wiki page. | Somebody added an emoji. || The item sits in the second lane. | It has been opened on a phone. | The thread was started on a Friday. | The sidebar shows five links. | It was translated once. | The heading has a typo.',
  /** How a firm statement is introduced; `{phrase}` is what it says. */
  firm: 'On record: {phrase}. | The log says: {phrase}. | Documented: {phrase}. | The tracker states: {phrase}. || Minutes: {phrase}. | In the register: {phrase}. || Noted in the file: {phrase}. | The ledger reads: {phrase}. | Archived entry: {phrase}.',
  /** How a remark is introduced. */
  remark:
    'Somebody thinks {phrase}. | Comment: {phrase}? | A colleague believes {phrase}. | Overheard: {phrase}. || A guess: {phrase}. | From memory: {phrase}. || Rumour has it that {phrase}. | A visitor said {phrase}. | Chat: {phrase}, perhaps.',
  /** A sentence of a ticket about an area's word. */
  mention:
    'It has to do with the {word}. | The {word} behaves strangely. | See the {word}. | The ticket talks about the {word}. || Trouble around the {word}. | The {word} came up. || Concerns the {word}. | The {word} is involved. | Something with the {word}.',
} as const;
type SentenceName = keyof typeof SENTENCES;

function ofSplit(line: string, split: WordSplit): string[] {
  const part = line.split('||')[WORD_SPLITS.indexOf(split)] ?? '';
  return part.split('|').map((entry) => entry.trim());
}

/** Names that the executors of a split go by. */
export function executorNames(split: WordSplit): string[] {
  return ofSplit(EXECUTORS, split);
}

/** What executors of a split are. */
export function executorKinds(split: WordSplit): string[] {
  return ofSplit(EXECUTOR_KINDS, split);
}

/** Names of the areas of work; the same in every split, as an organisation's areas are. */
export const AREA_NAMES: readonly string[] = Object.keys(AREAS);

/** The words that a split's tickets use for an area. */
export function areaWords(area: string, split: WordSplit): string[] {
  return ofSplit(AREAS[area] ?? '', split);
}

/** A split's ways of saying something. */
export function sentences(name: SentenceName, split: WordSplit): string[] {
  return ofSplit(SENTENCES[name], split);
}

/** Everything that a split's packets are worded with, phrases of evidence excepted. */
export function allEntries(split: WordSplit): string[] {
  const lines = [EXECUTORS, EXECUTOR_KINDS, ...Object.values(AREAS), ...Object.values(SENTENCES)];
  return lines.flatMap((line) => ofSplit(line, split));
}
