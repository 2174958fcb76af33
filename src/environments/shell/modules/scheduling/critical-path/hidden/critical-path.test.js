import assert from 'node:assert/strict';
import test from 'node:test';
import { criticalTasks, plan } from '../src/critical-path.js';
import { topologicalOrder } from '../src/order.js';

const release = {
  ship: { duration: 1, needs: ['docs', 'test'] },
  code: { duration: 6, needs: ['design'] },
  test: { duration: 4, needs: ['code', 'rig'] },
  design: { duration: 2, needs: [] },
  docs: { duration: 3, needs: ['design'] },
  rig: { duration: 5 },
  blog: { duration: 2 },
};

test('every need comes earlier in the order', () => {
  const order = topologicalOrder(release);
  assert.equal(order.length, 7);
  for (const [name, { needs = [] }] of Object.entries(release)) {
    for (const need of needs) assert.ok(order.indexOf(need) < order.indexOf(name));
  }
});

test('plans a release', () => {
  const { length, schedule } = plan(release);
  assert.equal(length, 13);
  assert.deepEqual(schedule.docs, { earliest: 2, latest: 9, slack: 7 });
  assert.deepEqual(schedule.rig, { earliest: 0, latest: 3, slack: 3 });
  assert.deepEqual(schedule.blog, { earliest: 0, latest: 11, slack: 11 });
  assert.deepEqual(schedule.ship, { earliest: 12, latest: 12, slack: 0 });
  assert.deepEqual(criticalTasks(release), ['design', 'code', 'test', 'ship']);
});

test('delaying a task by its slack keeps the length, more does not', () => {
  const { length, schedule } = plan(release);
  for (const name of Object.keys(release)) {
    const longer = (extra) =>
      plan({ ...release, [name]: { ...release[name], duration: release[name].duration + extra } });
    assert.equal(longer(schedule[name].slack).length, length);
    assert.equal(longer(schedule[name].slack + 1).length, length + 1);
  }
});

test('a chain is critical throughout', () => {
  const chain = { c: { duration: 2, needs: ['b'] }, b: { duration: 2, needs: ['a'] }, a: { duration: 2 } };
  assert.deepEqual(criticalTasks(chain), ['a', 'b', 'c']);
  assert.equal(plan(chain).length, 6);
});

test('long cycles are found', () => {
  const ring = {
    a: { duration: 1, needs: ['c'] },
    b: { duration: 1, needs: ['a'] },
    c: { duration: 1, needs: ['b'] },
  };
  assert.throws(() => plan(ring), /cycle/);
  assert.throws(() => criticalTasks({ a: { duration: 1, needs: ['missing'] } }), /unknown task missing/);
});

test('a need shared by two tasks is no cycle', () => {
  const diamond = {
    d: { duration: 1, needs: ['b', 'c'] },
    b: { duration: 4, needs: ['a'] },
    c: { duration: 1, needs: ['a'] },
    a: { duration: 2 },
  };
  assert.deepEqual(plan(diamond).schedule.a, { earliest: 0, latest: 0, slack: 0 });
  assert.deepEqual(plan(diamond).schedule.c, { earliest: 2, latest: 5, slack: 3 });
});
