/** The browser environment's tasks: one controlled web flow with its goal. */
import { z } from 'zod';
import type { Task } from '../../core/contracts.ts';

/** The kinds of flow. One page script each; see `flows/`. */
export const FLOW_FAMILIES = [
  'login',
  'form',
  'wizard',
  'consent',
  'reveal',
  'filter',
  'editor',
  'session',
  'challenge',
  'navigation',
] as const;
export type FlowFamily = (typeof FLOW_FAMILIES)[number];

/** A value that the goal gives the agent, with the name that the goal calls it by. */
export interface GoalValue {
  label: string;
  value: string;
}

/**
 * All that decides a flow: the page renders itself from it, and from nothing else. It travels in the
 * page's address as JSON in base64url, so everything in it is bounded.
 */
export interface FlowSpec {
  family: FlowFamily;
  /** Seed of what the page itself draws (identifiers, filler). */
  seed: number;
  /** The goal in words, as a person gives it to a colleague. */
  goal: string;
  values: readonly GoalValue[];
  /** Name of the arrangement of the page; layouts of the held-out split are in no other. */
  layout: string;
  /** Hurdles that are combined with the family's own task, e.g. `consent`, `late-field`. */
  hurdles: readonly string[];
  /** What the family's script needs: texts, orders, expected values. Bounded JSON. */
  content: Readonly<Record<string, unknown>>;
}

/** A task with the address of its flow. */
export interface BrowserTask extends Task {
  readonly environment: 'browser';
  /** '' where the page brings its own. */
  readonly goal: string;
  readonly values: readonly GoalValue[];
  readonly layout: string;
  readonly hurdles: readonly string[];
  /** Relative to the workbench's base. */
  readonly address: string;
}

/** Options of the browser environment within a campaign config. */
export const BrowserOptions = z
  .strictObject({
    tasksPerFamily: z.number().int().positive().max(2000).default(60).describe('Training tasks per family'),
    driver: z.enum(['iframe', 'playwright']).default('iframe').describe('Where the pages live'),
    maxSteps: z.number().int().positive().max(64).default(24).describe('Steps per episode'),
    miniwob: z
      .string()
      .regex(/^(?:[a-z0-9-]+(?:,[a-z0-9-]+)*)?$/, 'names with commas between')
      .default('')
      .describe("MiniWoB++ tasks in place of the flows, by name with commas between; '' for the flows"),
  })
  .prefault({});
export type BrowserOptions = z.infer<typeof BrowserOptions>;
