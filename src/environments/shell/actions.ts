/**
 * The protocol between a policy and a repository: one JSON object per step. Every action is
 * emitted as that JSON text, parsed and validated again, and only then carried out, so that
 * a trajectory can be replayed by anything that speaks the protocol.
 */
import { applyPatch, createTwoFilesPatch, FILE_HEADERS_ONLY, parsePatch } from 'diff';
import { z } from 'zod';
import { POLICY } from './execution-policy.ts';
import type { Files } from './runtime.ts';

/** One action of the protocol. */
export const ShellAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read'), path: z.string().min(1).max(200) }),
  z.strictObject({ action: z.literal('run'), command: z.string().min(1).max(400) }),
  z.strictObject({ action: z.literal('patch'), diff: z.string().min(1).max(20_000) }),
  z.strictObject({ action: z.literal('stop'), message: z.string().max(400) }),
]);
export type ShellAction = z.infer<typeof ShellAction>;

/** The command that runs the visible tests. */
export const TEST_COMMAND = 'node --test';

/** The protocol's text of an action: what a step emits. */
export function emitAction(action: ShellAction): string {
  return JSON.stringify(action);
}

/** Reads an emitted action back; a text that is no action of the protocol comes back as the reason. */
export function parseAction(emitted: string): { action: ShellAction } | { invalid: string } {
  let value: unknown;
  try {
    value = JSON.parse(emitted);
  } catch (error) {
    return { invalid: `not a JSON object: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = ShellAction.safeParse(value);
  if (parsed.success) return { action: parsed.data };
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'action'}: ${issue.message}`);
  return { invalid: `not an action of the protocol: ${reasons.join('; ')}` };
}

/** Unified diff of one changed file, with three lines of context. */
export function diffOf(path: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, '', '', {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/**
 * Applies a unified diff of exactly one source file to a tree. What cannot be applied comes back
 * as the reason: a diff of several files, of a file that is no source, or that does not fit.
 */
export function applyDiff(
  files: Files,
  diff: string,
): { path: string; content: string } | { refused: string } {
  let parsed: ReturnType<typeof parsePatch>;
  try {
    parsed = parsePatch(diff);
  } catch (error) {
    return { refused: `not a unified diff: ${error instanceof Error ? error.message : String(error)}` };
  }
  const [patch, ...others] = parsed;
  if (patch === undefined || others.length > 0 || patch.hunks.length === 0) {
    return { refused: `a patch changes exactly one file; this one has ${parsed.length}` };
  }
  const [from, to] = [patch.oldFileName, patch.newFileName].map((name) => name?.replace(/^[ab]\//, ''));
  if (to === undefined || from !== to)
    return { refused: 'a patch neither creates, deletes nor renames a file' };
  // Tests decide whether a patch is kept, so a patch may not change them.
  if (!isSource(to)) return { refused: `${to} is not a source file; patches change files under src/ only` };
  const content = files[to];
  if (content === undefined) return { refused: `${to} does not exist` };
  // A hunk is looked for from the line that it names, one line at a time, however far away that is.
  const lines = content.split('\n').length;
  const isNear = patch.hunks.every(({ oldStart }) => oldStart <= lines);
  const applied = isNear && applyPatch(content, patch, { fuzzFactor: 0 });
  if (applied === false) return { refused: `the patch does not fit the present ${to}` };
  if (applied.length > POLICY.maxSourceLength) {
    return { refused: `${to} would have more than ${POLICY.maxSourceLength} characters` };
  }
  return { path: to, content: applied };
}

/** Whether a path is a source file: something a patch may change. A test is none, wherever it stands. */
export function isSource(path: string): boolean {
  return path.startsWith('src/') && /(?<!\.test)\.js$/.test(path) && !path.includes('..');
}
