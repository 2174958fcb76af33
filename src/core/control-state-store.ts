/**
 * The control state as a fold over the hashed chain of events: `(snapshot, event) → snapshot`.
 * Nothing here waits, writes or looks at a clock; whoever commits an event stores the snapshot
 * that this file computes from it.
 *
 *            created
 *               │
 *   ┌─────► running ──update.completed──► awaiting close ──epoch.closed──┐
 *   │           ▲  └─update.failed (the epoch counts as closed)          │
 *   │           ├──────────────── continue, promote, replay only ◄──────┤
 *   │           └─rollback.completed─ rollback pending ◄─ roll back ◄───┘
 *   │                                     │ rollback.failed, or the limit is reached
 *   └────────── choice.made ─────── frozen_failure
 */
import { hashOf } from './canonical.ts';
import { applyPointers, IllegalTransitionError, type PointerTransition } from './checkpoint-registry.ts';
import { type ControlEvent, type ControlPayload, type ControlSnapshot, SCHEMA_VERSION } from './contracts.ts';

export { IllegalTransitionError, UnknownCheckpointError } from './checkpoint-registry.ts';

/** What the fold needs of the campaign's configuration. */
export interface ControlOptions {
  /** Rollbacks without a promotion between them before the campaign freezes: `closing.rollbackLimit`. */
  rollbackLimit: number;
}

/** The chain does not hold together; the message names the first broken link and the reason. */
export class BrokenChainError extends Error {
  override name = 'BrokenChainError';

  constructor(
    /** Position in the chain, from 0. */
    readonly sequence: number,
    readonly reason: string,
  ) {
    super(
      `control event ${sequence}: ${reason}. The chain is intact up to event ${sequence - 1}; restore a copy.`,
    );
  }
}

/**
 * The control state of a campaign that has just been created.
 * @throws IllegalTransitionError unless the event is `campaign.created` at sequence 0.
 */
export function initialSnapshot(event: ControlEvent): ControlSnapshot {
  const { payload } = event;
  if (payload.kind !== 'campaign.created' || event.sequence !== 0 || event.previousHash !== null) {
    throw illegal(event, 'a chain begins with campaign.created at sequence 0', 'Create the campaign first');
  }
  const checkpoints = [payload.checkpointId];
  return {
    schemaVersion: SCHEMA_VERSION,
    campaignId: event.campaignId,
    mode: 'running',
    epoch: 0,
    awaitingClose: false,
    pendingRollback: null,
    pointers: applyPointers(null, { kind: 'created', checkpointId: payload.checkpointId }, checkpoints),
    checkpoints,
    degradationStreak: 0,
    promotableEpochs: 0,
    rollbacksSincePromotion: 0,
    frozenReason: null,
    sequence: 0,
    headHash: event.hash,
  };
}

/**
 * The control state after one more event.
 *
 * An event that the snapshot holds already changes nothing and returns the same snapshot.
 * The epoch in a payload is the one the event is about: for `rollback.*` the epoch whose close
 * decided on the rollback, for `campaign.completed` the number of epochs closed. For
 * `evaluation.completed` it is informative.
 * @param snapshot null before the first event.
 * @throws IllegalTransitionError when the event does not follow the chain or no rule allows it.
 */
export function applyEvent(
  snapshot: ControlSnapshot | null,
  event: ControlEvent,
  options: ControlOptions,
): ControlSnapshot {
  if (snapshot === null) return initialSnapshot(event);
  if (event.campaignId !== snapshot.campaignId) {
    throw illegal(
      event,
      `the snapshot is of campaign ${snapshot.campaignId}`,
      'Apply it to its own campaign',
    );
  }
  if (event.sequence <= snapshot.sequence) {
    const isHeld =
      event.eventId === eventIdOf(event.campaignId, event.sequence, event.payload) &&
      (event.sequence < snapshot.sequence || event.hash === snapshot.headHash);
    if (isHeld) return snapshot;
    throw illegal(
      event,
      'another event holds this place in the chain',
      'Reload the campaign and go on from it',
    );
  }
  if (event.sequence !== snapshot.sequence + 1 || event.previousHash !== snapshot.headHash) {
    throw illegal(
      event,
      `it does not follow event ${snapshot.sequence} (${snapshot.headHash.slice(0, 12)})`,
      'Compute it from the snapshot it is applied to',
    );
  }
  return { ...transition(snapshot, event, options), sequence: event.sequence, headHash: event.hash };
}

