import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { instrument } from './coverage-instrumentation.ts';

/** Texts of the statements that get a counter. */
function statementsOf(source: string): string[] {
  return instrument(source, 0).statements.map(({ start, end }) => source.slice(start, end));
}

/** The instrumented code without its first import, which is the same everywhere. */
function body(source: string): string {
  return instrument(source, 0).code.replace(/^import\{counters as __ran\}from"[^"]+";/, '');
}

describe('statement counters', () => {
  it('stand before each statement, on its line', () => {
    expect(body('const a = 1;\nf(a);\n')).toBe('__ran[0]=1;const a = 1;\n__ran[1]=1;f(a);\n');
  });

  it('start at the number they are given', () => {
    expect(instrument('f();', 7).code).toContain('__ran[7]=1;f();');
  });

  it('put braces around lone bodies', () => {
    expect(body('if (a) b(); else if (c) d();\ne();')).toBe(
      '__ran[0]=1;if (a) {__ran[1]=1;b();} else {__ran[2]=1;if (c) {__ran[3]=1;d();}}\n__ran[4]=1;e();',
    );
    expect(body('while (a) for (const b of c) f(() => b)')).toBe(
      '__ran[0]=1;while (a) {__ran[1]=1;for (const b of c) {__ran[2]=1;f(() => (__ran[3]=1,b))}}',
    );
  });

  it('close in the right order where several things end', () => {
    const source = 'if (a) b;c;\nconst g = (x) => (y) => x + y;if (d) e = () => f\nh()';
    expect(() => parse(body(source), { ecmaVersion: 'latest', sourceType: 'module' })).not.toThrow();
    expect(body('if (a) b;c;')).toBe('__ran[0]=1;if (a) {__ran[1]=1;b;}__ran[2]=1;c;');
    expect(body('if (a) b = () => c\n')).toBe('__ran[0]=1;if (a) {__ran[1]=1;b = () => (__ran[2]=1,c)}\n');
  });

  it('count arrow bodies, methods, fields and exported declarations, not hoisted functions', () => {
    const source = [
      'export const a = () => ({ b: 1 });',
      'export default class C {',
      '  x = f();',
      '  named = () => 1;',
      '  static { g(); }',
      '  get y() { return 2; }',
      '}',
      'export function h() {}',
    ].join('\n');
    expect(statementsOf(source)).toEqual([
      'export const a = () => ({ b: 1 });',
      '{ b: 1 }',
      source.slice(source.indexOf('export default'), source.indexOf('\nexport function')),
      'f()',
      '1',
      'g();',
      'return 2;',
    ]);
  });

  it('leave labels, directives and the head of a loop alone', () => {
    expect(body('outer: for (let i = 0; ; ) { continue outer; }')).toBe(
      '__ran[0]=1;outer: for (let i = 0; ; ) { __ran[1]=1;continue outer; }',
    );
    expect(body("function f() { 'use strict'; return 1; }")).toBe(
      "function f() { 'use strict'; __ran[0]=1;return 1; }",
    );
    expect(body('switch (a) { case b: c(); break; default: d(); }')).toBe(
      '__ran[0]=1;switch (a) { case b: __ran[1]=1;c(); __ran[2]=1;break; default: __ran[3]=1;d(); }',
    );
  });

  it('use a name that the source does not have', () => {
    expect(instrument('const __ran = 1;', 0).code).toContain('__ran_[0]=1;const __ran = 1;');
  });

  it('keep the number of lines, a hash-bang and sources without statements', () => {
    expect(instrument('#!/usr/bin/env node\nf();', 0).code).toMatch(
      /^#!\/usr\/bin\/env node\nimport.*f\(\);$/,
    );
    expect(instrument('export function f() {}\n', 0).code).toBe('export function f() {}\n');
  });

  it('refuse what does not parse', () => {
    expect(() => instrument('const = 1', 0)).toThrow(SyntaxError);
  });
});
