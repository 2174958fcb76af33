import assert from 'node:assert/strict';
import test from 'node:test';
import { criticalTasks, plan } from '../src/critical-path.js';
import { topologicalOrder } from '../src/order.js';

const house = {
  paint: { duration: 2, needs: ['walls'] },
  walls: { duration: 5, needs: ['base'] },
  base: { duration: 3 },
  garden: { duration: 4, needs: ['base'] },
  party: { duration: 1, needs: ['paint', 'garden'] },
};

test('orders tasks after their needs', () => {
  assert.deepEqual(topologicalOrder(house), ['base', 'walls', 'paint', 'garden', 'party']);
  assert.deepEqual(topologicalOrder({}), []);
});

test('cycles and unknown tasks are refused', () => {
  assert.throws(() => topologicalOrder({ a: { needs: ['b'] }, b: { needs: ['a'] } }), /cycle through a/);
  assert.throws(() => topologicalOrder({ a: { needs: ['a'] } }), /cycle through a/);
  assert.throws(() => topologicalOrder({ a: { needs: ['z'] } }), /unknown task z/);
});

test('independent tasks start at once', () => {
  const { length, schedule } = plan({ a: { duration: 3 }, b: { duration: 5 } });
  assert.equal(length, 5);
  assert.equal(schedule.a.earliest, 0);
  assert.equal(schedule.b.earliest, 0);
});

test('a task starts when the last of its needs is finished', () => {
  const { schedule } = plan(house);
  assert.deepEqual(
    ['base', 'walls', 'garden', 'paint', 'party'].map((name) => schedule[name].earliest),
    [0, 3, 3, 8, 10],
  );
});

test('the project length is the longest chain', () => {
  assert.equal(plan(house).length, 11);
  assert.equal(plan({}).length, 0);
});

test('latest starts leave room for the followers', () => {
  const { schedule } = plan(house);
  assert.deepEqual(
    ['base', 'walls', 'garden', 'paint', 'party'].map((name) => schedule[name].latest),
    [0, 3, 6, 8, 10],
  );
});

test('slack is what a task may be delayed', () => {
  const { schedule } = plan(house);
  assert.equal(schedule.garden.slack, 3);
  assert.equal(schedule.walls.slack, 0);
  assert.equal(plan({ a: { duration: 3 }, b: { duration: 5 } }).schedule.a.slack, 2);
});

test('critical tasks are listed in order of start', () => {
  assert.deepEqual(criticalTasks(house), ['base', 'walls', 'paint', 'party']);
  const parallel = { x: { duration: 1 }, y: { duration: 2, needs: ['x'] }, z: { duration: 3 } };
  assert.deepEqual(criticalTasks(parallel), ['x', 'z', 'y']);
});
