/** Names of the tasks with every task after all tasks it needs. */
export function topologicalOrder(tasks) {
  const order = [];
  const state = new Map();
  const visit = (name) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') throw new Error(`cycle through ${name}`);
    if (!(name in tasks)) throw new Error(`unknown task ${name}`);
    state.set(name, 'open');
    for (const need of tasks[name].needs ?? []) visit(need);
    state.set(name, 'done');
    order.push(name);
  };
  for (const name of Object.keys(tasks)) visit(name);
  return order;
}
