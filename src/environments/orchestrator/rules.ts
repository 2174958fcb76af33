/**
 * What may be decided about a work item and what comes of it, by family: tables of consequences by
 * hidden truth. An item's end is worth between −1 (unsafe automation) and 1 (the right end); what
 * attempts and checks cost is subtracted from that.
 */
import type { Family } from './task.ts';

/** The verbs of the candidates. */
export type Verb =
  | 'dispatch'
  | 'retry'
  | 'dry_run'
  | 'preflight'
  | 'verify'
  | 'handoff'
  | 'stop'
  | 'accept'
  | 'return';

/** What becomes of an attempt, where the truth alone decides: it can succeed, it cannot, or it ends badly. */
type Work = 'works' | 'fails' | 'missed_gate' | 'unsafe' | 'wasted';

/** Looking before deciding. A check says which group of hypotheses the truth is in, and errs. */
export interface CheckRule {
  readonly verb: 'preflight' | 'verify' | 'dry_run';
  readonly name: string;
  /** Groups of hypotheses that it tells apart, each with what its finding is called. */
  readonly groups: readonly { readonly finding: string; readonly hypotheses: readonly number[] }[];
  readonly cost: number;
  readonly hours: number;
  /** Range that its accuracy is drawn from, task by task. */
  readonly accuracy: readonly [number, number];
}

/** A decision that ends the item. */
export interface EndingRule {
  readonly verb: 'handoff' | 'stop' | 'accept' | 'return';
  /** What it is worth under each hypothesis; 1: it was right. */
  readonly worth: readonly number[];
}

/** The rules of a family. Everything by hypothesis is in the order of `hypotheses`. */
export interface FamilyRules {
  readonly hypotheses: readonly string[];
  /** Weights that priors are drawn around. */
  readonly priorWeights: readonly number[];
  readonly checks: readonly CheckRule[];
  readonly endings: readonly EndingRule[];
  /** What an attempt of an executor meets. `first`: the executor that failed before, in `retry`. */
  readonly work: readonly Work[];
  readonly firstWork?: readonly Work[];
  /** Number of executors; 0: there is nothing to attempt. */
  readonly executors: number;
  /** How often a firm statement and a remark say what is true; otherwise any other hypothesis. */
  readonly accuracy: { readonly firm: number; readonly remark: number };
  readonly statements: { readonly firm: number; readonly remark: number };
}

/** What bad ends are worth, and what having used up all rounds is. */
export const BAD_ENDS = { missed_gate: -0.8, unsafe: -1, wasted: -0.6, exhausted: -0.3 } as const;
/** How a failure looks, by whether the executor can do the work at all: [retryable, permanent]. */
export const FAILURE_LOOKS = { works: [0.8, 0.2], fails: [0.2, 0.8] } as const;
/** Attempts of one executor on one item, at most. */
export const MOST_ATTEMPTS = 2;

const each = (...findings: string[]) =>
  findings.map((finding, hypothesis) => ({ finding, hypotheses: [hypothesis] }));

