import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CloseAction,
  type CloseDecision,
  ControlEvent,
  type ControlPayload,
  ControlSnapshot,
} from './contracts.ts';
import {
  applyEvent,
  BrokenChainError,
  IllegalTransitionError,
  initialSnapshot,
  nextEvent,
  replay,
  UnknownCheckpointError,
  verifyChain,
} from './control-state-store.ts';
import { sha } from './episode.fixture.ts';

const CAMPAIGN = 'campaign-1';
const options = { rollbackLimit: 3 };
const [A, B, C, D] = [sha(1), sha(2), sha(3), sha(4)];

const created: ControlPayload = { kind: 'campaign.created', configHash: sha(50), checkpointId: A };
const updated = (epoch: number, checkpointId: string): ControlPayload => ({
  kind: 'update.completed',
  epoch,
  checkpointId,
  stateHash: sha(60),
  batches: [],
});
const decisionOf = (action: CloseAction, changes: Partial<CloseDecision> = {}): CloseDecision => ({
  action,
  reason: 'made by a test',
  pWorseThanPreUpdate: 1,
  pWorseThanLastStable: 1,
  streakBefore: 0,
  streakAfter: 0,
  promotableEpochsAfter: 0,
  evidence: [],
  ...changes,
});
const closed = (
  epoch: number,
  action: CloseAction,
  changes: Partial<CloseDecision> = {},
): ControlPayload => ({
  kind: 'epoch.closed',
  epoch,
  decision: decisionOf(action, changes),
  lanesHash: sha(70),
  lanes: { positive: 0, neutral: 0, negative: 0, diagnostic_only: 0 },
});
const rolledBack = (epoch: number, restored: string): ControlPayload => ({
  kind: 'rollback.completed',
  epoch,
  restored,
  stateHash: sha(60),
  reason: 'it was worse',
});
const rollbackFailed = (epoch: number, target: string): ControlPayload => ({
  kind: 'rollback.failed',
  epoch,
  target,
  reason: 'the engine did not answer',
});
const updateFailed = (epoch: number): ControlPayload => ({ kind: 'update.failed', epoch, reason: 'NaN' });
const choice = (restored: string): ControlPayload => ({
  kind: 'choice.made',
  restored,
  stateHash: sha(60),
});
const evaluated = (checkpointId: string): ControlPayload => ({
  kind: 'evaluation.completed',
  epoch: 0,
  split: 'validation',
  checkpointId,
  reportHash: sha(80),
});
const completed = (epoch: number): ControlPayload => ({ kind: 'campaign.completed', epoch });

async function chain(...payloads: ControlPayload[]) {
  let snapshot: ControlSnapshot | null = null;
  const events: ControlEvent[] = [];
  for (const payload of payloads) {
    const event = await nextEvent(snapshot, CAMPAIGN, payload);
    snapshot = applyEvent(snapshot, event, options);
    events.push(event);
  }
  return { snapshot: snapshot as ControlSnapshot, events };
}

async function expectIllegal(snapshot: ControlSnapshot | null, payload: ControlPayload, message?: RegExp) {
  const event = await nextEvent(snapshot, CAMPAIGN, payload);
  expect(() => applyEvent(snapshot, event, options)).toThrow(IllegalTransitionError);
  if (message !== undefined) expect(() => applyEvent(snapshot, event, options)).toThrow(message);
}

