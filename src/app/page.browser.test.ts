import { h, render } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunState } from '../../workers/learner.protocol.ts';
import { App } from './app.tsx';
import { renderOncePerFrame } from './frame-rendering.ts';
import { createModel, type WorkbenchModel } from './model.ts';
import { type Fixture, type FixtureOptions, fixture } from './workbench.fixture.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/details.css';

let root: HTMLElement;
let follow: (() => void) | null = null;
const violations: string[] = [];

// The policy of the built page, which the development server does not send.
beforeAll(() => {
  renderOncePerFrame();
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "style-src 'self'";
  document.head.append(policy);
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
});

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  if (follow !== null) removeEventListener('hashchange', follow);
  render(null, root);
  root.remove();
});

async function open(
  options: FixtureOptions = {},
  link = '#/',
): Promise<{ model: WorkbenchModel; learner: Fixture }> {
  location.hash = link;
  const learner = fixture(options);
  const model = createModel(learner.api);
  follow = () => model.routeChanged(location.hash);
  addEventListener('hashchange', follow);
  render(h(App, { model }), root);
  await model.start();
  return { model, learner };
}

/** The element with this accessible name; by role where several kinds share a name. */
function named<Type extends HTMLElement = HTMLElement>(selector: string, name: string | RegExp): Type {
  const matches = Array.from(root.querySelectorAll<Type>(selector)).filter((element) => {
    const labelled = element.getAttribute('aria-labelledby');
    const label = labelled === null ? null : (document.getElementById(labelled)?.textContent ?? null);
    const own =
      'labels' in element ? (element as unknown as HTMLInputElement).labels?.[0]?.textContent : null;
    const text = element.getAttribute('aria-label') ?? label ?? own ?? element.textContent ?? '';
    return typeof name === 'string' ? text.trim() === name : name.test(text);
  });
  const first = matches[0];
  if (!first) throw new Error(`nothing that matches ${selector} is named ${name}`);
  return first;
}

