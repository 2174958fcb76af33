import { describe, expect, it } from 'vitest';
import type { EngineName } from '../../core/campaign-config.ts';
import type { CalibrationRow } from '../../core/engine-calibration.ts';
import { chooseEngines, roundActingTime } from './engine-choice.ts';

type Times = [one: number | null, some: number | null, many: number | null, update: number | null];

const row = (engine: EngineName, [one, some, many, updateMs]: Times): CalibrationRow => ({
  engine,
  actingMs: { 1: one, 16: some, 64: many },
  updateMs,
  note: updateMs === null ? 'cut' : null,
});
const gpu = { vendor: 'acme', architecture: '', description: '', fallback: false };
const software = { ...gpu, vendor: 'google', architecture: 'swiftshader', fallback: true };
const wasm = row('wasm', [0.2, 2, 8, 6]);

describe('the time of acting in a round', () => {
  it('is the mean over batches of every size up to the number of episodes', () => {
    // Sizes 1 to 16 lie on the line from 1 to 16 ms, so their mean is 8.5 ms.
    expect(roundActingTime(row('wasm', [1, 16, 112, 1]), 16)).toBeCloseTo(8.5, 12);
    // 17 is a 48th of the way from 16 to 112 ms: (8.5 × 16 + 18) / 17.
    expect(roundActingTime(row('wasm', [1, 16, 112, 1]), 17)).toBeCloseTo((8.5 * 16 + 18) / 17, 12);
    expect(roundActingTime(row('wasm', [1, 16, 112, 1]), 1)).toBe(1);
  });

  it('is unknown when a size was not measured', () => {
    expect(roundActingTime(row('webgpu', [1, 2, null, 1]), 4)).toBeNull();
  });
});

describe('the choice of engines', () => {
  it('takes the fastest for each of the two, by the batches of the campaign', () => {
    const webgpu = row('webgpu', [1.5, 1.6, 1.8, 1]);
    expect(chooseEngines([wasm, webgpu], gpu, 64)).toEqual({ acting: 'webgpu', updating: 'webgpu' });
    expect(chooseEngines([wasm, webgpu], gpu, 8)).toEqual({ acting: 'wasm', updating: 'webgpu' });
  });

  it('keeps the first where another is hardly faster', () => {
    const relaxed = row('wasm-relaxed', [0.19, 1.9, 7.6, 5.3]);
    expect(chooseEngines([wasm, relaxed], null, 32)).toEqual({ acting: 'wasm', updating: 'wasm-relaxed' });
  });

  it('never prefers a software GPU to WASM', () => {
    const webgpu = row('webgpu', [0.01, 0.01, 0.01, 0.01]);
    expect(chooseEngines([wasm, webgpu], software, 32)).toEqual({ acting: 'wasm', updating: 'wasm' });
  });

  it('leaves out what was cut, each figure for itself', () => {
    const cut = row('webgpu', [0.1, 0.2, 0.3, null]);
    expect(chooseEngines([wasm, cut], gpu, 32)).toEqual({ acting: 'webgpu', updating: 'wasm' });
  });

  it('says why when nothing was measured', () => {
    const broken = row('wasm', [null, null, null, null]);
    expect(() => chooseEngines([broken], null, 32)).toThrow(/no engine could be measured \(wasm: cut\)/);
  });
});
