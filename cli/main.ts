/** The headless commands: the same campaigns as on the page, in headless Chromium. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Table from 'cli-table3';
import type { CampaignConfig } from '../src/core/campaign-config.ts';
import { EnvironmentId, type EvaluationReport } from '../src/core/contracts.ts';
import type { WorkbenchApi } from '../workers/learner.protocol.ts';
import { helpText, type Invocation, parseInvocation } from './arguments.ts';
import { calibrationTable } from './calibration-table.ts';
import { evaluationJson, evaluationTable } from './evaluation-table.ts';
import { type HeadlessWorkbench, openWorkbench } from './headless-workbench.ts';
import { browserFor, miniwobWindow, serveMiniwob, withBrowser } from './miniwob.ts';
import { mixedEval } from './mixed-eval.ts';
import { CommandError } from './profile.ts';
import { ProgressDisplay } from './progress-display.ts';
import { studyShell } from './study.ts';

/** What a command gives back: a document for `--json`, and the same for people. */
interface CommandResult {
  document: unknown;
  text: string;
  /** False makes the exit code 1 although the command ran to its end. */
  success?: boolean;
}

type Command = (
  workbench: HeadlessWorkbench,
  invocation: Invocation,
  display: ProgressDisplay,
) => Promise<CommandResult>;

/** Runs one command line. Returns the exit code: 0 only on success. */
export async function main(argv: readonly string[]): Promise<number> {
  const display = new ProgressDisplay(process.stderr);
  let workbench: HeadlessWorkbench | null = null;
  try {
    const invocation = parseInvocation(argv);
    if (invocation === null) {
      process.stdout.write(`${helpText()}\n`);
      return 0;
    }
    serveMiniwob(invocation);
    workbench = await openWorkbench(invocation.profile, {
      headed: invocation.command === 'open',
      onUpdate: (update) => display.show(update),
    });
    const command = commands[invocation.command];
    if (!command) throw new CommandError(`${invocation.command} is not a command`);
    const { document, text, success = true } = await command(workbench, invocation, display);
    display.close();
    process.stdout.write(invocation.json ? `${JSON.stringify(document)}\n` : `${text}\n`);
    return success ? 0 : 1;
  } catch (error) {
    display.close();
    for (const message of display.errors) process.stderr.write(`${message}\n`);
    const { name, message: reason, stack } = error as Error;
    const expected = error instanceof CommandError || name === 'SetupError';
    const message = expected ? reason : String(stack ?? error);
    process.stderr.write(`${message}\n`);
    return 1;
  } finally {
    await workbench?.close();
  }
}