const panel = (title: string) => named('section.panel', title);
const eventually = <Value>(check: () => Value) => vi.waitFor(check, { timeout: 5000, interval: 20 });

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the page', () => {
  it('offers the demo first when nothing is stored, and starts it', async () => {
    const { learner } = await open({ empty: true });
    const button = await eventually(() => {
      const found = named<HTMLButtonElement>('button', 'Run demo');
      expect(found.disabled).toBe(false);
      return found;
    });
    expect(button.dataset['testid']).toBe('run-demo');
    button.click();
    await eventually(() => expect(learner.calls).toEqual(['createCampaign', 'run']));
  });

  it('shows the newest campaign with every panel under its name', async () => {
    await open();
    for (const title of ['Campaign', 'Learning', 'Lineage', 'Lanes', 'Evaluation', 'Episodes', 'Data']) {
      await eventually(() => panel(title));
    }
    await eventually(() => expect(panel('Campaign').textContent).toContain('Demo: repair code'));
    await eventually(() => expect(root.querySelectorAll('.plot canvas').length).toBe(11));
    expect(named('[role=img]', /^Success\. train .*validation/)).toBeTruthy();
  });

  it('shows with the success what the baselines reach on the same tasks', async () => {
    await open();
    const chart = await eventually(() => named('[role=img]', /^Success\./));
    expect(chart.getAttribute('aria-label')).toMatch(
      /random 16\.0\u202f%, oracle 100\u202f%, operator prior × infection⁸ 78\.0\u202f%$/,
    );
  });

  it('says which engines a campaign computes on, and what they were chosen by', async () => {
    const adapter = { vendor: 'acme', architecture: 'roadrunner', description: '', fallback: false };
    const cut = { 1: 7.25, 16: null, 64: null };
    await open({
      calibration: {
        acting: 'wasm',
        updating: 'webgpu',
        adapter,
        rows: [
          { engine: 'wasm', actingMs: { 1: 0.214, 16: 2.5, 64: 9.75 }, updateMs: 12.5, note: null },
          { engine: 'webgpu', actingMs: cut, updateMs: null, note: 'cut after 3.0 s' },
        ],
      },
    });
    await eventually(() => expect(panel('Campaign').textContent).toContain('acting wasmupdating webgpu'));
    expect(panel('Campaign').textContent).toContain('GPU: acme roadrunner');
    expect(root.querySelector('header.top')?.textContent).toContain('wasm + webgpu');
    const table = named('table', 'How fast the engines are here');
    expect(table.textContent).toMatch(/wasm0\.2142\.59\.7512\.5/);
    expect(table.textContent).toMatch(/webgpu7\.25———/);
    expect(panel('Campaign').textContent).toContain('webgpu: cut after 3.0 s');
  });

  it('writes no style attribute that the policy of the page would refuse', async () => {
    const { model, learner } = await open();
    await eventually(() => expect(root.querySelectorAll('.plot canvas').length).toBe(11));
    model.navigate(`#/campaign/${learner.campaignId}/episode/episode-0`);
    await eventually(() => expect(root.querySelector('.drawer .terminal')).not.toBeNull());
    expect(violations).toEqual([]);
    // The policy does refuse one: this test can fail.
    root.setAttribute('style', 'color: red');
    await eventually(() => expect(violations).toEqual(['style-src-attr']));
    violations.length = 0;
  });

  it('shows progress as it is pushed', async () => {
    const { learner } = await open();
    learner.push({ kind: 'progress', progress: { ...learner.progress, fraction: 0.5, secondsLeft: 65 } });
    const bar = await eventually(() => named('[role=progressbar]', 'Progress of the campaign'));
    await eventually(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'));
    expect(root.querySelector('header.top')?.textContent).toContain('1\u202fmin 05\u202fs left');
  });

  it('says what goes on and how far it is while tasks are made, and lets it be stopped', async () => {
    const { learner } = await open({ epochs: 0, state: 'preparing' });
    const top = await eventually(() => named('header.top [role=status]', 'preparing').closest('header'));
    expect(top?.textContent).toContain('making and checking tasks');
    learner.push({
      kind: 'progress',
      progress: { ...learner.progress, phase: 'phase.benchmark', done: 120, total: 416, fraction: 0 },
    });
    await eventually(() => expect(top?.textContent).toContain('making and checking tasks120/416'));
    expect(named('[role=progressbar]', /making and checking tasks/).getAttribute('aria-valuenow')).toBe(
      '120',
    );
    expect(named<HTMLButtonElement>('button', 'Pause').disabled).toBe(false);
    named<HTMLButtonElement>('button', 'Stop').click();
    (await eventually(() => named<HTMLButtonElement>('button', 'Stop the campaign'))).click();
    await eventually(() => expect(learner.calls).toEqual(['stop']));
  });

  it('follows a run that someone else ended', async () => {
    let state: RunState = 'running';
    const { record, snapshot } = fixture().view;
    const { learner } = await open({
      override: { campaigns: async () => [{ record, snapshot, state }] },
    });
    learner.push({ kind: 'progress', progress: { ...learner.progress, fraction: 0.5 } });
    await eventually(() => expect(named<HTMLButtonElement>('button', 'Run demo').disabled).toBe(true));
    state = 'idle';
    learner.push({ kind: 'campaigns' });
    await eventually(() => named('header.top [role=status]', 'idle'));
    await eventually(() => expect(named<HTMLButtonElement>('button', 'Run demo').disabled).toBe(false));
  });

  it('offers no way to go on with a campaign that is completed', async () => {
    await open({ state: 'completed', completed: true });
    await eventually(() => expect(panel('Campaign').textContent).toContain('Completed'));
    const buttons = Array.from(panel('Campaign').querySelectorAll('button'), (one) => one.textContent);
    expect(buttons).toEqual(['Delete']);
  });

  it('adds pushed metrics to the charts', async () => {
    const { learner } = await open({ epochs: 0, state: 'running' });
    await eventually(() => expect(panel('Learning').textContent).toContain('No curves yet'));
    learner.push({
      kind: 'metrics',
      rows: [
        { campaignId: learner.campaignId, epoch: 0, round: 0, values: { 'rollout/ep_rew_mean/shell': 0.5 } },
      ],
    });
    await eventually(() => named('[role=img]', 'Reward per episode. shell 0.5'));
  });

  it('shows an error until it is dismissed', async () => {
    const { learner } = await open();
    learner.push({ kind: 'error', campaignId: null, name: 'InfrastructureError', message: 'a worker died' });
    const alert = await eventually(() => named('[role=alert]', /InfrastructureError: a worker died/));
    alert.querySelector('button')?.click();
    await eventually(() => expect(root.querySelector('.banner')).toBeNull());
  });

  it('says why it did not start, and what to do', async () => {
    await open({ override: { boot: () => Promise.reject(new Error('WebAssembly is off')) } });
    const alert = await eventually(() => named('[role=alert]', /did not start/));
    expect(alert.textContent).toContain('WebAssembly is off');
    expect(alert.textContent).toContain('Reload the page');
  });

  it('lets a tab that only reads look and change nothing', async () => {
    await open({ writer: false, state: 'paused' });
    await eventually(() => expect(named<HTMLButtonElement>('button', 'Resume').disabled).toBe(true));
    expect(named<HTMLButtonElement>('button', 'Delete').disabled).toBe(true);
    expect(named<HTMLButtonElement>('button', 'Run demo').disabled).toBe(true);
  });

  it('deletes only after the dialog was confirmed', async () => {
    const { learner } = await open({ state: 'paused' });
    (await eventually(() => named<HTMLButtonElement>('button', 'Delete'))).click();
    const dialog = await eventually(() => named<HTMLDialogElement>('dialog', /Delete “Demo: repair code”/));
    await eventually(() => expect(dialog.open).toBe(true));
    await eventually(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    named<HTMLButtonElement>('button', 'Delete the campaign').click();
    await eventually(() => expect(learner.calls).toContain('deleteCampaign'));
  });
});

