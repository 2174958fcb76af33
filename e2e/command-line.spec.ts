/** The headless commands, as a person or a script runs them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { root } from '../scripts/setup.mjs';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run -s rl -- …` to its end. */
function rl(...args: string[]): Promise<Ended> {
  return new Promise((done, failed) => {
    const windows = process.platform === 'win32';
    const child = spawn('npm', ['run', '-s', 'rl', '--', ...args], { cwd: root, shell: windows });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', failed);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

/** Runs a command with `--json`: it must succeed, and stdout be one document and nothing else. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await rl(...args, '--json', '--profile', profile);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

let profile = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  profile = mkdtempSync(join(tmpdir(), 'rl-profile-'));
});

test.afterAll(() => {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test('--help lists the commands and succeeds', async () => {
  const { code, stdout } = await rl('--help');
  expect(code).toBe(0);
  expect(stdout).toContain('shell benchmark-generate');
  expect(stdout).toContain('drill rollback');
});

test('an unknown command fails and says which there are', async () => {
  const { code, stdout, stderr } = await rl('shell', 'trian');
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('there is no command "shell trian"');
  expect(stderr).toContain('shell train');
});

test('an empty profile has no campaign, and says how to get one', async () => {
  expect(await json('list')).toEqual([]);
  const { code, stdout, stderr } = await rl('export', '--profile', profile);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('npm run rl -- shell train');
});

test('engines measures them and says which are the fastest', async () => {
  const { acting, updating, rows } = await json('engines');
  const measured = rows.filter(({ updateMs }: { updateMs: number | null }) => updateMs !== null);
  const names = measured.map(({ engine }: { engine: string }) => engine);
  expect(names).toContain('wasm');
  expect(names).toContain(acting);
  expect(names).toContain(updating);
  for (const { note } of rows.slice(measured.length)) expect(note).not.toBe('');
});

test('shell benchmark-generate makes as many tasks as asked for', async () => {
  const document = await json('shell', 'benchmark-generate', '--count', '20');
  expect(document.tasks).toBe(20);
  expect(document.seed).toBe(7);
  const counts: number[] = Object.values(document.bySplit);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(20);
});

test('shell train ends with an evaluation, and its campaign is exported, imported and listed', async () => {
  const report = await json('shell', 'train', '--preset', 'quick');
  expect(report).toMatchObject({ seed: 7, split: 'heldout', environments: { shell: { tasks: 12 } } });
  expect(report.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(report.seconds).toBeGreaterThan(0);
  const { student, baselines } = report.environments.shell;
  for (const score of [student, baselines.random, baselines['operator-prior'], baselines.oracle]) {
    expect(score.successRate).toBeGreaterThanOrEqual(0);
    expect(score.ci95).toHaveLength(2);
  }
  expect(baselines.oracle.successRate).toBe(1);

  const file = join(profile, 'student.safetensors');
  const exported = await json('export', '--out', file);
  expect(exported).toMatchObject({ campaignId: report.campaignId, checkpointId: report.checkpointId, file });
  const bytes = readFileSync(file);
  expect(exported.bytes).toBe(bytes.byteLength);

  const imported = await json('import', file);
  expect(imported.checkpointId).toBe(report.checkpointId);
  const listed = await json('list');
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual(
    expect.objectContaining({
      campaignId: report.campaignId,
      state: 'completed',
      epoch: 2,
      digest: report.digest,
    }),
  );

  const broken = join(profile, 'broken.safetensors');
  writeFileSync(broken, bytes.subarray(0, bytes.length - 100));
  const refused = await rl('import', broken, '--json', '--profile', profile);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toBe('');
  expect(refused.stderr).toContain('broken.safetensors');
  expect(await json('list')).toEqual(listed);
});

test('shell eval gives the figures of the campaign, and restore makes another checkpoint active', async () => {
  const [campaign] = (await json('list')).filter(({ state }: { state: string }) => state === 'completed');
  const chosen = ['--campaign', campaign.campaignId];
  const report = await json('shell', 'eval', ...chosen);
  expect(report.digest).toBe(campaign.digest);
  expect(report.environments.shell.tasks).toBe(12);
  const restored = await json('restore', ...chosen);
  expect(restored.restored).toBe(report.checkpointId);
  expect(restored.digest).not.toBe(campaign.digest);
});

test('mixed trains one student on all three kinds of task, and mixed-eval judges it', async () => {
  const report = await json('mixed', '--preset', 'mixed-quick');
  expect(Object.keys(report.environments).sort()).toEqual(['browser', 'orchestrator', 'shell']);
  for (const { tasks, baselines } of Object.values<{ tasks: number; baselines: object }>(
    report.environments,
  )) {
    expect(tasks).toBe(9);
    expect(Object.keys(baselines)).toEqual(expect.arrayContaining(['random', 'oracle']));
  }
  // Its exit code says whether a gate failed, and after two epochs one may.
  const chosen = ['--campaign', report.campaignId, '--json', '--profile', profile];
  const document = JSON.parse((await rl('mixed-eval', ...chosen)).stdout);
  expect(document.version).toBe(1);
});

test('a campaign whose process was killed is resumed and ends with the digest of an uninterrupted one', async () => {
  const training = ['shell', 'train', '--preset', 'quick', '--epochs', '3', '--seed', '8'];
  const killed = spawn('npm', ['run', '-s', 'rl', '--', ...training, '--profile', profile], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((reached) => {
    let stderr = '';
    killed.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      // The table's first row: an epoch was closed, and the next one is at work.
      if (/^ +1 .*(continue|promote|replay_only)/m.test(stderr)) reached();
    });
  });
  process.kill(-(killed.pid as number), 'SIGKILL');
  // The browser notices that its pipe is closed, and goes.
  await new Promise((done) => setTimeout(done, 4000));
  const resumed = await json('resume', '--seed', '8');
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const uninterrupted = await json(...training);
  expect(resumed.digest).toBe(uninterrupted.digest);
});
