import { describe, expect, it } from 'vitest';
import type { SoakPoint, SoakResult } from './soak.ts';
import { soakReport, trendOf, trendsOf } from './soak-report.ts';

const episodes = Array.from({ length: 20 }, (_, i) => 500 * (i + 1));

describe('the trend of memory', () => {
  it('is flat where only the first fifth grows', () => {
    const { perThousand, growth, flat } = trendOf(
      episodes,
      episodes.map((n) => (n <= 2000 ? n / 50 : 50)),
    );
    expect(perThousand).toBeCloseTo(0, 12);
    expect([growth, flat]).toEqual([1, true]);
  });

  it('is the slope of a line, and not flat where the line rises', () => {
    const { perThousand, growth, flat } = trendOf(
      episodes,
      episodes.map((n) => 40 + 0.003 * n),
    );
    expect(perThousand).toBeCloseTo(3, 12);
    // Means of 40 + 0.003 n over 8500…10000 and over 2500…4000.
    expect(growth).toBeCloseTo(67.75 / 49.75, 12);
    expect(flat).toBe(false);
  });

  it('does not take one high point for growth', () => {
    expect(
      trendOf(
        episodes,
        episodes.map((n) => (n === 10_000 ? 70 : 50)),
      ).flat,
    ).toBe(true);
  });

  it('leaves a column out that was not measured', () => {
    const points = episodes.map(
      (n): SoakPoint => ({ episodes: n, worker: 50, page: 9, resident: null, rate: 30 }),
    );
    expect(Object.keys(trendsOf(points))).toEqual(['worker', 'page']);
  });
});

describe('the report', () => {
  const result: SoakResult = {
    seed: 7,
    browser: 'Chromium 1',
    tasks: { modules: 80, honest: 640, hostile: 36 },
    episodes: 10_000,
    hostileEpisodes: 500,
    steps: 52_000,
    honest: { oracle: { played: 4750, repaired: 4750 } },
    points: episodes.map((n) => ({ episodes: n, worker: 50, page: 9, resident: n / 10, rate: 30 })),
  };

  it('says what grew, and which command makes it', () => {
    const report = soakReport(result, 'npm run bench -- soak --write', 'linux x64');
    expect(report).toContain('Made by `npm run bench -- soak --write` in Chromium 1 on linux x64.');
    expect(report).toContain('**Not flat.**');
    expect(report).toContain('| shell worker | × 1.000 | +0.00 |');
    expect(report).toContain('| process, resident | × 2.846 | +100.00 |');
    expect(report).toContain('oracle repaired 4750 of 4750');
  });
});
