/**
 * From real evidence to what the update sees. The teacher can rank episodes of the same kind; it
 * can never turn a success into a failure or a failure into a success.
 */
import type { Episode, TeacherSignal } from './contracts.ts';

/** Largest share of the teacher in a reward, either way. */
const TEACHER_WEIGHT = 0.2;
/** A success keeps at least this, a failure at most its negative. */
const SIGN_MARGIN = 0.05;

/**
 * Terminal reward with the teacher's term, in [-1, 1]. A positive reward stays ≥ 0.05, zero stays
 * within ±0.2, a negative one stays ≤ −0.05.
 * @param terminal in [-1, 1], from the environment's verification.
 * @param signal null when no teacher was asked; the same as a shaping of 0.
 * @throws RangeError when the terminal reward is outside [-1, 1] or not a number.
 */
export function fuseReward(terminal: number, signal: Pick<TeacherSignal, 'shaping'> | null): number {
  if (!(terminal >= -1 && terminal <= 1)) {
    throw new RangeError(`reward: terminal reward ${terminal} is outside [-1, 1]; correct the verification`);
  }
  const term = signal === null ? 0 : clamp(TEACHER_WEIGHT * signal.shaping, -TEACHER_WEIGHT, TEACHER_WEIGHT);
  if (terminal > 0) return clamp(terminal + term, SIGN_MARGIN, 1);
  if (terminal < 0) return clamp(terminal + term, -1, -SIGN_MARGIN);
  return terminal + term;
}

/**
 * Per-step rewards of an episode: the step cost at every step, and the fused reward on the last.
 * @param stepCost non-negative; subtracted at every step, outside the sign rule.
 * @returns one number per trajectory step; empty when no step was taken.
 */
export function stepRewards(episode: Pick<Episode, 'trajectory' | 'reward'>, stepCost: number): number[] {
  const last = episode.trajectory.length - 1;
  return episode.trajectory.map((_, step) => (step === last ? episode.reward - stepCost : -stepCost));
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
