import test from 'node:test';
import assert from 'node:assert/strict';
import { parseIni } from '../src/ini-config.js';

test('a whole file', () => {
  const text = [
    '# server',
    'debug = false',
    '[server]',
    'host = "example.org" ; public',
    'port = 8080',
    '',
    '[server.tls]',
    '  enabled = true',
    '[paths]',
    'root = C:\\data',
  ].join('\n');
  assert.deepEqual(parseIni(text), {
    debug: false,
    server: { host: 'example.org', port: 8080, tls: { enabled: true } },
    paths: { root: 'C:\\data' },
  });
});

test('carriage returns are trimmed', () => {
  assert.deepEqual(parseIni('[s]\r\na = 1\r\nb = "x"\r\n'), { s: { a: 1, b: 'x' } });
});

test('words that look like values stay text', () => {
  assert.deepEqual(parseIni('a=True\nb=1px\nc="true"\nd=""" '), { a: 'True', b: '1px', c: 'true', d: '"' });
  assert.deepEqual(parseIni('a=0\nb=1e3\nc=007'), { a: 0, b: 1000, c: 7 });
});

test('later keys replace earlier ones', () => {
  assert.deepEqual(parseIni('a=x\na=y\n[s]\na=z'), { a: 'y', s: { a: 'z' } });
});

test('half-open brackets are no section', () => {
  assert.throws(() => parseIni('[s'), /line 1/);
  assert.throws(() => parseIni('x=1\n\ns]'), /line 3/);
  assert.deepEqual(parseIni('[k=v'), { '[k': 'v' });
});

test('indented comments and marks without a space before them', () => {
  assert.deepEqual(parseIni('   ; note\n  # note\nurl=a#b'), { url: 'a#b' });
  assert.deepEqual(parseIni('a="p" # "q"\nb="#" '), { a: 'p', b: '#' });
  assert.throws(() => parseIni(' = x'), SyntaxError);
});

test('deep sections', () => {
  assert.deepEqual(parseIni('[a.b.c]\nx=1\n[a.b]\ny=2'), { a: { b: { c: { x: 1 }, y: 2 } } });
});