describe('a run that was cut off', () => {
  const endless = () => new Promise<RunState>(() => undefined);

  it('goes on by itself, says so, and can be paused from there', async () => {
    const ran: string[] = [];
    const { learner } = await open({
      state: 'idle',
      interrupted: 'running',
      override: {
        run: (campaignId) => {
          ran.push(campaignId);
          return endless();
        },
      },
    });
    expect(ran).toEqual([learner.campaignId]);
    expect(location.hash).toBe(`#/campaign/${learner.campaignId}`);
    const notice = await eventually(() => named('.banner', /resumed after an interruption at epoch 22/));
    expect(notice.textContent).toContain('nothing committed was lost');
    expect(notice.getAttribute('role')).toBe('status');
    notice.querySelector('button')?.click();
    await eventually(() => expect(learner.calls).toEqual(['pause']));
    await eventually(() => expect(root.querySelector('.banner')).toBeNull());
  });

  it('takes its notice back when it has ended', async () => {
    const { learner } = await open({ state: 'idle', interrupted: 'running' });
    await eventually(() => expect(learner.calls).toEqual(['run']));
    await eventually(() => expect(root.querySelector('.banner')).toBeNull());
  });

  it('leaves open what a link asked for', async () => {
    const { calls } = (await open({ state: 'idle', interrupted: 'running' }, '#/new')).learner;
    expect(calls).toEqual(['run']);
    expect(location.hash).toBe('#/new');
  });

  it('waits when a person had paused it', async () => {
    const { learner } = await open({ state: 'idle', interrupted: 'paused' });
    await eventually(() => expect(panel('Campaign').textContent).toContain('was paused when its tab closed'));
    expect(named<HTMLButtonElement>('button', 'Resume').disabled).toBe(false);
    expect(learner.calls).toEqual([]);
  });

  it('is left alone by a tab that only reads', async () => {
    const { learner } = await open({ state: 'idle', interrupted: 'running', writer: false });
    await eventually(() => panel('Campaign'));
    expect(learner.calls).toEqual([]);
  });
});

describe('the list of episodes', () => {
  it('shows only what the filter asks for, and says when that is nothing', async () => {
    await open();
    const lane = await eventually(() => named<HTMLSelectElement>('select', 'Lane'));
    await eventually(() => expect(panel('Episodes').textContent).toContain('1–12 of 200'));
    choose(lane, 'negative');
    await eventually(() => expect(panel('Episodes').textContent).toContain('1–12 of 33'));
    const rows = Array.from(panel('Episodes').querySelectorAll('tbody tr'));
    expect(rows.every((row) => row.textContent?.includes('negative'))).toBe(true);
    choose(named<HTMLSelectElement>('select', 'Purpose'), 'heldout');
    await eventually(() => expect(panel('Episodes').textContent).toContain('No episode matches'));
    named<HTMLButtonElement>('button', 'Clear filters').click();
    await eventually(() => expect(panel('Episodes').textContent).toContain('1–12 of 200'));
  });

  it('turns pages', async () => {
    await open();
    (await eventually(() => named<HTMLButtonElement>('button', 'Older'))).click();
    await eventually(() => expect(panel('Episodes').textContent).toContain('13–24 of 200'));
  });

  it('offers to try again when it could not be read', async () => {
    let failing = true;
    const { learner } = await open({
      override: {
        episodes: () =>
          failing
            ? Promise.reject(new Error('the database is closed'))
            : Promise.resolve({ rows: [], total: 0 }),
      },
    });
    expect(learner.calls).toEqual([]);
    await eventually(() => expect(panel('Episodes').textContent).toContain('the database is closed'));
    failing = false;
    Array.from(panel('Episodes').querySelectorAll('button'))
      .find((button) => button.textContent === 'Try again')
      ?.click();
    await eventually(() => expect(panel('Episodes').textContent).toContain('No episodes yet'));
  });
});

