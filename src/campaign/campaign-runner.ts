/**
 * Runs one campaign: asks the controller what comes next, does it, and commits the event it makes
 * together with everything that event brings. Whatever is not committed is recomputed after an
 * interruption, from the same named random streams, and comes out the same.
 */
import { type CampaignConfig, guidanceAt } from '../core/campaign-config.ts';
import {
  allocateEpisodes,
  evaluationKey,
  evaluationsIn,
  type NextStep,
  nextStep,
  spreadOverClusters,
} from '../core/campaign-controller.ts';
import type { CampaignStore, ControlCommit, MetricRow, StoredCheckpoint } from '../core/campaign-store.ts';
import { hashOf } from '../core/canonical.ts';
import { compareEpisodes, countComparisons } from '../core/comparison-engine.ts';
import {
  type CheckpointRecord,
  type ComparisonResult,
  type ControlEvent,
  type ControlPayload,
  type ControlSnapshot,
  type EnvironmentId,
  type Episode,
  type EpisodePurpose,
  type EvaluationReport,
  Lane,
  type LiveBatch,
  type MonitoringEvidence,
  type Outcome,
  SCHEMA_VERSION,
  type Task,
} from '../core/contracts.ts';
import { applyEvent, nextEvent } from '../core/control-state-store.ts';
import { type Environment, InfrastructureError } from '../core/environment.ts';
import { decideClose } from '../core/epoch-ledger.ts';
import { solved } from '../core/outcome.ts';
import type { Policy } from '../core/policy.ts';
import { stream } from '../core/random.ts';
import {
  admit,
  emptyPool,
  laneCounts,
  type ReplayPool,
  replayTasks,
  routeLane,
  trainingEpisodes,
} from '../core/replay-pool.ts';
import { stepRewards } from '../core/reward-engine.ts';
import { type RolloutTask, runEpisodes } from '../core/rollout.ts';
import { EngineLostError } from '../student/engine/engine.ts';
import { NonFiniteError } from '../student/parameters.ts';
import type { UpdateMetrics } from '../student/ppo.ts';
import { learningRateAt } from '../student/ppo.ts';
import type { StudentPolicy } from '../student/student-policy.ts';
import type { EncodedCheckpoint, Trainer, TrainingRound } from '../student/trainer.ts';
import { evaluatePolicy, type Score } from './evaluation/evaluation.ts';

/** What a campaign needs around it. */
export interface RunnerResources {
  store: CampaignStore;
  environments: ReadonlyMap<EnvironmentId, Environment>;
  /** The student that learns. */
  trainer: Trainer;
  /** A second set of weights on the same engine, for `pre_update_ref` and `last_stable`. */
  referee: Trainer;
  /** Told which student acts, before it does. */
  onActing?: (policy: Policy) => void;
}

/** How far the work is; `phase` is a key of the message catalogue. */
export interface RunnerProgress {
  phase: string;
  done: number;
  total: number;
  epoch: number;
}

/** What a runner tells while it works. */
export interface RunnerListener {
  progress(progress: RunnerProgress): void;
  committed(commit: ControlCommit): void;
  metrics(rows: MetricRow[]): void;
  /** A pause that was asked for has taken hold. */
  held(): void;
}

/** How a run ended. */
export type RunEnd = 'completed' | 'frozen';

/** An update cannot be finished, and why: its epoch is given up, and nothing of it is kept. */
class FailedUpdateError extends Error {
  override name = 'FailedUpdateError';
}

/**
 * PPO on one round, and the checkpoint after it. While acting, a lost device only interrupts; here it
 * has cost an update.
 * @throws FailedUpdateError when a number is not finite or the device does not come back.
 */
async function learn(
  trainer: Trainer,
  round: TrainingRound,
): Promise<{ values: UpdateMetrics; checkpoint: EncodedCheckpoint }> {
  try {
    const values = await trainer.trainOnline(round);
    return { values, checkpoint: await trainer.checkpoint() };
  } catch (error) {
    if (!(error instanceof NonFiniteError || error instanceof EngineLostError)) throw error;
    throw new FailedUpdateError(error.message, { cause: error });
  }
}

