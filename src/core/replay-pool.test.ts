import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Episode } from './contracts.ts';
import { comparisonOf, episodeOf, teacherSignalOf } from './episode.fixture.ts';
import { stream } from './random.ts';
import {
  admit,
  emptyPool,
  laneCounts,
  replayTasks,
  routeLane,
  SplitLeakError,
  trainingEpisodes,
} from './replay-pool.ts';

const better = comparisonOf('better');

describe('the lane of an episode', () => {
  it.each([
    ['better', 'positive'],
    ['same', 'neutral'],
    ['worse', 'negative'],
    [null, 'diagnostic_only'],
  ] as const)('that compared %s is %s', (outcome, lane) => {
    expect(routeLane(episodeOf({ comparison: comparisonOf(outcome) }))).toBe(lane);
  });

  it('that was never compared is none', () => {
    expect(routeLane(episodeOf())).toBeNull();
    expect(routeLane(episodeOf({ teacherSignal: teacherSignalOf() }))).toBeNull();
  });

  it.each([
    ['a safety violation', { safetyViolation: 'deleted a file' }],
    ['an infrastructure failure', { infrastructureFailure: 'worker lost' }],
    ["a teacher's boundary verdict", { teacherSignal: teacherSignalOf({ verdict: 'boundary' }) }],
  ] as const)('is diagnostic_only with %s, however well it compared', (_, changes) => {
    expect(routeLane(episodeOf({ comparison: better, ...changes }))).toBe('diagnostic_only');
    expect(routeLane(episodeOf(changes))).toBe('diagnostic_only');
  });
});

/** Episodes as lanes see them. */
const episodeArbitrary: fc.Arbitrary<Episode> = fc
  .record({
    id: fc.nat(40),
    epoch: fc.nat(5),
    family: fc.nat(3),
    outcome: fc.constantFrom('better', 'same', 'worse', null, undefined),
    safetyViolation: fc.constantFrom(null, null, null, 'unsafe'),
    infrastructureFailure: fc.constantFrom(null, null, null, 'lost'),
    verdict: fc.constantFrom('ordinary', 'ordinary', 'boundary', null),
  })
  .map(({ id, epoch, family, outcome, verdict, ...rest }) =>
    episodeOf({
      ...rest,
      epoch,
      episodeId: `episode-${epoch}-${id}`,
      taskId: `task-${id}`,
      taskFamily: `family-${family}`,
      comparison: outcome === undefined ? null : comparisonOf(outcome),
      teacherSignal: verdict === null ? null : teacherSignalOf({ verdict }),
    }),
  );
/** Without two different episodes of one id. */
const episodesArbitrary = fc.uniqueArray(episodeArbitrary, {
  selector: (episode) => episode.episodeId,
  maxLength: 60,
});

describe('the lanes', () => {
  it('are a pure function of the record', () => {
    fc.assert(
      fc.property(episodeArbitrary, (episode) => {
        const lane = routeLane(episode);
        expect(routeLane(structuredClone(episode))).toBe(lane);
        // What the record does not decide by has no say.
        const otherwise: Episode = { ...episode, terminalReward: -1, reward: 1, lane: 'positive', epoch: 9 };
        expect(routeLane(otherwise)).toBe(lane);
      }),
    );
  });

  it('never give anything but positive and negative lane episodes to training', () => {
    fc.assert(
      fc.property(episodesArbitrary, (episodes) => {
        const { positive, negative } = trainingEpisodes(admit(emptyPool(20), episodes));
        for (const episode of positive) expect(routeLane(episode)).toBe('positive');
        for (const episode of negative) expect(routeLane(episode)).toBe('negative');
      }),
    );
  });

  it('sample again only tasks of positive and neutral episodes, each once', () => {
    fc.assert(
      fc.property(episodesArbitrary, fc.nat(20), fc.nat(), (episodes, n, seed) => {
        const tasks = replayTasks(admit(emptyPool(20), episodes), n, stream(seed, 'replay'));
        const allowed = new Set(
          episodes.filter((e) => ['positive', 'neutral'].includes(routeLane(e) ?? '')).map((e) => e.taskId),
        );
        expect(tasks.length).toBeLessThanOrEqual(n);
        expect(new Set(tasks).size).toBe(tasks.length);
        for (const task of tasks) expect(allowed).toContain(task);
      }),
    );
  });
});

