/**
 * One QuickJS instance in its own WebAssembly memory, and the clean realm in it that every run
 * starts from: the memory is snapshotted once, after the prelude, and copied back before each run.
 *
 * Invariant: every QuickJS handle and host function exists either since before the snapshot
 * (its pointer is valid in every run) or within one run (disposed before the next restore).
 */

import prelude from 'virtual:sandbox-prelude';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { POLICY } from './execution-policy.ts';
import { createQuickJsInstance, PAGE, type QuickJsInstance } from './quickjs-instance.ts';
import {
  COUNTER_CAPACITY,
  COVERAGE_MODULE,
  type Emit,
  SANDBOX_CONTROLS_KEY,
  SANDBOX_HOST_KEY,
  type SandboxControls,
  type SandboxEvent,
} from './sandbox/protocol.ts';

/** What one run of one entry module needs. */
export interface RealmRequest {
  /** Path of the entry module. */
  entry: string;
  /** Source text of a path in the tree; null when there is none. */
  load(path: string): string | null;
  emit: Emit;
  /** Work allowed inside QuickJS: see the instance's meter. */
  work: number;
  /** Interrupt-handler calls allowed. */
  fuel: number;
  /** Milliseconds of wall clock allowed. */
  wallClockMs: number;
}

/** How a run ended; `fuel` also when the meter did it. `hung` is the wall-clock backstop. */
export type RealmEnd = 'done' | 'fuel' | 'memory' | 'stack' | 'load_error' | 'hung';

/** What a run cost and how it ended. */
export interface RealmOutcome {
  end: RealmEnd;
  /** Empty when done. */
  message: string;
  fuel: number;
}

/** Memory never shrinks; an instance that grew beyond this is not kept for the next run. */
const KEPT_PAGES = 512;
/** Jobs run between two looks at whether the run has to stop. */
const JOBS_AT_ONCE = 256;
/** Console lines that cost as much as one call of the interrupt handler. */
const LOGS_PER_FUEL = 100;

/** A source that could define tests, or hooks for them, could make them pass. */
const FOR_TESTS_ONLY = 'node:test';

/** A POSIX join of an import's specifier onto the directory of the importing module. */
function resolveSpecifier(base: string, specifier: string): string {
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) return specifier;
  const parts = base.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return specifier;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A realm that can run modules again and again. Not reusable once `spoiled`. */
export class QuickJsRealm {
  private request: RealmRequest | null = null;
  private fuelUsed = 0;
  private logs = 0;
  private deadline = 0;
  private stop: RealmEnd | null = null;
  private done = false;
  private hostError: { error: unknown } | null = null;
  private broken = false;
  private countersAt = 0;
  private snapshot: { at: number; bytes: Uint8Array }[] = [];
  private readonly controls = new Map<keyof SandboxControls, QuickJSHandle>();

  private readonly memory: WebAssembly.Memory;
  private readonly meter: WebAssembly.Global<'i32'>;
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;

  private constructor({ quickjs, memory, meter }: QuickJsInstance) {
    this.memory = memory;
    this.meter = meter;
    this.runtime = quickjs.newRuntime({ maxStackSizeBytes: POLICY.stackBytes });
    this.context = this.runtime.newContext();
  }

  /** Makes an instance, runs the prelude in it and takes the snapshot. */
  static async create(): Promise<QuickJsRealm> {
    const realm = new QuickJsRealm(await createQuickJsInstance());
    realm.prepare();
    return realm;
  }

  private prepare(): void {
    const { context, runtime } = this;
    const host = context.newObject();
    const emit = context.newFunction('emit', (event, name, detail) => {
      const type = context.getString(event) as SandboxEvent;
      const over = this.receive(type, context.getString(name), context.getString(detail));
      return over ? context.true : context.false;
    });
    context.setProp(host, 'emit', emit);
    context.setProp(context.global, SANDBOX_HOST_KEY, host);
    emit.dispose();
    host.dispose();
    context.unwrapResult(context.evalCode(prelude, 'sandbox:prelude', { type: 'global' })).dispose();

    const controls = context.getProp(context.global, SANDBOX_CONTROLS_KEY);
    for (const name of ['finish', 'tick'] as const) {
      this.controls.set(name, context.getProp(controls, name));
    }
    controls.dispose();

    this.countersAt = this.locateCounters();
    this.defineBuiltinModules();
    runtime.setModuleLoader(
      (path) => this.loadModule(path),
      (base, specifier) =>
        specifier === FOR_TESTS_ONLY && !this.isTest(base)
          ? `${specifier} outside tests`
          : resolveSpecifier(base, specifier),
    );
    runtime.setInterruptHandler(() => this.interrupt());
    // Handles that the library makes on first use must exist before the snapshot.
    void context.global;
    void [context.undefined, context.null, context.true, context.false];
    this.snapshot = this.usedMemory();
  }