/** Greedy facts kept in memory, without their trajectories: under 2 kB each. */
const FACTS_LIMIT = 4000;

/** One campaign at work. Create it per run; `run` may be called once. */
export class CampaignRunner {
  private snapshot!: ControlSnapshot;
  private evaluated = new Set<string>();
  private pool: ReplayPool;
  private totalTimesteps = 0;
  /** Steps that were there before this run, so that the speed is this run's. */
  private loadedTimesteps = 0;
  /** Greedy result of a checkpoint on a task: a fact, computed once. */
  private readonly facts = new Map<string, Episode>();
  private readonly baselineScores = new Map<string, Score>();
  private readonly startedAt = performance.now();
  /** Closed while paused: work waits for it at safe points. */
  private gate: { open: () => void; opened: Promise<void> } | null = null;

  constructor(
    private readonly campaignId: string,
    private readonly config: CampaignConfig,
    private readonly resources: RunnerResources,
    private readonly listener: RunnerListener,
    private readonly signal: AbortSignal,
  ) {
    this.pool = emptyPool(config.lanes.capacity);
  }

  /** Holds the work at its next safe point; nothing is lost or recomputed. */
  pause(): void {
    if (this.gate !== null) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.gate = { open, opened };
    this.signal.addEventListener('abort', open, { once: true });
  }

  resume(): void {
    this.gate?.open();
    this.gate = null;
  }

  /**
   * Works until the campaign is completed or frozen.
   * @throws the signal's reason when aborted; InfrastructureError when an episode could not be run;
   *   EngineLostError when the GPU does not come back; StaleHeadError when another writer was here;
   *   StorageFullError. What was committed stays.
   */
  async run(): Promise<RunEnd> {
    await this.load();
    for (;;) {
      await this.safePoint();
      const step = nextStep(this.snapshot, this.config, this.evaluated);
      if (step.kind === 'done') return 'completed';
      if (step.kind === 'frozen') return 'frozen';
      await this.perform(step);
    }
  }

  /** Scores the active checkpoint on a split, unless the chain already holds that evaluation. */
  async evaluateOnce(split: 'validation' | 'heldout'): Promise<void> {
    await this.load();
    const { epoch } = this.snapshot;
    const { active } = this.snapshot.pointers;
    if (!this.evaluated.has(evaluationKey(split, epoch, active))) await this.evaluate(split, epoch);
  }

  /**
   * Scores the active checkpoint in the runner's environments, which need not be the campaign's. Nothing
   * is committed.
   */
  async score(split: 'validation' | 'heldout'): Promise<EvaluationReport> {
    await this.load();
    return (await this.evaluateActive(split, this.snapshot.epoch)).report;
  }

  private async perform(step: NextStep): Promise<void> {
    switch (step.kind) {
      case 'evaluate':
        return this.evaluate(step.split, step.epoch);
      case 'update':
        return this.update(step.epoch);
      case 'close':
        return this.close(step.epoch);
      case 'rollback':
        return this.rollback(step.target, step.epoch);
      case 'complete':
        return this.commit({ kind: 'campaign.completed', epoch: step.epoch });
      case 'done':
      case 'frozen':
        return;
    }
  }

  private async safePoint(): Promise<void> {
    while (this.gate !== null && !this.signal.aborted) {
      this.listener.held();
      await this.gate.opened;
    }
    this.signal.throwIfAborted();
  }