const commands: Record<string, Command> = {
  demo: (workbench, invocation) => trainAndReport(workbench, { ...invocation, preset: 'demo' }),

  'shell train': trainAndReport,

  'shell benchmark-generate': (workbench, invocation) => generateBenchmark(workbench, 'shell', invocation),
  'browser train': trainAndReport,

  'browser benchmark-generate': (workbench, invocation) =>
    generateBenchmark(workbench, 'browser', invocation),

  async 'browser eval'(workbench, invocation) {
    const started = performance.now();
    const campaignId = await chosenCampaign(workbench, invocation, 'browser');
    const { split, driver, miniwob } = invocation;
    if (driver === null && miniwob === null) {
      const report = await workbench.call('evaluate', { campaignId, split });
      return reportResult(workbench, report, started, invocation);
    }
    const { record } = await workbench.call('campaign', campaignId);
    const browser = browserFor(record.config, invocation);
    const report = await workbench.call('evaluateElsewhere', {
      campaignId,
      split,
      environments: { browser },
      ...(miniwob === null ? {} : { tasks: miniwobWindow(browser) }),
    });
    return reportResult(workbench, report, started, invocation);
  },

  'shell eval': (workbench, invocation) => evaluateChosen(workbench, invocation, 'shell'),

  'orchestrator train': trainAndReport,

  'orchestrator benchmark-generate': (workbench, invocation) =>
    generateBenchmark(workbench, 'orchestrator', invocation),

  'orchestrator eval': (workbench, invocation) => evaluateChosen(workbench, invocation, 'orchestrator'),

  mixed: trainAndReport,

  async 'mixed-eval'(workbench, invocation) {
    const named = invocation.campaign === null ? [null] : invocation.campaign.split(',');
    const campaigns: string[] = [];
    for (const campaign of named) {
      campaigns.push(await chosenCampaign(workbench, { ...invocation, campaign }));
    }
    return mixedEval(workbench, campaigns, invocation);
  },

  'study shell': studyShell,

  async 'drill rollback'(workbench, { seed, fault }) {
    const report = await workbench.call('drillRollback', { seed: seed ?? 7, fault });
    const caught = report.caughtAtEpoch !== null;
    const text = [
      `fault        ${report.fault}, put in at epoch ${report.injectedAtEpoch + 1}`,
      `caught       ${caught ? `at the close of epoch ${(report.caughtAtEpoch ?? 0) + 1}` : 'no'}`,
      `decision     ${report.decision}`,
      `restored     ${report.restored ?? '–'}`,
      `parameters   ${report.parametersIdentical ? 'bit-identical to the restored checkpoint' : 'DIFFER'}`,
      `optimiser    ${report.optimiserIdentical ? 'bit-identical to the restored checkpoint' : 'DIFFERS'}`,
      `campaign     ${report.campaignId}`,
      `digest       ${report.digest}`,
    ].join('\n');
    return {
      document: report,
      text,
      success: caught && report.parametersIdentical && report.optimiserIdentical,
    };
  },

  async engines(workbench, { seed }) {
    const calibration = await workbench.call('calibrateEngines', { seed: seed ?? 7 });
    return { document: calibration, text: calibrationTable(calibration) };
  },

  async list(workbench) {
    const rows = await workbench.call('campaigns');
    const table = new Table({
      head: ['campaign', 'name', 'seed', 'epoch', 'state', 'digest'],
      style: { head: [], border: [] },
    });
    for (const { record, snapshot, state } of rows) {
      const { name, seed, epochs } = record.config;
      table.push([
        record.campaignId,
        name,
        seed,
        `${snapshot.epoch}/${epochs}`,
        state,
        snapshot.headHash.slice(0, 16),
      ]);
    }
    const document = rows.map(({ record, snapshot, state }) => ({
      campaignId: record.campaignId,
      name: record.config.name,
      seed: record.config.seed,
      epoch: snapshot.epoch,
      epochs: record.config.epochs,
      state,
      digest: snapshot.headHash,
    }));
    return { document, text: rows.length > 0 ? table.toString() : 'No campaigns yet. Run one: npm run demo' };
  },

  async resume(workbench, invocation) {
    const started = performance.now();
    return finish(workbench, await unfinishedCampaign(workbench, invocation), started, invocation);
  },

  async restore(workbench, invocation) {
    const campaignId = await chosenCampaign(workbench, invocation);
    const { checkpointId } = await chosenCheckpoint(workbench, campaignId, invocation);
    await workbench.call('restore', campaignId, checkpointId);
    const { snapshot } = await workbench.call('campaign', campaignId);
    const document = { campaignId, restored: checkpointId, digest: snapshot.headHash };
    return {
      document,
      text: `Checkpoint ${checkpointId.slice(0, 12)} is active. Go on: npm run rl -- resume --campaign ${campaignId}`,
    };
  },

  async export(workbench, invocation) {
    const campaignId = await chosenCampaign(workbench, invocation);
    const match = await chosenCheckpoint(workbench, campaignId, invocation);
    const { name, bytes } = await workbench.call('exportCheckpoint', campaignId, match.checkpointId);
    const file = invocation.out ?? join(workbench.profile.results, name);
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      throw new CommandError(`${file} could not be written: ${(error as Error).message}`);
    }
    const document = {
      campaignId,
      checkpointId: match.checkpointId,
      stateHash: match.stateHash,
      file,
      bytes: bytes.byteLength,
    };
    return {
      document,
      text: `${file} (${(bytes.byteLength / 1e6).toFixed(2)} MB), checkpoint ${match.checkpointId}`,
    };
  },

  async import(workbench, { operands, seed }) {
    const [file] = operands;
    if (file === undefined)
      throw new CommandError('import needs a file: npm run rl -- import FILE.safetensors');
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(readFileSync(file));
    } catch (error) {
      throw new CommandError(`${file} could not be read: ${(error as Error).message}`);
    }
    const imported = await workbench.call('importCheckpoint', basename(file), bytes, seed);
    return {
      document: imported,
      text: `Campaign ${imported.campaignId} starts from checkpoint ${imported.checkpointId}. Train it: npm run rl -- resume --campaign ${imported.campaignId}`,
    };
  },

  async open(workbench) {
    process.stderr.write(
      `The workbench is open at ${workbench.url}. Close its window to end this command.\n`,
    );
    await workbench.page.context().waitForEvent('close', { timeout: 0 });
    return { document: { url: workbench.url }, text: '' };
  },
};

