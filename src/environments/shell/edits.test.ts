import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  EditMismatchError,
  listEdits,
  listEditsOf,
  SourceSyntaxError,
  statementOf,
} from './edits.ts';
import { seedModules } from './seed-modules.ts';
import type { Edit } from './task.ts';

const PATH = 'src/x.js';
const sources = seedModules().flatMap((module) => Object.values(module.sources));

/** What one operator makes of a source, every edit applied. */
function made(operator: string, source: string): string[] {
  return listEdits(PATH, source)
    .filter((edit) => edit.operator === operator)
    .map((edit) => applyEdit(source, edit));
}

function editOf(operator: string, source: string): Edit {
  const edit = listEdits(PATH, source).find((candidate) => candidate.operator === operator);
  if (edit === undefined) throw new Error(`no ${operator} edit in ${source}`);
  return edit;
}

describe('the catalogue of edits', () => {
  it('undoes every edit by another one, also in sources edited before', () => {
    const choice = fc.nat({ max: 9999 });
    fc.assert(
      fc.property(choice, fc.array(choice, { minLength: 1, maxLength: 4 }), (start, path) => {
        let source = sources[start % sources.length] as string;
        for (const next of path) {
          const edits = listEdits(PATH, source);
          const edited = applyEdit(source, edits[next % edits.length] as Edit);
          const back = listEdits(PATH, edited).map((edit) => applyEdit(edited, edit));
          expect(back).toContain(source);
          source = edited;
        }
      }),
      { numRuns: 120 },
    );
  });

  it('offers at every site of every seed module the edit back', () => {
    for (const source of sources) {
      for (const edit of listEdits(PATH, source)) {
        const edited = applyEdit(source, edit);
        const back = listEdits(PATH, edited).filter(
          (other) => other.operator === edit.operator && applyEdit(edited, other) === source,
        );
        expect(back, edit.key).not.toEqual([]);
      }
    }
  });

  it('is in textual order, and no key occurs twice', () => {
    for (const source of sources) {
      const edits = listEdits(PATH, source);
      expect(edits.map(({ start }) => start)).toEqual(edits.map(({ start }) => start).sort((a, b) => a - b));
      expect(new Set(edits.map(({ key }) => key)).size).toBe(edits.length);
    }
  });

  it('has every operator at work in the seed modules', () => {
    const operators = new Set(
      sources.flatMap((source) => listEdits(PATH, source).map((edit) => edit.operator)),
    );
    expect([...operators].sort()).toEqual([
      'absence',
      'anchor',
      'arguments',
      'arithmetic',
      'assignment',
      'boolean',
      'branches',
      'elements',
      'equality',
      'grouping',
      'index',
      'iteration',
      'jump',
      'length',
      'logical',
      'method',
      'negation',
      'number',
      'operands',
      'quantifier',
      'relational',
      'shift',
      'sign',
      'slice',
      'spread',
      'string',
      'update',
    ]);
  });

  it('lists several files by path', () => {
    const edits = listEditsOf({ 'src/b.js': 'f(true);', 'src/a.js': 'f(false);' });
    expect(edits.map(({ key }) => key)).toEqual(['src/a.js:2:boolean:true', 'src/b.js:2:boolean:false']);
  });

  it('says where an edit stands', () => {
    const source = 'function f(a) {\n  if (a) {\n    g(true);\n  }\n}\n';
    expect(editOf('boolean', source)).toEqual({
      key: 'src/x.js:33:boolean:false',
      operator: 'boolean',
      path: PATH,
      start: 33,
      end: 37,
      before: 'true',
      after: 'false',
      line: 3,
      nesting: 2,
    });
  });

  it('refuses a text that is no program, with its place', () => {
    expect(() => listEdits(PATH, 'const = 1;')).toThrow(SourceSyntaxError);
    expect(() => listEdits(PATH, 'const = 1;')).toThrow(/src\/x\.js.*1:6/);
  });
});