  private async load(): Promise<void> {
    const { store } = this.resources;
    const snapshot = await store.snapshot(this.campaignId);
    if (snapshot === null) throw new Error(`campaign ${this.campaignId} is not stored; create it first`);
    this.snapshot = snapshot;
    this.evaluated = evaluationsIn(await store.events(this.campaignId));
    const metrics = await store.metrics(this.campaignId);
    this.totalTimesteps = Math.max(0, ...metrics.map((row) => row.values['time/total_timesteps'] ?? 0));
    this.loadedTimesteps = this.totalTimesteps;
    // A whole epoch more than the pool keeps: it cuts within an epoch by its own order, not by the store's.
    const limit = this.config.lanes.capacity + this.config.lanes.comparisons;
    for (const lane of Lane.options) {
      const query = { campaignId: this.campaignId, lane, limit };
      for (const { episodeId, purpose } of await store.episodes(query)) {
        // Monitoring episodes that failed are diagnostic, too, and of no concern to the pool.
        if (purpose !== 'lane') continue;
        const episode = await store.episode(this.campaignId, episodeId);
        if (episode) this.pool = admit(this.pool, [pooled(episode)]);
      }
    }
    await this.restoreInto(this.resources.trainer, snapshot.pointers.active);
  }

  private async restoreInto(trainer: Trainer, checkpointId: string): Promise<StoredCheckpoint> {
    const stored = await this.resources.store.checkpoint(this.campaignId, checkpointId);
    if (stored === null) throw new Error(`checkpoint ${checkpointId.slice(0, 12)} is not stored`);
    await trainer.restore(stored.bytes, `checkpoint ${checkpointId.slice(0, 12)}`);
    return stored;
  }

  private async commit(
    payload: ControlPayload,
    brought: Omit<ControlCommit, 'event' | 'snapshot'> = {},
  ): Promise<void> {
    const event: ControlEvent = await nextEvent(this.snapshot, this.campaignId, payload);
    const snapshot = applyEvent(this.snapshot, event, { rollbackLimit: this.config.closing.rollbackLimit });
    const commit: ControlCommit = { event, snapshot, ...brought };
    await this.resources.store.commit(commit);
    this.snapshot = snapshot;
    if (brought.metrics) this.listener.metrics(brought.metrics);
    this.listener.committed(commit);
  }

  private report(phase: string, done: number, total: number): void {
    this.listener.progress({ phase, done, total, epoch: this.snapshot.epoch });
  }

  private hasFault(kind: CampaignConfig['faults'][number]['kind'], epoch: number): boolean {
    return this.config.faults.some(
      (fault) => fault.kind === kind && epoch >= fault.epoch && epoch < fault.epoch + fault.epochs,
    );
  }

  private get ratios(): Partial<Record<EnvironmentId, number>> {
    return Object.fromEntries(Object.entries(this.config.environments).map(([id, { ratio }]) => [id, ratio]));
  }

  private environment(id: EnvironmentId): Environment {
    const environment = this.resources.environments.get(id);
    if (!environment) throw new Error(`environment ${id} is not part of campaign ${this.campaignId}`);
    return environment;
  }

  // ------------------------------------------------------------------ update

