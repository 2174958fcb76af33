import { describe, expect, it } from 'vitest';
import {
  exact,
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatPValue,
  formatRate,
  formatRateInterval,
  formatRateTick,
  formatTimeLeft,
  shortId,
} from './format.ts';

/** Narrow no-break spaces stand between numbers and units; tests read better without them. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('formatNumber', () => {
  it('keeps three significant digits', () => {
    expect(formatNumber(0.012_345)).toBe('0.0123');
    expect(formatNumber(1.5)).toBe('1.5');
    expect(formatNumber(1234.5)).toBe('1,230');
  });

  it('writes very small and very large magnitudes as powers of ten', () => {
    expect(formatNumber(0.000_123_4)).toBe('1.23×10⁻⁴');
    expect(formatNumber(123_456_789)).toBe('1.23×10⁸');
  });

  it('writes a true minus sign', () => {
    expect(formatNumber(-0.25)).toBe('−0.25');
  });

  it('shows a dash for what does not exist and names infinity', () => {
    expect(formatNumber(null)).toBe('—');
    expect(formatNumber(Number.NaN)).toBe('—');
    expect(formatNumber(Number.NEGATIVE_INFINITY)).toBe('−∞');
  });

  it('puts a unit after a narrow space', () => {
    expect(formatNumber(12.345, 'ms')).toBe('12.3\u202fms');
  });
});

describe('formatRate', () => {
  it('is a percentage with one decimal', () => {
    expect(plain(formatRate(0.8125))).toBe('81.3 %');
    expect(plain(formatRate(1))).toBe('100 %');
    expect(plain(formatRate(0))).toBe('0 %');
  });

  it('never shows a share that is not 0 as 0', () => {
    expect(plain(formatRate(0.0001))).toBe('<0.1 %');
  });

  it('writes an interval with one unit, and a tick in whole percent', () => {
    expect(plain(formatRateInterval([0.7412, 0.8704]))).toBe('74.1–87.0 %');
    expect(plain(formatRateTick(0.2))).toBe('20 %');
  });
});

describe('the other figures', () => {
  it('counts exactly', () => {
    expect(formatCount(12_345)).toBe('12,345');
  });

  it('says only that a tiny p value is tiny', () => {
    expect(formatPValue(0.000_14)).toBe('<0.001');
    expect(formatPValue(0.031_24)).toBe('0.0312');
  });

  it('writes bytes in decimal units', () => {
    expect(plain(formatBytes(4_812_344))).toBe('4.81 MB');
    expect(plain(formatBytes(999_700))).toBe('1 MB');
    expect(plain(formatBytes(0))).toBe('0 B');
  });

  it('writes durations as people say them', () => {
    expect(plain(formatDuration(12.345))).toBe('12.3 s');
    expect(plain(formatDuration(59.97))).toBe('1 min 00 s');
    expect(plain(formatDuration(245))).toBe('4 min 05 s');
    expect(plain(formatDuration(3725))).toBe('1 h 02 min');
    expect(plain(formatTimeLeft(-3))).toBe('0 s');
  });

  it('shortens a hash and nothing else', () => {
    expect(shortId('ab'.repeat(32))).toBe('abababab');
    expect(shortId('operator-prior')).toBe('operator-prior');
  });

  it('gives the exact value for the tooltip', () => {
    expect(exact(0.812_345_678)).toBe('0.812345678');
    expect(exact(null)).toBe('—');
  });
});
