/** The soak measurement as a readable report, and whether memory is flat. */
import type { SoakPoint, SoakResult } from './soak.ts';

/** Memory at the end may be so many times that after the first fifth. */
const FLAT = 1.15;

/** How a column of the table develops after the first fifth of the episodes, when caches are full. */
export interface Trend {
  /** MiB per 1,000 episodes: the slope of a least-squares line. */
  perThousand: number;
  /** Mean of the last fifth over mean of the second fifth. */
  growth: number;
  flat: boolean;
}

/** The trend of some values, one for each of evenly spaced numbers of episodes. */
export function trendOf(episodes: readonly number[], values: readonly number[]): Trend {
  const fifth = Math.max(1, Math.floor(values.length / 5));
  const [x, y] = [episodes.slice(fifth), values.slice(fifth)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = mean(x.map((n, i) => (n - meanX) * ((y[i] as number) - meanY)));
  const variance = mean(x.map((n) => (n - meanX) ** 2));
  const growth = mean(values.slice(-fifth)) / mean(y.slice(0, fifth));
  return { perThousand: variance === 0 ? 0 : (1000 * covariance) / variance, growth, flat: growth <= FLAT };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The columns that have to be flat: what they are, and where they stand in a point. */
const COLUMNS = { worker: 'shell worker', page: 'page', resident: 'process, resident' } as const;

/** The trend of each column; the last one is missing where the system does not say. */
export function trendsOf(points: readonly SoakPoint[]): Partial<Record<keyof typeof COLUMNS, Trend>> {
  const trends: ReturnType<typeof trendsOf> = {};
  for (const column of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const values = points.map((point) => point[column]).filter((value) => value !== null);
    if (values.length < points.length) continue;
    trends[column] = trendOf(
      points.map(({ episodes }) => episodes),
      values,
    );
  }
  return trends;
}

/** The report in Markdown. */
export function soakReport(result: SoakResult, command: string, machine: string): string {
  const { tasks, points, hostileEpisodes, episodes, honest, steps, browser, seed } = result;
  const trends = Object.entries(trendsOf(points)) as [keyof typeof COLUMNS, Trend][];
  const flat = trends.every(([, trend]) => trend.flat);
  const policies = Object.entries(honest).map(
    ([name, { played, repaired }]) => `${name} repaired ${repaired} of ${played}`,
  );
  return `# Soak: does a shell worker's memory stay flat?

Made by \`${command}\` in ${browser} on ${machine}.

## Question and method

A campaign plays tens of thousands of episodes in the same shell workers, and some of the programs that they run loop, recurse, flood or fill their memory. What one episode leaves behind must not add up.

- The built shell worker runs in a page as the workbench runs it: one worker, ${tasks.honest} verified tasks of ${tasks.modules} modules (seed ${seed}) and ${tasks.hostile} hostile ones (the loops, bombs and floods of the tests), 32 episodes at a time.
- ${episodes} episodes with ${steps} steps, hidden tests included in every verification. ${hostileEpisodes} are of hostile tasks; the other tasks are drawn at random. Policies take turns: ${policies.join(', ')}.
- *Shell worker* and *page* are what \`performance.measureUserAgentSpecificMemory()\` counts after a collection of garbage. *Resident* is the whole process of both, with code, QuickJS's memories and garbage not yet collected.
- Flat: on average over the last fifth of the episodes, at most ${FLAT} times the average over the second fifth. The first fifth fills the caches, each of which is bounded.

## Result

**${flat ? 'Flat.' : 'Not flat.'}** No episode failed for another reason than its own, and no worker was replaced.

| MiB | growth | per 1,000 episodes |
|---|---|---|
${trends
  .map(
    ([column, { growth, perThousand }]) =>
      `| ${COLUMNS[column]} | × ${growth.toFixed(3)} | ${signed(perThousand)} |`,
  )
  .join('\n')}

| episodes | shell worker | page | resident | episodes/s |
|---|---|---|---|---|
${points
  .map(
    ({ episodes: n, worker, page, resident, rate }) =>
      `| ${n} | ${worker.toFixed(1)} | ${page.toFixed(1)} | ${resident === null ? '–' : resident.toFixed(0)} | ${rate.toFixed(1)} |`,
  )
  .join('\n')}
`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
