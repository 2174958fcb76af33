/**
 * The part of `node:test` that suites of small modules use, written to run inside a realm:
 * `test`/`it`, `describe`/`suite`, subtests, hooks, `skip` and `todo`. Tests run one after
 * another in the order of their definition, as Node does without `concurrency`.
 *
 * Not provided: mocks, snapshots, `only`, timeouts, plans. Importing them is a load error.
 */
import type { FatalError, SandboxHost } from './protocol.ts';

type Done = (error?: unknown) => void;
type Body = (context: TestContext, done: Done) => unknown;
type Hook = (context: unknown, done: Done) => unknown;
type HookKind = 'before' | 'after' | 'beforeEach' | 'afterEach';

interface TestOptions {
  skip?: boolean | string;
  todo?: boolean | string;
}

interface TestContext {
  readonly name: string;
  test: (...args: unknown[]) => Promise<void>;
  skip: (reason?: string) => void;
  todo: (reason?: string) => void;
  diagnostic: (message: string) => void;
  before: (hook: Hook) => void;
  after: (hook: Hook) => void;
  beforeEach: (hook: Hook) => void;
  afterEach: (hook: Hook) => void;
}

/** A suite or a test; the root is a suite without a name. */
interface Node {
  kind: 'suite' | 'test';
  name: string;
  fullName: string;
  parent: Node | null;
  children: Node[];
  hooks: Record<HookKind, Hook[]>;
  body: Body;
  skip: string | null;
  todo: string | null;
  state: 'waiting' | 'running' | 'ended';
  failed: boolean;
  /** Settles when the node has ended; never rejects. */
  ended: Promise<void>;
  markEnded: () => void;
  /** A suite's body, when it is asynchronous or threw. */
  collected: Promise<void> | null;
}

const PENDING = 'Promise resolution is still pending but the event loop has already resolved';
const MESSAGE_LINES = 24;
const MESSAGE_LENGTH = 2000;
const RealError = Error;

/** Adds to a list also where code under test has put setters on `Array.prototype`. */
function append<T>(list: T[], item: T): void {
  const property = { __proto__: null, value: item, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(list, list.length, property);
}

/** First lines of what a failed test threw. Reading a hostile value must not throw itself. */
function describeError(error: unknown): string {
  let text: string;
  try {
    if (error instanceof RealError) {
      const code = (error as { code?: unknown }).code;
      text = `${error.name}${typeof code === 'string' ? ` [${code}]` : ''}: ${error.message}`;
    } else {
      text = `${String(error)} (thrown, not an Error)`;
    }
  } catch (inner) {
    text = inner === error ? 'the thrown value cannot be shown' : 'the thrown value has no text';
  }
  return text.split('\n').slice(0, MESSAGE_LINES).join('\n').slice(0, MESSAGE_LENGTH);
}

/** Which limit of the realm an error came from; with no memory left, QuickJS throws null. */
function fatalError(error: unknown): FatalError | null {
  if (error === null) return 'null';
  try {
    if (!(error instanceof RealError) || error.name !== 'InternalError') return null;
    if (error.message.startsWith('out of memory')) return 'out of memory';
    return error.message === 'interrupted' ? 'interrupted' : null;
  } catch {
    // Errors of the realm can be read; this one is the test's own.
    return null;
  }
}

/** Waited for when the host has ended the run. */
const never = new Promise<never>(() => undefined);

/** Calls a body or hook that may be synchronous, asynchronous, or take a callback. */
function call(f: Body | Hook, context: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (f.length >= 2) {
      f(context as TestContext, (error) => (error ? reject(error) : resolve(undefined)));
    } else {
      resolve((f as (context: unknown) => unknown)(context));
    }
  });
}

function reason(option: boolean | string | undefined): string | null {
  if (option === undefined || option === false) return null;
  return option === true ? '' : option;
}