  /** Four rounds of collect and PPO: together one update. Nothing is committed before its end. */
  private async update(epoch: number): Promise<void> {
    const { trainer } = this.resources;
    const { config, campaignId } = this;
    const active = this.snapshot.pointers.active;
    await this.restoreInto(trainer, active);
    const batches: LiveBatch[] = [];
    const episodes: Episode[] = [];
    const metrics: MetricRow[] = [];
    const timestepsBefore = this.totalTimesteps;
    const scale = this.hasFault('learning_rate_x100', epoch) ? 100 : 1;
    const learningRate = learningRateAt(config.ppo, epoch, config.epochs) * scale;
    let checkpoint: EncodedCheckpoint = await trainer.checkpoint();
    try {
      for (let round = 0; round < config.roundsPerEpoch; round += 1) {
        const policy = trainer.policy(checkpoint.checkpointId, guidanceAt(config, epoch));
        const collected = await this.collect(epoch, round, policy);
        if (this.hasFault('non_finite_weights', epoch)) trainer.poison();
        const lanes = trainingEpisodes(this.pool);
        const learned = await learn(trainer, {
          episodes: collected,
          rewards: collected.map((episode) => stepRewards(episode, config.ppo.stepCost)),
          laneEpisodes: [...lanes.positive, ...lanes.negative],
          distil:
            config.teacher.labeller && epoch < (config.teacher.labellerUntil ?? Number.POSITIVE_INFINITY),
          laneStates: config.lanes.statesPerRound,
          learningRate,
          ratios: this.ratios,
          stream: stream(config.seed, 'ppo', epoch, round),
          flipAdvantages: this.hasFault('sign_flipped_advantages', epoch),
          onStep: async (done, total) => {
            this.report('phase.updating', round * total + done, config.roundsPerEpoch * total);
            await this.safePoint();
          },
        });
        checkpoint = learned.checkpoint;
        const batch = await liveBatch(epoch, round, collected);
        batches.push(batch);
        episodes.push(...collected);
        const row = {
          campaignId,
          epoch,
          round,
          values: { ...this.rolloutMetrics(collected), ...learned.values },
        };
        metrics.push(row);
        this.listener.metrics([row]);
        await this.safePoint();
      }
    } catch (error) {
      if (!(error instanceof FailedUpdateError)) throw error;
      this.totalTimesteps = timestepsBefore;
      await this.restoreInto(trainer, active);
      await this.commit({ kind: 'update.failed', epoch, reason: error.message });
      // Without its device the next epoch would fail as well: the campaign waits instead.
      await trainer.ready();
      return;
    }
    const record: CheckpointRecord = {
      schemaVersion: SCHEMA_VERSION,
      checkpointId: checkpoint.checkpointId,
      campaignId,
      parent: active,
      epoch: epoch + 1,
      stateHash: checkpoint.stateHash,
      byteLength: checkpoint.bytes.byteLength,
      origin: 'update',
    };
    const { checkpointId, stateHash } = checkpoint;
    await this.commit(
      { kind: 'update.completed', epoch, checkpointId, stateHash, batches },
      { checkpoints: [{ record, bytes: checkpoint.bytes }], episodes, metrics },
    );
  }

  /** One round of whole episodes under one fixed policy, all environments at once. */
  private async collect(epoch: number, round: number, policy: StudentPolicy): Promise<Episode[]> {
    const { config } = this;
    const shares = allocateEpisodes(
      config.episodesPerRound,
      this.ratios,
      epoch * config.roundsPerEpoch + round,
    );
    const perEnvironment = await Promise.all(
      shares.map(({ environment, episodes }) =>
        this.rollout(
          this.environment(environment),
          policy,
          this.drawTasks(this.environment(environment), episodes, epoch, round),
          'update',
          epoch,
          ['update', epoch, round],
          `u${epoch}.${round}`,
        ),
      ),
    );
    return perEnvironment.flat();
  }

  /** Fresh training tasks, and a share drawn again from the positive and neutral lanes. */
  private drawTasks(environment: Environment, n: number, epoch: number, round: number): Task[] {
    const own = stream(this.config.seed, environment.id, 'task', epoch, round);
    const replayed = replayTasks(
      this.pool,
      Math.floor(n * this.config.lanes.replayFraction),
      own.child('replay'),
      environment.id,
    );
    const byId = new Map(environment.listTasks('train').map((task) => [task.taskId, task]));
    const tasks = replayed.flatMap((id) => byId.get(id) ?? []);
    while (tasks.length < n) {
      const task = environment.sampleTask('train', own.child(tasks.length));
      if (task === null) throw new Error(`${environment.id} has no training tasks; check its options`);
      tasks.push(task);
    }
    return tasks;
  }

