import { describe, expect, it } from 'vitest';
import { ARM_NAMES } from '../src/campaign/study/arms.ts';
import { COMMANDS, helpText, parseInvocation } from './arguments.ts';
import { CommandError } from './profile.ts';

/** The message with which a command line is refused. */
function refusal(...argv: string[]): string {
  try {
    parseInvocation(argv);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return (error as CommandError).message;
  }
  throw new Error(`"${argv.join(' ')}" was not refused`);
}

describe('the help', () => {
  it('is asked for by no words at all and by --help after any command', () => {
    expect(parseInvocation([])).toBeNull();
    expect(parseInvocation(['--help'])).toBeNull();
    expect(parseInvocation(['shell', 'train', '--help'])).toBeNull();
  });

  it('lists every command with what it does', () => {
    for (const { words, doc } of COMMANDS) {
      expect(helpText()).toMatch(new RegExp(`^ {2}${words} +\\S`, 'm'));
      expect(helpText()).toContain(doc);
    }
  });

  it('lists every option that can be given', () => {
    const { operands: _operands, command: _command, ...options } = parseInvocation(['list']) ?? {};
    const dashed = Object.keys(options).map((name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`));
    for (const name of [...dashed, 'help']) expect(helpText()).toContain(`  --${name}`);
  });

  it('names a command once', () => {
    const words = COMMANDS.map((command) => command.words);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe('a command line', () => {
  it('needs no options: the defaults are the demo in the profile .rl', () => {
    expect(parseInvocation(['demo'])).toEqual({
      command: 'demo',
      operands: [],
      seed: null,
      json: false,
      profile: '.rl',
      epochs: null,
      count: null,
      preset: 'demo',
      driver: null,
      miniwob: null,
      tasks: null,
      campaign: null,
      reference: null,
      checkpoint: null,
      out: null,
      split: 'heldout',
      fault: 'learning_rate_x100',
      keep: false,
      perTask: false,
      mixed: false,
      shellOnly: false,
      browserOnly: false,
      orchestratorOnly: false,
      folds: [0, 1, 2, 3, 4],
      ablationFolds: [0, 1, 2, 3, 4],
      arms: ARM_NAMES,
      write: false,
    });
  });

  it.each(COMMANDS.map(({ words }) => words))('knows the command %s', (words) => {
    expect(parseInvocation(words.split(' '))?.command).toBe(words);
  });

  it('takes options before, between and after the words of a command', () => {
    const options = ['--json', '--seed', '11'];
    const expected = { command: 'shell train', seed: 11, json: true };
    expect(parseInvocation([...options, 'shell', 'train'])).toMatchObject(expected);
    expect(parseInvocation(['shell', ...options, 'train'])).toMatchObject(expected);
    expect(parseInvocation(['shell', 'train', '--json', '--seed=11'])).toMatchObject(expected);
  });

  it('gives import its file', () => {
    expect(parseInvocation(['import', 'a b.safetensors'])?.operands).toEqual(['a b.safetensors']);
  });

  it('takes folds and arms of a study as lists, in their own order', () => {
    expect(parseInvocation(['study', 'shell', '--folds', '3,0', '--arms', 'ppo,full'])).toMatchObject({
      folds: [0, 3],
      ablationFolds: [0, 3],
      arms: ['full', 'ppo'],
    });
    expect(parseInvocation(['study', 'shell', '--ablation-folds', '1'])).toMatchObject({
      folds: [0, 1, 2, 3, 4],
      ablationFolds: [1],
    });
  });

  it('takes tasks of MiniWoB++ as a list', () => {
    const argv = ['browser', 'eval', '--miniwob', 'html', '--tasks', 'click-link,enter-text,click-link'];
    expect(parseInvocation(argv)).toMatchObject({ miniwob: 'html', tasks: ['click-link', 'enter-text'] });
  });

  it('trains on one part of the mixed campaign at most', () => {
    expect(parseInvocation(['mixed', '--browser-only'])).toMatchObject({
      preset: 'mixed',
      browserOnly: true,
    });
    expect(() => parseInvocation(['mixed', '--browser-only', '--mixed'])).toThrow(/exclude each other/);
  });

  it('takes 0 as a seed', () => {
    expect(parseInvocation(['demo', '--seed', '0'])?.seed).toBe(0);
  });
});

describe('a command line is refused', () => {
  it('for an unknown command, with the known ones', () => {
    const message = refusal('shell', 'trian');
    expect(message).toContain('there is no command "shell trian"');
    for (const { words } of COMMANDS) expect(message).toContain(words);
  });

  it('for half a command', () => {
    expect(refusal('shell')).toContain('there is no command "shell"');
  });

  it('for a word too many', () => {
    expect(refusal('list', 'all')).toContain('"all" is one word too many for "list"');
    expect(refusal('import', 'a', 'b')).toContain('"b" is one word too many');
  });

  it('for an unknown option, by name', () => {
    expect(refusal('shell', 'train', '--epoch', '5')).toContain('--epoch');
  });

  it('for tasks of MiniWoB++ without its folder, or that are no names', () => {
    expect(refusal('browser', 'eval', '--tasks', 'click-link')).toContain('--miniwob');
    const argv = ['browser', 'eval', '--miniwob', 'html', '--tasks', 'click-link,../x'];
    expect(refusal(...argv)).toContain('"../x" is no name of a task');
  });

  it('for an option without its value', () => {
    expect(refusal('shell', 'train', '--epochs')).toContain('--epochs');
  });

  it.each([
    ['--epochs', '0'],
    ['--epochs', 'five'],
    ['--epochs', '1.5'],
    ['--epochs', ''],
    ['--count', '0'],
    ['--seed', '1e3'],
    ['--seed', '99999999999999999999'],
    ['--seed=-1', ''],
  ])('for %s %s, which is no whole number in range', (option, value) => {
    const argv = option.includes('=') ? [option] : [option, value];
    const command = option === '--count' ? 'benchmark-generate' : 'train';
    expect(refusal('shell', command, ...argv)).toMatch(/--(epochs|count|seed).*whole number/);
  });

  it('for an option that means nothing to the command, with those that do', () => {
    expect(refusal('drill', 'rollback', '--epochs', '3')).toMatch(/--epochs means nothing.*--seed, --fault/);
  });

  it('for a fold or an arm that does not exist, with those that do', () => {
    expect(refusal('study', 'shell', '--folds', '0,5')).toMatch(
      /--folds 0,5: "5" is not one of 0, 1, 2, 3, 4/,
    );
    expect(refusal('study', 'shell', '--folds', '')).toContain('--folds');
    expect(refusal('study', 'shell', '--arms', 'full,pp')).toMatch(/"pp" is not one of full, ppo/);
  });

  it('for a study without the arm that the others are compared with', () => {
    expect(refusal('study', 'shell', '--arms', 'ppo')).toMatch(/full has to be among them/);
  });

  it('for a split or a fault that does not exist, with those that do', () => {
    expect(refusal('shell', 'eval', '--split', 'test')).toMatch(/--split test.*heldout, validation/);
    expect(refusal('drill', 'rollback', '--fault', 'x')).toMatch(/--fault x.*sign_flipped_advantages/);
  });
});
