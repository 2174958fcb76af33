/** Test files that use each feature of `node:test` that the shim provides; run here and in Node. */
import type { Files } from './runtime.ts';

const HEADER = `import test, { describe, it, suite, before, after, beforeEach, afterEach } from 'node:test';
import assert from 'node:assert/strict';
`;

/** Bodies of test files, by the feature they show. */
const BODIES: Readonly<Record<string, string>> = {
  nesting: `
describe('outer', () => {
  it('one', () => {});
  describe('inner', () => {
    test('two', async () => { await null; assert.equal(1, 2); });
  });
  suite('other', () => { it('three', () => assert.ok(true)); });
});
test('four', () => {});
`,
  hooks: `
const order = [];
before(() => order.push('before'));
beforeEach(() => order.push('each'));
afterEach(() => order.push('done'));
test('first', () => assert.deepEqual(order, ['before', 'each']));
describe('suite', () => {
  before(async () => { await null; order.push('suite before'); });
  beforeEach(() => order.push('suite each'));
  afterEach(() => order.push('suite done'));
  after(() => order.push('suite after'));
  it('second', () => assert.deepEqual(order, ['before', 'each', 'done', 'suite before', 'each', 'suite each']));
  it('third', () => {});
});
test('fourth', () => {
  assert.deepEqual(order.slice(6, 8), ['suite done', 'done']);
  assert.equal(order.filter((x) => x === 'suite after').length, 1);
});
after(() => order.push('after'));
`,
  'failing hooks': `
describe('before fails', () => {
  before(() => { throw new Error('before'); });
  it('is failed', () => {});
});
describe('beforeEach fails', () => {
  beforeEach(() => { throw new Error('each'); });
  it('is failed too', () => {});
});
test('next', () => {});
`,
  subtests: `
test('parent', async (t) => {
  await t.test('passes', () => {});
  await t.test('fails', () => assert.equal('a', 'b'));
  await t.test('goes on', async (u) => { await u.test('deep', () => {}); });
});
test('waits', async (t) => {
  let seen = 0;
  t.beforeEach(() => { seen += 1; });
  await t.test('a', () => assert.equal(seen, 1));
  await t.test('b', () => assert.equal(seen, 2));
});
test('does not wait', (t) => { t.test('cancelled', async () => { await new Promise((r) => setTimeout(r, 50)); }); });
`,
  'callbacks and promises': `
test('callback', (t, done) => setTimeout(done, 5));
test('callback with error', (t, done) => setTimeout(() => done(new Error('late')), 5));
test('rejection', () => Promise.reject(new TypeError('no')));
test('thrown text', () => { throw 'text'; });
test('timers', async () => {
  const order = [];
  await new Promise((r) => { setTimeout(() => { order.push(2); r(); }, 20); setTimeout(() => order.push(1), 10); });
  assert.deepEqual(order, [1, 2]);
});
`,
  'skip and todo': `
test('skipped', { skip: true }, () => assert.fail());
test.skip('skipped too', () => assert.fail());
test('todo', { todo: true }, () => assert.fail());
test.todo('later');
test('by itself', (t) => { t.skip(); });
describe.skip('whole suite', () => { it('never', () => assert.fail()); });
test('runs', () => {});
`,
  assertions: `
const cases = {
  'zero and minus zero': () => assert.deepEqual([0], [-0]),
  'NaN': () => assert.deepEqual([NaN], [NaN]),
  'sparse': () => assert.deepEqual([, 1], [undefined, 1]),
  'prototypes': () => assert.deepEqual(Object.create(null), {}),
  'sets': () => assert.deepEqual(new Set([{ a: 1 }, 2]), new Set([2, { a: 1 }])),
  'maps': () => assert.deepEqual(new Map([[{ a: 1 }, [2]]]), new Map([[{ a: 1 }, [2]]])),
  'map values': () => assert.deepEqual(new Map([['a', 1]]), new Map([['a', 2]])),
  'dates': () => assert.deepEqual(new Date(5), new Date(5)),
  'dates differ': () => assert.deepEqual(new Date(5), new Date(6)),
  'regexps': () => assert.deepEqual(/a/g, /a/i),
  'errors': () => assert.deepEqual(new Error('a'), new Error('b')),
  'typed arrays': () => assert.deepEqual(new Uint8Array([1]), new Uint8Array([1])),
  'class and object': () => { class A { x = 1; } assert.deepEqual(new A(), { x: 1 }); },
  'cycles': () => { const a = []; a.push(a); const b = []; b.push(b); assert.deepEqual(a, b); },
  'boxed': () => assert.deepEqual(Object(1), Object(2)),
  'symbol keys': () => { const s = Symbol('s'); assert.deepEqual({ [s]: 1 }, { [s]: 2 }); },
  'throws by class': () => assert.throws(() => { throw new RangeError('x'); }, RangeError),
  'throws another class': () => assert.throws(() => { throw new RangeError('x'); }, { name: 'TypeError' }),
  'throws by message': () => assert.throws(() => { throw new Error('abc'); }, /b/),
  'throws nothing': () => assert.throws(() => {}),
  'does not throw': () => assert.doesNotThrow(() => {}),
  'match': () => assert.match('abc', /d/),
  'not equal': () => assert.notDeepEqual([1], [1]),
  'rejects': () => assert.rejects(Promise.reject(new Error('x')), /x/),
  'rejects nothing': () => assert.rejects(Promise.resolve(1)),
  'ok': () => assert.ok(0),
  'loose is strict': () => assert.equal(1, '1'),
};
for (const [name, body] of Object.entries(cases)) test(name, body);
`,
  'errors that cannot be read': `
const hostile = { get() { throw 1; } };
test('name', () => { throw Object.defineProperty(new Error('x'), 'name', hostile); });
test('text', () => { throw { toString() { throw 1; } }; });
test('next', () => {});
`,
  'options on every object': `
Object.prototype.skip = true;
Object.defineProperty(Object.prototype, 'todo', { get: () => true, configurable: true });
test('fails', () => assert.fail());
test('passes', () => {});
describe('suite', () => { it('fails too', () => assert.fail()); });
after(() => { delete Object.prototype.skip; delete Object.prototype.todo; });
`,
  'top-level await': `
await test('first', async () => {});
const { equal } = await import('node:assert');
test('loose', () => equal(1, '1'));
`,
};

/** A tree of all fixtures, each a test file of its own. */
export const NODE_FIXTURES: Files = {
  'package.json': '{ "type": "module" }\n',
  ...Object.fromEntries(
    Object.entries(BODIES).map(([name, body]) => [
      `test/${name.replaceAll(' ', '-')}.test.js`,
      HEADER + body,
    ]),
  ),
};
