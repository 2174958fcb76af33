import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { identityProvider } from '../src/campaign/identity-environment.fixture.ts';
import { createWorkbench } from '../src/campaign/workbench.ts';
import { parseCampaignConfig } from '../src/core/campaign-config.ts';
import { createMemoryStore } from '../src/storage/memory-store.ts';
import { type Invocation, parseInvocation } from './arguments.ts';
import type { HeadlessWorkbench } from './headless-workbench.ts';
import { mixedEval } from './mixed-eval.ts';

const folder = mkdtempSync(join(tmpdir(), 'mixed-eval-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A campaign of a second on the identity environment. */
function configOf(seed: number, learningRate: number) {
  return parseCampaignConfig({
    name: 'identity',
    seed,
    epochs: 2,
    environments: { shell: {} },
    student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8 },
    ppo: { learningRate },
    monitoring: { pool: 8, pairs: 8, minimumPairs: 0 },
    lanes: { comparisons: 0 },
    evaluation: { validationTasks: 8, validationEvery: 1, heldoutTasks: 24 },
  });
}

/** A real workbench, called as one in a browser is, and the completed campaigns of these configs. */
async function workbenchWith(...configs: ReturnType<typeof configOf>[]) {
  const real = createWorkbench({
    store: createMemoryStore(),
    provider: identityProvider(),
    writer: true,
    persisted: false,
  });
  const campaigns: string[] = [];
  for (const config of configs) {
    const campaignId = await real.createCampaign(config);
    await real.run(campaignId);
    campaigns.push(campaignId);
  }
  const call = (method: keyof typeof real, ...args: unknown[]) =>
    (real[method] as (...given: unknown[]) => Promise<unknown>).apply(real, args);
  const workbench = { profile: { results: folder }, call } as unknown as HeadlessWorkbench;
  return { workbench, campaigns, real };
}

const invocation = (...words: string[]) => parseInvocation(['mixed-eval', ...words]) as Invocation;

describe('mixed-eval', () => {
  it('takes the closing evaluation that is stored, and writes the report of it', async () => {
    const { workbench, campaigns, real } = await workbenchWith(configOf(3, 1e-2));
    const before = await real.campaign(campaigns[0] ?? '');
    const out = join(folder, 'one');
    const { document, text } = await mixedEval(workbench, campaigns, invocation('--out', out));
    expect((await real.campaign(campaigns[0] ?? '')).reports).toEqual(before.reports);
    expect(document.runs[0]).toMatchObject({ digest: before.snapshot.headHash, reference: null });
    const own = before.reports.find(({ split }) => split === 'heldout')?.environments.shell;
    expect(document.environments.shell?.student.successRate).toBe(own?.student.successRate);
    expect(document.environments.shell?.sampleEfficiency).toHaveLength(3);
    expect(readdirSync(out)).toEqual(
      expect.arrayContaining(['report.csv', 'report.json', 'report.md', 'shell-success.svg']),
    );
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(document);
    expect(text).toContain(`Report: ${join(out, 'report.md')}`);
  });

  it('holds a campaign against another of its seed, and fails when a gate does', async () => {
    const { workbench, campaigns } = await workbenchWith(configOf(3, 1e-2), configOf(3, 1e-9));
    const [trained = '', untrained = ''] = campaigns;
    const up = await mixedEval(workbench, [trained], invocation('--reference', untrained));
    const down = await mixedEval(workbench, [untrained], invocation('--reference', trained));
    const verdictOf = ({ document }: typeof up) =>
      document.gates.find(({ gate }) => gate === 'better_minus_worse')?.verdict;
    expect([verdictOf(up), up.success]).toEqual(['pass', true]);
    expect([verdictOf(down), down.success]).toEqual(['fail', false]);
  });

  it('summarises campaigns of several seeds', async () => {
    const { workbench, campaigns } = await workbenchWith(configOf(3, 1e-2), configOf(4, 1e-2));
    const { document } = await mixedEval(workbench, campaigns, invocation());
    expect(document.runs.map(({ seed }) => seed)).toEqual([3, 4]);
    expect(document.environments.shell).toMatchObject({ tasks: 48, runs: 2 });
  });

  it('says what is wrong with the choice of campaigns or of the folder', async () => {
    const { workbench, campaigns } = await workbenchWith(configOf(3, 1e-2), configOf(4, 1e-2));
    const [one = '', other = ''] = campaigns;
    await expect(mixedEval(workbench, campaigns, invocation('--reference', one))).rejects.toThrow(
      /2 campaigns to hold against 1 reference/,
    );
    await expect(mixedEval(workbench, [one], invocation('--reference', other))).rejects.toThrow(
      /was not scored on the shell tasks/,
    );
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(mixedEval(workbench, [one], invocation('--out', file))).rejects.toThrow(
      /could not be written/,
    );
  });
});
