/** Generating the browser environment's tasks: a pure function of the seed. */
import { hashOf } from '../../core/canonical.ts';
import type { Split } from '../../core/contracts.ts';
import { stream } from '../../core/random.ts';
import type { FlowContent } from './flows/content.ts';
import { LAYOUTS_OF_SPLIT } from './flows/layouts.ts';
import { consentDraft, promotionDraft } from './flows/tasks/consent-draft.ts';
import { FAMILY_DRAFTS } from './flows/tasks/family-drafts.ts';
import { type Hurdle, signInDraft } from './flows/tasks/field-drafts.ts';
import { wordsOfSplit } from './flows/tasks/vocabulary.ts';
import { Wording } from './flows/tasks/wording.ts';
import { flowAddress } from './flows/url-state.ts';
import { type BrowserTask, FLOW_FAMILIES, type FlowFamily, type FlowSpec } from './task.ts';

/** What to generate. */
export interface FlowTaskRequest {
  readonly seed: number;
  /** Training tasks of each family. */
  readonly tasksPerFamily: number;
  /** Tasks of each family in the other splits; left out, as many as the control plane and claims need. */
  readonly others?: Readonly<Record<Exclude<Split, 'train'>, number>>;
}

/** Of each family: 130 for monitoring, 80 for validation and 240 held out over all ten. */
const OTHERS = { monitor: 13, validation: 8, heldout: 24 } as const;

const SPLITS: readonly Split[] = ['train', 'monitor', 'validation', 'heldout'];

/** Share of tasks with no, one and two hurdles beside the family's own task. */
const HURDLE_SHARES = [0.35, 0.4, 0.25] as const;

/**
 * Generates the tasks of all splits. Monitoring tasks share layouts and words with training; validation
 * and held-out tasks have layouts and words that occur nowhere else. No two tasks are the same.
 */
export async function generateFlowTasks(request: FlowTaskRequest): Promise<BrowserTask[]> {
  const counts: Readonly<Record<Split, number>> = {
    ...(request.others ?? OTHERS),
    train: request.tasksPerFamily,
  };
  const tasks = new Map<string, BrowserTask>();
  for (const split of SPLITS) {
    for (const family of FLOW_FAMILIES) {
      for (let i = 0; i < counts[split]; i += 1) {
        const task = await newTask(request.seed, split, family, i, tasks);
        tasks.set(task.contentHash, task);
      }
    }
  }
  return [...tasks.values()];
}

/** A task that is not among those there are. */
async function newTask(
  seed: number,
  split: Split,
  family: FlowFamily,
  index: number,
  known: ReadonlyMap<string, BrowserTask>,
): Promise<BrowserTask> {
  for (let attempt = 0; ; attempt += 1) {
    const task = await makeTask(seed, split, family, index, attempt);
    if (!known.has(task.contentHash)) return task;
  }
}

async function makeTask(
  seed: number,
  split: Split,
  family: FlowFamily,
  index: number,
  attempt: number,
): Promise<BrowserTask> {
  const draws = stream(seed, 'browser', 'task', split, family, index, attempt);
  const source = split === 'monitor' ? 'train' : split;
  // Layouts and vocabularies take turns, so that every pair of them comes up equally often.
  const layouts = LAYOUTS_OF_SPLIT[source];
  const layout = layouts[index % layouts.length] ?? layouts[0];
  const vocabularies = wordsOfSplit(source).vocabularies;
  const vocabulary = (index + Math.floor(index / layouts.length)) % vocabularies;
  const w = new Wording(source, vocabulary, draws);
  const { draft, hurdles: possible } = FAMILY_DRAFTS[family];
  const hurdles = new Set(draws.shuffle(possible).slice(0, hurdleCount(draws.float())));

  const { request, given, givenInWords = [], sentences, task } = draft(w, hurdles);
  const over = overPage(w, hurdles);
  const [navLinks = ''] = w.several('navLinks');
  const content: FlowContent = {
    site: { name: w.site, nav: navLinks.split(', '), tip: w.phrase('tip') },
    hurdles: over.content,
    task,
  };
  const values = [...given, ...givenInWords, ...over.given];
  const spec: FlowSpec = {
    family,
    seed: draws.uint32(),
    goal: w.goal(request, given, [...sentences, ...over.sentences]),
    values: values.filter(
      ({ label, value }, i) => values.findIndex((v) => v.label === label && v.value === value) === i,
    ),
    layout,
    hurdles: [...hurdles].sort(),
    content,
  };
  const { seed: _, ...meaning } = spec;
  const contentHash = await hashOf(meaning);
  return {
    environment: 'browser',
    taskId: `browser/${family}/${contentHash.slice(0, 12)}`,
    contentHash,
    family,
    cluster: `${family}/${layout}/${source}-${vocabulary + 1}`,
    split,
    goal: spec.goal,
    values: spec.values,
    layout,
    hurdles: spec.hurdles,
    address: flowAddress(spec),
  };
}

function hurdleCount(draw: number): number {
  const [none, one] = HURDLE_SHARES;
  return draw < none ? 0 : draw < none + one ? 1 : 2;
}

/** The hurdles that lie over the page, with what the goal says about them. */
function overPage(w: Wording, hurdles: ReadonlySet<Hurdle>) {
  const consent = hurdles.has('consent') ? consentDraft(w) : null;
  const expiry = hurdles.has('expiry')
    ? signInDraft(w, { heading: 'expiredHeading', text: 'expiredText' })
    : null;
  const content: FlowContent['hurdles'] = {
    consent: consent?.content ?? null,
    promotion: hurdles.has('promotion') ? promotionDraft(w) : null,
    expiry: expiry?.content ?? null,
    filler: hurdles.has('scroll') ? w.several('readFirst').slice(0, 6) : [],
  };
  const sentences = [
    ...(consent === null ? [] : [consent.sentence]),
    ...(expiry === null ? [] : [w.request('ifSignedOut', { login: w.list(expiry.given) })]),
  ];
  return { content, given: expiry?.given ?? [], sentences };
}