describe('the drawers', () => {
  const press = (key: string) =>
    root.querySelector('.drawer h2')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

  it('steps through an episode with the arrow keys and closes with Escape', async () => {
    const { model, learner } = await open();
    model.navigate(`#/campaign/${learner.campaignId}/episode/episode-0`);
    const drawer = await eventually(() => named('.drawer', 'arrays/rotate-list/off-by-one/0'));
    await eventually(() => expect(drawer.textContent).toContain('Step 1 of 3'));
    // Focus moves in an effect, a frame after the drawer is drawn.
    await eventually(() => expect(document.activeElement).toBe(drawer.querySelector('h2')));
    press('ArrowRight');
    await eventually(() => expect(drawer.textContent).toContain('Step 2 of 3'));
    press('End');
    await eventually(() => expect(drawer.textContent).toContain('Step 3 of 3'));
    press('ArrowRight');
    press('Home');
    await eventually(() => expect(drawer.textContent).toContain('Step 1 of 3'));
    press('Escape');
    await eventually(() => expect(root.querySelector('.drawer')).toBeNull());
    expect(location.hash).toBe(`#/campaign/${learner.campaignId}`);
  });

  it('orders candidates by probability and marks the chosen and the acceptable ones', async () => {
    const { model, learner } = await open();
    model.navigate(`#/campaign/${learner.campaignId}/episode/episode-0`);
    await eventually(() => expect(root.querySelector('.drawer')?.textContent).toContain('Step 1 of 3'));
    press('End');
    const first = await eventually(() => {
      const found = root.querySelector<HTMLElement>('.candidate');
      expect(found?.dataset['index']).toBe('3');
      return found;
    });
    const marks = Array.from(first?.querySelectorAll('[role=img]') ?? []);
    expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'chosen',
      'acceptable to the labeller',
    ]);
    expect(root.querySelectorAll('.candidate').length).toBe(10);
    named<HTMLButtonElement>('button', 'Show all 25').click();
    await eventually(() => expect(root.querySelectorAll('.candidate').length).toBe(25));
  });

  it('colours terminal output with classes and escapes what a command prints', async () => {
    const { ansiHtml } = await import('./terminal.tsx');
    const html = ansiHtml('\u001b[1;31m<b>\u001b[0m \u001b[38;2;1;2;3mx\u001b[0m');
    expect(html).toContain('<span class="ansi-bold ansi-red-fg">&lt;b&gt;</span>');
    expect(html).not.toContain('style=');
  });

  it('shows the evidence of an epoch from its checkpoint in the lineage', async () => {
    await open();
    const node = await eventually(() => named('[data-node]', /epoch 8, rolled back/));
    node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    const drawer = await eventually(() => named('.drawer', 'Epoch 8'));
    expect(drawer.textContent).toContain('roll back to the policy before the update');
    expect(drawer.textContent).toContain('3 better, 21 worse of 64 pairs');
    expect(drawer.textContent).toContain('<0.001');
  });
});

describe('the form of a new campaign', () => {
  it('shows beside the configuration why it is refused', async () => {
    const { model } = await open({
      override: {
        checkConfig: (config) =>
          typeof config === 'object' && config !== null && 'epoch' in config
            ? Promise.reject(new Error('epoch: unknown key; did you mean epochs?'))
            : Promise.resolve(fixture().view.record.config),
      },
    });
    model.navigate('#/new');
    const json = await eventually(() => named<HTMLTextAreaElement>('textarea', 'Whole configuration (JSON)'));
    await eventually(() => expect(panel('New campaign').textContent).toContain('Valid configuration'));
    json.value = '{"epoch": 3}';
    json.dispatchEvent(new Event('input', { bubbles: true }));
    await eventually(() => named('[role=alert]', /did you mean epochs/));
    json.value = '{"epoch": ';
    json.dispatchEvent(new Event('input', { bubbles: true }));
    await eventually(() => named('[role=alert]', /Not JSON/));
  });
});
