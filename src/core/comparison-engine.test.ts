import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEpisodes, countComparisons, UnmatchedPairError } from './comparison-engine.ts';
import { ComparisonResult } from './contracts.ts';
import { comparisonOf, episodeOf, sha, teacherSignalOf } from './episode.fixture.ts';

const ids = { candidateCheckpoint: sha(2), referenceCheckpoint: sha(1) };

describe('a matched comparison', () => {
  it.each([
    [1, 0.25, 'better'],
    [0.25, 0.25, 'same'],
    [-1, 0, 'worse'],
  ])('of terminal rewards %f and %f is %s', (candidate, reference, outcome) => {
    const result = compareEpisodes(
      episodeOf({ terminalReward: candidate }),
      episodeOf({ terminalReward: reference }),
      ids,
    );
    expect(result).toMatchObject({
      status: 'completed',
      relativeOutcome: outcome,
      candidateReward: candidate,
      referenceReward: reference,
      ...ids,
    });
  });

  it('does not let a teacher choose the outcome', () => {
    const praised = episodeOf({
      terminalReward: 0,
      reward: 0.2,
      teacherSignal: teacherSignalOf({ shaping: 1 }),
    });
    const blamed = episodeOf({
      terminalReward: 0,
      reward: -0.2,
      teacherSignal: teacherSignalOf({ shaping: -1 }),
    });
    expect(compareEpisodes(praised, blamed, ids).relativeOutcome).toBe('same');
  });

  it.each([
    ['a missing candidate', null, episodeOf(), /candidate has no episode/],
    ['a missing reference', episodeOf(), null, /reference has no episode/],
    ['a lost worker', episodeOf({ infrastructureFailure: 'worker lost' }), episodeOf(), /worker lost/],
    ['an external cut', episodeOf(), episodeOf({ stopReason: 'truncated' }), /cut from outside/],
  ])('fails, with the reason, on %s', (_, candidate, reference, reason) => {
    const result = compareEpisodes(candidate, reference, ids);
    expect(result).toMatchObject({ status: 'comparison_failed', relativeOutcome: null });
    expect(result.reason).toMatch(reason);
    expect(ComparisonResult.parse(result)).toEqual(result);
  });

  it('refuses episodes that are not a pair', () => {
    expect(() => compareEpisodes(episodeOf({ seed: 1 }), episodeOf({ seed: 2 }), ids)).toThrow(
      UnmatchedPairError,
    );
    expect(() => compareEpisodes(episodeOf(), episodeOf({ taskId: 'other' }), ids)).toThrow(/taskId/);
  });

  it('is antisymmetric', () => {
    const reward = fc.double({ min: -1, max: 1, noNaN: true });
    const opposite = { better: 'worse', same: 'same', worse: 'better' } as const;
    fc.assert(
      fc.property(reward, reward, (a, b) => {
        const [one, other] = [episodeOf({ terminalReward: a }), episodeOf({ terminalReward: b })];
        const forward = compareEpisodes(one, other, ids).relativeOutcome;
        const backward = compareEpisodes(other, one, ids).relativeOutcome;
        expect(forward && opposite[forward]).toBe(backward);
      }),
    );
  });
});

it('counts every comparison once', () => {
  const results = (['better', 'worse', 'worse', 'same', null] as const).map(comparisonOf);
  expect(countComparisons(results)).toEqual({ better: 1, same: 1, worse: 2, failed: 1 });
});
