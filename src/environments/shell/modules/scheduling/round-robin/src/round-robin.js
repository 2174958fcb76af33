/**
 * Simulates round robin scheduling on one processor. Tasks are
 * { name, arrival, work } in order of arrival; a task that arrives just when
 * another is preempted is queued before it. Returns the slices that were run.
 */
export function roundRobin(tasks, quantum) {
  if (!(quantum > 0)) throw new RangeError('quantum must be positive');
  const waiting = tasks.map((task) => ({ ...task })).sort((a, b) => a.arrival - b.arrival);
  const ready = [];
  const slices = [];
  let clock = 0;
  const admit = () => {
    while (waiting.length > 0 && waiting[0].arrival <= clock) ready.push(waiting.shift());
  };
  admit();
  while (ready.length + waiting.length > 0) {
    if (ready.length === 0) {
      clock = waiting[0].arrival;
      admit();
    }
    const task = ready.shift();
    const duration = Math.min(quantum, task.work);
    slices.push({ name: task.name, start: clock, end: clock + duration });
    clock += duration;
    task.work -= duration;
    admit();
    if (task.work > 0) ready.push(task);
  }
  return slices;
}

/** Turnaround time of every task: from its arrival to the end of its last slice. */
export function turnaround(tasks, slices) {
  return Object.fromEntries(
    tasks.map(({ name, arrival }) => {
      const ends = slices.filter((slice) => slice.name === name).map((slice) => slice.end);
      return [name, Math.max(...ends) - arrival];
    }),
  );
}
