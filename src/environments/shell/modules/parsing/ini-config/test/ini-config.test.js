import test from 'node:test';
import assert from 'node:assert/strict';
import { parseIni } from '../src/ini-config.js';

test('parses keys before any section', () => {
  assert.deepEqual(parseIni('name = demo\npath=/tmp/x'), { name: 'demo', path: '/tmp/x' });
});

test('parses sections', () => {
  assert.deepEqual(parseIni('[a]\nx=p\n[b]\nx=q'), { a: { x: 'p' }, b: { x: 'q' } });
});

test('sections with dots nest and return to the root', () => {
  assert.deepEqual(parseIni('[a.b]\nx=p\n[a]\ny=q\n[c]'), { a: { b: { x: 'p' }, y: 'q' }, c: {} });
});

test('a section may be continued later', () => {
  assert.deepEqual(parseIni('[a]\nx=p\n[b]\n[a]\ny=q'), { a: { x: 'p', y: 'q' }, b: {} });
});

test('reads numbers and booleans', () => {
  assert.deepEqual(parseIni('n=42\nf=-1.5\nt=true\nu=false'), { n: 42, f: -1.5, t: true, u: false });
});

test('quotes keep text as it is', () => {
  assert.deepEqual(parseIni('a="42"\nb=" x "\nc=""\nd="'), { a: '42', b: ' x ', c: '', d: '"' });
});

test('empty values are empty strings', () => {
  assert.deepEqual(parseIni('a=\nb = '), { a: '', b: '' });
});

test('only the first equals sign separates', () => {
  assert.deepEqual(parseIni('a=b=c'), { a: 'b=c' });
});

test('skips blank lines and comment lines', () => {
  assert.deepEqual(parseIni('; one\n# two\n\n  \na=x'), { a: 'x' });
});

test('comments after a value need a space', () => {
  assert.deepEqual(parseIni('a=x ; note\nb=yz # note\nc=p;q\nd=#f'), { a: 'x', b: 'yz', c: 'p;q', d: '#f' });
});

test('comment marks inside quotes are text', () => {
  assert.deepEqual(parseIni('a="x ; y" ; note'), { a: 'x ; y' });
});

test('reports the line of a bad entry', () => {
  assert.throws(() => parseIni('a=1\nnonsense'), /line 2: expected key = value/);
  assert.throws(() => parseIni('=1'), /line 1/);
  assert.throws(() => parseIni('[half'), /line 1/);
  assert.deepEqual(parseIni(''), {});
});
