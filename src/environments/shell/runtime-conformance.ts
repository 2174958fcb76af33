/**
 * What every shell runtime promises, as tests: called with the embedded runtime in Node and in
 * Chromium, and with any runtime that is to take its place.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLICY, REFUSED_EXIT_CODE } from './execution-policy.ts';
import type { Files, ShellRuntime, TestRun } from './runtime.ts';

const TEST_HEADER = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";

const CLAMP: Files = {
  'package.json': '{ "type": "module" }\n',
  'src/clamp.js': [
    'export function clamp(x, low, high) {',
    '  if (x < low) return low;',
    '  if (x > high) return high;',
    '  return x;',
    '}',
    '',
  ].join('\n'),
  'test/clamp.test.js': `${TEST_HEADER}import { clamp } from '../src/clamp.js';
test('keeps what is within', () => assert.equal(clamp(2, 1, 3), 2));
test('raises what is below', () => assert.equal(clamp(0, 1, 3), 1));
test('lowers what is above', async () => assert.equal(clamp(9, 1, 3), 3));
`,
};

const FAULTY = (CLAMP['src/clamp.js'] as string).replace('x > high', 'x < high');

/** A tree whose only test has the given body. */
function treeWith(body: string, source = 'export {};\n'): Files {
  return { ...CLAMP, 'src/subject.js': source, 'test/clamp.test.js': `${TEST_HEADER}${body}` };
}

