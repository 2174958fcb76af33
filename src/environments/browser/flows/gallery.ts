/** Entry of the page that lists examples of all flows with their goals, for people. */
import { generateFlowTasks } from '../flow-tasks.ts';
import { type BrowserTask, FLOW_FAMILIES } from '../task.ts';
import { el } from './elements.ts';

/** Examples of each family. */
const EXAMPLES = 3;

function entry({ address, goal, hurdles }: BrowserTask): HTMLElement {
  // Addresses are relative to the workbench's base, and this page lies in its folder of flows.
  const link = el('a', { href: address.replace(/^flows\//, '') }, goal);
  const more = hurdles.length === 0 ? null : el('p', { class: 'hint' }, `With: ${hurdles.join(', ')}`);
  return el('li', { class: 'field' }, link, more);
}

async function list(): Promise<void> {
  const seed = Number(new URLSearchParams(location.search).get('seed') ?? 1);
  if (!Number.isSafeInteger(seed)) throw new Error('?seed must be a whole number');
  const others = { monitor: 0, validation: 0, heldout: 0 };
  const tasks = await generateFlowTasks({ seed, tasksPerFamily: EXAMPLES, others });
  const main = document.querySelector('main');
  for (const family of FLOW_FAMILIES) {
    const members = tasks.filter((task) => task.family === family);
    main?.append(el('h2', {}, family), el('ul', {}, ...members.map(entry)));
  }
}

list().catch((error: unknown) => {
  document.querySelector('main')?.append(el('p', { role: 'alert' }, String(error)));
});
