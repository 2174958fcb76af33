import { describe, expect, it } from 'vitest';
import { METER_EXPORT, meterWasm, WasmMeterError } from './wasm-meter.ts';

const vector = (...elements: number[][]): number[] => [elements.length, ...elements.flat()];
const section = (id: number, content: number[]): number[] => [id, content.length, ...content];
const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];

/**
 * `spin(n)` counts n down in a loop and returns the global it has; `fill(n)` fills n bytes.
 * Both are of type (i32) → i32.
 */
function moduleOf(spin: number[]): Uint8Array {
  const body = (code: number[]): number[] => [code.length, ...code];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([0x60, 1, 0x7f, 1, 0x7f])),
    ...section(3, vector([0], [0])),
    ...section(5, vector([0, 2])),
    ...section(6, vector([0x7f, 0, 0x41, 42, 0x0b])),
    ...section(7, vector([...text('spin'), 0, 0], [...text('fill'), 0, 1])),
    ...section(
      10,
      vector(
        body(spin),
        // one local of its own; memory.fill(0, 7, n); return n
        body([1, 1, 0x7e, 0x41, 0, 0x41, 7, 0x20, 0, 0xfc, 11, 0, 0x20, 0, 0x0b]),
      ),
    ),
  ]);
}

// loop; local.set 0 (local.get 0 - 1); br_if 0 (local.get 0); end; global.get 0
const SPIN = [0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x23, 0, 0x0b];

interface Metered {
  spin(n: number): number;
  fill(n: number): number;
  meter: WebAssembly.Global<'i32'>;
}

async function instantiate(): Promise<Metered> {
  const { instance } = await WebAssembly.instantiate(meterWasm(moduleOf(SPIN)) as BufferSource);
  return instance.exports as unknown as Metered;
}

describe('the wasm meter', () => {
  it('charges one for each loop iteration and changes no result', async () => {
    const { spin, meter } = await instantiate();
    expect(METER_EXPORT).toBe('meter');
    meter.value = 1000;
    expect(spin(10)).toBe(42);
    expect(meter.value).toBe(990);
  });

  it('charges one for each 64 bytes of a bulk operation', async () => {
    const { fill, meter } = await instantiate();
    meter.value = 1000;
    expect(fill(640)).toBe(640);
    expect(meter.value).toBe(990);
  });

  it('traps at the iteration after the last', async () => {
    const { spin, meter } = await instantiate();
    meter.value = 10;
    expect(spin(10)).toBe(42);
    expect(() => spin(1)).toThrow(WebAssembly.RuntimeError);
    expect(meter.value).toBe(-1);
  });

  it('refuses an instruction it does not know, and bytes that end early', () => {
    expect(() => meterWasm(moduleOf([0, 0xfd, 0, 0x0b]))).toThrow(WasmMeterError);
    expect(() => meterWasm(moduleOf(SPIN).subarray(0, 60))).toThrow(WasmMeterError);
  });
});