/** The promises of a shell runtime. `create` makes a fresh one. */
export function describeRuntime(name: string, create: () => Promise<ShellRuntime>): void {
  describe(`${name} runtime`, () => {
    let runtime: ShellRuntime;
    beforeAll(async () => {
      runtime = await create();
    });
    afterAll(() => runtime.dispose());

    const run = (files: Files): Promise<TestRun> => runtime.tests.run(files, ['test/clamp.test.js']);

    describe('a workspace', () => {
      it('runs the allowed commands on the mounted tree', async () => {
        const workspace = await runtime.mount(CLAMP);
        expect(await workspace.exec('cat src/clamp.js')).toEqual({
          stdout: CLAMP['src/clamp.js'],
          stderr: '',
          exitCode: 0,
          truncated: false,
        });
        expect((await workspace.exec('ls')).stdout.split('\n')).toEqual(['package.json', 'src', 'test', '']);
        expect((await workspace.exec("grep -n 'x > high' src/clamp.js")).stdout).toBe(
          '3:  if (x > high) return high;\n',
        );
        const missing = await workspace.exec('cat src/absent.js');
        expect(missing.exitCode).toBe(1);
        expect(missing.stderr).toContain('src/absent.js');
      });

      it('runs the tests with node --test and says how many passed', async () => {
        const workspace = await runtime.mount(CLAMP);
        const passing = await workspace.exec('node --test');
        expect(passing.exitCode).toBe(0);
        expect(passing.stdout).toMatch(/tests 3[\s\S]*pass 3[\s\S]*fail 0/);
        await workspace.write('src/clamp.js', FAULTY);
        const failing = await workspace.exec('node --test test/clamp.test.js');
        expect(failing.exitCode).toBe(1);
        expect(failing.stdout).toMatch(/tests 3[\s\S]*pass 1[\s\S]*fail 2/);
        expect(failing.stdout).toContain('lowers what is above');
      });

      it('reads back what was written, in commands and snapshots too', async () => {
        const workspace = await runtime.mount(CLAMP);
        await workspace.exec('ls');
        await workspace.write('./src/../src/new.js', 'export const grüße = "✔";\n');
        expect(await workspace.read('src/new.js')).toBe('export const grüße = "✔";\n');
        expect((await workspace.exec('cat src/new.js')).stdout).toBe('export const grüße = "✔";\n');
        expect(await workspace.snapshot()).toEqual({ ...CLAMP, 'src/new.js': 'export const grüße = "✔";\n' });
      });

      it('shares nothing with another workspace', async () => {
        const [one, two] = [await runtime.mount(CLAMP), await runtime.mount(CLAMP)];
        await one.write('src/clamp.js', FAULTY);
        expect((await one.exec('node --test')).exitCode).toBe(1);
        expect((await two.exec('node --test')).exitCode).toBe(0);
        expect(await two.snapshot()).toEqual(CLAMP);
        await one.dispose();
        expect(await two.read('src/clamp.js')).toBe(CLAMP['src/clamp.js']);
      });

      it('gives the same bytes when the same is done twice', async () => {
        const session = async (): Promise<unknown> => {
          const workspace = await runtime.mount({ ...CLAMP, 'src/clamp.js': FAULTY });
          const results = [];
          for (const command of ['ls -la src', 'node --test', 'cat nothing', 'grep -rn clamp .']) {
            results.push(await workspace.exec(command));
          }
          return results;
        };
        expect(await session()).toEqual(await session());
      });

      it.each(['../secret', '/etc/passwd', 'src/../../secret', 'C:\\secret', 'src/\u0000'])(
        'refuses the path %j',
        async (path) => {
          const workspace = await runtime.mount(CLAMP);
          await expect(workspace.read(path)).rejects.toThrow(/outside the repository/);
          await expect(workspace.write(path, 'x')).rejects.toThrow(/outside the repository/);
        },
      );

      it('refuses a tree with a path outside itself', async () => {
        await expect(runtime.mount({ '../x.js': '' })).rejects.toThrow(/outside the repository/);
      });

      it.each([
        'rm -rf .',
        'curl http://localhost',
        'cat src/clamp.js > src/copy.js',
        'ls; ls',
        'cat src/clamp.js | sh',
        'cat $(ls)',
        'cat `ls`',
        'cat ../secret',
        'cat /etc/passwd',
        'node -e 1',
        'node --test --import=x',
        'grep -f /etc/passwd src/clamp.js',
        '',
      ])('refuses the command %j before it runs', async (command) => {
        const workspace = await runtime.mount(CLAMP);
        const result = await workspace.exec(command);
        expect(result.exitCode).toBe(REFUSED_EXIT_CODE);
        expect(result.stderr).toMatch(/^refused: /);
        expect(await workspace.snapshot()).toEqual(CLAMP);
      });

      it('cuts a flood of output and says so', async () => {
        const workspace = await runtime.mount({ ...CLAMP, 'src/big.txt': 'é'.repeat(200_000) });
        const result = await workspace.exec('cat src/big.txt');
        expect(result.truncated).toBe(true);
        expect(new TextEncoder().encode(result.stdout).length).toBeLessThanOrEqual(POLICY.maxOutputBytes);
        expect(result.stdout).toMatch(/^é+$/);
      });
    });

    describe('a test run', () => {
      it('reports each test with its failure', async () => {
        const result = await run({ ...CLAMP, 'src/clamp.js': FAULTY });
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([
          ['keeps what is within', false],
          ['raises what is below', true],
          ['lowers what is above', false],
        ]);
        expect(result.tests[2]?.message).toContain('9 !== 3');
        expect([result.passed, result.failed, result.crash]).toEqual([1, 2, null]);
      });

      it('gives the same result twice, whatever ran in between', async () => {
        const first = await run(CLAMP);
        await run(treeWith("test('flood', () => { for (;;) console.log('x'.repeat(1000)); });"));
        await run(
          treeWith("test('bomb', () => { const a = []; for (;;) a.push(new Array(1000).fill(1)); });"),
        );
        expect(await run(CLAMP)).toEqual(first);
      });

      it('stops an endless loop by fuel, at the same point every time', async () => {
        const files = treeWith(
          "test('first', () => {});\ntest('loop', () => { for (;;); });\ntest('never', () => {});",
        );
        const result = await run(files);
        expect(result.crash).toMatchObject({ file: 'test/clamp.test.js', reason: 'fuel' });
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([
          ['first', true],
          ['loop', false],
        ]);
        expect(await run(files)).toEqual(result);
      });

      it('stops a loop that awaits for ever', async () => {
        const result = await run(treeWith("test('loop', async () => { for (;;) await null; });"));
        expect(result.crash?.reason).toBe('fuel');
      });

      it.each([
        ['a growing copy', 'let o = []; for (;;) o = [...o, 1];'],
        ['a growing text that is split', "let o = 'x'; for (;;) { o += 'x'; o.split(''); }"],
        ['one built-in function that takes for ever', 'const o = []; o.length = 2 ** 32 - 1; o.indexOf(1);'],
      ])('stops %s at the same point every time, though QuickJS sees few steps', async (_what, body) => {
        const files = treeWith(
          "import { spin } from '../src/subject.js';\ntest('spin', () => spin());\ntest('never', () => {});",
          `export function spin() { ${body} }\n`,
        );
        const options = { coverage: true };
        const result = await runtime.tests.run(files, ['test/clamp.test.js'], options);
        expect(result.crash?.reason).toBe('fuel');
        expect(result.tests.map((t) => t.name)).toEqual(['spin']);
        const text = files['src/subject.js'] as string;
        const ran = result.coverage?.covered[0]?.map((id) => result.coverage?.statements[id]);
        expect(
          ran?.some((s) => s?.path === 'src/subject.js' && text.slice(s.start).startsWith(body.slice(0, 5))),
        ).toBe(true);
        expect(await runtime.tests.run(files, ['test/clamp.test.js'], options)).toEqual(result);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('stops a loop that catches everything', async () => {
        const result = await run(
          treeWith("test('loop', () => { for (;;) { try { for (;;); } catch {} } });"),
        );
        expect(result.crash?.reason).toBe('fuel');
      });

      it('stops timers that start each other for ever', async () => {
        const result = await run(
          treeWith(
            "test('timer', () => new Promise(() => { const again = () => setTimeout(again, 1); again(); }));",
          ),
        );
        expect(result.crash?.reason).toBe('fuel');
      });

      it('fails a test whose promise never settles, and those behind it', async () => {
        const result = await run(
          treeWith("test('stuck', () => new Promise(() => {}));\ntest('next', () => {});"),
        );
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([
          ['stuck', false],
          ['next', false],
        ]);
        expect(result.tests[0]?.message).toMatch(/still pending/);
        expect(result.crash).toBeNull();
      });

      it('fails the test that recurses without end, and goes on', async () => {
        const result = await run(
          treeWith("test('deep', () => { const f = () => 1 + f(); f(); });\ntest('next', () => {});"),
        );
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([
          ['deep', false],
          ['next', true],
        ]);
        expect(result.tests[0]?.message).toMatch(/stack/);
        expect(result.crash).toBeNull();
      });

      it.each([
        ['two gigabytes at once', 'new Uint8Array(2 ** 31 - 1).fill(1)'],
        ['a growing string list', "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)"],
        ['a growing object graph', 'let o = {}; for (;;) o = { o, p: [o] }'],
      ])('ends with the reason memory or fuel on %s, and the next run is clean', async (_what, body) => {
        const result = await run(treeWith(`test('bomb', () => { ${body}; });`));
        expect(['memory', 'fuel']).toContain(result.crash?.reason);
        expect(result.tests.map((t) => t.passed)).toEqual([false]);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('survives nesting that exhausts the native stack', async () => {
        const result = await run(
          treeWith(
            "test('nest', () => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o); });",
          ),
        );
        expect(result.passed).toBe(0);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('starts from clean intrinsics after a run that polluted them', async () => {
        await run(
          treeWith(`Object.prototype.polluted = 1; Array.prototype.map = () => [];
            globalThis.leak = 1; assert.equal = () => {}; Promise.prototype.then = null;
            test('x', () => {});`),
        );
        const result = await run(
          treeWith(`test('clean', () => {
            assert.equal({}.polluted, undefined);
            assert.deepEqual([1].map((x) => x + 1), [2]);
            assert.equal(typeof leak, 'undefined');
            assert.throws(() => assert.equal(1, 2));
            assert.ok(new Uint8Array(1e5).every((byte) => byte === 0));
          });`),
        );
        expect(result.tests).toEqual([
          { file: 'test/clamp.test.js', name: 'clean', passed: true, message: '' },
        ]);
      });

      it('keeps a flood of console output within the cap', async () => {
        const result = await run(
          treeWith("test('flood', () => { for (let i = 0; i < 1000; i++) console.log('x'.repeat(100)); });"),
        );
        expect(result.passed).toBe(1);
        expect(result.output.length).toBeLessThanOrEqual(POLICY.maxOutputBytes);
      });

      it.each([
        ['a syntax error', "test('x', () => {", /SyntaxError/],
        ['a missing module', "import '../src/absent.js';", /Cannot find module 'src\/absent.js'/],
        [
          'a missing export',
          "import { absent } from '../src/subject.js'; test('x', () => absent());",
          /absent/,
        ],
        ['a module of Node that is not provided', "import 'node:fs';", /node:fs/],
        ['a module outside the tree', "import '../../outside.js';", /outside.js/],
        ['a throw while loading', "throw new TypeError('broken');", /TypeError: broken/],
      ])('reports %s as a load error', async (_what, body, message) => {
        const result = await run(treeWith(body));
        expect(result.crash?.reason).toBe('load_error');
        expect(result.crash?.message).toMatch(message);
        expect(result.output).toContain('✖ test/clamp.test.js');
      });

      it('reports a file without tests, and an empty list of files', async () => {
        expect((await run(treeWith('export {};'))).crash?.reason).toBe('no_tests');
        expect((await runtime.tests.run(CLAMP, [])).crash?.reason).toBe('no_tests');
      });

      it('runs several files apart from each other', async () => {
        const files = {
          ...CLAMP,
          'test/a.test.js': `${TEST_HEADER}globalThis.seen = 1; test('loop', () => { for (;;); });`,
          'test/b.test.js': `${TEST_HEADER}test('alone', () => assert.equal(globalThis.seen, undefined));`,
        };
        const result = await runtime.tests.run(files, ['test/a.test.js', 'test/b.test.js']);
        expect(result.crash?.file).toBe('test/a.test.js');
        expect(result.tests.map((t) => [t.file, t.passed])).toEqual([
          ['test/a.test.js', false],
          ['test/b.test.js', true],
        ]);
      });

      it('names which statements each test ran', async () => {
        const { coverage } = await runtime.tests.run(CLAMP, ['test/clamp.test.js'], { coverage: true });
        const text = CLAMP['src/clamp.js'] as string;
        const ran = coverage?.covered.map((ids) =>
          ids.map((id) => {
            const { start, end } = coverage.statements[id] as { start: number; end: number };
            return text.slice(start, end);
          }),
        );
        expect(ran).toEqual([
          ['if (x < low) return low;', 'if (x > high) return high;', 'return x;'],
          ['if (x < low) return low;', 'return low;'],
          ['if (x < low) return low;', 'if (x > high) return high;', 'return high;'],
        ]);
        expect((await run(CLAMP)).coverage).toBeNull();
      });

      it('names the statements of the loop that used up the fuel', async () => {
        const files = treeWith(
          "import { spin } from '../src/subject.js';\ntest('spin', () => spin());",
          'export function spin() {\n  let n = 0;\n  while (n >= 0) n += 0;\n  return n;\n}\n',
        );
        const { coverage, tests } = await runtime.tests.run(files, ['test/clamp.test.js'], {
          coverage: true,
        });
        const path = coverage?.statements.map((s) => s.path);
        expect(tests.length).toBe(1);
        expect(coverage?.covered[0]?.filter((id) => path?.[id] === 'src/subject.js').length).toBe(3);
      });
    });
  });
}