  private async rollout(
    environment: Environment,
    policy: StudentPolicy,
    tasks: readonly Task[],
    purpose: EpisodePurpose,
    epoch: number,
    streamKey: (string | number)[],
    prefix: string,
  ): Promise<Episode[]> {
    const behaviour = purpose === 'update' ? 'sampled' : 'greedy';
    const entries: RolloutTask[] = tasks.map((task, i) => ({
      task,
      // A sampled episode differs each time its task is drawn; a greedy one is a fact of its task.
      seed:
        behaviour === 'sampled'
          ? stream(this.config.seed, 'episode', ...streamKey, i).uint32()
          : stream(this.config.seed, 'greedy', task.contentHash).uint32(),
      episodeId: `${prefix}.${environment.id}.${i}`,
    }));
    this.resources.onActing?.(policy);
    const episodes = await runEpisodes({
      environment,
      policy,
      tasks: entries,
      behaviour,
      purpose,
      campaignId: this.campaignId,
      epoch,
      streamKey,
      signal: this.signal,
      onStep: ({ finished, total }) => this.report(`phase.${purpose}`, finished, total),
    });
    await this.safePoint();
    if (purpose === 'update') {
      const broken = episodes.find((episode) => episode.infrastructureFailure !== null);
      if (broken) {
        throw new InfrastructureError(
          `episode ${broken.episodeId} of task ${broken.taskId} could not be run: ${broken.infrastructureFailure}. ` +
            'Nothing stored is lost; resume the campaign to try the epoch again',
        );
      }
    }
    return episodes;
  }

  private rolloutMetrics(episodes: readonly Episode[]): Record<string, number> {
    const values: Record<string, number> = {};
    const add = (suffix: string, own: readonly Episode[]) => {
      const mean = (of: (e: Episode) => number) =>
        own.reduce((sum, e) => sum + of(e), 0) / Math.max(1, own.length);
      values[`rollout/ep_rew_mean${suffix}`] = mean((e) => e.reward);
      values[`rollout/ep_len_mean${suffix}`] = mean((e) => e.trajectory.length);
      values[`rollout/success_rate${suffix}`] = mean((e) => (solved(e) ? 1 : 0));
      values[`rollout/invalid_action_rate${suffix}`] = mean(
        (e) =>
          e.trajectory.filter((s) => s.result.status === 'invalid').length / Math.max(1, e.trajectory.length),
      );
    };
    add('', episodes);
    for (const id of this.resources.environments.keys()) {
      add(
        `/${id}`,
        episodes.filter((e) => e.environment === id),
      );
    }
    this.totalTimesteps += episodes.reduce((sum, e) => sum + e.trajectory.length, 0);
    values['time/total_timesteps'] = this.totalTimesteps;
    const seconds = (performance.now() - this.startedAt) / 1000;
    values['time/fps'] = (this.totalTimesteps - this.loadedTimesteps) / seconds;
    return values;
  }

  // ------------------------------------------------------------------- close

