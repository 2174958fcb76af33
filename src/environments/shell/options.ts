/** The shell environment's options: defaults, documentation and validation. */
import { z } from 'zod';
import { parseEnvironmentOptions } from '../../core/environment-options.ts';
import type { ShellOptions } from './task.ts';

/** Options as a schema; each field's description is its documentation. */
const ShellOptionsSchema = z.strictObject({
  tasksPerModule: z
    .number()
    .int()
    .positive()
    .max(200)
    .default(40)
    .describe('Mutants per module at most (train and monitor together)'),
  doubleFaults: z.number().min(0).max(1).default(0.15).describe('Share of tasks with two faults'),
  fold: z
    .number()
    .int()
    .min(0)
    .max(4)
    .default(0)
    .describe('Which fifth of the non-validation modules is held out'),
  trainModules: z.number().int().nonnegative().default(0).describe('Training modules used at most; 0: all'),
  maxSteps: z.number().int().positive().max(100).default(12).describe('Steps per episode at most'),
  coverage: z
    .enum(['edits', 'statements', 'none'])
    .default('edits')
    .describe('What states say about instrumented runs: of edits and statements, of statements, nothing'),
  candidateTokens: z.boolean().default(true).describe('Whether a candidate patch shows its tokens'),
});

/**
 * Validates untrusted options and fills in the defaults.
 * @throws EnvironmentOptionsError naming every wrong key, and what is allowed there.
 */
export function parseShellOptions(options: unknown): ShellOptions {
  return parseEnvironmentOptions('shell', ShellOptionsSchema, options);
}
