/**
 * What really happens to a work item: a small discrete-event simulation. Everything is decided by the
 * hidden truth and by random streams named by the move and how often it was made, so that two policies
 * that make the same move in the same episode see the same come of it, whatever they did before.
 */
import type { RandomStream } from '../../core/random.ts';
import { drawIndex } from './evidence.ts';
import {
  costOf,
  type End,
  EXHAUSTED,
  type Move,
  type Taken,
  terminalReward,
  timesMade,
  type World,
} from './world.ts';

/** Something that happened, at an hour since the item was taken up. */
export interface WorkEvent {
  readonly hour: number;
  readonly what: string;
}

/** What a real run of the wrapped task brought, in live mode. */
export interface RealRun {
  readonly solved: boolean;
  readonly steps: number;
}

/** One work item on its way. */
export class WorkItemSimulation {
  private readonly taken: Taken[] = [];
  private readonly happened: WorkEvent[] = [{ hour: 0, what: 'taken up' }];
  private clock = 0;
  private ended: End | null = null;

  constructor(
    private readonly world: World,
    /** The true hypothesis. */
    private readonly truth: number,
    private readonly draws: RandomStream,
  ) {}

  get history(): readonly Taken[] {
    return this.taken;
  }

  get events(): readonly WorkEvent[] {
    return this.happened;
  }

  get end(): End | null {
    return this.ended;
  }

  get cost(): number {
    return costOf(this.world, this.taken);
  }

  /** What the item came to; while it is under way, what it would be if its time were used up now. */
  get reward(): number {
    return terminalReward(this.ended ?? EXHAUSTED, this.cost);
  }

  /**
   * Whether an attempt would really do the work, so that a real run can take the place of the draws:
   * not where the truth itself ends the item, as a missed gate does.
   */
  depends(index: number): boolean {
    const { executor, branches } = this.world.moves[index] as Move;
    const own = branches[this.truth] ?? [];
    return executor !== null && own.every(({ end }) => end === null || end.kind === 'completed');
  }

  /** Makes a move. `real`: what a real run brought, for a move that depends on it. */
  make(index: number, real: RealRun | null = null): { sign: string; end: End | null; events: WorkEvent[] } {
    const move = this.world.moves[index] as Move;
    const draws = this.draws.child(move.key, timesMade(this.taken, index));
    const { sign, end } = real === null ? this.drawn(move, draws) : this.really(move, real, draws);
    const before = this.happened.length;
    this.record(0, `${move.key} begun`);
    this.record(move.hours, `${move.key}: ${end?.kind ?? move.signs[sign]}`);
    this.taken.push({ move: index, sign });
    this.ended = end;
    if (end === null && this.taken.length >= this.world.budget) {
      this.ended = EXHAUSTED;
      this.record(0, 'time used up');
    }
    return {
      sign: end?.kind ?? (move.signs[sign] as string),
      end: this.ended,
      events: this.happened.slice(before),
    };
  }

  private record(hours: number, what: string): void {
    this.clock += hours;
    this.happened.push({ hour: this.clock, what });
  }

  private drawn(move: Move, draws: RandomStream) {
    const branches = move.branches[this.truth] ?? [];
    const { sign, end } = branches[
      drawIndex(
        branches.map(({ probability }) => probability),
        draws,
      )
    ] as (typeof branches)[number];
    return { sign, end };
  }

  private really(move: Move, { solved }: RealRun, draws: RandomStream) {
    if (solved) return { sign: 0, end: { kind: 'completed', worth: 1 } as const };
    const failures = (move.branches[this.truth] ?? []).filter(({ end }) => end === null);
    const total = failures.reduce((sum, { probability }) => sum + probability, 0);
    const shares = failures.map(({ probability }) => (total > 0 ? probability / total : 1 / failures.length));
    return { sign: failures[drawIndex(shares, draws)]?.sign ?? 1, end: null };
  }
}
