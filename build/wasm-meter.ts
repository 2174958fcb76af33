/**
 * Adds a work meter to a WebAssembly module: an exported mutable global that every loop iteration
 * lowers by one and every bulk memory operation by one per 64 bytes; below zero the module traps.
 *
 * QuickJS's own interrupt counter sees only iterations and calls of the JavaScript it runs. A
 * loop that copies a growing array does nearly all its work inside one native function, and
 * only the wall clock would end it; with the meter it ends at the same point on every machine.
 *
 * Format: https://webassembly.github.io/spec/core/binary/ (MVP, sign extension, saturating
 * conversions, bulk memory, reference types). Anything else is refused.
 */

/** Name of the exported i32 global. */
export const METER_EXPORT = 'meter';

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const I32 = 0x7f;
const BYTES_PER_UNIT_SHIFT = 6;

/** The bytes are not a module that the meter understands. */
export class WasmMeterError extends Error {
  override name = 'WasmMeterError';
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new WasmMeterError(`wasm meter: unexpected end at byte ${this.at}`);
    this.at += 1;
    return value;
  }

  /** Unsigned LEB128, up to 32 bits. */
  u32(): number {
    let [result, shift, byte] = [0, 0, 0];
    do {
      byte = this.byte();
      result |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return result >>> 0;
  }

  /** Skips a LEB128 number of any kind. */
  skipLeb(count = 1): void {
    for (let i = 0; i < count; i += 1) while (this.byte() & 0x80);
  }

  slice(from: number, to = this.at): Uint8Array {
    return this.bytes.subarray(from, to);
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

/** Grows without an array of numbers per byte. */
class Writer {
  private readonly parts: (Uint8Array | number[])[] = [];
  private length = 0;

  push(part: Uint8Array | number[]): void {
    this.parts.push(part);
    this.length += part.length;
  }

  bytes(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

/** Immediates of the instructions that start with 0xfc, as a count of LEB128 numbers. */
const PREFIXED_IMMEDIATES = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];
const MEMORY_COPY = 10;
const MEMORY_FILL = 11;

/** Skips the immediates of one instruction. @returns the sub-opcode behind 0xfc, else null. */
function skipImmediates(opcode: number, reader: Reader): number | null {
  if (opcode === 0x02 || opcode === 0x03 || opcode === 0x04) reader.skipLeb();
  else if (opcode === 0x0c || opcode === 0x0d || opcode === 0x10) reader.skipLeb();
  else if (opcode === 0x0e) reader.skipLeb(reader.u32() + 1);
  else if (opcode === 0x11) reader.skipLeb(2);
  else if (opcode === 0x1c) reader.skipLeb(reader.u32());
  else if (opcode >= 0x20 && opcode <= 0x26) reader.skipLeb();
  else if (opcode >= 0x28 && opcode <= 0x3e) reader.skipLeb(2);
  else if (opcode >= 0x3f && opcode <= 0x42) reader.skipLeb();
  else if (opcode === 0x43) reader.at += 4;
  else if (opcode === 0x44) reader.at += 8;
  else if (opcode === 0xd0 || opcode === 0xd2) reader.skipLeb();
  else if (opcode === 0xfc) {
    const sub = reader.u32();
    const immediates = PREFIXED_IMMEDIATES[sub];
    if (immediates === undefined) throw new WasmMeterError(`wasm meter: unknown instruction 0xfc ${sub}`);
    reader.skipLeb(immediates);
    return sub;
  } else if (!isPlain(opcode)) {
    throw new WasmMeterError(`wasm meter: unknown instruction 0x${opcode.toString(16)}`);
  }
  return null;
}

/** Whether an instruction has no immediates. */
function isPlain(opcode: number): boolean {
  return (
    opcode <= 0x01 ||
    opcode === 0x05 ||
    opcode === 0x0b ||
    opcode === 0x0f ||
    opcode === 0x1a ||
    opcode === 0x1b ||
    (opcode >= 0x45 && opcode <= 0xc4) ||
    opcode === 0xd1
  );
}

/** One function body with the meter in it. `parameters` is how many locals come before its own. */
function meterBody(body: Uint8Array, parameters: number, global: number): Uint8Array {
  const reader = new Reader(body);
  const groups = reader.u32();
  const groupsAt = reader.at;
  let locals = parameters;
  for (let i = 0; i < groups; i += 1) {
    locals += reader.u32();
    reader.byte();
  }
  const groupsEnd = reader.at;
  const code = new Writer();
  const g = leb(global);
  const scratch = leb(locals);
  // meter -= 1; if (meter < 0) unreachable
  const onLoop = [
    [0x23, ...g, 0x41, 1, 0x6b, 0x24, ...g],
    [0x23, ...g, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b],
  ].flat();
  // The size is on top of the stack and stays there: scratch = size; meter -= scratch >>> 6
  const onBulk = [
    [0x22, ...scratch, 0x23, ...g, 0x20, ...scratch],
    [0x41, BYTES_PER_UNIT_SHIFT, 0x76, 0x6b, 0x24, ...g],
  ].flat();
  let bulk = false;
  let copied = groupsEnd;
  while (!reader.done) {
    const start = reader.at;
    const opcode = reader.byte();
    const sub = skipImmediates(opcode, reader);
    if (opcode === 0x03) {
      code.push(reader.slice(copied));
      code.push(onLoop);
      copied = reader.at;
    } else if (sub === MEMORY_COPY || sub === MEMORY_FILL) {
      code.push(reader.slice(copied, start));
      code.push(onBulk);
      copied = start;
      bulk = true;
    }
  }
  code.push(reader.slice(copied));
  const out = new Writer();
  out.push(leb(bulk ? groups + 1 : groups));
  out.push(reader.slice(groupsAt, groupsEnd));
  if (bulk) out.push([1, I32]);
  out.push(code.bytes());
  return out.bytes();
}

/** Counts what a module imports: functions (by type) and globals come before its own. */
function readImports(content: Uint8Array): { functions: number; globals: number } {
  const reader = new Reader(content);
  const counts = { functions: 0, globals: 0 };
  for (let left = reader.u32(); left > 0; left -= 1) {
    for (let i = 0; i < 2; i += 1) {
      const length = reader.u32();
      reader.at += length;
    }
    const kind = reader.byte();
    if (kind === 0) {
      counts.functions += 1;
      reader.skipLeb();
    } else if (kind === 3) {
      counts.globals += 1;
      reader.at += 2;
    } else if (kind === 1 || kind === 2) {
      if (kind === 1) reader.byte();
      reader.skipLeb(reader.byte() & 1 ? 2 : 1);
    } else throw new WasmMeterError(`wasm meter: unknown import kind ${kind}`);
  }
  return counts;
}

/** Number of parameters of each function type. */
function readTypes(content: Uint8Array): number[] {
  const reader = new Reader(content);
  return Array.from({ length: reader.u32() }, () => {
    if (reader.byte() !== 0x60) throw new WasmMeterError('wasm meter: a type is not a function type');
    const parameters = reader.u32();
    reader.at += parameters;
    const results = reader.u32();
    reader.at += results;
    return parameters;
  });
}

/** A vector section with one more element. */
function append(content: Uint8Array, element: number[]): Uint8Array {
  const reader = new Reader(content);
  const count = reader.u32();
  const out = new Writer();
  out.push(leb(count + 1));
  out.push(content.subarray(reader.at));
  out.push(element);
  return out.bytes();
}

function meterCode(content: Uint8Array, parametersOf: (index: number) => number, global: number): Uint8Array {
  const reader = new Reader(content);
  const count = reader.u32();
  const out = new Writer();
  out.push(leb(count));
  for (let i = 0; i < count; i += 1) {
    const length = reader.u32();
    const start = reader.at;
    reader.at += length;
    const body = meterBody(reader.slice(start), parametersOf(i), global);
    out.push(leb(body.length));
    out.push(body);
  }
  return out.bytes();
}

/**
 * The module with a meter, exported as METER_EXPORT, starting at the largest i32.
 * @throws WasmMeterError when the module has something the meter does not know, or no global,
 * export, function or code section to extend.
 */
export function meterWasm(module: Uint8Array): Uint8Array {
  const reader = new Reader(module, 8);
  const sections: { id: number; content: Uint8Array }[] = [];
  while (!reader.done) {
    const id = reader.byte();
    const length = reader.u32();
    const start = reader.at;
    reader.at += length;
    sections.push({ id, content: reader.slice(start) });
  }
  const content = (id: number): Uint8Array => {
    const section = sections.find((s) => s.id === id);
    if (section === undefined) throw new WasmMeterError(`wasm meter: the module has no section ${id}`);
    return section.content;
  };
  const types = readTypes(content(SECTION.type));
  const imports = sections.some((s) => s.id === SECTION.import)
    ? readImports(content(SECTION.import))
    : { functions: 0, globals: 0 };
  const functions = new Reader(content(SECTION.function));
  const typeOf = Array.from({ length: functions.u32() }, () => functions.u32());
  const global = imports.globals + new Reader(content(SECTION.global)).u32();
  const name = [...new TextEncoder().encode(METER_EXPORT)];
  /** i32.const 0x7fffffff */
  const initial = [0x41, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0b];

  const out = new Writer();
  out.push(module.subarray(0, 8));
  for (const section of sections) {
    let bytes = section.content;
    if (section.id === SECTION.global) bytes = append(bytes, [I32, 1, ...initial]);
    else if (section.id === SECTION.export) {
      bytes = append(bytes, [...leb(name.length), ...name, 3, ...leb(global)]);
    } else if (section.id === SECTION.code) {
      bytes = meterCode(bytes, (i) => types[typeOf[i] as number] as number, global);
    }
    out.push([section.id, ...leb(bytes.length)]);
    out.push(bytes);
  }
  return out.bytes();
}
