import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../../core/campaign-config.ts';
import type { Episode } from '../../core/contracts.ts';
import type { Environment } from '../../core/environment.ts';
import type { Policy } from '../../core/policy.ts';
import { stream } from '../../core/random.ts';
import { createMemoryStore } from '../../storage/memory-store.ts';
import { decodeCheckpoint } from '../../student/checkpoint-format.ts';
import { initialTrainingState } from '../../student/policy-network.ts';
import { Trainer } from '../../student/trainer.ts';
import { identityEnvironment, identityProvider, withVerification } from '../identity-environment.fixture.ts';
import { createWorkbench } from '../workbench.ts';
import { evaluatePolicy } from './evaluation.ts';

const config = parseCampaignConfig({
  name: 'identity',
  seed: 3,
  epochs: 5,
  environments: { shell: {} },
  student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8, embeddingScale: 0.1 },
  ppo: { learningRate: 1e-2, tokenDropout: 0, imitationCoefficient: 0 },
  monitoring: { pool: 8, pairs: 8, minimumPairs: 0 },
  lanes: { comparisons: 0 },
  evaluation: { validationTasks: 0, heldoutTasks: 0 },
});

/** A student that has learned the identity environment, as a checkpoint file; it is only read. */
let trained: Promise<Uint8Array> | null = null;
const trainedFile = () => {
  trained ??= train();
  return trained;
};

async function train(): Promise<Uint8Array> {
  const workbench = createWorkbench({
    store: createMemoryStore(),
    provider: identityProvider(),
    writer: true,
    persisted: false,
  });
  const campaignId = await workbench.createCampaign(config);
  await workbench.run(campaignId);
  const { snapshot } = await workbench.campaign(campaignId);
  return (await workbench.exportCheckpoint(campaignId, snapshot.pointers.active)).bytes;
}

const untrainedState = (seed: number) =>
  initialTrainingState(config.student, stream(seed, 'student', 'init'));

/** Scores a policy on 40 held-out tasks, as an evaluation of the named campaign does. */
async function score(policy: Policy, campaignId = 'c', environment: Environment = identityEnvironment()) {
  const { report, episodes } = await evaluatePolicy({
    campaignId,
    config: { ...config, evaluation: { ...config.evaluation, heldoutTasks: 40 } },
    environments: new Map([['shell', environment]]),
    policy,
    split: 'heldout',
    epoch: 0,
    signal: new AbortController().signal,
    baselineScores: new Map(),
    onProgress: () => undefined,
  });
  const own = report.environments.shell;
  if (!own) throw new Error('the environment was not scored');
  return { ...own, episodes };
}

/** What the policy thought and did, in every step of every episode. */
const decisions = (episodes: readonly Episode[]) =>
  episodes.map(({ taskId, trajectory }) => [taskId, trajectory.map((s) => [s.action, s.probabilities])]);

describe('a score', () => {
  it('is that of the weights, bit for bit, under another campaign and another checkpoint id', async () => {
    const file = await trainedFile();
    const one = await Trainer.create(config, await decodeCheckpoint(file, 'trained'));
    const other = await Trainer.create(config, untrainedState(99));
    await other.restore(file, 'trained');
    const first = await score(one.policy('a'.repeat(64)), 'c-one');
    const second = await score(other.policy('b'.repeat(64)), 'c-other');
    expect(decisions(second.episodes)).toEqual(decisions(first.episodes));
    expect(second.student).toEqual(first.student);
    expect(first.student.successRate).toBeGreaterThan(0.9);
    one.close();
    other.close();
  });

  it('of untrained weights does not rise when they carry the id of trained ones', async () => {
    const file = await trainedFile();
    const trained = await Trainer.create(config, await decodeCheckpoint(file, 'trained'));
    const untrained = await Trainer.create(config, untrainedState(config.seed));
    const { checkpointId } = await trained.checkpoint();
    const real = await score(trained.policy(checkpointId));
    const claimed = await score(untrained.policy(checkpointId));
    expect(claimed.student.successRate).toBeLessThan(real.student.successRate - 0.2);
    expect(decisions(claimed.episodes)).not.toEqual(decisions(real.episodes));
    trained.close();
    untrained.close();
  });

  it('of other untrained weights comes from other probabilities', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map((seed) => Trainer.create(config, untrainedState(seed))),
    );
    if (!one || !other) throw new Error('two trainers are needed');
    const first = await score(one.policy('a'.repeat(64)));
    const second = await score(other.policy('a'.repeat(64)));
    expect(decisions(second.episodes)).not.toEqual(decisions(first.episodes));
    one.close();
    other.close();
  });
});

describe('an evaluation', () => {
  it('asks for the hidden checks in every episode and counts as success only what they accept', async () => {
    const trainer = await Trainer.create(config, await decodeCheckpoint(await trainedFile(), 'trained'));
    const asked: (boolean | undefined)[] = [];
    const strict: Environment = {
      ...withVerification(identityEnvironment(), (seen, _task, options) => {
        asked.push(options?.hidden);
        // The visible checks pass, the hidden ones do not.
        return { ...seen, outcome: 'partial', evidence: { ...seen.evidence, overfit: true } };
      }),
      baselines: [],
    };
    const { student, notes, tasks } = await score(trainer.policy('a'.repeat(64)), 'c', strict);
    expect(asked).toEqual(Array.from({ length: tasks }, () => true));
    expect(student.successRate).toBe(0);
    expect(notes.overfit).toBe(tasks);
    trainer.close();
  });
});
