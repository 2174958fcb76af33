/** What counts as solved, the same everywhere: in charts, lanes' reports and evaluations. */
import type { Episode } from './contracts.ts';

/**
 * A success, or an episode that was rightly handed to a person (`blocked` at full reward). `blocked`
 * alone is not enough: an episode that ran into a block without handing over is worth nothing.
 */
export function solved({ outcome, terminalReward }: Pick<Episode, 'outcome' | 'terminalReward'>): boolean {
  return outcome === 'success' || (outcome === 'blocked' && terminalReward === 1);
}
