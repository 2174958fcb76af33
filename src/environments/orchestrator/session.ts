/** One orchestrator episode: a work item from its packet to its end. */
import type { Observation, StepResult, Verification } from '../../core/contracts.ts';
import type { EpisodeSession } from '../../core/environment.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { beliefOf, drawIndex, drawReadings, type Reading } from './evidence.ts';
import { Expectimax } from './expectimax.ts';
import { type Seen, verbOf } from './features.ts';
import { observationOf, targetOf } from './observation.ts';
import { type Packet, packetOf } from './packet.ts';
import { type RealRun, WorkItemSimulation } from './simulator.ts';
import type { OrchestratorTask, WrappedTask } from './task.ts';
import { stopReasonOf, verdictOf } from './verdict.ts';
import { EXHAUSTED, type Move, offeredMoves, type World, worldOf } from './world.ts';

/** Runs a real task with the student as it is now, for live mode. */
export type RunTask = (
  environment: WrappedTask['environment'],
  taskId: string,
  seed: number,
) => Promise<RealRun>;

/** What a session needs beside its task. */
export interface SessionSetup {
  readonly maxSteps: number;
  /** Present in live mode. */
  readonly runTask?: RunTask;
}

/** What an episode's seed decides before the first move. */
export interface Opening {
  /** The true hypothesis: seen by the simulation alone. */
  readonly truth: number;
  readonly readings: readonly Reading[];
}

/** The truth by the task's prior, and readings of it. */
export function drawOpening(task: OrchestratorTask, seed: number): Opening {
  const world = worldOf(task, 1);
  const draws = episodeStream(task, seed).child('opening');
  const truth = drawIndex(task.prior, draws);
  return { truth, readings: drawReadings(world.rules, truth, draws) };
}

/** Takes an item up. `opening`: for tests, in place of what the seed draws. */
export function startOrchestratorSession(
  task: OrchestratorTask,
  seed: number,
  setup: SessionSetup,
  opening: Opening = drawOpening(task, seed),
): OrchestratorSession {
  return new OrchestratorSession(task, episodeStream(task, seed), setup, opening);
}

function episodeStream(task: OrchestratorTask, seed: number): RandomStream {
  return stream(seed, 'orchestrator', 'episode', task.contentHash);
}

/** A work item's episode. */
export class OrchestratorSession implements EpisodeSession {
  private readonly world: World;
  private readonly packet: Packet;
  private readonly simulation: WorkItemSimulation;
  private readonly expectimax: Expectimax;
  private regret = 0;
  private realRuns = 0;

  constructor(
    private readonly task: OrchestratorTask,
    private readonly draws: RandomStream,
    private readonly setup: SessionSetup,
    private readonly opening: Opening,
  ) {
    this.world = worldOf(task, setup.maxSteps);
    this.packet = packetOf(task, opening.readings, draws.child('wording'));
    this.simulation = new WorkItemSimulation(this.world, opening.truth, draws.child('world'));
    this.expectimax = new Expectimax(this.world, opening.readings);
  }

  observe(): Observation {
    return observationOf(this.seen(), this.packet);
  }

  /** The candidates that are best for an observer who believes what the packet and the history say. */
  acceptable(): number[] {
    const offered = offeredMoves(this.world, this.simulation.history);
    return this.expectimax.best(this.simulation.history).map((move) => offered.indexOf(move));
  }

  async step(action: number): Promise<StepResult> {
    const seen = this.seen();
    const values = this.expectimax.values(seen.history);
    const index = offeredMoves(this.world, seen.history)[action] as number;
    const { key } = this.world.moves[index] as Move;
    const emitted = JSON.stringify({ decision: verbOf(seen, index), target: targetOf(seen, index) });
    const real = await this.runForReal(index);
    const value = values.find(({ move }) => move === index)?.value ?? 0;
    this.regret += Math.max(...values.map((one) => one.value)) - value;
    const { sign, end, events } = this.simulation.make(index, real);
    return {
      status: 'ok',
      emitted,
      output: [
        ...events.map(({ hour, what }) => `${hour} h  ${what}`),
        ...(real === null
          ? []
          : [`${key}: really run, ${real.solved ? 'solved' : 'not solved'} in ${real.steps} steps`]),
      ].join('\n'),
      diff: null,
      progress: end === null ? sign !== 'permanent' : end.worth > 0,
      stopReason: end === null ? null : stopReasonOf(end),
    };
  }

  async verify(): Promise<Verification> {
    const { task, world, simulation, opening } = this;
    const end = simulation.end ?? EXHAUSTED;
    const handoff = world.rules.endings.find(({ verb }) => verb === 'handoff');
    return {
      ...verdictOf(end, simulation.cost),
      evidence: {
        family: task.family,
        item: task.item.taskId,
        end: end.kind,
        rounds: simulation.history.length,
        cost: simulation.cost,
        hours: simulation.events.at(-1)?.hour ?? 0,
        truth: world.rules.hypotheses[opening.truth] ?? '',
        believed: beliefOf(world, opening.readings, simulation.history.slice(0, -1))[opening.truth] ?? 0,
        handedOver: end.kind === 'handed_over',
        handoverRight: handoff?.worth[opening.truth] === 1,
        optimalValue: this.expectimax.optimalValue([]),
        regret: this.regret,
        realRuns: this.realRuns,
      },
    };
  }

  async close(): Promise<void> {
    // Nothing is held.
  }

  private seen(): Seen {
    const { history } = this.simulation;
    return { task: this.task, world: this.world, readings: this.opening.readings, history };
  }

  /** The real run of an attempt by a student, in live mode; null where the simulation decides. */
  private async runForReal(index: number): Promise<RealRun | null> {
    const { runTask } = this.setup;
    const { executor } = this.world.moves[index] as Move;
    const runs = executor === null ? null : (this.task.executors[executor]?.runs ?? null);
    if (runTask === undefined || runs === null || !this.simulation.depends(index)) return null;
    const seed = this.draws.child('real', this.realRuns).uint32();
    this.realRuns += 1;
    return runTask(runs, this.task.item.taskId, seed);
  }
}
