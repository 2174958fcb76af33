import { expect, test } from 'vitest';
import { acceptableOffers, stepsNotOffered } from './labeller.ts';
import type { ExpertStep } from './page-protocol.ts';

const offers = [
  { action: { kind: 'click', ref: 1 } },
  { action: { kind: 'fill', ref: 2, value: 'Ada' } },
  { action: { kind: 'fill', ref: 2, value: 'Bob' } },
  { action: { kind: 'scroll', direction: 'down' } },
  { action: { kind: 'hand_over', state: 'Blocked' } },
] as const;

test('an expert’s steps are the offers that do the same', () => {
  const expert: ExpertStep[] = [
    { kind: 'hand_over' },
    { kind: 'fill', ref: 2, value: 'Bob' },
    { kind: 'scroll', direction: 'down' },
  ];
  expect(acceptableOffers(expert, offers)).toEqual([2, 3, 4]);
  expect(stepsNotOffered(expert, offers)).toEqual([]);
});

test('there is no label where no step is offered', () => {
  const expert: ExpertStep[] = [{ kind: 'click', ref: 9 }];
  expect(acceptableOffers(expert, offers)).toBeNull();
  expect(stepsNotOffered(expert, offers)).toEqual(expert);
});