  /** Monitoring, lanes and the one decision for the whole student. */
  private async close(epoch: number): Promise<void> {
    const { config, campaignId, snapshot } = this;
    const { active, pre_update_ref, last_stable } = snapshot.pointers;
    const monitored = new Map<EnvironmentId, Task[]>();
    const laneTasks = new Map<EnvironmentId, Task[]>();
    const shares = (total: number) => allocateEpisodes(total, this.ratios, epoch);
    for (const { environment: id, episodes } of shares(config.monitoring.pairs)) {
      const pool = this.monitoringPool(this.environment(id));
      monitored.set(id, stream(config.seed, id, 'monitor', epoch).shuffle(pool).slice(0, episodes));
    }
    for (const { environment: id, episodes } of shares(config.lanes.comparisons)) {
      const all = this.environment(id).listTasks('train');
      laneTasks.set(id, spreadOverClusters(all, episodes, stream(config.seed, id, 'lane', epoch)));
    }

    const references = [...new Set([pre_update_ref, last_stable])].filter((id): id is string => id !== null);
    const greedy = new Map<string, Map<string, Episode>>();
    const runGreedy = async (checkpointId: string, lanes: boolean) => {
      const trainer = checkpointId === active ? this.resources.trainer : this.resources.referee;
      await this.restoreInto(trainer, checkpointId);
      const results = new Map<string, Episode>();
      for (const [id, tasks] of monitored) {
        for (const e of await this.greedyFacts(id, tasks, trainer, checkpointId, epoch, 'monitor')) {
          results.set(`${id}/${e.taskId}`, e);
        }
      }
      for (const [id, tasks] of lanes ? laneTasks : []) {
        for (const e of await this.greedyFacts(id, tasks, trainer, checkpointId, epoch, 'lane')) {
          results.set(`${id}/${e.taskId}`, e);
        }
      }
      greedy.set(checkpointId, results);
    };
    await runGreedy(active, true);
    for (const reference of references) await runGreedy(reference, reference === pre_update_ref);

    const compare = (id: EnvironmentId, task: Task, reference: string): ComparisonResult =>
      compareEpisodes(
        greedy.get(active)?.get(`${id}/${task.taskId}`) ?? null,
        greedy.get(reference)?.get(`${id}/${task.taskId}`) ?? null,
        { candidateCheckpoint: active, referenceCheckpoint: reference },
      );

    const evidence: MonitoringEvidence[] = [];
    const untied: Episode[] = [];
    for (const [id, tasks] of monitored) {
      const against = (reference: string | null) =>
        reference === null ? [] : tasks.map((task) => compare(id, task, reference));
      const preUpdate = against(pre_update_ref);
      evidence.push({
        environment: id,
        pairs: tasks.length,
        againstPreUpdate: countComparisons(preUpdate),
        againstLastStable: countComparisons(against(last_stable)),
      });
      // The pairs that decide are kept to look at; ties say nothing and are not.
      preUpdate.forEach((comparison, i) => {
        const episode = greedy.get(active)?.get(`${id}/${tasks[i]?.taskId}`);
        if (episode && comparison.relativeOutcome !== 'same') {
          untied.push({ ...episode, epoch, episodeId: `m${epoch}.${id}.${i}`, comparison, lane: null });
        }
      });
    }

    const laneEpisodes = await this.laneEpisodes(epoch, laneTasks, greedy, compare);
    const decision = decideClose(
      {
        evidence,
        streakBefore: snapshot.degradationStreak,
        promotableEpochsBefore: snapshot.promotableEpochs,
        hasPreUpdateRef: pre_update_ref !== null,
      },
      { ...config.closing, minimumPairs: config.monitoring.minimumPairs },
    );
    const lanes = laneTally(laneEpisodes);
    const pool = admit(this.pool, laneEpisodes.map(pooled));
    const totals = (which: 'againstPreUpdate' | 'againstLastStable', prefix: string) =>
      Object.fromEntries(
        (['better', 'same', 'worse', 'failed'] as const).map((name) => [
          `${prefix}/${name}`,
          evidence.reduce((sum, e) => sum + e[which][name], 0),
        ]),
      );
    const values = {
      ...totals('againstPreUpdate', 'compare'),
      ...totals('againstLastStable', 'compare_last_stable'),
      'control/streak': decision.streakAfter,
      'control/p_worse_pre_update': decision.pWorseThanPreUpdate,
      'control/p_worse_last_stable': decision.pWorseThanLastStable,
      ...Object.fromEntries(Object.entries(laneCounts(pool)).map(([lane, n]) => [`lanes/${lane}`, n])),
      'time/total_timesteps': this.totalTimesteps,
    };
    await this.commit(
      {
        kind: 'epoch.closed',
        epoch,
        decision,
        lanesHash: await hashOf(laneEpisodes.map(fingerprint)),
        lanes,
      },
      {
        episodes: [...laneEpisodes, ...untied],
        metrics: [{ campaignId, epoch, round: null, values }],
      },
    );
    this.pool = pool;
  }

  /** The environment's monitoring tasks: the same all campaign long. */
  private monitoringPool(environment: Environment): Task[] {
    const own = stream(this.config.seed, environment.id, 'monitor-pool');
    return spreadOverClusters(environment.listTasks('monitor'), this.config.monitoring.pool, own);
  }

