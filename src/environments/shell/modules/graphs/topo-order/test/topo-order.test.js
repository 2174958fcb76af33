import test from 'node:test';
import assert from 'node:assert/strict';
import { levels, runTasks } from '../src/topo-order.js';

const BUILD = { bundle: ['compile', 'styles'], compile: ['fetch'], styles: [], fetch: [], deploy: ['bundle'] };

test('groups tasks by depth', () => {
  assert.deepEqual(levels(BUILD), [['styles', 'fetch'], ['compile'], ['bundle'], ['deploy']]);
});

test('independent tasks form one level in table order', () => {
  assert.deepEqual(levels({ z: [], a: [], m: [] }), [['z', 'a', 'm']]);
});

test('no tasks give no levels', () => {
  assert.deepEqual(levels({}), []);
});

test('a task waits for its deepest dependency', () => {
  assert.deepEqual(levels({ a: [], b: ['a'], c: ['a', 'b'] }), [['a'], ['b'], ['c']]);
});

test('a cycle is reported with the tasks that are stuck', () => {
  assert.throws(() => levels({ a: [], b: ['c', 'a'], c: ['b'] }), /cycle among b, c$/);
  assert.throws(() => levels({ a: ['a'] }), /cycle among a/);
});

test('an unknown dependency is reported', () => {
  assert.throws(() => levels({ a: [], b: ['a', 'ghost'] }), /unknown dependency ghost/);
});

test('runs every task with the results of its dependencies', async () => {
  const outcome = await runTasks({ sum: ['two', 'three'], two: [], three: [] }, async (name, inputs) => {
    if (name === 'sum') return inputs[0] * 10 + inputs[1];
    return name === 'two' ? 2 : 3;
  });
  assert.deepEqual(outcome, { results: { two: 2, three: 3, sum: 23 }, failed: [], skipped: [] });
});

test('runs a level only when the one before has finished', async () => {
  const log = [];
  await runTasks({ a: [], b: [], c: ['a'] }, async (name) => {
    log.push(`start ${name}`);
    await null;
    log.push(`end ${name}`);
  });
  assert.deepEqual(log, ['start a', 'start b', 'end a', 'end b', 'start c', 'end c']);
});

test('skips everything behind a failed task but nothing else', async () => {
  const { results, failed, skipped } = await runTasks(BUILD, async (name) => {
    if (name === 'compile') throw new Error('broken');
    return 'ok';
  });
  assert.deepEqual(failed, ['compile']);
  assert.deepEqual(skipped, ['bundle', 'deploy']);
  assert.deepEqual(results, { styles: 'ok', fetch: 'ok' });
});

test('refuses to run a cycle', async () => {
  await assert.rejects(runTasks({ a: ['b'], b: ['a'] }, async () => 1), /cycle/);
});