describe('the pool', () => {
  it('keeps the newest episodes of each lane', () => {
    const episodes = [0, 1, 2, 3].map((epoch) =>
      episodeOf({ epoch, episodeId: `e${epoch}`, comparison: better }),
    );
    const pool = admit(emptyPool(2), episodes);
    expect(pool.lanes.positive.map((e) => e.episodeId)).toEqual(['e3', 'e2']);
    expect(laneCounts(pool)).toEqual({ positive: 2, neutral: 0, negative: 0, diagnostic_only: 0 });
  });

  it('leaves out what was never compared', () => {
    const counts = laneCounts(admit(emptyPool(2), [episodeOf()]));
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  });

  it('depends on what was admitted, not on the order or on how often', () => {
    fc.assert(
      fc.property(episodesArbitrary, fc.nat(60), fc.nat(), (episodes, cut, seed) => {
        const atOnce = admit(emptyPool(8), episodes);
        const shuffled = stream(seed, 'order').shuffle(episodes);
        const inParts = admit(admit(emptyPool(8), shuffled.slice(0, cut)), shuffled.slice(cut));
        expect(inParts).toEqual(atOnce);
        expect(admit(inParts, episodes)).toEqual(atOnce);
      }),
    );
  });

  it('is not changed in place', () => {
    const pool = emptyPool(4);
    admit(pool, [episodeOf({ comparison: better })]);
    expect(pool).toEqual(emptyPool(4));
  });

  it.each(['monitor', 'validation', 'heldout'] as const)('refuses an episode of the %s split', (split) => {
    expect(() => admit(emptyPool(4), [episodeOf({ split, comparison: better })])).toThrow(SplitLeakError);
  });

  it('needs room', () => {
    expect(() => emptyPool(0)).toThrow(RangeError);
  });
});

describe('sampling tasks again', () => {
  const laneEpisodes = (outcome: 'better' | 'same', family: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      episodeOf({
        episodeId: `${outcome}-${family}-${i}`,
        taskId: `${outcome}-${family}-${i}`,
        taskFamily: family,
        comparison: comparisonOf(outcome),
      }),
    );

  it('takes half from each lane, and one lane fills up what the other lacks', () => {
    const both = admit(emptyPool(100), [
      ...laneEpisodes('better', 'f', 10),
      ...laneEpisodes('same', 'f', 10),
    ]);
    const drawn = replayTasks(both, 8, stream(1));
    expect(drawn.filter((id) => id.startsWith('better'))).toHaveLength(4);
    const few = admit(emptyPool(100), [...laneEpisodes('better', 'f', 1), ...laneEpisodes('same', 'f', 10)]);
    expect(replayTasks(few, 8, stream(1))).toHaveLength(8);
    const none = admit(emptyPool(100), laneEpisodes('better', 'f', 3));
    expect(replayTasks(none, 8, stream(1))).toHaveLength(3);
  });

  it('balances neutral tasks over families', () => {
    const pool = admit(emptyPool(200), [
      ...laneEpisodes('same', 'crowded', 100),
      ...laneEpisodes('same', 'rare', 3),
      ...laneEpisodes('same', 'scarce', 2),
    ]);
    const drawn = replayTasks(pool, 6, stream(3));
    for (const family of ['crowded', 'rare', 'scarce']) {
      expect(drawn.filter((id) => id.includes(family))).toHaveLength(2);
    }
  });

  it('is the same for the same stream', () => {
    const pool = admit(emptyPool(100), laneEpisodes('same', 'f', 30));
    expect(replayTasks(pool, 8, stream(3, 'x'))).toEqual(replayTasks(pool, 8, stream(3, 'x')));
    expect(replayTasks(pool, 8, stream(3, 'x'))).not.toEqual(replayTasks(pool, 8, stream(3, 'y')));
  });

  it('can be limited to one environment', () => {
    const [one, two] = laneEpisodes('same', 'f', 2) as [Episode, Episode];
    const pool = admit(emptyPool(4), [one, { ...two, environment: 'browser' }]);
    expect(replayTasks(pool, 8, stream(1), 'browser')).toEqual([two.taskId]);
  });
});
