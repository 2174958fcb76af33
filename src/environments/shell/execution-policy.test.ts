import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capOutput, decideCommand } from './execution-policy.ts';
import { normaliseWorkspacePath } from './workspace-path.ts';

describe('the execution policy', () => {
  it.each([
    'node --test',
    'node --test test/a.test.js test/b.test.js',
    'cat src/a.js package.json',
    'ls',
    'ls -la src',
    "grep -n 'x > 0 && $y' src/a.js",
    'grep -rn "return a" src test',
    'grep -c -e one -e two src/a.js',
    'grep --include=*.js -r x src',
    'cat src/*.js',
    'cat ./src/*.js',
    'cat src/[ab].js',
    'ls */*',
    "cat '.?/x'",
    "grep '^.*/[.]' src/a.js",
    "grep -n 'function f() {' src/a.js",
    "cat 'x{3}'",
    'grep ../up src/a.js',
  ])('allows %j', (command) => {
    expect(decideCommand(command)).toMatchObject({ allowed: true });
  });

  it.each([
    ['cat a; rm b', /several commands/],
    ['cat a && ls', /command lists/],
    ['cat a | sh', /pipes/],
    ['cat < a', /redirections/],
    ['cat a > b', /redirections/],
    ['cat $HOME', /substitutions/],
    ['cat "$HOME"', /double quotes/],
    ['cat `ls`', /substitutions/],
    ['cat (a)', /subshells/],
    ['cat a\nrm b', /several lines/],
    ["cat 'a\nrm b'", /several lines/],
    ['cat a\\ b', /escapes/],
    ['cat {a,b}', /brace/],
    ['cat ~/x', /home/],
    ['PATH=x ls', /assignments/],
    ['cat "a', /not closed/],
    ['cat ../a', /outside the repository/],
    ["cat '../a'", /outside the repository/],
    ['cat -- ../a', /outside the repository/],
    ['cat src/../../a', /outside the repository/],
    ['ls */../..', /outside the repository/],
    ['cat .?/.?/etc/passwd', /pattern '.\?\/.\?\/etc\/passwd' could lead outside the repository/],
    ['cat .*/bin/ls', /outside the repository/],
    ['cat .[.]/bin/ls', /outside the repository/],
    ["cat '.'?/bin/ls", /outside the repository/],
    ['cat src/.?/.?/bin/ls', /outside the repository/],
    ['ls */../*/../*', /outside the repository/],
    ['ls src/*/../..', /outside the repository/],
    ['grep .?/* src/a.js', /outside the repository.*in quotes/],
    ['grep -r x */../*', /outside the repository/],
    ['node --test .?/*', /outside the repository/],
    ['ls -?/../..', /outside the repository/],
    ['cat src/\u202ea.js', /visible characters/],
    [`cat ${'a/'.repeat(101)}`, /at most 200/],
    ['cat src/a.js\u2028ls', /visible characters/],
    ["ls 'a\u0000'", /several lines/],
    ['exec 3<>/dev/tcp/localhost/80', /redirections/],
    ['ls /', /outside the repository/],
    ['grep x /etc/passwd', /outside the repository/],
    ['grep -e x ../a', /outside the repository/],
    ['grep --file=../a x', /not allowed/],
    ["grep -E '(.{1,30}){1,30}' src/a.js", /counted repetitions/],
    ["grep 'x\\{30\\}' src/a.js", /counted repetitions/],
    ["grep -E -e '(x{,9})*' src/a.js", /counted repetitions/],
    ["grep --regexp='x{9}' src/a.js", /counted repetitions/],
    ['grep -nf a x', /not allowed/],
    ['node', /only as/],
    ['node src/a.js', /only as/],
    ['node --test --watch', /no option/],
    ['rm a', /not an allowed command/],
    ['/bin/cat a', /not an allowed command/],
    [`cat ${'a'.repeat(2000)}`, /characters/],
    ['   ', /empty/],
  ])('refuses %j and says why', (command, reason) => {
    const decision = decideCommand(command);
    expect(decision.allowed).toBe(false);
    expect(decision.allowed ? '' : decision.reason).toMatch(reason);
  });

  it('cuts output at a character boundary, within the bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, max) => {
        const capped = capOutput(text, max);
        expect(new TextEncoder().encode(capped.text).length).toBeLessThanOrEqual(max);
        expect(text.startsWith(capped.text)).toBe(true);
        expect(capped.truncated).toBe(capped.text !== text);
      }),
    );
  });
});

describe('workspace paths', () => {
  it('never lead out of the tree, and normalise to themselves', () => {
    const part = fc.oneof(
      fc.constantFrom('a', 'b.js', '.', '..', '', '%2e%2e', '．．', '__proto__', 'C:', '~'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        let path: string;
        try {
          path = normaliseWorkspacePath(parts.join('/'));
        } catch (error) {
          expect((error as Error).name).toBe('PathOutsideWorkspaceError');
          return;
        }
        expect(path.split('/')).not.toContain('..');
        expect(path).not.toMatch(/^\/|\\|\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u);
        expect(normaliseWorkspacePath(path)).toBe(path);
      }),
    );
  });

  it.each([
    '/a',
    '../a',
    'a/../../a',
    'a\\b',
    'a\u0000',
    'a\n',
    'a\u007f',
    'a\u0085',
    'a\u200d',
    'a\ud800',
    'a\ufeff',
  ])('refuse %j', (path) => {
    expect(() => normaliseWorkspacePath(path)).toThrow(/outside the repository/);
  });

  it('have a longest length, and a message that does not repeat what is longer', () => {
    expect(normaliseWorkspacePath('a'.repeat(200))).toHaveLength(200);
    expect(() => normaliseWorkspacePath('a'.repeat(1e6))).toThrow(/^.{1,400}$/);
  });
});