  /**
   * The address of the counters' bytes, so that they can be read also when nothing in the realm
   * can run any more. The library gives only copies of buffers; the bytes are found by a pattern.
   */
  private locateCounters(): number {
    const { context } = this;
    const counters = `globalThis.${SANDBOX_CONTROLS_KEY}.counters`;
    const evaluate = (code: string): unknown =>
      context.unwrapResult(context.evalCode(code, 'sandbox:counters')).consume((h) => context.dump(h));
    evaluate(`for (let i = 0; i < ${COUNTER_CAPACITY}; i++) ${counters}[i] = i * 7 + 13;`);
    const bytes = new Uint8Array(this.memory.buffer);
    let at = 0;
    let matched = 0;
    for (; at < bytes.length && matched < COUNTER_CAPACITY; at += 1) {
      matched = bytes[at] === ((matched * 7 + 13) & 255) ? matched + 1 : bytes[at] === 13 ? 1 : 0;
    }
    const start = at - COUNTER_CAPACITY;
    bytes.fill(0, start, at);
    if (matched < COUNTER_CAPACITY || evaluate(`${counters}.every((byte) => byte === 0)`) !== true) {
      throw new TypeError('realm: the statement counters were not found in memory');
    }
    return start;
  }

  /** Modules loaded now are found by name in every run, because they are part of the snapshot. */
  private defineBuiltinModules(): void {
    const { context, runtime } = this;
    const modules = `globalThis.${SANDBOX_CONTROLS_KEY}.modules`;
    const names = `Object.entries(${modules}).map(([name, m]) => [name, Object.keys(m.named)])`;
    const exported = context
      .unwrapResult(context.evalCode(names, 'sandbox:names', { type: 'global' }))
      .consume((list) => context.dump(list) as [string, string[]][]);
    const sources = new Map([
      [
        COVERAGE_MODULE,
        `export const { counters, probe, absent, present } = globalThis.${SANDBOX_CONTROLS_KEY};`,
      ],
    ]);
    for (const [name, members] of exported) {
      const module = `${modules}[${JSON.stringify(name)}]`;
      sources.set(
        name,
        `export default ${module}.default; export const { ${members.join(', ')} } = ${module}.named;`,
      );
    }
    runtime.setModuleLoader((path) => sources.get(path) ?? { error: new Error(`no builtin ${path}`) });
    const imports = [...sources.keys()].map((name) => `import ${JSON.stringify(name)};`).join('');
    const code = `${imports} delete globalThis.${SANDBOX_CONTROLS_KEY};`;
    context.unwrapResult(context.evalCode(code, 'sandbox:builtins', { type: 'module' })).dispose();
    while (runtime.hasPendingJob()) context.unwrapResult(runtime.executePendingJobs(JOBS_AT_ONCE));
  }

  /** Copies of the memory's extents of pages that hold anything; the rest is unused stack and heap. */
  private usedMemory(): { at: number; bytes: Uint8Array }[] {
    const extents: { at: number; bytes: Uint8Array }[] = [];
    let start: number | null = null;
    for (let at = 0; at <= this.memory.buffer.byteLength; at += PAGE) {
      const used =
        at < this.memory.buffer.byteLength &&
        new Float64Array(this.memory.buffer, at, PAGE / 8).some((word) => word !== 0);
      if (used) start ??= at;
      else if (start !== null) {
        extents.push({
          at: start,
          bytes: new Uint8Array(this.memory.buffer.slice(start, at) as ArrayBuffer),
        });
        start = null;
      }
    }
    return extents;
  }

  /** True when the instance must be discarded: it broke, or it holds on to much memory. */
  get spoiled(): boolean {
    return this.broken || this.stop === 'memory' || this.memoryBytes > KEPT_PAGES * PAGE;
  }