function transition(
  snapshot: ControlSnapshot,
  event: ControlEvent,
  { rollbackLimit }: ControlOptions,
): ControlSnapshot {
  const { payload } = event;
  switch (payload.kind) {
    case 'campaign.created':
      throw illegal(event, 'the campaign exists', 'Go on with it, or create one under another id');

    case 'update.completed': {
      requireReadyForUpdate(snapshot, event);
      requireEpoch(snapshot.epoch, payload.epoch, event);
      const checkpoints = withCheckpoint(snapshot.checkpoints, payload.checkpointId);
      return {
        ...moved(snapshot, { kind: 'updated', checkpointId: payload.checkpointId }, checkpoints),
        awaitingClose: true,
      };
    }

    case 'update.failed':
      requireReadyForUpdate(snapshot, event);
      requireEpoch(snapshot.epoch, payload.epoch, event);
      // Nothing moves; the epoch counts as closed, so that the next one draws from other streams
      // instead of failing in the same way for ever.
      return { ...snapshot, epoch: snapshot.epoch + 1 };

    case 'epoch.closed': {
      requireRunning(snapshot, event);
      if (!snapshot.awaitingClose)
        throw illegal(event, 'no update awaits a close', 'Complete an update first');
      requireEpoch(snapshot.epoch, payload.epoch, event);
      const { decision } = payload;
      if (decision.streakBefore !== snapshot.degradationStreak) {
        throw illegal(
          event,
          `the decision starts from streak ${decision.streakBefore}, the campaign is at ${snapshot.degradationStreak}`,
          'Decide from the snapshot the event is applied to',
        );
      }
      const closed: ControlSnapshot = {
        ...snapshot,
        epoch: snapshot.epoch + 1,
        awaitingClose: false,
        degradationStreak: decision.streakAfter,
        promotableEpochs: decision.promotableEpochsAfter,
      };
      switch (decision.action) {
        case 'continue':
        case 'replay_only':
          return closed;
        case 'promote':
          return { ...moved(closed, { kind: 'promoted' }), rollbacksSincePromotion: 0 };
        case 'rollback_to_last_stable':
          return { ...closed, pendingRollback: snapshot.pointers.last_stable };
        case 'rollback_to_pre_update_ref':
          if (snapshot.pointers.pre_update_ref === null) {
            throw illegal(
              event,
              'there is no pre_update_ref to roll back to',
              'Decide without that reference',
            );
          }
          return { ...closed, pendingRollback: snapshot.pointers.pre_update_ref };
      }
      break;
    }

    case 'rollback.completed': {
      requirePendingRollback(snapshot, payload.restored, event);
      requireEpoch(snapshot.epoch - 1, payload.epoch, event);
      const rollbacks = snapshot.rollbacksSincePromotion + 1;
      const restored: ControlSnapshot = {
        ...moved(snapshot, { kind: 'rolledBack', restored: payload.restored }),
        pendingRollback: null,
        rollbacksSincePromotion: rollbacks,
      };
      if (rollbacks < rollbackLimit) return restored;
      return frozen(
        restored,
        `${rollbacks} rollbacks without a promotion between them. Last: ${payload.reason}`,
      );
    }

    case 'rollback.failed':
      requirePendingRollback(snapshot, payload.target, event);
      requireEpoch(snapshot.epoch - 1, payload.epoch, event);
      return frozen({ ...snapshot, pendingRollback: null }, `A rollback failed: ${payload.reason}`);

    case 'evaluation.completed':
      requireCheckpoint(snapshot, payload.checkpointId, event);
      return snapshot;

    case 'choice.made':
      // Also allowed between an update and its close: the unclosed epoch is given up, and like a
      // failed update it counts, because a rollback never rewinds the epoch counter.
      return {
        ...moved(snapshot, { kind: 'rolledBack', restored: payload.restored }),
        mode: snapshot.mode === 'completed' ? 'completed' : 'running',
        epoch: snapshot.awaitingClose ? snapshot.epoch + 1 : snapshot.epoch,
        awaitingClose: false,
        pendingRollback: null,
        degradationStreak: 0,
        promotableEpochs: 0,
        rollbacksSincePromotion: 0,
        frozenReason: null,
      };

    case 'campaign.completed':
      requireReadyForUpdate(snapshot, event);
      requireEpoch(snapshot.epoch, payload.epoch, event);
      return { ...snapshot, mode: 'completed' };
  }
}

/**
 * The next link of the chain. Its id and hash depend only on the campaign's id and on what is in
 * the chain, so two runs of one configuration under one id end in the same hash. The caller
 * derives `campaignId` from the configuration alone, never from a name or a time.
 * @throws IllegalTransitionError when the snapshot is of another campaign.
 */
export async function nextEvent(
  snapshot: ControlSnapshot | null,
  campaignId: string,
  payload: ControlPayload,
): Promise<ControlEvent> {
  if (snapshot !== null && snapshot.campaignId !== campaignId) {
    throw new IllegalTransitionError(
      `the snapshot is of campaign ${snapshot.campaignId}`,
      `${campaignId}: ${payload.kind}`,
      'Continue a chain under its own campaign id',
    );
  }
  const sequence = snapshot === null ? 0 : snapshot.sequence + 1;
  const body: Omit<ControlEvent, 'hash'> = {
    schemaVersion: SCHEMA_VERSION,
    campaignId,
    eventId: eventIdOf(campaignId, sequence, payload),
    sequence,
    previousHash: snapshot === null ? null : snapshot.headHash,
    payload,
  };
  return { ...body, hash: await hashOf(body) };
}

