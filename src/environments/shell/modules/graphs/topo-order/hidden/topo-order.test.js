import test from 'node:test';
import assert from 'node:assert/strict';
import { levels, runTasks } from '../src/topo-order.js';

const WIDE = { h: ['d', 'e'], g: ['c'], f: ['a'], e: ['b'], d: ['b', 'a'], c: [], b: ['c'], a: [] };

test('every task comes once, after its dependencies and as early as possible', () => {
  const result = levels(WIDE);
  assert.deepEqual(result.flat().sort(), Object.keys(WIDE).sort());
  const levelOf = (name) => result.findIndex((level) => level.includes(name));
  for (const [name, needs] of Object.entries(WIDE)) {
    assert.equal(levelOf(name), needs.length === 0 ? 0 : Math.max(...needs.map(levelOf)) + 1);
  }
});

test('a chain has one level per task', () => {
  assert.deepEqual(levels({ c: ['b'], b: ['a'], a: [] }), [['a'], ['b'], ['c']]);
});

test('cycles behind finished tasks', () => {
  assert.throws(() => levels({ a: [], b: ['a', 'd'], c: ['b'], d: ['c'], e: ['a'] }), /among b, c, d$/);
});

test('an unknown dependency of any task', () => {
  assert.throws(() => levels({ a: ['nope'] }), /unknown dependency nope/);
  assert.throws(() => levels({ a: [], b: [], c: ['b', 'zz'] }), /unknown dependency zz/);
});

test('inputs arrive in the order of the dependency list', async () => {
  const { results } = await runTasks(WIDE, async (name, inputs) => name + inputs.join(''));
  assert.equal(results.d, 'dbca');
  assert.equal(results.h, 'hdbcaebc');
});

test('synchronous failures count as failures too', async () => {
  const outcome = await runTasks({ a: [], b: [], c: ['a', 'b'], d: ['b'], e: ['c'] }, (name) => {
    if (name === 'a') throw new Error('no');
    return name;
  });
  assert.deepEqual(outcome, { results: { b: 'b', d: 'd' }, failed: ['a'], skipped: ['c', 'e'] });
});

test('several failures', async () => {
  const { failed, skipped, results } = await runTasks({ a: [], b: [], c: ['a'] }, async () => { throw new Error('x'); });
  assert.deepEqual([failed, skipped, results], [['a', 'b'], ['c'], {}]);
  await assert.rejects(runTasks({ a: ['q'] }, async () => 1), /unknown/);
});
