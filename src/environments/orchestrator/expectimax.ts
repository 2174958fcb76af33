/**
 * The optimal policy of a work item, exactly: expectimax over what an observer believes, from the prior,
 * the readings' known noise and the executors' listed figures. The hidden truth does not enter.
 *
 * A state is the set of moves made with what was seen of each: the order changes neither belief nor
 * costs nor what is offered, so every state is solved once. Hypotheses carry unscaled weights through
 * the tree (belief × probability of every sign so far): a state's value is then the sum of what may
 * follow, and dividing by its weights' sum gives the expectation.
 */
import { beliefOf, type Reading } from './evidence.ts';
import { type End, EXHAUSTED, offeredMoves, type Taken, terminalReward, type World } from './world.ts';

/** A move with its expected terminal reward when everything after it is decided best. */
export interface MoveValue {
  readonly move: number;
  readonly value: number;
}

/** Values within this of the best are the best: differences of the last bits decide nothing. */
export const VALUE_TOLERANCE = 1e-9;

/** How often a sign of a move may have been seen, and one: the radix of a state's key. */
const RADIX = 3;

interface State {
  /** How often each sign of each move was seen, as digits. */
  readonly key: number;
  readonly made: readonly number[];
  readonly rounds: number;
  readonly cost: number;
  readonly weights: readonly number[];
}

/** What may follow a sign after which the item goes on. */
interface Continuation {
  /** What the sign adds to a state's key. */
  readonly digit: number;
  /** The sign's probability under each hypothesis. */
  readonly probabilities: readonly number[];
}

/** What may end the item. */
interface Ending {
  readonly hypothesis: number;
  readonly probability: number;
  readonly end: End;
}

/** Solves one work item. Values of a state are kept, so that an episode's later states cost nothing. */
export class Expectimax {
  /** By state: the weighted value of every move; NaN where it is not offered. */
  private readonly solved = new Map<number, Float64Array>();
  /** By move and sign. */
  private readonly continuations: readonly (readonly (Continuation | null)[])[];
  /** By move. */
  private readonly endings: readonly (readonly Ending[])[];
  private readonly start: State;

  constructor(
    private readonly world: World,
    readings: readonly Reading[],
  ) {
    let digit = 1;
    this.continuations = world.moves.map(({ signs, branches }) =>
      signs.map((_, sign) => {
        const probabilities = branches.map((own) =>
          own.reduce((sum, b) => sum + (b.sign === sign && b.end === null ? b.probability : 0), 0),
        );
        if (probabilities.every((probability) => probability === 0)) return null;
        const own = { digit, probabilities };
        digit *= RADIX;
        return own;
      }),
    );
    this.endings = world.moves.map(({ branches }) =>
      branches.flatMap((own, hypothesis) =>
        own.flatMap(({ probability, end }) => (end === null ? [] : [{ hypothesis, probability, end }])),
      ),
    );
    this.start = {
      key: 0,
      made: world.moves.map(() => 0),
      rounds: 0,
      cost: 0,
      weights: beliefOf(world, readings),
    };
  }

  /** Value of every move offered after a history, in the order in which they are offered. */
  values(history: readonly Taken[]): MoveValue[] {
    // From the start, so that a state's last bits do not depend on which state was asked for first.
    this.solve(this.start);
    const state = history.reduce((before, { move, sign }) => this.after(before, move, sign), this.start);
    const weighted = this.solve(state);
    const mass = sum(state.weights);
    return offeredMoves(this.world, history).map((move) => ({
      move,
      value: (weighted[move] as number) / mass,
    }));
  }

  /** The moves within the tolerance of the best. */
  best(history: readonly Taken[]): number[] {
    const values = this.values(history);
    const top = Math.max(...values.map(({ value }) => value));
    return values.filter(({ value }) => value >= top - VALUE_TOLERANCE).map(({ move }) => move);
  }

  /** Value of the best move after a history. */
  optimalValue(history: readonly Taken[]): number {
    return Math.max(...this.values(history).map(({ value }) => value));
  }

  private after({ key, made, rounds, cost, weights }: State, move: number, sign: number): State {
    const next = this.continuations[move]?.[sign];
    if (!next) throw new RangeError(`expectimax: the item does not go on after sign ${sign} of move ${move}`);
    return {
      key: key + next.digit,
      made: made.map((times, other) => (other === move ? times + 1 : times)),
      rounds: rounds + 1,
      cost: cost + (this.world.moves[move]?.cost ?? 0),
      weights: weights.map((weight, h) => weight * (next.probabilities[h] as number)),
    };
  }

  private solve(state: State): Float64Array {
    const known = this.solved.get(state.key);
    if (known) return known;
    const { moves } = this.world;
    const values = new Float64Array(moves.length).fill(Number.NaN);
    for (let move = 0; move < moves.length; move += 1) {
      if ((state.made[move] as number) < (moves[move]?.limit ?? 0)) values[move] = this.valueOf(state, move);
    }
    this.solved.set(state.key, values);
    return values;
  }

  private valueOf(state: State, index: number): number {
    const cost = state.cost + (this.world.moves[index]?.cost ?? 0);
    let value = 0;
    for (const { hypothesis, probability, end } of this.endings[index] ?? []) {
      value += (state.weights[hypothesis] as number) * probability * terminalReward(end, cost);
    }
    const signs = this.continuations[index] ?? [];
    for (let sign = 0; sign < signs.length; sign += 1) {
      const next = signs[sign];
      if (!next) continue;
      if (state.rounds + 1 >= this.world.budget) {
        value += dot(state.weights, next.probabilities) * terminalReward(EXHAUSTED, cost);
        continue;
      }
      const known = this.solved.get(state.key + next.digit);
      value += topOf(known ?? this.solve(this.after(state, index, sign)));
    }
    return value;
  }
}

/** The largest of the values that are numbers. */
function topOf(values: Float64Array): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > top) top = value;
  return top;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function dot(a: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] as number) * (b[i] as number);
  return total;
}