/** Scores the student of a campaign that trained on an environment. */
async function evaluateChosen(
  workbench: HeadlessWorkbench,
  invocation: Invocation,
  environment: EnvironmentId,
): Promise<CommandResult> {
  const started = performance.now();
  const campaignId = await chosenCampaign(workbench, invocation, environment);
  const report = await workbench.call('evaluate', { campaignId, split: invocation.split });
  return reportResult(workbench, report, started, invocation);
}

/** Makes the tasks of an environment's defaults, and says what they are. */
async function generateBenchmark(
  workbench: HeadlessWorkbench,
  environment: EnvironmentId,
  { seed, count }: Invocation,
): Promise<CommandResult> {
  const summary = await workbench.call('generateBenchmark', { environment, seed: seed ?? 7, count });
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, n]) => `  ${name.padEnd(24)}${n}`)
      .join('\n');
  const text = [
    `${summary.tasks} tasks in ${summary.seconds.toFixed(1)} s, seed ${summary.seed}`,
    `by split\n${rows(summary.bySplit)}`,
    `by family\n${rows(summary.byFamily)}`,
    `not admitted\n${rows(summary.rejected)}`,
    `hash ${summary.hash}`,
  ].join('\n');
  return { document: summary, text };
}

/** Creates the campaign of a preset and runs it to its end. */
async function trainAndReport(workbench: HeadlessWorkbench, invocation: Invocation): Promise<CommandResult> {
  const started = performance.now();
  const { presets } = await workbench.call('boot');
  const preset = presets.find(({ id }) => id === invocation.preset);
  if (!preset) {
    throw new CommandError(
      `there is no preset "${invocation.preset}"; presets: ${presets.map((p) => p.id).join(', ')}`,
    );
  }
  const config = withBrowser(
    {
      ...partOf(preset.config, invocation),
      seed: invocation.seed ?? preset.config.seed,
      epochs: invocation.epochs ?? preset.config.epochs,
    },
    invocation,
  );
  const campaignId = await workbench.call('createCampaign', config);
  if (!invocation.keep) {
    const view = await workbench.call('campaign', campaignId);
    // The same config is the same campaign: running it again starts over, so that it can be compared.
    if (view.snapshot.sequence > 0) {
      await workbench.call('deleteCampaign', campaignId);
      await workbench.call('createCampaign', config);
    }
  }
  return finish(workbench, campaignId, started, invocation);
}

/** The config with the one environment that the command line leaves, if it leaves one only. */
function partOf(config: CampaignConfig, invocation: Invocation): CampaignConfig {
  const wanted: Partial<Record<EnvironmentId, boolean>> = {
    shell: invocation.shellOnly,
    browser: invocation.browserOnly,
    orchestrator: invocation.orchestratorOnly,
  };
  const only = EnvironmentId.options.find((id) => wanted[id]);
  const own = only && config.environments[only];
  if (!only) return config;
  if (!own) throw new CommandError(`preset ${invocation.preset} has no ${only} environment`);
  return { ...config, name: `${config.name} (${only} only)`, environments: { [only]: own } };
}

/** Runs a campaign to its end and reports its evaluation. */
async function finish(
  workbench: HeadlessWorkbench,
  campaignId: string,
  started: number,
  invocation: Invocation,
): Promise<CommandResult> {
  const state = await workbench.call('run', campaignId);
  if (state === 'frozen') {
    throw new CommandError(
      `the campaign is frozen: updates stopped after repeated rollbacks. Look at the evidence with npm run rl -- open, ` +
        `or choose a checkpoint: npm run rl -- restore --campaign ${campaignId} --checkpoint ID`,
    );
  }
  if (state !== 'completed') {
    throw new CommandError(
      `the campaign ended as "${state}". What was committed is stored; go on with: npm run rl -- resume --campaign ${campaignId}`,
    );
  }
  const { reports, record, snapshot } = await workbench.call('campaign', campaignId);
  const report = reports.findLast(({ split }) => split === 'heldout') ?? reports.at(-1);
  if (report) return reportResult(workbench, report, started, invocation);
  // A campaign can be configured without any evaluation, as the drills are.
  const document = { seed: record.config.seed, digest: snapshot.headHash, campaignId, environments: {} };
  return { document, text: `Campaign ${campaignId} is completed, digest ${snapshot.headHash}` };
}

