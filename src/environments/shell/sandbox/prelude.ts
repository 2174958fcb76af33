/**
 * The script that every realm starts with. It runs once per WebAssembly instance; the memory
 * snapshot taken after it is what every test file starts from.
 */
import assert from 'assert';
// biome-ignore lint/style/useNodejsImportProtocol: npm's util, which runs in a realm, not Node's own
import { format } from 'util';
import { withShortcut } from './deep-equal-shortcut.ts';
import { createTestApi } from './node-test.ts';
import { absent, createProbe, present } from './probe.ts';
import { protectIntrinsics } from './protected-intrinsics.ts';
import {
  COUNTER_CAPACITY,
  SANDBOX_CONTROLS_KEY,
  SANDBOX_HOST_KEY,
  type SandboxControls,
  type SandboxHost,
} from './protocol.ts';
import { installVirtualTime, tick } from './virtual-time.ts';

const globals = globalThis as unknown as Record<string, unknown>;
const { emit } = globals[SANDBOX_HOST_KEY] as SandboxHost;
delete globals[SANDBOX_HOST_KEY];

installVirtualTime();
const log = (...values: unknown[]): void => void emit('log', '', format(...values));
globals['console'] = { log, info: log, debug: log, warn: log, error: log, trace: log };
globals['global'] = globalThis;

const api = createTestApi(emit);
/** Functions of a module whose default export is itself a function with them as properties. */
const named = (root: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(root).filter(([name]) => name !== 'default' && name !== 'module.exports'),
  );
for (const target of [assert, assert.strict]) {
  target.deepEqual = withShortcut(target.deepEqual);
  target.deepStrictEqual = withShortcut(target.deepStrictEqual);
}
// A source may import assert too; replacing its functions would pass the tests that use them.
for (const target of [assert, assert.strict]) Object.freeze(target);
const assertModule = { default: assert, named: named(assert) };
const strictModule = { default: assert.strict, named: named(assert.strict) };

const counters = new Uint8Array(COUNTER_CAPACITY);
const controls: SandboxControls = {
  modules: {
    'node:test': { default: api.test, named: named(api.test) },
    'node:assert': assertModule,
    assert: assertModule,
    'node:assert/strict': strictModule,
    'assert/strict': strictModule,
  },
  finish: api.finish,
  tick: () => tick(api.fail),
  counters,
  probe: createProbe(counters),
  absent,
  present,
};
globals[SANDBOX_CONTROLS_KEY] = controls;
protectIntrinsics();
