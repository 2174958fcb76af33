/**
 * Tasks of one module hold the same tests, hidden tests and original sources. After they crossed
 * from a worker each has copies of its own; here equal texts become one again.
 */
import type { Files } from './runtime.ts';
import type { ShellTask } from './task.ts';

/** The same tasks, equal texts of files shared. */
export function withSharedTexts(tasks: readonly ShellTask[]): ShellTask[] {
  const texts = new Map<string, string>();
  const shared = (files: Files): Files =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => {
        const known = texts.get(text) ?? text;
        texts.set(text, known);
        return [path, known];
      }),
    );
  return tasks.map((task) => ({
    ...task,
    files: shared(task.files),
    original: shared(task.original),
    hidden: shared(task.hidden),
  }));
}
