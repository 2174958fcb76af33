/** The fidelity study as a readable report. */
import { POLICY } from '../src/environments/shell/execution-policy.ts';
import { type FidelityResult, MORE, STOPPED_LIMIT_MS, type StoppedMutant } from './fidelity.ts';
import type { Cause } from './suite-comparison.ts';

/** What each cause means, for the report. */
const EXPLANATIONS: Record<Cause, string> = {
  recursion_depth: `The embedded runner has a stack of ${POLICY.stackBytes / 1024} KiB, so that it overflows before the worker around it does; Node has about 1 MiB. Both report endless recursion as a failing test, but recursion that ends may fit into one only, and the error is an \`InternalError\` here and a \`RangeError\` in Node.`,
  fuel: 'The embedded runner stops a file after a counted amount of work, so that it stops at the same place on every machine. Node has no such limit.',
  memory: 'The embedded runner has 64 MiB for a file. Node has no such limit by default.',
  unexplained:
    'Not explained by the known limits of the embedded runner: a defect until somebody has looked.',
};

/** The report in Markdown, the same bytes for the same result. */
export function fidelityReport(result: FidelityResult, command: string, node: string): string {
  const { tests, tasks, failing, modules, differences, seed, stopped, unloadable } = result;
  const ended = stopped.sample.filter((mutant) => mutant.node === 'ended');
  const exhausted = stopped.sample.filter((mutant) => mutant.node === 'out_of_memory');
  const none =
    result.withoutTasks.length === 0 ? '' : `; no task could be made of ${result.withoutTasks.join(', ')}`;
  const families = Object.entries(result.byFamily)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, f]) => `| ${name} | ${f.modules} | ${f.tasks} | ${f.tests} | ${f.failing} | ${f.differences} |`,
    );
  return `# Fidelity: does the embedded test runner say what Node says?

Made by \`${command}\` with Node ${node}. Running it again with the same Node and the same modules gives this file again.

## Question and method

Rewards come from test results, and these come from QuickJS and our own \`node:test\` in a worker, not from Node. So the same suites are run in both places and compared.

- ${result.generated} verified tasks are made from the seed modules with seed ${seed}. From these, ${tasks} are drawn by a named random stream, evenly over modules: ${modules} have a part in the sample${none}. A task is a module with one or two faults in it.
- Each task's visible suite runs once in the embedded runner and once in Node's own runner (\`run()\` of \`node:test\`, which is what \`node --test\` calls), in a process per test file.
- Compared by full name (\`file > describe > test\`): whether each test passed, whether it was reported at all, and whether the file ran to its end. Messages are not compared, because engines word them differently and no reward reads them.

## Result

**${tests} tests of ${tasks} suites were compared, ${failing} of which fail in Node. ${differences.length === 0 ? 'No test and no file differs.' : `${differences.length} differ.`}**${
    differences.length === 0
      ? ` Were the suites independent, the share of suites that differ would be below ${(300 / tasks).toFixed(1)} % with 95 % confidence (rule of three); suites of one module resemble each other, so this is a guide and not a guarantee.`
      : ''
  }

| family | modules | suites | tests | failing in Node | differences |
|---|---|---|---|---|---|
${families.join('\n')}

## Differences

${differences.length === 0 ? 'None in this sample.' : differenceList(result)}

## Mutants that were stopped

A mutant that the embedded runner stops never becomes a task, so the sample above has none. What it stops was looked at on its own:

- **Fuel and memory**: ${stopped.total} mutants were stopped while the tasks were made. ${stopped.sample.length} of them, drawn at random, were run in Node for ${STOPPED_LIMIT_MS / 1000} s each with 512 MiB of heap: ${stopped.sample.length - ended.length - exhausted.length} were still running, ${exhausted.length} had run out of memory, ${ended.length} had ended. ${ended.length === 0 ? 'So no mutant of this sample is rejected that Node would finish.' : endedText(ended)}
- **Not loadable**: ${unloadable.total} mutants could not be loaded; Node reports ${unloadable.alsoInNode} of them as broken files, too.

## What this does not show

- Suites use what the seed modules use: \`node:test\` with suites, hooks and subtests, and \`node:assert\`. Other features (mocks, snapshots, \`only\`, timeouts) are not provided, and importing them is a load error. Suites, hooks, subtests, skip, todo and assertions of every kind the shim has are compared with Node in the unit tests, too.
- Recursion that ends but is deep fits into Node's stack and not into ours. ${result.overflowed} of the compared tests overflow our stack${result.overflowed === 0 ? '' : '; where Node disagrees, it is listed above'}. Modules recurse by the depth of their data, which is small.
`;
}

/** About mutants that Node finishes and the embedded runner does not. */
function endedText(ended: readonly StoppedMutant[]): string {
  const outcomes = {
    same: 'every test has the result that Node gives it',
    differs: 'some tests have other results than in Node',
    stopped: 'it is still stopped',
    null: '',
  };
  const rows = ended.map(
    ({ module, reason, withMore }) => `${module} (${reason}): ${outcomes[`${withMore}`]}`,
  );
  return (
    'What ended in Node is slow and not endless: it is lost as a task, and in an episode a patch that leads to such a tree counts as a crash. ' +
    `With ${MORE} times the fuel and work, ${rows.join('; ')}.`
  );
}

function differenceList({ differences }: FidelityResult): string {
  const causes = (Object.keys(EXPLANATIONS) as Cause[]).filter((cause) =>
    differences.some((difference) => difference.cause === cause),
  );
  return causes
    .map((cause) => {
      const own = differences.filter((difference) => difference.cause === cause);
      const rows = own.map(
        ({ taskId, test, embedded, node }) =>
          `| ${[taskId, test || 'the file', embedded, node].map(cell).join(' | ')} |`,
      );
      return `### ${cause.replace('_', ' ')} (${own.length})

${EXPLANATIONS[cause]}

| task | test | embedded runner | Node |
|---|---|---|---|
${rows.join('\n')}`;
    })
    .join('\n\n');
}

function cell(text: string): string {
  const short = text.length > 160 ? `${text.slice(0, 159)}…` : text;
  return short.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
