import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../core/campaign-config.ts';
import { stream } from '../core/random.ts';
import { createMemoryStore } from '../storage/memory-store.ts';
import { type Engine, EngineLostError } from '../student/engine/engine.ts';
import { WasmEngine } from '../student/engine/wasm/wasm-engine.ts';
import type { TrainingState } from '../student/parameters.ts';
import { initialTrainingState } from '../student/policy-network.ts';
import { Trainer } from '../student/trainer.ts';
import { CampaignRunner, type RunnerListener } from './campaign-runner.ts';
import { identityEnvironment, identityProvider } from './identity-environment.fixture.ts';
import { createWorkbench } from './workbench.ts';

const config = parseCampaignConfig({
  name: 'identity',
  seed: 3,
  epochs: 3,
  roundsPerEpoch: 2,
  environments: { shell: {} },
  student: { buckets: 64, embeddingWidth: 8, trunk: [16, 8], scorer: 8 },
  monitoring: { pool: 8, pairs: 8, minimumPairs: 0 },
  lanes: { comparisons: 0 },
  evaluation: { validationTasks: 0, heldoutTasks: 0 },
});

/** An engine whose device can be taken away, and whose numbers can be spoiled. */
class FragileEngine implements Engine {
  readonly name = 'wasm';
  /** Called before anything is computed; it may throw. */
  before: (work: 'forward' | 'step' | 'ready') => void = () => undefined;
  /** What is saved may be changed on its way. */
  onSave: (state: TrainingState) => void = () => undefined;

  constructor(private readonly real: Engine) {}

  async forward(...batch: Parameters<Engine['forward']>) {
    this.before('forward');
    return this.real.forward(...batch);
  }
  async step(...step: Parameters<Engine['step']>) {
    this.before('step');
    return this.real.step(...step);
  }
  async ready() {
    this.before('ready');
  }
  gradients(...minibatch: Parameters<Engine['gradients']>) {
    return this.real.gradients(...minibatch);
  }
  save() {
    const state = this.real.save();
    this.onSave(state);
    return state;
  }
  restore(state: TrainingState) {
    this.real.restore(state);
  }
  close() {
    this.real.close();
  }
}

const silent: RunnerListener = {
  progress: () => undefined,
  committed: () => undefined,
  metrics: () => undefined,
  held: () => undefined,
};

/** A campaign on such an engine, ready to run. */
async function campaign() {
  const store = createMemoryStore();
  const provider = identityProvider();
  const workbench = createWorkbench({ store, provider, writer: true, persisted: false });
  const campaignId = await workbench.createCampaign(config);
  const state = initialTrainingState(config.student, stream(config.seed, 'student', 'init'));
  const engine = new FragileEngine(await WasmEngine.create(state, 'simd128'));
  const trainer = new Trainer(config, engine);
  const runner = new CampaignRunner(
    campaignId,
    config,
    {
      store,
      environments: new Map([['shell', identityEnvironment()]]),
      trainer,
      referee: await Trainer.create(config, state),
    },
    silent,
    new AbortController().signal,
  );
  const outcome = async () => {
    const { events, snapshot, checkpoints } = await workbench.campaign(campaignId);
    return { payloads: events.map(({ payload }) => payload), snapshot, checkpoints };
  };
  return { engine, trainer, runner, outcome, before: await outcome() };
}

describe('a device that is lost for good', () => {
  it('in an update fails the update, moves nothing and stops the run with the remedy', async () => {
    const { engine, trainer, runner, outcome, before } = await campaign();
    let steps = 0;
    engine.before = (work) => {
      if (work === 'step') steps += 1;
      // In the second round: the first one's steps are given up, too.
      if (steps > config.ppo.updateEpochs * config.ppo.minibatches)
        throw new EngineLostError('a driver reset');
    };
    await expect(runner.run()).rejects.toThrow(/reload the page and resume, or choose the wasm engine/);
    const { payloads, snapshot, checkpoints } = await outcome();
    expect(payloads.map(({ kind }) => kind)).toEqual(['campaign.created', 'update.failed']);
    expect(payloads[1]).toMatchObject({ epoch: 0, reason: expect.stringContaining('a driver reset') });
    expect(snapshot).toMatchObject({ epoch: 1, mode: 'running', pointers: before.snapshot.pointers });
    expect(checkpoints).toEqual(before.checkpoints);
    expect((await trainer.checkpoint()).stateHash).toBe(before.checkpoints[0]?.stateHash);
  });

  it('while acting stops the run and leaves no event', async () => {
    const { engine, runner, outcome, before } = await campaign();
    engine.before = () => {
      throw new EngineLostError('a driver reset');
    };
    await expect(runner.run()).rejects.toThrow(EngineLostError);
    expect(await outcome()).toEqual(before);
  });
});

describe('a failed update', () => {
  it('is followed by the next epoch when the device is there again', async () => {
    const { engine, runner, outcome } = await campaign();
    let lost = false;
    engine.before = (work) => {
      if (work !== 'step' || lost) return;
      lost = true;
      throw new EngineLostError('a driver reset');
    };
    expect(await runner.run()).toBe('completed');
    const kinds = (await outcome()).payloads.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'update.failed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'update.completed')).toHaveLength(2);
  });

  it('names the tensor that is not finite although every step was', async () => {
    const { engine, runner, outcome } = await campaign();
    let stepped = false;
    engine.before = (work) => {
      stepped ||= work === 'step';
    };
    engine.onSave = ({ moments }) => {
      if (stepped) moments.second[2]?.data.fill(Number.POSITIVE_INFINITY, 0, 1);
      engine.onSave = stepped ? () => undefined : engine.onSave;
    };
    await runner.run();
    const reason = expect.stringMatching(
      /^second moment of trunk\.0\.bias holds a number that is not finite/,
    );
    expect((await outcome()).payloads[1]).toEqual({ kind: 'update.failed', epoch: 0, reason });
  });
});