  /**
   * Greedy episodes of a checkpoint on tasks, in task order. A reference's results are computed
   * once and have no trajectory: only what came of them is compared.
   */
  private async greedyFacts(
    id: EnvironmentId,
    tasks: readonly Task[],
    trainer: Trainer,
    checkpointId: string,
    epoch: number,
    purpose: 'monitor' | 'lane',
  ): Promise<Episode[]> {
    const environment = this.environment(id);
    const key = (task: Task) => `${checkpointId}/${task.contentHash}/${environment.version}`;
    // Of `active` whole episodes are wanted, so it always runs; references are looked up.
    const known = (task: Task) => checkpointId !== this.snapshot.pointers.active && this.facts.has(key(task));
    const fresh = tasks.filter((task) => !known(task));
    const policy = trainer.policy(checkpointId);
    const prefix = `${purpose}${epoch}.${checkpointId.slice(0, 8)}`;
    const episodes =
      fresh.length === 0
        ? []
        : await this.rollout(environment, policy, fresh, purpose, epoch, ['greedy'], prefix);
    const results = new Map<string, Episode>();
    fresh.forEach((task, i) => {
      const episode = episodes[i] as Episode;
      const result = withoutTrajectory(episode);
      results.set(key(task), checkpointId === this.snapshot.pointers.active ? episode : result);
      // A failure of the infrastructure is no fact about the checkpoint.
      if (episode.infrastructureFailure === null) this.facts.set(key(task), result);
    });
    const found = tasks.map((task) => (results.get(key(task)) ?? this.facts.get(key(task))) as Episode);
    for (const oldest of this.facts.keys()) {
      if (this.facts.size <= FACTS_LIMIT) break;
      this.facts.delete(oldest);
    }
    return found;
  }

  /** The lane records: `active`'s greedy episodes, compared with `pre_update_ref`'s and routed. */
  private async laneEpisodes(
    epoch: number,
    laneTasks: ReadonlyMap<EnvironmentId, Task[]>,
    greedy: ReadonlyMap<string, ReadonlyMap<string, Episode>>,
    compare: (id: EnvironmentId, task: Task, reference: string) => ComparisonResult,
  ): Promise<Episode[]> {
    const { active, pre_update_ref } = this.snapshot.pointers;
    if (pre_update_ref === null) return [];
    const episodes: Episode[] = [];
    for (const [id, tasks] of laneTasks) {
      tasks.forEach((task, i) => {
        const episode = greedy.get(active)?.get(`${id}/${task.taskId}`);
        if (!episode) return;
        const compared = {
          ...episode,
          epoch,
          purpose: 'lane' as const,
          episodeId: `l${epoch}.${id}.${i}`,
          comparison: compare(id, task, pre_update_ref),
        };
        episodes.push({ ...compared, lane: routeLane(compared) });
      });
    }
    const negative = episodes.filter((episode) => episode.lane === 'negative');
    if (negative.length > 0) {
      await this.restoreInto(this.resources.referee, pre_update_ref);
      for (const episode of negative) {
        const reference = await this.resources.referee.probabilities(
          episode.trajectory.map((step) => step.observation),
        );
        episode.trajectory = episode.trajectory.map((step, t) => ({
          ...step,
          referenceProbabilities: reference[t] as number[],
        }));
      }
    }
    return episodes;
  }

  // -------------------------------------------------- rollback and evaluation

