import { expect, it } from 'vitest';
import { calibrationTable } from './calibration-table.ts';

it('shows every engine, why one was not measured, the GPU and the choice', () => {
  const text = calibrationTable({
    acting: 'wasm',
    updating: 'wasm-relaxed',
    adapter: { vendor: 'google', architecture: 'swiftshader', description: '', fallback: true },
    rows: [
      { engine: 'wasm', actingMs: { 1: 0.214, 16: 2.5, 64: 9.75 }, updateMs: 12.53, note: null },
      {
        engine: 'webgpu',
        actingMs: { 1: 7.25, 16: null, 64: null },
        updateMs: null,
        note: 'cut after 3.0 s',
      },
    ],
  });
  expect(text).toMatch(/wasm +│ +0\.21 │ +2\.50 │ +9\.75 │ +12\.5 /);
  expect(text).toMatch(/webgpu +│ +7\.25 │ +– │ +– │ +– /);
  expect(text).toContain('webgpu: cut after 3.0 s');
  expect(text).toContain('GPU google swiftshader, which is software');
  expect(text).toContain('act on wasm and update on wasm-relaxed');
});
