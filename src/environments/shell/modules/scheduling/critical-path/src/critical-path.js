import { topologicalOrder } from './order.js';

/**
 * Plans tasks given as { name: { duration, needs } }: earliest start, latest
 * start that does not delay the project, and the slack between them.
 */
export function plan(tasks) {
  const order = topologicalOrder(tasks);
  const earliest = {};
  let length = 0;
  for (const name of order) {
    const { duration, needs = [] } = tasks[name];
    earliest[name] = Math.max(0, ...needs.map((need) => earliest[need] + tasks[need].duration));
    length = Math.max(length, earliest[name] + duration);
  }
  const deadline = Object.fromEntries(order.map((name) => [name, length]));
  const schedule = {};
  for (const name of [...order].reverse()) {
    const latest = deadline[name] - tasks[name].duration;
    for (const need of tasks[name].needs ?? []) deadline[need] = Math.min(deadline[need], latest);
    schedule[name] = { earliest: earliest[name], latest, slack: latest - earliest[name] };
  }
  return { length, schedule };
}

/** Names of the tasks without slack, in the order in which they start. */
export function criticalTasks(tasks) {
  const { schedule } = plan(tasks);
  return topologicalOrder(tasks)
    .filter((name) => schedule[name].slack === 0)
    .sort((a, b) => schedule[a].earliest - schedule[b].earliest);
}
