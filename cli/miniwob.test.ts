import { afterEach, describe, expect, it } from 'vitest';
import { BROWSER } from '../src/campaign/presets.ts';
import { MINIWOB_HELDOUT } from '../src/environments/browser/miniwob/miniwob-tasks.ts';
import { parseInvocation } from './arguments.ts';
import { browserFor, serveMiniwob, withBrowser } from './miniwob.ts';
import { CommandError } from './profile.ts';

const FOLDER = 'src/environments/browser/miniwob/fixtures';

/** The invocation of `browser train` with these options. */
function train(...options: string[]) {
  const invocation = parseInvocation(['browser', 'train', ...options]);
  if (invocation === null) throw new Error('it was taken for a call of the help');
  return invocation;
}

afterEach(() => {
  delete process.env['RL_MINIWOB'];
});

describe('MiniWoB++ on the command line', () => {
  it('changes the tasks of a campaign, and evaluates every name equally often', () => {
    const invocation = train('--miniwob', FOLDER, '--tasks', 'enter-code,paint-only');
    serveMiniwob(invocation);
    const { environments, evaluation } = withBrowser(BROWSER.config, invocation);
    expect(environments.browser?.options).toMatchObject({ miniwob: 'enter-code,paint-only' });
    expect(evaluation.heldoutTasks).toBe(2 * MINIWOB_HELDOUT);
  });

  it('changes nothing where it is not asked for', () => {
    expect(withBrowser(BROWSER.config, train())).toBe(BROWSER.config);
  });

  it('refuses a task that is not in the folder, by name', () => {
    const invocation = train('--miniwob', FOLDER, '--tasks', 'enter-code,fly-plane');
    expect(() => serveMiniwob(invocation)).toThrow(CommandError);
    expect(() => serveMiniwob(invocation)).toThrow(/no fly-plane/);
  });

  it('refuses a campaign of its tasks when nobody says where it is', () => {
    const browser = { ratio: 1, options: { miniwob: 'click-link' } };
    const config = { ...BROWSER.config, environments: { browser } };
    expect(() => browserFor(config, train('--driver', 'playwright'))).toThrow(/--miniwob FOLDER/);
  });
});
