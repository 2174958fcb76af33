import { describe, expect, it } from 'vitest';
import { applyPointers, IllegalTransitionError, UnknownCheckpointError } from './checkpoint-registry.ts';
import { sha } from './episode.fixture.ts';

const [A, B, C] = [sha(1), sha(2), sha(3)];
const known = [A, B, C];
const pointers = { active: C, pre_update_ref: B, last_stable: A };

describe('the pointers', () => {
  it('begin at the initial checkpoint, without a policy before an update', () => {
    expect(applyPointers(null, { kind: 'created', checkpointId: A }, known)).toEqual({
      active: A,
      pre_update_ref: null,
      last_stable: A,
    });
  });

  it('keep the policy before an update as pre_update_ref', () => {
    const created = applyPointers(null, { kind: 'created', checkpointId: A }, known);
    expect(applyPointers(created, { kind: 'updated', checkpointId: B }, known)).toEqual({
      active: B,
      pre_update_ref: A,
      last_stable: A,
    });
  });

  it('make the active checkpoint the stable one on promotion', () => {
    expect(applyPointers(pointers, { kind: 'promoted' }, known)).toEqual({
      active: C,
      pre_update_ref: null,
      last_stable: C,
    });
  });

  it.each([B, A])(
    'return to the restored checkpoint on a rollback and leave last_stable alone',
    (restored) => {
      expect(applyPointers(pointers, { kind: 'rolledBack', restored }, known)).toEqual({
        active: restored,
        pre_update_ref: null,
        last_stable: A,
      });
    },
  );

  it.each([
    { kind: 'updated', checkpointId: sha(9) },
    { kind: 'rolledBack', restored: sha(9) },
  ] as const)('never name a checkpoint that the campaign does not have ($kind)', (transition) => {
    expect(() => applyPointers(pointers, transition, known)).toThrow(UnknownCheckpointError);
  });

  it('are created once, and moved only after that', () => {
    expect(() => applyPointers(pointers, { kind: 'created', checkpointId: A }, known)).toThrow(
      IllegalTransitionError,
    );
    expect(() => applyPointers(null, { kind: 'promoted' }, known)).toThrow(IllegalTransitionError);
  });

  it('are not changed in place', () => {
    applyPointers(pointers, { kind: 'promoted' }, known);
    expect(pointers).toEqual({ active: C, pre_update_ref: B, last_stable: A });
  });
});