describe('an operator', () => {
  it.each([
    ['relational', 'a < b;', ['a <= b;', 'a >= b;']],
    ['equality', 'a === b;', ['a !== b;']],
    ['arithmetic', 'a / b;', ['a % b;', 'a * b;']],
    ['arithmetic', 'a += 2;', ['a -= 2;']],
    ['arithmetic', "a + 'text';", []],
    ['update', 'i++;', ['i--;']],
    ['update', 'for (;;i++);', []],
    ['logical', 'if (a && b);', ['if (a || b);']],
    ['logical', 'x = a || b;', ['x = a && b;', 'x = a ?? b;']],
    ['logical', 'x = (a ?? b) && c;', ['x = (a ?? b) || c;']],
    ['negation', 'if (a);', ['if (!a);']],
    ['negation', 'if (!a);', ['if (a);']],
    [
      'negation',
      'while (a && f(b));',
      ['while (!(a && f(b)));', 'while (!a && f(b));', 'while (a && !f(b));'],
    ],
    ['negation', 'if (a < b);', []],
    ['negation', 'f(() => s.has(a));', ['f(() => !s.has(a));']],
    ['number', 'f(0);', ['f(1);']],
    ['number', 'f(7);', ['f(6);', 'f(8);']],
    ['number', 'i += 1;', ['i += 2;']],
    ['number', 'x = { 1: a };', []],
    ['sign', 'f(-1);', ['f(1);']],
    ['sign', 'x = Infinity;', ['x = -Infinity;']],
    ['sign', 'a + 1;', []],
    ['boolean', 'f(true);', ['f(false);']],
    ['string', "f('');", ["f(' ');"]],
    ['method', 'a.shift();', ['a.pop();']],
    ['arguments', 'f(a, b + 1);', ['f(b + 1, a);']],
    ['arguments', 'Math.max(a, b);', []],
    ['operands', 'a - b;', ['b - a;']],
    ['operands', 'a + b;', []],
    ['branches', 'f(a ? b : c);', ['f(a ? c : b);']],
    ['branches', 'f(a > 0 ? b : c);', []],
    ['index', 'i += 1; f(a[i]);', ['i += 1; f(a[i + 1]);']],
    ['index', 'i += 1; f(a[i + 1]);', ['i += 1; f(a[i]);']],
    ['index', 'f(a[key]);', []],
    ['length', 'while (i < a.length);', ['while (i < a.length - 1);']],
    ['length', 'while (i < a.length - 1);', ['while (i < a.length);']],
    ['length', '2 * a.length;', []],
    ['index', 'node = next; f(a[node]);', ['node = next; f(a[node + 1]);']],
    ['assignment', 'sum += a * b;', ['sum = a * b;']],
    ['assignment', 'this.size = a.size;', ['this.size += a.size;']],
    ['assignment', 'x = []; y = a < b; [p, q] = f(); for (;; i += 1);', []],
    ['shift', 'a >>> 1;', ['a << 1;']],
    ['shift', 'a << b;', ['a >> b;', 'a >>> b;']],
    ['grouping', 'x = (a + b) / 2;', ['x = a + b / 2;']],
    ['grouping', 'x = a + b / 2;', ['x = (a + b) / 2;']],
    ['grouping', 'x = (a + b * c) % d;', ['x = a + b * c % d;']],
    ['grouping', 'x = a - (b + c) * d;', ['x = (a - (b + c)) * d;']],
    ['grouping', 'x = d - (a + b) * c - d;', []],
    ['grouping', 'x = a + (b * c);', []],
    ['elements', 'f([a, 0]);', ['f([0, a]);']],
    ['elements', 'f([1, 0]); [a, b] = c;', []],
    ['spread', 'list.push(x);', ['list.push(...x);']],
    ['spread', 'Math.max(...list);', ['Math.max(list);']],
    ['spread', 'f([...text]);', ['f([text]);']],
    ['spread', 'f(...list); a.push(x, y); g([1]);', []],
    ['slice', 'a.slice(n + 1);', ['a.slice(0, n + 1);']],
    ['slice', 'a.slice(0, -1);', ['a.slice(-1);']],
    ['slice', 'a.slice(1, n);', []],
    ['iteration', 'for (const x of list);', ['for (const x in list);']],
    ['iteration', 'for (const key in object);', ['for (const key of object);']],
    ['absence', 'if (a === null);', ['if (a === undefined);']],
    ['absence', 'return_ = undefined;', ['return_ = null;']],
    ['absence', 'if (a == null);', []],
    ['quantifier', '/a+[+*]\\+b*?/;', ['/a*[+*]\\+b*?/;', '/a+[+*]\\+b+?/;']],
    ['anchor', '/^a$/;', ['/a$/;', '/^a/;']],
    ['anchor', '/[^a]\\$/g;', ['/^[^a]\\$/g;', '/[^a]\\$$/g;']],
    ['anchor', '/$/;', ['/^$/;']],
    ['jump', 'for (;;) break;', ['for (;;) continue;']],
    ['jump', 'switch (a) { case 1: break; }', []],
  ])('%s makes of "%s" %j', (operator, source, expected) => {
    expect(made(operator, source).sort()).toEqual([...expected].sort());
  });

  it('leaves what an error says alone', () => {
    expect(listEdits(PATH, 'throw new RangeError(describe(i + 1));')).toEqual([]);
  });
});

describe('applying an edit', () => {
  it('fails on a text that it was not made for', () => {
    const edit = editOf('boolean', 'f(true);');
    expect(() => applyEdit('f(null);', edit)).toThrow(EditMismatchError);
    expect(() => applyEdit('f(null);', edit)).toThrow(/expected "true" at 2, found "null"/);
  });
});

describe('the statement of an edit', () => {
  it('is the innermost one around it', () => {
    const source = 'if (a) {\n  f(true);\n}\n';
    const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
    expect(text(statementOf(source, editOf('boolean', source)))).toBe('f(true);');
    expect(text(statementOf(source, editOf('negation', source)))).toBe(source.trim());
  });
});