/**
 * Checks every link from the first: place, campaign, id, predecessor and hash.
 * @throws BrokenChainError naming the first link that does not hold.
 */
export async function verifyChain(events: readonly ControlEvent[]): Promise<void> {
  let previous: ControlEvent | null = null;
  for (const [index, event] of events.entries()) {
    const { hash, ...body } = event;
    if (event.sequence !== index)
      throw new BrokenChainError(index, `it calls itself event ${event.sequence}`);
    if (previous !== null && event.campaignId !== previous.campaignId) {
      throw new BrokenChainError(index, `it is of campaign ${event.campaignId}, not ${previous.campaignId}`);
    }
    if (event.eventId !== eventIdOf(event.campaignId, index, event.payload)) {
      throw new BrokenChainError(index, `its id ${event.eventId} does not name it`);
    }
    if (event.previousHash !== (previous === null ? null : previous.hash)) {
      throw new BrokenChainError(index, 'it does not name the hash of its predecessor');
    }
    if (hash !== (await hashOf(body)))
      throw new BrokenChainError(index, 'its content does not match its hash');
    previous = event;
  }
}

/**
 * The control state at the end of a chain; null for an empty one. Hashes are `verifyChain`'s matter.
 * @throws IllegalTransitionError at the first event that no rule allows.
 */
export function replay(events: readonly ControlEvent[], options: ControlOptions): ControlSnapshot | null {
  return events.reduce<ControlSnapshot | null>(
    (snapshot, event) => applyEvent(snapshot, event, options),
    null,
  );
}

const eventIdOf = (campaignId: string, sequence: number, payload: ControlPayload) =>
  `${campaignId}:${sequence}:${payload.kind}`;

function illegal(event: ControlEvent, what: string, remedy: string): IllegalTransitionError {
  return new IllegalTransitionError(what, `control event ${event.eventId}`, remedy);
}

function moved(
  snapshot: ControlSnapshot,
  move: PointerTransition,
  checkpoints: string[] = snapshot.checkpoints,
): ControlSnapshot {
  return { ...snapshot, checkpoints, pointers: applyPointers(snapshot.pointers, move, checkpoints) };
}

const frozen = (snapshot: ControlSnapshot, reason: string): ControlSnapshot => ({
  ...snapshot,
  mode: 'frozen_failure',
  frozenReason: reason,
});

/** Two updates that arrive at the same weights are one checkpoint. */
const withCheckpoint = (checkpoints: string[], checkpointId: string) =>
  checkpoints.includes(checkpointId) ? checkpoints : [...checkpoints, checkpointId];

function requireRunning(snapshot: ControlSnapshot, event: ControlEvent): void {
  if (snapshot.mode === 'frozen_failure') {
    throw illegal(
      event,
      `the campaign is frozen (${snapshot.frozenReason})`,
      'A person must choose a checkpoint to go on from',
    );
  }
  if (snapshot.mode === 'completed')
    throw illegal(event, 'the campaign is completed', 'Create a new campaign');
}

function requireReadyForUpdate(snapshot: ControlSnapshot, event: ControlEvent): void {
  requireRunning(snapshot, event);
  if (snapshot.awaitingClose) throw illegal(event, `epoch ${snapshot.epoch} is not closed`, 'Close it first');
  if (snapshot.pendingRollback !== null) {
    throw illegal(
      event,
      `a rollback to ${snapshot.pendingRollback.slice(0, 12)} is pending`,
      'Complete it first',
    );
  }
}

function requireEpoch(expected: number, actual: number, event: ControlEvent): void {
  if (actual !== expected) {
    throw illegal(
      event,
      `it names epoch ${actual}, epoch ${expected} is due`,
      'Take the epoch from the snapshot',
    );
  }
}

function requirePendingRollback(snapshot: ControlSnapshot, target: string, event: ControlEvent): void {
  requireRunning(snapshot, event);
  if (snapshot.pendingRollback !== target) {
    throw illegal(
      event,
      snapshot.pendingRollback === null
        ? 'no rollback is pending'
        : `the pending rollback is to ${snapshot.pendingRollback.slice(0, 12)}, not ${target.slice(0, 12)}`,
      'Roll back to what the close decided, or make a choice by hand',
    );
  }
}

function requireCheckpoint(snapshot: ControlSnapshot, checkpointId: string, event: ControlEvent): void {
  if (!snapshot.checkpoints.includes(checkpointId)) {
    throw illegal(
      event,
      `checkpoint ${checkpointId.slice(0, 12)} is not one of the campaign's`,
      'Evaluate a checkpoint of this campaign',
    );
  }
}