  /** The statement counters, one byte each; valid until the next run. */
  counters(count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.countersAt, count);
  }

  /** @returns whether the run is over. */
  private receive(event: SandboxEvent, name: string, detail: string): boolean {
    // A stopped test may still look ended as it unwinds: only what came before the stop counts.
    if (this.stop === null) {
      try {
        this.accept(event, name, detail);
      } catch (error) {
        // Thrown through QuickJS it would look like an error of the test.
        this.hostError ??= { error };
      }
    }
    return this.stop !== null || this.hostError !== null;
  }

  private accept(event: SandboxEvent, name: string, detail: string): void {
    switch (event) {
      case 'done':
        this.done = true;
        break;
      case 'fatal':
        if (detail === 'out of memory' || (detail === 'null' && this.memoryBytes > KEPT_PAGES * PAGE)) {
          this.stop = 'memory';
        }
        break;
      case 'log':
        this.logs += 1;
        if (this.logs % LOGS_PER_FUEL === 0) this.fuelUsed += 1;
        this.request?.emit(event, name, detail);
        break;
      default:
        this.request?.emit(event, name, detail);
    }
  }

  private rethrowHostError(): void {
    if (this.hostError !== null) throw this.hostError.error;
  }

  private get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** Called by QuickJS about every 10,000 back edges and calls; true ends the run. */
  private interrupt(): boolean {
    this.fuelUsed += 1;
    if (this.fuelUsed > (this.request?.fuel ?? Number.POSITIVE_INFINITY)) this.stop ??= 'fuel';
    else if (performance.now() > this.deadline) this.stop ??= 'hung';
    return this.stop !== null;
  }

  /** Whether a module is the test file that runs, or stands beside tests. */
  private isTest(path: string): boolean {
    return path === this.request?.entry || /^(test|hidden)\//.test(path);
  }

  private loadModule(path: string): string | { error: Error } {
    const source = this.request?.load(path) ?? null;
    if (source !== null) return source;
    return { error: new Error(`Cannot find module '${path}'`) };
  }

  /** Runs one module and everything it starts to the end, from a clean realm. */
  run(request: RealmRequest): RealmOutcome {
    const bytes = new Uint8Array(this.memory.buffer);
    for (const extent of this.snapshot) bytes.set(extent.bytes, extent.at);
    this.request = request;
    this.fuelUsed = 0;
    this.logs = 0;
    this.stop = null;
    this.done = false;
    this.hostError = null;
    this.meter.value = request.work;
    this.deadline = performance.now() + request.wallClockMs;
    try {
      const message = this.runEntry(request);
      this.rethrowHostError();
      const end = this.stop ?? (message !== null ? 'load_error' : this.done ? 'done' : 'memory');
      return { end, message: message ?? '', fuel: Math.min(this.fuelUsed, request.fuel) };
    } catch (error) {
      // The host's own stack overflowed, or the instance trapped: nothing in it can be trusted now.
      if (!(error instanceof RangeError) && !(error instanceof WebAssembly.RuntimeError)) throw error;
      const exhausted = this.memoryBytes >= POLICY.memoryPages * PAGE;
      if (this.meter.value < 0) this.stop ??= 'fuel';
      else this.stop ??= error instanceof RangeError || !exhausted ? 'stack' : 'memory';
      this.broken = true;
      return { end: this.stop, message: '', fuel: Math.min(this.fuelUsed, request.fuel) };
    } finally {
      this.request = null;
    }
  }

  /** @returns the load error's text, or null when the module was loaded. */
  private runEntry(request: RealmRequest): string | null {
    const { context } = this;
    const source = request.load(request.entry);
    if (source === null) return `Error: Cannot find module '${request.entry}'`;
    const result = context.evalCode(source, request.entry, { type: 'module' });
    if (result.error) return result.error.consume((error) => this.describe(error));
    const message = result.value.consume((value) => {
      this.pump();
      if (this.stop !== null || context.typeof(value) !== 'object') return null;
      const state = context.getPromiseState(value);
      if (state.type === 'fulfilled') {
        if (!state.notAPromise) state.value.dispose();
        return null;
      }
      if (state.type === 'rejected') return state.error.consume((error) => this.describe(error));
      return 'Error: a top-level await never ends';
    });
    // A second call ends the file although one of its `after` hooks never does.
    for (let i = 0; i < 2 && message === null && this.stop === null && !this.done; i += 1) {
      this.call('finish');
      this.pump();
    }
    return message;
  }

  /** Runs jobs, then timers, until nothing is left or the run has to stop. */
  private pump(): void {
    const { runtime } = this;
    for (let timers = 0; this.stop === null; timers += 1) {
      while (this.stop === null && runtime.hasPendingJob()) {
        runtime.executePendingJobs(JOBS_AT_ONCE).dispose();
        if (performance.now() > this.deadline) this.stop ??= 'hung';
      }
      if (this.stop !== null) return;
      if (timers > POLICY.maxTimers) this.stop = 'fuel';
      else if (!this.call('tick')) return;
    }
  }

  /** Calls a function of the prelude. @returns whether it returned true. */
  private call(name: keyof SandboxControls): boolean {
    const { context } = this;
    const control = this.controls.get(name);
    if (control === undefined) throw new TypeError(`realm: '${name}' called before it was prepared`);
    const result = context.callFunction(control, context.undefined);
    if (result.error) {
      result.error.dispose();
      return false;
    }
    return result.value.consume((value) => context.dump(value) === true);
  }

  /** `Name: message` of an error inside the realm, with the first frame of its stack. */
  private describe(error: QuickJSHandle): string {
    const dumped: unknown = this.context.dump(error);
    if (typeof dumped !== 'object' || dumped === null) return String(dumped);
    const { name = 'Error', message = '', stack = '' } = dumped as Record<string, unknown>;
    if (message === 'out of memory') this.stop ??= 'memory';
    const frame = String(stack).trim().split('\n')[0] ?? '';
    return `${String(name)}: ${String(message)}${frame === '' ? '' : `\n    ${frame}`}`;
  }

  /** Lets go of the instance; its memory is garbage from here on. */
  dispose(): void {
    this.broken = true;
    this.snapshot = [];
  }
}
