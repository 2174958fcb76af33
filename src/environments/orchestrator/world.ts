/**
 * A work item as a small decision problem: which moves there are and, under each hypothesis about the
 * hidden truth, what may come of each. The simulator draws from these tables at the one true
 * hypothesis; the expectimax weighs them by its belief. Neither has rules of its own.
 */
import {
  BAD_ENDS,
  type CheckRule,
  type EndingRule,
  FAILURE_LOOKS,
  type FamilyRules,
  MOST_ATTEMPTS,
  RULES,
  type Verb,
} from './rules.ts';
import type { Executor, OrchestratorTask } from './task.ts';

/** How a work item ended. */
export type EndKind =
  | 'completed'
  | 'handed_over'
  | 'stopped'
  | 'accepted'
  | 'returned'
  | 'missed_gate'
  | 'unsafe'
  | 'wasted'
  | 'exhausted';

/** An end, and what it is worth before costs; 1: it was the right one. */
export interface End {
  readonly kind: EndKind;
  readonly worth: number;
}

/** One thing that may come of a move. */
interface Branch {
  readonly probability: number;
  /** What is seen of it: an index into the move's signs. */
  readonly sign: number;
  readonly end: End | null;
}

/** Something that can be decided. Of one executor, `dispatch` is the first attempt and `retry` the next. */
export interface Move {
  readonly key: string;
  readonly verb: Exclude<Verb, 'retry'>;
  readonly executor: number | null;
  readonly check: number | null;
  readonly cost: number;
  readonly hours: number;
  /** How often it may be made. */
  readonly limit: number;
  readonly signs: readonly string[];
  /** By hypothesis. */
  readonly branches: readonly (readonly Branch[])[];
}

/** A work item's moves. */
export interface World {
  readonly rules: FamilyRules;
  readonly prior: readonly number[];
  readonly moves: readonly Move[];
  /** Moves until the item has used up its time. */
  readonly budget: number;
}

/** A move that was made, and what was seen. */
export interface Taken {
  readonly move: number;
  readonly sign: number;
}

/** Signs of an attempt. */
const ATTEMPT_SIGNS = ['done', 'retryable', 'permanent'] as const;

/** The tables of a task. */
export function worldOf(task: OrchestratorTask, budget: number): World {
  const rules = RULES[task.family];
  return {
    rules,
    prior: task.prior,
    budget,
    moves: [
      ...task.executors.map((executor, i) => attempt(task, rules, executor, i)),
      ...rules.checks.map((check, i) => look(rules, check, task.checkAccuracy[i] ?? 0, i)),
      ...rules.endings.map((ending) => finish(ending)),
    ],
  };
}

/** Moves that may be made after a history, as indices. */
export function offeredMoves(world: World, history: readonly Taken[]): number[] {
  return world.moves.flatMap(({ limit }, move) => (timesMade(history, move) < limit ? [move] : []));
}

/** How often a move was made. */
export function timesMade(history: readonly Taken[], move: number): number {
  return history.filter((taken) => taken.move === move).length;
}

/** What a history has cost. */
export function costOf(world: World, history: readonly Taken[]): number {
  return history.reduce((sum, { move }) => sum + (world.moves[move] as Move).cost, 0);
}

/** Worth less costs, in [−1, 1]. Unsafe automation is −1 whatever it cost. */
export function terminalReward(end: End, cost: number): number {
  return end.kind === 'unsafe' ? -1 : Math.max(-1, end.worth - cost);
}

/** The end of an item whose rounds are used up. */
export const EXHAUSTED: End = { kind: 'exhausted', worth: BAD_ENDS.exhausted };

function attempt(task: OrchestratorTask, rules: FamilyRules, executor: Executor, index: number): Move {
  const failedBefore = index === 0 && rules.firstWork !== undefined;
  const work = failedBefore ? rules.firstWork : rules.work;
  return {
    key: `attempt:${index}`,
    verb: 'dispatch',
    executor: index,
    check: null,
    cost: executor.cost,
    hours: executor.hours,
    limit: MOST_ATTEMPTS,
    signs: ATTEMPT_SIGNS,
    branches: rules.hypotheses.map((_, hypothesis) => {
      const meets = work[hypothesis] ?? 'fails';
      if (meets !== 'works' && meets !== 'fails') {
        return [{ probability: 1, sign: 0, end: { kind: meets, worth: BAD_ENDS[meets] } }];
      }
      const area = task.areas[hypothesis];
      const able = meets === 'works' && (area === undefined || executor.capabilities.includes(area));
      const success = able ? executor.reliability : 0;
      const looks = FAILURE_LOOKS[able ? 'works' : 'fails'];
      const failures = looks.map((share, i) => ({
        probability: (1 - success) * share,
        sign: i + 1,
        end: null,
      }));
      const completed: Branch = { probability: success, sign: 0, end: { kind: 'completed', worth: 1 } };
      return able ? [completed, ...failures] : failures;
    }),
  };
}

function look(
  rules: FamilyRules,
  { verb, name, groups, cost, hours }: CheckRule,
  accuracy: number,
  i: number,
): Move {
  return {
    key: `check:${name}`,
    verb,
    executor: null,
    check: i,
    cost,
    hours,
    limit: 1,
    signs: groups.map(({ finding }) => finding),
    branches: rules.hypotheses.map((_, hypothesis) =>
      groups.map(({ hypotheses }, sign) => ({
        probability: hypotheses.includes(hypothesis) ? accuracy : (1 - accuracy) / (groups.length - 1),
        sign,
        end: null,
      })),
    ),
  };
}

const ENDS = { handoff: 'handed_over', stop: 'stopped', accept: 'accepted', return: 'returned' } as const;

function finish({ verb, worth }: EndingRule): Move {
  return {
    key: verb,
    verb,
    executor: null,
    check: null,
    cost: 0,
    hours: 0,
    limit: 1,
    signs: [ENDS[verb]],
    branches: worth.map((own) => [{ probability: 1, sign: 0, end: { kind: ENDS[verb], worth: own } }]),
  };
}