/** The `test` function with everything that hangs on it, and what the host drives it with. */
export function createTestApi(emit: SandboxHost['emit']): {
  test: object;
  finish: () => void;
  /** Fails the running test with an error that was thrown outside its promise. */
  fail: (error: unknown) => void;
} {
  const root = node('suite', '', null, () => undefined);
  /** The suite whose body is being executed. */
  let collecting = root;
  /** Tests and suites begun and not ended, outermost first. */
  const open: Node[] = [];
  let looping = false;
  let nextChild = 0;
  let rootFailure: { error: unknown } | null = null;

  function node(
    kind: Node['kind'],
    name: string,
    parent: Node | null,
    body: Body,
    options: TestOptions = {},
  ): Node {
    let markEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      markEnded = resolve;
    });
    return {
      kind,
      name,
      fullName: parent === null || parent.parent === null ? name : `${parent.fullName} > ${name}`,
      parent,
      children: [],
      hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
      body,
      skip: reason(options.skip),
      todo: reason(options.todo),
      state: 'waiting',
      failed: false,
      ended,
      markEnded,
      collected: null,
    };
  }

  /** `([name], [options], [fn])`, each of them optional, as Node reads them. */
  function parse(kind: Node['kind'], parent: Node, args: unknown[], extra: TestOptions): Node {
    let [name, options, body] = args;
    if (typeof name === 'function') [name, options, body] = [undefined, undefined, name];
    else if (typeof name === 'object' && name !== null) [name, options, body] = [undefined, name, options];
    if (typeof options === 'function') [options, body] = [undefined, options];
    const f = typeof body === 'function' ? (body as Body) : (): undefined => undefined;
    const title = typeof name === 'string' && name !== '' ? name : f.name || '<anonymous>';
    // Without a prototype: an option that code under test has put on every object is not one of this test.
    const own = { __proto__: null, ...(options as TestOptions | undefined), ...extra };
    return node(kind, title, parent, f, own as TestOptions);
  }

  function addTest(args: unknown[], extra: TestOptions = {}): Promise<void> {
    const child = parse('test', collecting, args, extra);
    append(collecting.children, child);
    startLoop();
    return child.ended;
  }

  function addSuite(args: unknown[], extra: TestOptions = {}): Promise<void> {
    const suite = parse('suite', collecting, args, extra);
    append(collecting.children, suite);
    const outer = collecting;
    collecting = suite;
    try {
      const result =
        suite.skip === null ? (suite.body as (context: unknown) => unknown)({ name: suite.name }) : null;
      if (result instanceof Promise) suite.collected = result.then(() => undefined);
    } catch (error) {
      suite.collected = Promise.reject(error);
    }
    // The suite's own run reports the rejection; until then it counts as handled.
    suite.collected?.catch(() => undefined);
    collecting = outer;
    startLoop();
    return suite.ended;
  }

  function addHook(kind: HookKind, target: () => Node): (hook: Hook) => void {
    return (hook) => append(target().hooks[kind], hook);
  }

  /** The root's children start in a job of their own, so that the whole file is defined first. */
  function startLoop(): void {
    if (looping) return;
    looping = true;
    void Promise.resolve().then(loop);
  }

  async function loop(): Promise<void> {
    if (nextChild === 0) {
      for (const hook of root.hooks.before) {
        try {
          await call(hook, undefined);
        } catch (error) {
          rootFailure ??= { error };
        }
      }
    }
    while (nextChild < root.children.length) {
      const child = root.children[nextChild] as Node;
      nextChild += 1;
      if (rootFailure !== null) failAll(child, describeError(rootFailure.error));
      else await run(child);
    }
    looping = false;
  }

  function run(target: Node): Promise<void> {
    return target.kind === 'suite' ? runSuite(target) : runTest(target);
  }

  function begin(target: Node): void {
    target.state = 'running';
    append(open, target);
    emit(target.kind === 'suite' ? 'suite-begin' : 'begin', target.fullName, '');
  }

  function end(target: Node, event: 'end-pass' | 'end-fail' | 'end-skip' | 'end-todo', detail: string): void {
    // A test that was cancelled may still come to its end later; only the first end counts.
    if (target.state === 'ended') return;
    target.state = 'ended';
    open.splice(open.indexOf(target), 1);
    target.failed = event === 'end-fail';
    emit(event, target.fullName, detail);
    target.markEnded();
  }

  function endSuite(suite: Node, failure: string | null): void {
    if (suite.state === 'ended') return;
    suite.state = 'ended';
    open.splice(open.indexOf(suite), 1);
    const childFailed = suite.children.some((child) => child.failed);
    suite.failed = failure !== null || childFailed;
    // A suite is not a test: its own failure is reported only where no test of it shows one.
    emit(failure === null || childFailed ? 'suite-end' : 'suite-fail', suite.fullName, failure ?? '');
    suite.markEnded();
  }

  /** Ends everything below and including a node that can no longer run. */
  function failAll(target: Node, message: string): void {
    if (target.state === 'ended') return;
    if (target.state === 'waiting') begin(target);
    for (const child of target.children) failAll(child, message);
    if (target.kind === 'suite') endSuite(target, null);
    else end(target, 'end-fail', message);
  }

  async function runSuite(suite: Node): Promise<void> {
    begin(suite);
    if (suite.skip !== null) {
      endSuite(suite, null);
      return;
    }
    let failure: string | null = null;
    try {
      await suite.collected;
      for (const hook of suite.hooks.before) await call(hook, { name: suite.name });
    } catch (error) {
      failure = await report(suite, error);
    }
    for (let i = 0; i < suite.children.length; i += 1) {
      const child = suite.children[i] as Node;
      if (failure === null) await run(child);
      else failAll(child, failure);
    }
    for (const hook of suite.hooks.after) {
      try {
        await call(hook, { name: suite.name });
      } catch (error) {
        failure ??= await report(suite, error);
      }
    }
    endSuite(suite, failure);
  }

  /** Text of a failure. Never settles when the host ends the run because of it. */
  async function report(target: Node, error: unknown): Promise<string> {
    const fatal = fatalError(error);
    if (fatal !== null && emit('fatal', target.fullName, fatal)) return never;
    return describeError(error);
  }

  /** Enclosing nodes, outermost first: their `beforeEach` hooks apply to the test. */
  function ancestors(test: Node): Node[] {
    return test.parent === null ? [] : [...ancestors(test.parent), test.parent];
  }

  async function runTest(test: Node): Promise<void> {
    begin(test);
    if (test.skip !== null) {
      end(test, 'end-skip', test.skip);
      return;
    }
    const path = ancestors(test);
    const context = new Context(test);
    let failure: string | null = null;
    const attempt = async (hooks: readonly (Hook | Body)[]): Promise<void> => {
      if (hooks.length === 0) return;
      try {
        for (const hook of hooks) await call(hook, context);
      } catch (error) {
        failure ??= await report(test, error);
      }
    };
    await attempt(path.flatMap((outer) => outer.hooks.beforeEach));
    if (failure === null) await attempt([test.body]);
    const unfinished = test.children.filter((child) => child.state !== 'ended');
    for (const child of unfinished) {
      failAll(child, 'test did not finish before its parent and was cancelled');
    }
    await attempt(path.reverse().flatMap((outer) => outer.hooks.afterEach));
    await attempt(test.hooks.after);
    const broken = test.children.filter((child) => child.failed).length;
    if (broken > 0) failure ??= `${broken} subtest${broken > 1 ? 's' : ''} failed`;
    if (test.todo !== null) end(test, 'end-todo', failure ?? '');
    else if (failure !== null) end(test, 'end-fail', failure);
    else if (test.skip !== null) end(test, 'end-skip', test.skip);
    else end(test, 'end-pass', '');
  }

  /** What a test's body is given. A class, because most bodies never use it. */
  class Context implements TestContext {
    readonly name: string;
    readonly #test: Node;
    /** Subtests queue up: each starts when the one before has ended. */
    #last: Promise<void> | null = null;

    constructor(test: Node) {
      this.name = test.name;
      this.#test = test;
    }

    test(...args: unknown[]): Promise<void> {
      const test = this.#test;
      const child = parse('test', test, args, {});
      append(test.children, child);
      const before = this.#last ?? runHooks(test.hooks.before);
      const started = before.then(() => (child.state === 'waiting' ? run(child) : undefined));
      this.#last = started.catch((error) => failAll(child, describeError(error)));
      return child.ended;
    }

    skip(text = ''): void {
      this.#test.skip = text;
    }

    todo(text = ''): void {
      this.#test.todo = text;
    }

    diagnostic(message: string): void {
      emit('log', this.#test.fullName, String(message));
    }

    before(hook: Hook): void {
      append(this.#test.hooks.before, hook);
    }

    after(hook: Hook): void {
      append(this.#test.hooks.after, hook);
    }

    beforeEach(hook: Hook): void {
      append(this.#test.hooks.beforeEach, hook);
    }

    afterEach(hook: Hook): void {
      append(this.#test.hooks.afterEach, hook);
    }
  }

  async function runHooks(hooks: readonly Hook[]): Promise<void> {
    for (const hook of hooks) await call(hook, undefined);
  }

  const test = Object.assign((...args: unknown[]) => addTest(args), {
    skip: (...args: unknown[]) => addTest(args, { skip: true }),
    todo: (...args: unknown[]) => addTest(args, { todo: true }),
  });
  const suite = Object.assign((...args: unknown[]) => addSuite(args), {
    skip: (...args: unknown[]) => addSuite(args, { skip: true }),
    todo: (...args: unknown[]) => addSuite(args, { todo: true }),
  });
  const current = (): Node => collecting;

  return {
    test: Object.assign(test, {
      test,
      it: test,
      describe: suite,
      suite,
      before: addHook('before', current),
      after: addHook('after', current),
      beforeEach: addHook('beforeEach', current),
      afterEach: addHook('afterEach', current),
    }),
    finish: () => {
      for (const child of root.children) failAll(child, PENDING);
      const hooks = root.hooks.after;
      root.hooks.after = [];
      void (async () => {
        for (const hook of hooks) {
          try {
            await call(hook, undefined);
          } catch (error) {
            emit('suite-fail', 'after hook of the file', describeError(error));
          }
        }
        emit('done', '', '');
      })();
    },
    fail: (error) => {
      const innermost = open[open.length - 1];
      const message = describeError(error);
      if (innermost?.kind === 'test') end(innermost, 'end-fail', message);
      else emit('suite-fail', innermost?.fullName ?? 'timer of the file', message);
    },
  };
}
