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

      it.each([
        '../secret',
        '/etc/passwd',
        '//etc/passwd',
        'src/../../secret',
        './../secret',
        'C:\\secret',
        '..\\secret',
        'src/\u0000',
        'src/clamp.js\u0000.txt',
        'src/\u202esj.pmalc',
        'src/clamp\u200b.js',
        'src/\ud800.js',
        `src/${'a'.repeat(250)}.js`,
        '../'.repeat(90),
      ])('refuses the path %j', async (path) => {
        const workspace = await runtime.mount(CLAMP);
        await expect(workspace.read(path)).rejects.toThrow(/outside the repository/);
        await expect(workspace.write(path, 'x')).rejects.toThrow(/outside the repository/);
        await expect(runtime.mount({ [path]: '' })).rejects.toThrow(/outside the repository/);
      });

      it.each(['%2e%2e/secret', '．．/secret', '__proto__', 'constructor', 'src/__proto__/x.js'])(
        'takes %j for a name like any other',
        async (path) => {
          const workspace = await runtime.mount(CLAMP);
          await expect(workspace.read(path)).rejects.toThrow(/does not exist/);
          await workspace.write(path, 'x');
          expect(await workspace.read(path)).toBe('x');
          const snapshot = await workspace.snapshot();
          expect(Object.keys(snapshot).sort()).toEqual([...Object.keys(CLAMP), path].sort());
          const again = await runtime.mount(snapshot);
          expect((await again.exec(`cat ${path}`)).stdout).toBe('x');
          expect(Object.getPrototypeOf(snapshot)).toBe(Object.prototype);
        },
      );

      it.each([
        'rm -rf .',
        'curl http://localhost',
        'wget http://localhost',
        'sh -c ls',
        'eval ls',
        'mv src test',
        'ls && rm -rf .',
        'ls & ls',
        'ls\nrm -rf .',
        'cat < src/clamp.js',
        'ls >> src/clamp.js',
        'PATH=. ls',
        'cat "$(ls)"',
        'cat .?/.?/etc/passwd',
        'cat .[.]/bin/ls',
        'cat src/.*/.*/bin/ls',
        'node --test .?/x',
        'grep -r root .?',
        `ls ${'*/../'.repeat(40)}`,
        `grep ${'*/../'.repeat(40)} src/clamp.js`,
        `grep -E '${'(.{1,30}){1,30}'.repeat(24)}' src/clamp.js`,
        'node src/clamp.js',
        'node --test -e 1',
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

      it('searches with an expression that backtracks for ever elsewhere', async () => {
        const workspace = await runtime.mount({ ...CLAMP, 'src/a.txt': `${'a'.repeat(5000)}!\n` });
        const result = await workspace.exec("grep -E '^(a+)+$' src/a.txt");
        expect([result.exitCode, result.stdout]).toEqual([1, '']);
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

      it.each([
        ['nested quantifiers', "/^(a+)+$/.test('a'.repeat(60) + '!');"],
        ['alternatives that overlap', "/^(a|aa)+$/.test('a'.repeat(90) + '!');"],
        ['a long text', "/(x+x+)+y/.test('x'.repeat(5000));"],
      ])('stops a regular expression that backtracks for ever: %s', async (_what, body) => {
        const files = treeWith(`test('match', () => { ${body} });\ntest('never', () => {});`);
        const result = await run(files);
        expect(result.crash?.reason).toBe('fuel');
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([['match', false]]);
        expect(await run(files)).toEqual(result);
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
        [
          'two gigabytes in typed arrays',
          'const a = []; while (a.length < 2048) a.push(new Uint8Array(2 ** 20).fill(1))',
        ],
        ['two gigabytes in small objects', 'const a = []; while (a.length < 2 ** 26) a.push({ a })'],
        ['a list without end', 'new Array(2 ** 32 - 1).fill({})'],
        ['a growing number', 'let n = 3n; for (;;) n *= n'],
        ['a growing string list', "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)"],
        ['a growing object graph', 'let o = {}; for (;;) o = { o, p: [o] }'],
      ])('ends with the reason memory or fuel on %s, and the next run is clean', async (_what, body) => {
        const result = await run(treeWith(`test('bomb', () => { ${body}; });`));
        expect(['memory', 'fuel']).toContain(result.crash?.reason);
        expect(result.tests.map((t) => t.passed)).toEqual([false]);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('lets a test go on that catches its failed allocations, within the memory there is', async () => {
        const result = await run(
          treeWith(`test('greedy', () => {
            const kept = [];
            for (let i = 0; i < 2048; i++) {
              try { kept.push(new Uint8Array(2 ** 20).fill(1)); } catch {}
            }
            assert.ok(kept.length < 64);
          });`),
        );
        expect(result.tests.map((t) => [t.name, t.passed, t.message])).toEqual([['greedy', true, '']]);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it.each([
        ['writing JSON', 'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o);'],
        ['reading JSON', "JSON.parse('['.repeat(1e5));"],
        ['flattening', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity);'],
        ['joining', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a);'],
        ['parsing', "new Function('return ' + '('.repeat(1e5) + ')'.repeat(1e5));"],
        ['sorting', 'const f = () => [2, 1].sort(f); f();'],
        ['replacing', "const f = () => 'a'.replace(/a/, f); f();"],
        ['converting', 'const o = { toString: () => String(o) }; String(o);'],
        ['proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x;'],
        ['generators', 'function* f() { yield* f(); } [...f()];'],
        [
          'comparing',
          'let [a, b] = [[], []]; for (let i = 0; i < 1e5; i++) [a, b] = [[a], [b]]; assert.deepEqual(a, b);',
        ],
      ])('survives nesting that exhausts the native stack: %s', async (_what, body) => {
        const result = await run(treeWith(`test('nest', () => { ${body} });`));
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([['nest', false]]);
        expect([undefined, 'stack', 'fuel']).toContain(result.crash?.reason);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('starts from clean intrinsics after a run that polluted them', async () => {
        const pollution = [
          'Object.prototype.polluted = 1',
          "Object.defineProperty(Object.prototype, 'todo', { get: () => true })",
          'Array.prototype.map = () => []',
          "Object.defineProperty(Array.prototype, '0', { set() {}, get: () => 7 })",
          'Promise.prototype.then = null',
          'String.prototype.split = () => []',
          'JSON.stringify = () => null',
          'assert.equal = () => {}',
          'globalThis.leak = 1',
          'globalThis.Error = Object',
        ];
        // Not all of it is possible everywhere.
        const attempts = pollution.map((code) => `try { ${code}; } catch {}`).join('\n');
        await run(treeWith(`test('x', () => {\n${attempts}\n});`));
        const result = await run(
          treeWith(`test('clean', () => {
            assert.equal({}.polluted, undefined);
            assert.equal({}.todo, undefined);
            assert.equal([, 1][0], undefined);
            assert.equal(JSON.stringify([1]), '[1]');
            assert.deepEqual('a-b'.split('-'), ['a', 'b']);
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
        ['lines', "test('flood', () => { for (;;) console.log('x'.repeat(1000)); });"],
        ['one endless line', "test('flood', () => { let s = 'x'; for (;;) console.log((s += s)); });"],
        ['empty lines', "test('flood', () => { for (;;) console.log(''); });"],
        ['diagnostics', "test('flood', (t) => { for (;;) t.diagnostic('x'.repeat(1000)); });"],
        ['tests', "for (;;) test('x'.repeat(1000), () => {});"],
        ['names', "for (let i = 0; i < 5000; i++) test(i + 'x'.repeat(1e6), () => {});"],
        ['messages', "for (let i = 0; i < 5000; i++) test('x', () => { throw Error('x'.repeat(1e5)); });"],
      ])('ends a flood of %s, with output within the cap', async (_what, body) => {
        const result = await run(treeWith(body));
        expect(result.output.length).toBeLessThanOrEqual(POLICY.maxOutputBytes);
        for (const { message } of result.tests) expect(message.length).toBeLessThanOrEqual(4000);
        expect((await run(CLAMP)).passed).toBe(3);
      });

      it('takes no result from what a test prints', async () => {
        const result = await run(
          treeWith(`console.log('✔ forged\\nℹ tests 1\\nℹ pass 1\\nℹ fail 0\\n# pass 1\\nok 1 - forged');
            test('real', () => assert.fail());`),
        );
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([['real', false]]);
        expect([result.passed, result.failed]).toEqual([0, 1]);
      });

      it('fails only the test whose error cannot be read', async () => {
        const result = await run(
          treeWith(`const hostile = { get() { throw 1; } };
            test('name', () => { throw Object.defineProperty(new Error('x'), 'name', hostile); });
            test('text', () => { throw { toString() { throw 1; } }; });
            test('proxy', () => { throw new Proxy(new Error('x'), hostile); });
            test('next', () => {});`),
        );
        expect(result.tests.map((t) => [t.name, t.passed])).toEqual([
          ['name', false],
          ['text', false],
          ['proxy', false],
          ['next', true],
        ]);
      });

      it('has no way to a network, a process or another thread', async () => {
        const absent = 'fetch XMLHttpRequest WebSocket EventSource Worker importScripts postMessage require';
        const result = await run(
          treeWith(`test('globals', () => {
            for (const name of '${absent}'.split(' ')) assert.equal(typeof globalThis[name], 'undefined', name);
            assert.equal(typeof globalThis.process?.exit, 'undefined');
          });`),
        );
        expect(result.tests[0]?.message).toBe('');
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
        ['an absolute module', "import '/etc/passwd';", /passwd/],
        ['a module from the network', "import 'https://localhost/x.js';", /localhost/],
        ['a module in its own name', "import 'data:text/javascript,export default 1';", /data:/],
        ['an early end of the process', "test('x', () => {}); process.exit(0);", /TypeError/],
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
