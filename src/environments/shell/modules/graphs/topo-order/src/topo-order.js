/**
 * Groups tasks into levels: each level depends only on earlier ones, and its tasks
 * keep the order in which the table lists them.
 * @param {Record<string, string[]>} dependencies what each task needs first
 * @returns {string[][]}
 */
export function levels(dependencies) {
  const names = Object.keys(dependencies);
  const missing = names.flatMap((name) => dependencies[name]).find((need) => !names.includes(need));
  if (missing !== undefined) throw new Error(`unknown dependency ${missing}`);
  const done = new Set();
  const result = [];
  while (done.size < names.length) {
    const ready = names.filter(
      (name) => !done.has(name) && dependencies[name].every((need) => done.has(need)),
    );
    if (ready.length === 0) {
      throw new Error(`dependency cycle among ${names.filter((name) => !done.has(name)).join(', ')}`);
    }
    ready.forEach((name) => done.add(name));
    result.push(ready);
  }
  return result;
}

/**
 * Runs tasks level by level, those of a level at once. A task gets the results of its
 * dependencies; a task whose dependency failed is skipped.
 * @param {Record<string, string[]>} dependencies
 * @param {(name: string, inputs: unknown[]) => Promise<unknown>} run
 * @returns {Promise<{ results: Record<string, unknown>, failed: string[], skipped: string[] }>}
 */
export async function runTasks(dependencies, run) {
  const results = {};
  const failed = [];
  const skipped = [];
  for (const level of levels(dependencies)) {
    await Promise.all(level.map(async (name) => {
      const needs = dependencies[name];
      if (needs.some((need) => failed.includes(need) || skipped.includes(need))) {
        skipped.push(name);
        return;
      }
      try {
        results[name] = await run(name, needs.map((need) => results[need]));
      } catch {
        failed.push(name);
      }
    }));
  }
  return { results, failed, skipped };
}