  /** Restores weights and optimiser state, and reads them back before saying so. */
  private async rollback(target: string, epoch: number): Promise<void> {
    const { trainer } = this.resources;
    this.report('phase.rollback', 0, 1);
    let stateHash: string;
    try {
      const stored = await this.restoreInto(trainer, target);
      ({ stateHash } = await trainer.checkpoint());
      if (stateHash !== stored.record.stateHash) {
        throw new Error(
          `restored state ${stateHash.slice(0, 12)} is not ${stored.record.stateHash.slice(0, 12)}`,
        );
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await this.commit({ kind: 'rollback.failed', epoch, target, reason });
      return;
    }
    const reason = `epoch ${epoch} closed with a rollback`;
    await this.commit({ kind: 'rollback.completed', epoch, restored: target, stateHash, reason });
  }

  private async evaluate(split: 'validation' | 'heldout', epoch: number): Promise<void> {
    const active = this.snapshot.pointers.active;
    const { report, episodes } = await this.evaluateActive(split, epoch);
    const { seconds: _seconds, digest: _digest, ...reproducible } = report;
    const payload: ControlPayload = {
      kind: 'evaluation.completed',
      epoch,
      split,
      checkpointId: active,
      reportHash: await hashOf(reproducible),
    };
    const values: Record<string, number> = { 'time/total_timesteps': this.totalTimesteps };
    for (const [id, own] of Object.entries(report.environments)) {
      const prefix = split === 'validation' ? 'eval' : 'heldout';
      values[`${prefix}/success_rate/${id}`] = own.student.successRate;
      values[`${prefix}/mean_reward/${id}`] = own.student.meanReward;
      for (const [name, score] of Object.entries(own.baselines)) {
        values[`${prefix}/baseline/${name}/${id}`] = score.successRate;
      }
    }
    // An evaluation before the first update belongs to epoch 0 and to no round: its own row.
    await this.commit(payload, {
      report,
      episodes,
      metrics: [{ campaignId: this.campaignId, epoch, round: EVALUATION_ROW[split], values }],
    });
    this.evaluated.add(evaluationKey(split, epoch, active));
  }

  private async evaluateActive(
    split: 'validation' | 'heldout',
    epoch: number,
  ): Promise<{ report: EvaluationReport; episodes: Episode[] }> {
    const { trainer, environments } = this.resources;
    const { active } = this.snapshot.pointers;
    await this.restoreInto(trainer, active);
    const policy = trainer.policy(active);
    this.resources.onActing?.(policy);
    const evaluated = await evaluatePolicy({
      campaignId: this.campaignId,
      config: this.config,
      environments,
      policy,
      split,
      epoch,
      signal: this.signal,
      baselineScores: this.baselineScores,
      onProgress: (done, total) => this.report(`phase.${split}`, done, total),
    });
    await this.safePoint();
    return evaluated;
  }
}

/** `round` of metric rows that evaluations write: past any real round, so that no row is overwritten. */
const EVALUATION_ROW = { validation: 1000, heldout: 1001 } as const;

/** The record without its states, for where only the result counts. */
function withoutTrajectory(episode: Episode): Episode {
  return { ...episode, trajectory: [] };
}

/** What the pool keeps of a lane episode: states only where lanes train on them. */
function pooled(episode: Episode): Episode {
  return episode.lane === 'positive' || episode.lane === 'negative' ? episode : withoutTrajectory(episode);
}

/**
 * What of an episode goes into the chain: its task, what was decided and how surely, and what came
 * of it. The observations follow from these and the environment's version.
 */
function fingerprint(episode: Episode) {
  const { episodeId, taskHash, seed, checkpointId, outcome, stopReason, terminalReward, lane } = episode;
  return {
    episodeId,
    taskHash,
    seed,
    checkpointId,
    outcome,
    stopReason,
    terminalReward,
    lane,
    relativeOutcome: episode.comparison?.relativeOutcome ?? null,
    steps: episode.trajectory.map((step) => [step.action, step.logProbability, step.value]),
  };
}

const NO_OUTCOMES: Record<Outcome, number> = { success: 0, partial: 0, failure: 0, blocked: 0 };

/** Totals of a sealed batch. */
async function liveBatch(epoch: number, round: number, episodes: readonly Episode[]): Promise<LiveBatch> {
  const ids = [...new Set(episodes.map((e) => e.environment))];
  return {
    epoch,
    round,
    environments: ids.map((environment) => {
      const own = episodes.filter((e) => e.environment === environment);
      const outcomes = { ...NO_OUTCOMES };
      for (const { outcome } of own) outcomes[outcome] += 1;
      return {
        environment,
        episodes: own.length,
        steps: own.reduce((sum, e) => sum + e.trajectory.length, 0),
        meanReward: own.reduce((sum, e) => sum + e.reward, 0) / own.length,
        outcomes,
      };
    }),
    episodesHash: await hashOf(episodes.map(fingerprint)),
  };
}

function laneTally(episodes: readonly Episode[]): Record<Lane, number> {
  const tally: Record<Lane, number> = { positive: 0, neutral: 0, negative: 0, diagnostic_only: 0 };
  for (const { lane } of episodes) if (lane !== null) tally[lane] += 1;
  return tally;
}
