/**
 * Gates: whether a student may be called no worse than what it is compared with. Each is a paired
 * difference with its interval, and says how small a change it could have seen.
 */
import { z } from 'zod';
import { EnvironmentId } from '../../core/contracts.ts';
import type { RandomStream } from '../../core/random.ts';
import { designEffect, minimumDetectablePairedDifference, Z80 } from './power.ts';
import { type Pair, pairedClusterDifference, wilsonInterval, Z95 } from './statistics.ts';
import type { TaskRow } from './task-rows.ts';

/** By how much a rate may be worse before that counts. */
export const MARGIN = 0.05;

const interval = z.tuple([z.number(), z.number()]);

/** The judgement of one gate. Figures are student minus reference. */
export const Gate = z.strictObject({
  gate: z.enum(['not_under_reference', 'better_minus_worse', 'missed_handovers_not_up']),
  environment: EnvironmentId,
  /** The script, or the stored evaluation, that the student is compared with. */
  reference: z.string(),
  verdict: z.enum(['pass', 'fail', 'undecided']),
  figure: z.number(),
  ci95: interval,
  tasks: z.number().int().positive(),
  /** Smallest true change that this many tasks show with power 0.8, two-sided at 0.05. */
  detectable: z.number(),
  /** Tasks that would decide with power 0.8 if the figure is the truth; null when decided, or when none would. */
  tasksToDecide: z.number().int().positive().nullable(),
});
export type Gate = z.infer<typeof Gate>;

/** What is to be judged. Rows are parallel: the same tasks in the same order. */
export interface GateInput {
  environment: EnvironmentId;
  reference: string;
  student: readonly TaskRow[];
  other: readonly TaskRow[];
  /** By task, whether handing over would have been right. */
  handoverRight: readonly boolean[];
  stream: RandomStream;
}

/** An interval's judgement on a difference of which more is better. */
interface Rule {
  passes(low: number): boolean;
  fails(high: number): boolean;
  /** Where passing and failing begin. */
  passFrom: number;
  failFrom: number;
}

const noWorseThanMargin: Rule = {
  passes: (low) => low >= -MARGIN,
  fails: (high) => high < -MARGIN,
  passFrom: -MARGIN,
  failFrom: -MARGIN,
};
const positive: Rule = { passes: (low) => low > 0, fails: (high) => high <= 0, passFrom: 0, failFrom: 0 };
/** Not down for sure is a failure at once; not down by more than the margin is a pass. */
const notDown: Rule = {
  passes: (low) => low >= -MARGIN,
  fails: (high) => high < 0,
  passFrom: -MARGIN,
  failFrom: 0,
};

/** The gates of one environment against one reference; that of handovers only where some task needs one. */
export function gatesOf(input: GateInput): Gate[] {
  const { environment, reference, student, other, handoverRight, stream } = input;
  const pairs = student.map((row, i) => ({ cluster: row.cluster, own: row, against: other[i] as TaskRow }));
  const named = (gate: Gate['gate'], judged: Judged): Gate => ({ gate, environment, reference, ...judged });
  const success = pairs.map(({ cluster, own, against }) => ({ cluster, a: own.success, b: against.success }));
  const outcomes = pairs.map(({ cluster, own, against }) => {
    const difference = worth(own) - worth(against);
    return { cluster, a: difference > 0 ? 1 : 0, b: difference < 0 ? 1 : 0 };
  });
  const handovers = pairs
    .filter((_, i) => handoverRight[i])
    .map(({ cluster, own, against }) => ({ cluster, a: made(own), b: made(against) }));
  return [
    named('not_under_reference', judge(success, noWorseThanMargin, stream.child('success'))),
    named('better_minus_worse', judge(outcomes, positive, stream.child('outcomes'))),
    ...(handovers.length === 0
      ? []
      : [named('missed_handovers_not_up', negated(judge(handovers, notDown, stream.child('handovers'))))]),
  ];
}

/** What a comparison goes by: the terminal reward, or success where that was not kept. */
const worth = ({ terminalReward, success }: TaskRow) => terminalReward ?? success;

const made = ({ handover }: TaskRow) => (handover === 'right' ? 1 : 0);

type Judged = Omit<Gate, 'gate' | 'environment' | 'reference'>;

function judge(pairs: readonly Pair[], rule: Rule, stream: RandomStream): Judged {
  const tasks = pairs.length;
  const { difference: figure, ci95: bootstrapped } = pairedClusterDifference(pairs, stream);
  const discordant = pairs.filter(({ a, b }) => a !== b).length;
  // No pair of different results says that they are rare, not that there are none.
  const unseen = wilsonInterval(0, tasks)[1];
  const clusters = new Set(pairs.map(({ cluster }) => cluster)).size;
  const ci95: [number, number] = discordant === 0 && clusters > 1 ? [-unseen, unseen] : bootstrapped;
  const verdict = rule.passes(ci95[0]) ? 'pass' : rule.fails(ci95[1]) ? 'fail' : 'undecided';
  return {
    verdict,
    figure,
    ci95,
    tasks,
    detectable: minimumDetectablePairedDifference(
      (discordant + 1) / (tasks + 2),
      tasks / designEffect(pairs),
    ),
    tasksToDecide: verdict === 'undecided' && clusters > 1 ? tasksToDecide(figure, ci95, tasks, rule) : null,
  };
}

/** Standard errors shrink with the root of the number of tasks. */
function tasksToDecide(
  figure: number,
  [low, high]: readonly [number, number],
  tasks: number,
  { passFrom, failFrom }: Rule,
): number | null {
  const distance = Math.max(figure - passFrom, failFrom - figure);
  const standardError = (high - low) / (2 * Z95);
  return distance > 0 ? Math.ceil(tasks * (((Z95 + Z80) * standardError) / distance) ** 2) : null;
}

/** The same judgement of the opposite share: missed instead of made. */
function negated({ figure, ci95: [low, high], ...rest }: Judged): Judged {
  return { ...rest, figure: 0 - figure, ci95: [0 - high, 0 - low] };
}
