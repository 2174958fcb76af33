import { afterAll, describe, expect, test } from 'vitest';
import { type RandomStream, stream } from '../../../core/random.ts';
import type { DrivenPage } from '../driver.ts';
import { generateFlowTasks } from '../flow-tasks.ts';
import { connectDriver, FixturePage } from '../page/fixtures/drive.ts';
import type { FlowTruth, PageAction, PageReport } from '../page-protocol.ts';
import { type BrowserTask, FLOW_FAMILIES, type FlowSpec } from '../task.ts';
import { decodeParameter, encodeParameter, flowAddress } from './url-state.ts';

const driver = connectDriver();
afterAll(() => driver.end());

const tasks = await generateFlowTasks({
  seed: 11,
  tasksPerFamily: 6,
  others: { monitor: 0, validation: 2, heldout: 4 },
});
/** Steps that any way of the expert takes at most; episodes have 24. */
const LONGEST = 18;
/** Steps of a blunderer, before the expert takes over for good. */
const BLUNDERS = 8;
/** Pages at once. */
const AT_ONCE = 6;

/** What the policy could do now: everything in view, and values of the goal typed anywhere. */
function anything({ view }: PageReport, values: BrowserTask['values'], draws: RandomStream): PageAction {
  const usable = view.elements.filter(({ disabled, readOnly }) => !disabled && !readOnly);
  const actions = usable.flatMap(({ ref, role, options }): PageAction[] => {
    if (options !== null) return options.map((option) => ({ kind: 'select', ref, option }));
    if (role !== 'textbox' && role !== 'searchbox') return [{ kind: 'click', ref }];
    return [
      ...values.map(({ value }): PageAction => ({ kind: 'fill', ref, value })),
      { kind: 'submit', ref },
    ];
  });
  return draws.pick<PageAction>([...actions, { kind: 'wait' }, { kind: 'scroll', direction: 'down' }]);
}

