/**
 * The only place where the three pointers move. Four transitions exist: a campaign is created,
 * an update brings a checkpoint, an epoch's close promotes, a rollback restores. Everything else
 * (a failed update, a failed rollback, an evaluation) leaves the pointers where they are.
 */
import type { Pointers } from './contracts.ts';

/** A change of the control state that no rule allows. Says what, where and what to do instead. */
export class IllegalTransitionError extends Error {
  override name = 'IllegalTransitionError';

  constructor(
    /** What was attempted and why it is not allowed. */
    readonly what: string,
    /** The event or transition at which it was attempted. */
    readonly where: string,
    /** What the caller can do instead. */
    readonly remedy: string,
  ) {
    super(`${where}: ${what}. ${remedy}.`);
  }
}

/** A transition names a checkpoint that the campaign does not have. */
export class UnknownCheckpointError extends IllegalTransitionError {
  override name = 'UnknownCheckpointError';
}

/** One move of the pointers. Values are checkpoint ids. */
export type PointerTransition =
  /** The initial checkpoint becomes `active` and `last_stable`. */
  | { kind: 'created'; checkpointId: string }
  /** A new checkpoint becomes `active`, the one before it `pre_update_ref`. */
  | { kind: 'updated'; checkpointId: string }
  /** `active` becomes `last_stable`; `pre_update_ref` is cleared. */
  | { kind: 'promoted' }
  /** `active` returns to a checkpoint; `pre_update_ref` is cleared, `last_stable` stays. */
  | { kind: 'rolledBack'; restored: string };

/**
 * The pointers after one transition.
 *
 * Invariant: if every pointer names a checkpoint in `checkpoints` before, so does it after.
 * @param pointers null exactly before `created`.
 * @param checkpoints ids of all checkpoints of the campaign, the transition's own included.
 * @throws UnknownCheckpointError when the transition names a checkpoint outside `checkpoints`.
 * @throws IllegalTransitionError when the campaign is created twice or moved before it exists.
 */
export function applyPointers(
  pointers: Pointers | null,
  transition: PointerTransition,
  checkpoints: readonly string[],
): Pointers {
  if (transition.kind === 'created') {
    if (pointers !== null) {
      throw new IllegalTransitionError('the campaign has pointers already', 'created', 'Create it once');
    }
    requireKnown(transition.checkpointId, transition.kind, checkpoints);
    return {
      active: transition.checkpointId,
      pre_update_ref: null,
      last_stable: transition.checkpointId,
    };
  }
  if (pointers === null) {
    throw new IllegalTransitionError(
      'the campaign has no pointers yet',
      transition.kind,
      'Begin with campaign.created',
    );
  }
  switch (transition.kind) {
    case 'updated':
      requireKnown(transition.checkpointId, transition.kind, checkpoints);
      return { ...pointers, active: transition.checkpointId, pre_update_ref: pointers.active };
    case 'promoted':
      return { active: pointers.active, pre_update_ref: null, last_stable: pointers.active };
    case 'rolledBack':
      requireKnown(transition.restored, transition.kind, checkpoints);
      return { ...pointers, active: transition.restored, pre_update_ref: null };
  }
}

function requireKnown(checkpointId: string, where: string, checkpoints: readonly string[]): void {
  if (checkpoints.includes(checkpointId)) return;
  throw new UnknownCheckpointError(
    `checkpoint ${checkpointId.slice(0, 12)} is not one of the campaign's ${checkpoints.length}`,
    where,
    'Name a checkpoint that an event of this campaign brought',
  );
}