export const RULES: Readonly<Record<Family, FamilyRules>> = {
  dispatch: {
    // Three areas that somebody can do, and one that nobody can: then a person has to.
    hypotheses: ['area-1', 'area-2', 'area-3', 'elsewhere'],
    priorWeights: [1, 1, 1, 0.8],
    checks: [
      {
        verb: 'preflight',
        name: 'diagnosis',
        groups: each('area-1', 'area-2', 'area-3', 'elsewhere'),
        cost: 0.06,
        hours: 1,
        accuracy: [0.78, 0.92],
      },
    ],
    endings: [
      { verb: 'handoff', worth: [-0.1, -0.1, -0.1, 1] },
      { verb: 'stop', worth: [-0.3, -0.3, -0.3, -0.1] },
    ],
    work: ['works', 'works', 'works', 'fails'],
    executors: 3,
    accuracy: { firm: 0.65, remark: 0.5 },
    statements: { firm: 1, remark: 3 },
  },
  clarity: {
    hypotheses: ['gate', 'noise'],
    priorWeights: [1, 1],
    checks: [
      {
        verb: 'preflight',
        name: 'approval-register',
        groups: each('gate', 'noise'),
        cost: 0.06,
        hours: 1,
        accuracy: [0.82, 0.94],
      },
      {
        verb: 'preflight',
        name: 'ask-requester',
        groups: each('gate', 'noise'),
        cost: 0.03,
        hours: 4,
        accuracy: [0.68, 0.8],
      },
    ],
    endings: [
      { verb: 'handoff', worth: [1, -0.1] },
      { verb: 'stop', worth: [-0.3, -0.3] },
    ],
    work: ['missed_gate', 'works'],
    executors: 2,
    accuracy: { firm: 0.7, remark: 0.6 },
    statements: { firm: 2, remark: 2 },
  },
  retry: {
    hypotheses: ['transient', 'executor', 'item'],
    priorWeights: [1.2, 1, 1],
    checks: [
      {
        verb: 'preflight',
        name: 'status-page',
        groups: [
          { finding: 'transient', hypotheses: [0] },
          { finding: 'permanent', hypotheses: [1, 2] },
        ],
        cost: 0.03,
        hours: 1,
        accuracy: [0.78, 0.92],
      },
      {
        verb: 'preflight',
        name: 'reproduce',
        groups: [
          { finding: 'possible', hypotheses: [0, 1] },
          { finding: 'hopeless', hypotheses: [2] },
        ],
        cost: 0.06,
        hours: 3,
        accuracy: [0.82, 0.94],
      },
    ],
    endings: [
      { verb: 'stop', worth: [-0.3, -0.3, 1] },
      { verb: 'handoff', worth: [-0.1, -0.1, 0.2] },
    ],
    work: ['works', 'works', 'fails'],
    firstWork: ['works', 'fails', 'fails'],
    executors: 2,
    accuracy: { firm: 0.65, remark: 0.5 },
    statements: { firm: 2, remark: 2 },
  },
  preflight: {
    hypotheses: ['ready', 'access', 'base'],
    priorWeights: [1.2, 1, 1],
    checks: [
      {
        verb: 'preflight',
        name: 'access-check',
        groups: [
          { finding: 'no-access', hypotheses: [1] },
          { finding: 'access-fine', hypotheses: [0, 2] },
        ],
        cost: 0.04,
        hours: 1,
        accuracy: [0.84, 0.95],
      },
      {
        verb: 'preflight',
        name: 'base-check',
        groups: [
          { finding: 'base-stale', hypotheses: [2] },
          { finding: 'base-fine', hypotheses: [0, 1] },
        ],
        cost: 0.04,
        hours: 1,
        accuracy: [0.84, 0.95],
      },
    ],
    endings: [
      { verb: 'return', worth: [-0.2, 1, 1] },
      { verb: 'handoff', worth: [-0.1, 0.3, 0.3] },
    ],
    work: ['works', 'wasted', 'wasted'],
    executors: 2,
    accuracy: { firm: 0.65, remark: 0.5 },
    statements: { firm: 2, remark: 2 },
  },
  risk: {
    hypotheses: ['safe', 'gated', 'forbidden'],
    priorWeights: [1.2, 1, 1],
    checks: [
      {
        verb: 'dry_run',
        name: 'dry-run',
        groups: each('clean', 'needs-approval', 'destructive'),
        cost: 0.06,
        hours: 2,
        accuracy: [0.8, 0.92],
      },
      {
        verb: 'preflight',
        name: 'policy-check',
        groups: [
          { finding: 'allowed', hypotheses: [0] },
          { finding: 'restricted', hypotheses: [1, 2] },
        ],
        cost: 0.03,
        hours: 1,
        accuracy: [0.78, 0.9],
      },
    ],
    endings: [
      { verb: 'handoff', worth: [-0.1, 1, 0.3] },
      { verb: 'stop', worth: [-0.3, -0.1, 1] },
    ],
    work: ['works', 'unsafe', 'unsafe'],
    executors: 2,
    accuracy: { firm: 0.68, remark: 0.52 },
    statements: { firm: 2, remark: 2 },
  },
  quality: {
    hypotheses: ['good', 'flawed', 'off-goal'],
    priorWeights: [1.2, 1, 1],
    checks: [
      {
        verb: 'verify',
        name: 'test-suite',
        groups: [
          { finding: 'passes', hypotheses: [0, 2] },
          { finding: 'breaks', hypotheses: [1] },
        ],
        cost: 0.03,
        hours: 1,
        accuracy: [0.84, 0.95],
      },
      {
        verb: 'verify',
        name: 'review',
        groups: each('approved', 'faults-found', 'goal-missed'),
        cost: 0.08,
        hours: 4,
        accuracy: [0.8, 0.92],
      },
    ],
    endings: [
      { verb: 'accept', worth: [1, -0.7, -0.5] },
      { verb: 'return', worth: [-0.2, 1, 0.1] },
      { verb: 'handoff', worth: [-0.1, -0.1, 1] },
    ],
    work: [],
    executors: 0,
    accuracy: { firm: 0.65, remark: 0.5 },
    statements: { firm: 2, remark: 2 },
  },
};