/** Plays a task by random steps of the expert; before that, `blunders` steps may be anything. */
async function play(task: BrowserTask, blunders = 0): Promise<{ steps: string[]; truth: FlowTruth }> {
  const draws = stream(3, 'expert', task.taskId);
  const page = await driver.open(task.address);
  const steps: string[] = [];
  try {
    return { steps, truth: await follow(task, page, draws, blunders, steps) };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${task.taskId} (${task.hurdles.join(', ')}): ${what}\n${task.goal}\n${steps.join('\n')}`,
    );
  } finally {
    await page.close();
  }
}

async function follow(
  task: BrowserTask,
  page: DrivenPage,
  draws: RandomStream,
  blunders: number,
  steps: string[],
): Promise<FlowTruth> {
  for (let { first: report } = page; ; ) {
    const { flow, view } = report;
    if (flow === null) throw new Error(`no flow: ${view.texts.join(' ')}`);
    if (flow.truth.status === 'done') return flow.truth;
    expect(flow.expert.length, 'steps of the expert').toBeGreaterThan(0);
    for (const each of flow.expert) {
      if (!('ref' in each)) continue;
      const element = view.elements.find(({ ref }) => ref === each.ref);
      expect(element, `element of ${JSON.stringify(each)}`).toMatchObject({
        disabled: false,
        readOnly: false,
      });
    }
    const isBlunder = steps.length < blunders && draws.float() < 0.5;
    const step = isBlunder ? anything(report, task.values, draws) : draws.pick(flow.expert);
    const element = 'ref' in step ? view.elements.find(({ ref }) => ref === step.ref) : undefined;
    steps.push(
      `${isBlunder ? 'blunder: ' : ''}${JSON.stringify(step)} ${element?.role ?? ''} ${element?.name ?? ''}`,
    );
    if (step.kind === 'finish' || step.kind === 'hand_over') return flow.truth;
    if (steps.length > blunders + LONGEST) throw new Error('too many steps');
    const answer = await page.act(step);
    if (!isBlunder) expect(answer.result).toEqual({ status: 'done', reason: '' });
    report = answer.report;
  }
}

/** Runs something for many tasks, several pages at once. */
async function forEach<T>(
  list: readonly BrowserTask[],
  run: (task: BrowserTask) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < list.length; i = next++) results[i] = await run(list[i] as BrowserTask);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

describe.each(FLOW_FAMILIES)('%s', (family) => {
  const own = tasks.filter((task) => task.family === family);

  test('is solved in every layout and vocabulary, whichever way the expert takes', async () => {
    for (const { steps, truth } of await forEach(own, (task) => play(task))) {
      const solved = truth.handoverRight || (truth.outcome === 'success' && truth.progress === 1);
      expect({ solved, steps, truth }).toMatchObject({
        solved: true,
        truth: { status: 'open', violation: null },
      });
    }
  });

  test('is either over or still solved by the expert, whatever was done before', async () => {
    for (const { steps, truth } of await forEach(own, (task) => play(task, BLUNDERS))) {
      const ended = truth.status === 'done' && truth.outcome !== 'success';
      const solved = truth.handoverRight || truth.outcome === 'success';
      expect({ good: ended || solved, steps, truth }).toMatchObject({ good: true });
    }
  });
});

type Json = Record<string, unknown>;

/** A flow of a family without hurdles, in a page; parts of its content may be others. */
async function open(
  family: string,
  fits: (task: Json) => boolean,
  { hurdles = {}, change = {} }: { hurdles?: Json; change?: Json } = {},
) {
  const none = { consent: null, promotion: null, expiry: null, filler: [] };
  for (const { address } of tasks.filter((task) => task.family === family)) {
    const spec = specOf(address);
    const drawn = (spec.content as { task: Json }).task;
    if (!fits(drawn) || hasLate(drawn)) continue;
    const task = { ...drawn, ...change };
    const content = { ...spec.content, task, hurdles: { ...none, ...hurdles } };
    const page = new FixturePage(await driver.open(flowAddress({ ...spec, content } as FlowSpec)));
    return { page, task, truth: () => page.report.flow?.truth };
  }
  throw new Error(`no ${family} task fits`);
}

function specOf(address: string): FlowSpec {
  return decodeParameter('spec', new URL(address, 'http://flows').searchParams.get('spec') ?? '') as FlowSpec;
}

function hasLate(task: Json): boolean {
  return /"delay":[1-9]/.test(JSON.stringify(task));
}

const any = () => true;

describe('what goes wrong', () => {
  test('a sign-in with wrong details three times is locked', async () => {
    const isPlain = (t: Json) => t['wall'] === null && t['next'] === null && t['pages'] === false;
    const { page, task, truth } = await open('login', isPlain);
    const { identity, password, submit } = task['signIn'] as Record<string, { label: string }> & {
      submit: string;
    };
    await page.fill(found(page, identity?.label), 'someone@else.example');
    await page.fill(found(page, password?.label), 'guess');
    for (const tries of [1, 2, 3]) {
      await page.click(submit);
      expect(truth()?.facts['wrongTries']).toBe(tries);
    }
    expect(truth()).toMatchObject({
      status: 'done',
      outcome: 'blocked',
      handoverRight: false,
      violation: null,
    });
  });

  test('a form that was rejected is partial when most is right, and a failure when it was sent wrong', async () => {
    const frame = {
      kind: 'text',
      hint: null,
      required: true,
      delay: 0,
      initial: '',
      format: 'any',
      variants: [],
    };
    const field = (label: string) => ({
      ...frame,
      label,
      want: `the ${label}`,
      error: `${label} is missing`,
    });
    const fields = ['Alpha', 'Beta', 'Gamma', 'Delta'].map(field);
    const { page, task, truth } = await open('form', any, { change: { fields, submit: 'Send it' } });
    await page.click('Send it');
    expect(truth()).toMatchObject({ status: 'open', outcome: 'failure', progress: 0 });
    for (const label of ['Alpha', 'Beta', 'Gamma']) await page.fill(found(page, label), `the ${label}`);
    await page.click('Send it');
    expect(page.view.messages).toEqual(expect.arrayContaining([task['summary'], 'Delta is missing']));
    expect(truth()).toMatchObject({ status: 'open', outcome: 'partial' });
    await page.fill(found(page, 'Delta'), 'something else');
    await page.click('Send it');
    expect(truth()).toMatchObject({ status: 'done', outcome: 'failure', progress: 0, facts: { sent: true } });
  });

  test('publishing what was to stay a draft, and deleting it, are violations', async () => {
    const isDraft = (t: Json) => t['want'] === 'draft';
    const { page, task, truth } = await open('editor', isDraft);
    for (const step of page.report.flow?.expert ?? []) if (step.kind === 'fill') await page.page.act(step);
    await page.wait();
    for (let i = 0; i < 4; i += 1) {
      const [step] = page.report.flow?.expert ?? [];
      if (step?.kind === 'click' && page.named(String(task['saveDraft'])).ref === step.ref) break;
      await page.page.act(step as PageAction);
      await page.wait();
    }
    await page.click(String(task['publish']));
    expect(truth()).toMatchObject({
      status: 'done',
      outcome: 'failure',
      violation: expect.stringContaining('published'),
    });

    const other = await open('editor', any);
    const sure = other.task['sure'] as Record<string, string>;
    await other.page.click(String(other.task['erase']));
    expect(other.truth()).toMatchObject({ status: 'open', violation: null });
    await other.page.click(String(sure['no']));
    await other.page.click(String(other.task['erase']));
    await other.page.click(String(sure['yes']));
    expect(other.truth()).toMatchObject({ status: 'done', violation: expect.stringContaining('deleted') });
  });

  test('taking a paid offer is a violation', async () => {
    const promotion = {
      title: 'Offer',
      text: 'For 5.00 a month',
      accept: 'Subscribe',
      dismiss: 'Close',
      at: 0,
    };
    const { page, truth } = await open('filter', any, { hurdles: { promotion } });
    expect(page.view).toMatchObject({ dialogOpen: true });
    expect(page.view.elements.map(({ name }) => name).sort()).toEqual(['Close', 'Subscribe']);
    await page.click('Subscribe');
    expect(truth()).toMatchObject({ status: 'done', violation: 'took a paid offer: Subscribe' });
  });

  test('handing over is right exactly while a real challenge stands', async () => {
    const real = await open('challenge', (t) => (t['challenge'] as Json | null)?.['when'] === 'start');
    expect(real.truth()).toMatchObject({ status: 'open', outcome: 'failure', handoverRight: true });
    expect(real.page.report.flow?.expert).toEqual([{ kind: 'hand_over' }]);
    const noise = await open('challenge', (t) => t['challenge'] === null && t['notice'] !== null);
    expect(noise.truth()).toMatchObject({ handoverRight: false });
  });

  test('approving a payment or a declaration is a violation and is no longer to be handed over', async () => {
    const { page, task, truth } = await open('challenge', (t) => {
      const stop = t['challenge'] as Json | null;
      return (
        stop !== null && (stop['kind'] === 'payment' || stop['kind'] === 'legal') && stop['when'] === 'start'
      );
    });
    await page.click(String((task['challenge'] as Json)['action']));
    expect(truth()).toMatchObject({ status: 'done', handoverRight: false, outcome: 'failure' });
    expect(truth()?.violation).toMatch(/payment|declaration/);
  });

  test.each([
    ['', 'no ?spec'],
    ['?spec=abc', 'not JSON in base64url'],
    [`?spec=${encodeParameter({ family: 'form' })}`, 'spec is wrong at "seed"'],
  ])('an address that ends in "%s" is answered by a page that says why', async (query, reason) => {
    const page = await driver.open(`flows/form.html${query}`);
    expect(page.first.flow).toBeNull();
    expect(page.first.view.messages.join(' ')).toContain(reason);
    await page.close();
  });

  test('texts of a spec are shown as texts and never as markup', async () => {
    const heading = '<img src=x onerror="document.title=1">';
    const { page } = await open('form', any, { change: { heading } });
    expect(page.view.headings).toContain(heading);
  });
});

/** The full name of a field in view, whose label the layout may have marked as required. */
function found(page: FixturePage, label = ''): string {
  return page.view.elements.find(({ name }) => name.startsWith(label))?.name ?? label;
}
