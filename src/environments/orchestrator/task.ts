/** The orchestrator's tasks: one work item with all that is known of it, and its environment's options. */
import { z } from 'zod';
import type { Split, Task } from '../../core/contracts.ts';

/** The kinds of decision. What each may do and what comes of it: `rules.ts`. */
export const FAMILIES = ['dispatch', 'clarity', 'retry', 'preflight', 'risk', 'quality'] as const;
export type Family = (typeof FAMILIES)[number];

/** A real task of another environment that a work item stands for. */
export interface WrappedTask {
  readonly environment: 'shell' | 'browser';
  /** The task's id; of the shell, a module's (`shell/<module>`), of which any task will do. */
  readonly taskId: string;
  readonly family: string;
  /** The module or template it was made from: no two splits wrap the same. */
  readonly cluster: string;
  readonly split: Exclude<Split, 'monitor'>;
  /** What it is about, in one line. */
  readonly summary: string;
}

/** Somebody or something that can do work. All of this is on its card, and true. */
export interface Executor {
  readonly name: string;
  readonly kind: string;
  /** The environment whose tasks it really runs in live mode; null: it is simulated. */
  readonly runs: WrappedTask['environment'] | null;
  /** Areas of work that it can do. */
  readonly capabilities: readonly string[];
  /** How often work that it can do succeeds at the first go, in [0, 1]. */
  readonly reliability: number;
  /** What an attempt costs, in units of a finished item's worth. */
  readonly cost: number;
  /** How long an attempt takes. */
  readonly hours: number;
}

/** A work item. The hidden truth is not here: an episode's seed draws it from the prior. */
export interface OrchestratorTask extends Task {
  readonly environment: 'orchestrator';
  readonly family: Family;
  readonly item: WrappedTask;
  readonly executors: readonly Executor[];
  /** How often each of the family's hypotheses was the truth among items like this one; sums to 1. */
  readonly prior: readonly number[];
  /** How often each of the family's checks says what is true. */
  readonly checkAccuracy: readonly number[];
  /** `dispatch` only: the areas that the item may belong to; no executor can do the last one. */
  readonly areas: readonly string[];
}

/** Options of the orchestrator environment within a campaign config. */
export const OrchestratorOptions = z
  .strictObject({
    tasksPerFamily: z.number().int().positive().max(2000).default(60).describe('Training tasks per family'),
    maxSteps: z.number().int().min(2).max(8).default(6).describe('Decisions per work item'),
    live: z
      .boolean()
      .default(false)
      .describe('Run what is dispatched to the students, and let its real outcome decide'),
  })
  .prefault({});
export type OrchestratorOptions = z.infer<typeof OrchestratorOptions>;
