/**
 * The numbers that the student sees of a work item, in which order: what is listed, and what was seen.
 * They are functions of the packet and the history; the hidden truth is no argument of anything here.
 */
import type { Reading } from './evidence.ts';
import type { Verb } from './rules.ts';
import type { Executor, OrchestratorTask } from './task.ts';
import { costOf, type Move, type Taken, timesMade, type World } from './world.ts';

/** `observation.numbers`, in order, in [−1, 1]. */
export const STATE_NUMBERS = [
  /** Rounds left over all rounds. */
  'roundsLeft',
  /** Costs so far, in finished items. */
  'cost',
  /** How often each hypothesis was the truth among items like this one. */
  ...(['usual0', 'usual1', 'usual2', 'usual3'] as const),
  /** Checks that found for each hypothesis, less those that found against it, over 2. */
  ...(['found0', 'found1', 'found2', 'found3'] as const),
  /** Failed attempts over all rounds: those that looked retryable, and those that looked permanent. */
  'retryable',
  'permanent',
] as const;

/** `candidate.numbers`, in order, in [−1, 1]. Zero for what does not apply. */
export const CANDIDATE_NUMBERS = [
  /** Executor: listed share of work done at the first go. Check: listed share of right findings. */
  'reliability',
  /** What it costs, times 4. */
  'cost',
  /** Attempts of this executor over 2; one that failed before the item came here counts. */
  'tried',
  /** How its last attempt looked. */
  'retryable',
  'permanent',
  /** Share of items like this one that were to be ended this way. */
  'usual',
  /** Checks that found for this way, less those that found against it, over 2. */
  'found',
  /** `dispatch`: whether the label, and which share of the mentions, is of an area that this way is for. */
  'label',
  'mentions',
  /** Reliability less cost, less that of the best other executor. */
  'valueEdge',
  /** 1 for a candidate of this verb: from the first episode on, verbs are as different as can be. */
  'dispatch',
  'retry',
  'dry_run',
  'preflight',
  'verify',
  'handoff',
  'stop',
  'accept',
  'return',
] as const;
type CandidateNumber = (typeof CANDIDATE_NUMBERS)[number];

/** What a packet and its history show. */
export interface Seen {
  readonly task: OrchestratorTask;
  readonly world: World;
  readonly readings: readonly Reading[];
  readonly history: readonly Taken[];
}

/** Numbers of the state. */
export function stateNumbers(seen: Seen): number[] {
  const { world, history } = seen;
  const looking = (sign: string) =>
    history.filter(({ move, sign: own }) => world.moves[move]?.signs[own] === sign).length / world.budget;
  return [
    1 - history.length / world.budget,
    Math.min(1, costOf(world, history)),
    ...fourOf((h) => world.prior[h] ?? 0),
    ...fourOf((h) => (h < world.prior.length ? findingsFor(seen, [h]) : 0)),
    looking('retryable'),
    looking('permanent'),
  ];
}

/** Numbers of a move as a candidate. */
export function moveNumbers(seen: Seen, index: number): number[] {
  const { task, world } = seen;
  const { check, executor, cost } = world.moves[index] as Move;
  const numbers: Partial<Record<CandidateNumber, number>> = {
    cost: 4 * cost,
    [verbOf(seen, index)]: 1,
    ...(check === null ? endNumbers(seen, index) : { reliability: task.checkAccuracy[check] ?? 0 }),
    ...(executor === null ? {} : executorNumbers(seen, index, executor)),
  };
  return CANDIDATE_NUMBERS.map((name) => Math.max(-1, Math.min(1, numbers[name] ?? 0)));
}

/** What speaks for ending the item this way, as far as it can be counted. */
function endNumbers(seen: Seen, index: number) {
  const { task, world, readings } = seen;
  const right = rightUnder(world.moves[index] as Move);
  const isDispatch = task.family === 'dispatch';
  return {
    usual: right.reduce((sum, h) => sum + (world.prior[h] ?? 0), 0),
    found: right.length === 0 ? 0 : findingsFor(seen, right),
    label: isDispatch ? shareOf(readings, 'firm', right) : 0,
    mentions: isDispatch ? shareOf(readings, 'remark', right) : 0,
  };
}

function executorNumbers({ task, world, history }: Seen, index: number, own: number) {
  const executor = task.executors[own] as Executor;
  const others = task.executors.filter((_, i) => i !== own);
  const failedBefore = own === 0 && world.rules.firstWork !== undefined ? 1 : 0;
  const last = history.findLast(({ move }) => move === index);
  const look = last === undefined ? null : world.moves[index]?.signs[last.sign];
  const value = ({ reliability, cost }: Executor) => reliability - cost;
  return {
    reliability: executor.reliability,
    tried: (timesMade(history, index) + failedBefore) / 2,
    retryable: look === 'retryable' ? 1 : 0,
    permanent: look === 'permanent' ? 1 : 0,
    valueEdge: value(executor) - Math.max(...others.map(value)),
  };
}

/** Hypotheses under which a move can bring the item to the right end. */
function rightUnder({ branches }: Move): number[] {
  return branches.flatMap((own, hypothesis) => (own.some(({ end }) => end?.worth === 1) ? [hypothesis] : []));
}

/** Findings of checks that leave one of these possible, less those that speak against all, over 2. */
function findingsFor({ world, history }: Seen, hypotheses: readonly number[]): number {
  const votes = history.map(({ move, sign }): number => {
    const check = world.moves[move]?.check ?? null;
    const found = check === null ? undefined : world.rules.checks[check]?.groups[sign]?.hypotheses;
    if (found === undefined) return 0;
    return hypotheses.some((h) => found.includes(h)) ? 1 : -1;
  });
  return votes.reduce((sum, vote) => sum + vote, 0) / 2;
}

/** Share of the readings of a kind that say one of these. */
function shareOf(readings: readonly Reading[], kind: Reading['kind'], hypotheses: readonly number[]): number {
  const own = readings.filter((reading) => reading.kind === kind);
  return own.filter(({ says }) => hypotheses.includes(says)).length / own.length;
}

function fourOf(of: (hypothesis: number) => number): number[] {
  return [0, 1, 2, 3].map(of);
}

/** A move's verb in a state: another attempt of the same executor is a retry. */
export function verbOf({ world, history }: Pick<Seen, 'world' | 'history'>, index: number): Verb {
  const { verb, executor } = world.moves[index] as Move;
  const failedBefore = executor === 0 && world.rules.firstWork !== undefined;
  return verb === 'dispatch' && (failedBefore || timesMade(history, index) > 0) ? 'retry' : verb;
}