function reportResult(
  workbench: HeadlessWorkbench,
  report: EvaluationReport,
  started: number,
  { perTask, miniwob }: Invocation,
): CommandResult {
  const seconds = (performance.now() - started) / 1000;
  const document = evaluationJson(report, seconds, perTask);
  const file = join(
    workbench.profile.results,
    `${report.campaignId}-${report.split}${miniwob === null ? '' : '-miniwob'}.json`,
  );
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  const text = [
    evaluationTable(report),
    `seed ${report.seed}   digest ${report.digest}   ${seconds.toFixed(0)} s`,
    `Results: ${file}. Look at every episode: npm run rl -- open`,
  ].join('\n');
  return { document, text };
}

type CampaignRow = Awaited<ReturnType<WorkbenchApi['campaigns']>>[number];

/** The campaigns that `--campaign` and `--seed` leave, newest first. */
async function campaignRows(
  workbench: HeadlessWorkbench,
  { campaign, seed }: Invocation,
): Promise<CampaignRow[]> {
  const rows = await workbench.call('campaigns');
  const left = rows.filter(
    ({ record }) =>
      (campaign === null || record.campaignId === campaign) && (seed === null || record.config.seed === seed),
  );
  if (left.length === 0) {
    const wanted = [campaign ?? '', seed === null ? '' : `of seed ${seed}`].join(' ').trim();
    throw new CommandError(
      rows.length === 0
        ? 'there is no campaign in this profile yet. Run one: npm run rl -- shell train --epochs 5'
        : `there is no campaign ${wanted}; see: npm run rl -- list`,
    );
  }
  return left.sort((a, b) => (a.record.createdAt < b.record.createdAt ? 1 : -1));
}

/** The newest of the campaigns that the command line leaves, of those that trained on an environment if one is named. */
async function chosenCampaign(
  workbench: HeadlessWorkbench,
  invocation: Invocation,
  environment?: EnvironmentId,
): Promise<string> {
  const rows = await campaignRows(workbench, invocation);
  const newest = rows.find(({ record }) => !environment || record.config.environments[environment]);
  if (!newest)
    throw new CommandError(`no campaign trained on the ${environment} environment; see: npm run rl -- list`);
  return newest.record.campaignId;
}

/** The interrupted campaign, else the newest unfinished one that is no drill. */
async function unfinishedCampaign(workbench: HeadlessWorkbench, invocation: Invocation): Promise<string> {
  const rows = await campaignRows(workbench, invocation);
  if (invocation.campaign !== null) return invocation.campaign;
  const { interrupted } = await workbench.call('boot');
  const found =
    rows.find(({ record }) => record.campaignId === interrupted) ??
    rows.find(({ record, snapshot }) => snapshot.mode !== 'completed' && record.config.faults.length === 0);
  if (!found)
    throw new CommandError(
      'every campaign is completed: there is nothing to resume. See: npm run rl -- list',
    );
  return found.record.campaignId;
}

/** The checkpoint that `--checkpoint` names by the start of its id, or the active one. */
async function chosenCheckpoint(
  workbench: HeadlessWorkbench,
  campaignId: string,
  { checkpoint }: Invocation,
) {
  const view = await workbench.call('campaign', campaignId);
  const wanted = checkpoint ?? view.snapshot.pointers.active;
  const matches = view.checkpoints.filter(({ checkpointId }) => checkpointId.startsWith(wanted));
  const [match] = matches;
  if (!match || matches.length > 1) {
    throw new CommandError(
      `${matches.length} checkpoints of ${campaignId} start with "${wanted}"; give ${match ? 'more of the' : 'another'} id`,
    );
  }
  return match;
}
