import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transplant } from './transplant.ts';

const base = 'if (a < b && c > d) return 1;';
const other = 'if (a <= b && c > d) return 1;';

test('changes behind and before what the other version changes stand beside it', () => {
  expect(transplant(base, 'if (a < b && c >= d) return 1;', other)).toBe('if (a <= b && c >= d) return 1;');
  expect(transplant(base, 'if (!a < b && c > d) return 1;', other)).toBe('if (!a <= b && c > d) return 1;');
});

test('two changes of one place cannot stand together', () => {
  const opposite = 'if (a > b && c > d) return 1;';
  expect(transplant(base, opposite, 'if (a === b && c > d) return 1;')).toBeNull();
  // They only touch: one replaces a sign, the other puts one behind it.
  expect(transplant(base, opposite, other)).toBe('if (a >= b && c > d) return 1;');
});

test('changes apart come out the same in either order', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(word, word, word, word, fc.string(), (a, b, first, second, middle) => {
      const text = (x: string, y: string) => `<${x}|${middle}|${y}>`;
      const together = text(first, second);
      expect(transplant(text(a, b), text(first, b), text(a, second))).toBe(together);
      expect(transplant(text(a, b), text(a, second), text(first, b))).toBe(together);
    }),
  );
});