describe('a campaign', () => {
  it('begins with its creation and nothing else', async () => {
    const { snapshot, events } = await chain(created);
    expect(snapshot).toEqual(initialSnapshot(events[0] as ControlEvent));
    expect(snapshot.pointers).toEqual({ active: A, pre_update_ref: null, last_stable: A });
    await expectIllegal(null, updated(0, B), /campaign.created/);
    await expectIllegal(snapshot, created);
  });

  it('alternates updates and closes, and counts the epochs closed', async () => {
    const { snapshot } = await chain(created, updated(0, B), closed(0, 'continue'), updated(1, C));
    expect(snapshot).toMatchObject({ epoch: 1, awaitingClose: true });
    expect(snapshot.pointers).toEqual({ active: C, pre_update_ref: B, last_stable: A });
    await expectIllegal(snapshot, updated(1, D), /not closed/);
    await expectIllegal((await chain(created)).snapshot, closed(0, 'continue'), /no update awaits/);
  });

  it('refuses an event of another epoch', async () => {
    const { snapshot } = await chain(created);
    await expectIllegal(snapshot, updated(1, B), /epoch 0 is due/);
  });

  it('promotes the active checkpoint', async () => {
    const { snapshot } = await chain(created, updated(0, B), closed(0, 'promote'));
    expect(snapshot.pointers).toEqual({ active: B, pre_update_ref: null, last_stable: B });
  });

  it('takes streak and promotable epochs from the decision, which must start from its own', async () => {
    const counters = { streakAfter: 2, promotableEpochsAfter: 1 };
    const { snapshot } = await chain(created, updated(0, B), closed(0, 'continue', counters), updated(1, C));
    expect(snapshot).toMatchObject({ degradationStreak: 2, promotableEpochs: 1 });
    await expectIllegal(snapshot, closed(1, 'continue', { streakBefore: 0 }), /streak/);
  });

  it('goes on after a failed update: nothing moves but the epoch counts', async () => {
    const before = (await chain(created)).snapshot;
    const { snapshot } = await chain(created, updateFailed(0));
    expect(snapshot).toMatchObject({ epoch: 1, awaitingClose: false, mode: 'running' });
    expect(snapshot.pointers).toEqual(before.pointers);
    expect((await chain(created, updateFailed(0), updated(1, B))).snapshot.pointers.active).toBe(B);
  });

  it('ends, and then admits evaluations but no update', async () => {
    const { snapshot } = await chain(created, completed(0), evaluated(A));
    expect(snapshot.mode).toBe('completed');
    await expectIllegal(snapshot, updated(0, B), /completed/);
    await expectIllegal(snapshot, completed(0));
  });

  it('keeps one checkpoint for two updates that arrive at the same weights', async () => {
    const { snapshot } = await chain(created, updated(0, A), closed(0, 'continue'));
    expect(snapshot.checkpoints).toEqual([A]);
  });

  it('evaluates only its own checkpoints', async () => {
    await expectIllegal((await chain(created)).snapshot, evaluated(B), /not one of the campaign's/);
  });
});

describe('a rollback', () => {
  const broken = [created, updated(0, B), closed(0, 'continue'), updated(1, C)];

  it('to pre_update_ref is pending until it completes, and blocks updates meanwhile', async () => {
    const { snapshot } = await chain(...broken, closed(1, 'rollback_to_pre_update_ref'));
    expect(snapshot).toMatchObject({ pendingRollback: B, epoch: 2 });
    expect(snapshot.pointers.active).toBe(C);
    await expectIllegal(snapshot, updated(2, D), /pending/);
    await expectIllegal(snapshot, updateFailed(2), /pending/);
    await expectIllegal(snapshot, completed(2), /pending/);
  });

  it('names the pending checkpoint and the epoch that decided it', async () => {
    const { snapshot } = await chain(...broken, closed(1, 'rollback_to_pre_update_ref'));
    await expectIllegal(snapshot, rolledBack(1, A), /pending rollback is to/);
    await expectIllegal(snapshot, rolledBack(2, B), /epoch 1 is due/);
    await expectIllegal((await chain(...broken)).snapshot, rolledBack(0, A), /no rollback is pending/);
  });

  it('restores active, clears pre_update_ref, and rewinds neither the epoch nor last_stable', async () => {
    const { snapshot } = await chain(...broken, closed(1, 'rollback_to_last_stable'), rolledBack(1, A));
    expect(snapshot.pointers).toEqual({ active: A, pre_update_ref: null, last_stable: A });
    expect(snapshot).toMatchObject({ epoch: 2, mode: 'running', pendingRollback: null });
  });

  it('that fails freezes the campaign and says why', async () => {
    const { snapshot } = await chain(...broken, closed(1, 'rollback_to_last_stable'), rollbackFailed(1, A));
    expect(snapshot.mode).toBe('frozen_failure');
    expect(snapshot.frozenReason).toContain('the engine did not answer');
    expect(snapshot.pointers.active).toBe(C);
  });

  const failingEpoch = (epoch: number): ControlPayload[] => [
    updated(epoch, sha(100 + epoch)),
    closed(epoch, 'rollback_to_last_stable'),
    rolledBack(epoch, A),
  ];

  it('freezes the campaign the third time without a promotion between', async () => {
    const { snapshot } = await chain(created, ...failingEpoch(0), ...failingEpoch(1));
    expect(snapshot).toMatchObject({ mode: 'running', rollbacksSincePromotion: 2 });
    const third = (await chain(created, ...failingEpoch(0), ...failingEpoch(1), ...failingEpoch(2))).snapshot;
    expect(third).toMatchObject({ mode: 'frozen_failure', rollbacksSincePromotion: 3 });
    expect(third.frozenReason).toMatch(/3 rollbacks.*it was worse/);
  });

  it('is forgiven by a promotion', async () => {
    const { snapshot } = await chain(
      created,
      ...failingEpoch(0),
      ...failingEpoch(1),
      updated(2, B),
      closed(2, 'promote'),
    );
    expect(snapshot.rollbacksSincePromotion).toBe(0);
  });
});

describe('a person', () => {
  const frozen = [
    created,
    updated(0, B),
    closed(0, 'rollback_to_last_stable', { streakAfter: 2, promotableEpochsAfter: 1 }),
    rollbackFailed(0, A),
  ];

  it('chooses the way out of a freeze, and the counts start again', async () => {
    const { snapshot } = await chain(...frozen, choice(B), updated(1, C));
    expect(snapshot).toMatchObject({
      mode: 'running',
      frozenReason: null,
      degradationStreak: 0,
      promotableEpochs: 0,
      rollbacksSincePromotion: 0,
    });
    expect(snapshot.pointers).toEqual({ active: C, pre_update_ref: B, last_stable: A });
  });

  it('can only choose a checkpoint of the campaign', async () => {
    const { snapshot } = await chain(...frozen);
    const event = await nextEvent(snapshot, CAMPAIGN, choice(D));
    expect(() => applyEvent(snapshot, event, options)).toThrow(UnknownCheckpointError);
  });

  it('can roll back by hand before a close; the epoch given up counts', async () => {
    const { snapshot } = await chain(created, updated(0, B), choice(A));
    expect(snapshot).toMatchObject({ epoch: 1, awaitingClose: false, mode: 'running' });
    expect(snapshot.pointers).toEqual({ active: A, pre_update_ref: null, last_stable: A });
  });

  it('does not reopen a completed campaign by choosing a checkpoint', async () => {
    const { snapshot } = await chain(created, updated(0, B), closed(0, 'continue'), completed(1), choice(A));
    expect(snapshot.mode).toBe('completed');
    expect(snapshot.pointers.active).toBe(A);
  });
});

describe('the chain', () => {
  const story = [created, updated(0, B), closed(0, 'promote'), evaluated(B), completed(1)];

  it('has deterministic ids and hashes', async () => {
    const first = await chain(...story);
    const second = await chain(...story);
    expect(first.events).toEqual(second.events);
    expect(first.events.map((event) => event.eventId)).toEqual([
      'campaign-1:0:campaign.created',
      'campaign-1:1:update.completed',
      'campaign-1:2:epoch.closed',
      'campaign-1:3:evaluation.completed',
      'campaign-1:4:campaign.completed',
    ]);
    for (const event of first.events) expect(ControlEvent.parse(event)).toEqual(event);
  });

  it('verifies and replays to the same state', async () => {
    const { events, snapshot } = await chain(...story);
    await verifyChain(events);
    expect(replay(events, options)).toEqual(snapshot);
    expect(replay([], options)).toBeNull();
  });

  it.each([
    ['a changed payload', (e: ControlEvent) => ({ ...e, payload: completed(7) })],
    ['a changed hash', (e: ControlEvent) => ({ ...e, hash: sha(1) })],
    ['a changed predecessor', (e: ControlEvent) => ({ ...e, previousHash: sha(1) })],
    ['a changed id', (e: ControlEvent) => ({ ...e, eventId: `${e.eventId}!` })],
    ['another campaign', (e: ControlEvent) => ({ ...e, campaignId: 'campaign-2' })],
    ['another place', (e: ControlEvent) => ({ ...e, sequence: 9 })],
  ])('names the first broken link: %s', async (_, breakLink) => {
    const { events } = await chain(...story);
    events[2] = breakLink(events[2] as ControlEvent);
    events[4] = breakLink(events[4] as ControlEvent);
    const failure = verifyChain(events);
    await expect(failure).rejects.toBeInstanceOf(BrokenChainError);
    await expect(failure).rejects.toMatchObject({ sequence: 2 });
  });

  it('notices a missing event', async () => {
    const { events } = await chain(...story);
    await expect(verifyChain(events.toSpliced(1, 1))).rejects.toMatchObject({ sequence: 1 });
  });

  it('refuses another event at a place that is taken, and one that skips a place', async () => {
    const { snapshot } = await chain(created, updated(0, B));
    const before = (await chain(created)).snapshot;
    const rival = await nextEvent(before, CAMPAIGN, updated(0, C));
    expect(() => applyEvent(snapshot, rival, options)).toThrow(/another event/);
    const later = await nextEvent({ ...snapshot, sequence: 5 }, CAMPAIGN, closed(0, 'continue'));
    expect(() => applyEvent(snapshot, later, options)).toThrow(/does not follow/);
  });

  it('is of one campaign', async () => {
    const { snapshot } = await chain(created);
    await expect(nextEvent(snapshot, 'campaign-2', completed(0))).rejects.toThrow(IllegalTransitionError);
    const foreign = await nextEvent({ ...snapshot, campaignId: 'campaign-2' }, 'campaign-2', completed(0));
    expect(() => applyEvent(snapshot, foreign, options)).toThrow(/campaign-1/);
  });
});

describe('any sequence of events', () => {
  const known = [A, B, C, D, sha(5)];
  const checkpoint = fc.constantFrom(...known, sha(999));
  const action = fc.constantFrom<CloseAction>(
    'continue',
    'promote',
    'rollback_to_pre_update_ref',
    'rollback_to_last_stable',
    'replay_only',
  );
  /** A payload drawn without looking at the state: mostly illegal. */
  const wild: fc.Arbitrary<(snapshot: ControlSnapshot) => ControlPayload> = fc
    .tuple(fc.nat(7), fc.nat(3), checkpoint, action)
    .map(([kind, epoch, id, act]) => () => {
      const payloads = [
        created,
        updated(epoch, id),
        updateFailed(epoch),
        closed(epoch, act),
        rolledBack(epoch, id),
        rollbackFailed(epoch, id),
        choice(id),
        completed(epoch),
      ];
      return payloads[kind] as ControlPayload;
    });
  /** A payload that the state asks for, so that sequences get somewhere. */
  const fitting: fc.Arbitrary<(snapshot: ControlSnapshot) => ControlPayload> = fc
    .tuple(fc.nat(9), checkpoint, action, fc.nat(3))
    .map(([luck, id, act, streakAfter]) => (s) => {
      if (s.mode === 'frozen_failure') return luck < 5 ? choice(id) : updated(s.epoch, id);
      if (s.pendingRollback !== null) {
        return luck === 0
          ? rollbackFailed(s.epoch - 1, s.pendingRollback)
          : rolledBack(s.epoch - 1, s.pendingRollback);
      }
      if (s.awaitingClose) return closed(s.epoch, act, { streakBefore: s.degradationStreak, streakAfter });
      return luck === 0 ? updateFailed(s.epoch) : luck === 1 ? evaluated(id) : updated(s.epoch, id);
    });
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: wild }), {
    maxLength: 40,
  });

  /** Runs a random sequence; calls back with every accepted and every refused event. */
  async function walk(
    sequence: ((snapshot: ControlSnapshot) => ControlPayload)[],
    visit: (before: ControlSnapshot, event: ControlEvent, after: ControlSnapshot | null) => void,
  ) {
    let { snapshot, events } = await chain(created);
    for (const choose of sequence) {
      const event = await nextEvent(snapshot, CAMPAIGN, choose(snapshot));
      const before = snapshot;
      const frozenBefore = structuredClone(before);
      let after: ControlSnapshot | null = null;
      try {
        after = applyEvent(before, event, options);
      } catch (error) {
        expect(error).toBeInstanceOf(IllegalTransitionError);
      }
      expect(before).toEqual(frozenBefore);
      visit(before, event, after);
      if (after !== null) {
        snapshot = after;
        events = [...events, event];
      }
    }
    return { snapshot, events };
  }
  const check = (
    visit: (before: ControlSnapshot, event: ControlEvent, after: ControlSnapshot | null) => void,
    atEnd: (end: { snapshot: ControlSnapshot; events: ControlEvent[] }) => void | Promise<void> = () => {},
  ) =>
    fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await atEnd(await walk(sequence, visit));
      }),
      { numRuns: 150 },
    );

  it('leaves no pointer that names a missing checkpoint, and always a valid snapshot', () =>
    check((_, __, after) => {
      if (after === null) return;
      const { active, pre_update_ref, last_stable } = after.pointers;
      for (const pointer of [active, pre_update_ref, last_stable, after.pendingRollback]) {
        if (pointer !== null) expect(after.checkpoints).toContain(pointer);
      }
      expect(ControlSnapshot.parse(after)).toEqual(after);
    }));

  it('is not changed by an event that comes twice', () =>
    check(
      (_, event, after) => {
        if (after !== null) expect(applyEvent(after, event, options)).toBe(after);
      },
      ({ snapshot, events }) => {
        for (const event of events) expect(applyEvent(snapshot, event, options)).toBe(snapshot);
      },
    ));

  it('admits nothing in frozen_failure but an evaluation or a person', () =>
    check((before, event, after) => {
      if (before.mode !== 'frozen_failure' || after === null) return;
      expect(['choice.made', 'evaluation.completed']).toContain(event.payload.kind);
    }));

  it('moves last_stable only by a promotion', () =>
    check((before, event, after) => {
      if (after === null || after.pointers.last_stable === before.pointers.last_stable) return;
      const promoted = event.payload.kind === 'epoch.closed' && event.payload.decision.action === 'promote';
      expect(promoted).toBe(true);
      expect(after.pointers.last_stable).toBe(before.pointers.active);
    }));

  it('never rewinds the epoch and closes at most one at a time', () =>
    check((before, _, after) => {
      if (after === null) return;
      expect([before.epoch, before.epoch + 1]).toContain(after.epoch);
    }));

  it('replays to the same state from its verified chain', () =>
    check(
      () => {},
      async ({ snapshot, events }) => {
        await verifyChain(events);
        expect(replay(events, options)).toEqual(snapshot);
      },
    ));
});
