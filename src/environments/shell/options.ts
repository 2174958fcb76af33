/** The shell environment's options: defaults, documentation and validation. */
import { z } from 'zod';
import type { ShellOptions } from './task.ts';

/** Options as a schema; each field's description is its documentation. */
export const ShellOptionsSchema = z.strictObject({
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

/** The options of a campaign config cannot be used; the message names the key and what is allowed. */
export class ShellOptionsError extends Error {
  override name = 'ShellOptionsError';
}

/**
 * Validates untrusted options and fills in the defaults.
 * @throws ShellOptionsError naming every wrong key, and what is allowed there.
 */
export function parseShellOptions(options: unknown): ShellOptions {
  const parsed = ShellOptionsSchema.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const allowed = Object.keys(ShellOptionsSchema.shape).join(', ');
  const reasons = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')} (allowed: ${allowed})`
      : `"${issue.path.join('.')}": ${issue.message} (${describe(issue.path[0])})`,
  );
  throw new ShellOptionsError(`environments.shell.options: ${reasons.join('; ')}`);
}

/** What the documentation says about one key; the list of keys when there is no such key. */
function describe(key: PropertyKey | undefined): string {
  const shape: Record<PropertyKey, { description?: string | undefined }> = ShellOptionsSchema.shape;
  const field = key === undefined ? undefined : shape[key];
  return field?.description ?? `allowed: ${Object.keys(ShellOptionsSchema.shape).join(', ')}`;
}
