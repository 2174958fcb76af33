/** What probes in instrumented sources call while a test runs; see `infection-probes.ts`. */

/** Stands for the value of a part of an expression that did not run. */
export const absent = Symbol('absent');

/** How deep two values are compared before they count as different. */
const DEPTH = 3;

/** Returns a part's value; throws when it has none, so that the alternative counts as different. */
export function present(value: unknown): unknown {
  if (value === absent) throw absent;
  return value;
}

/**
 * Makes the function that evaluates an expression of the program and marks, among `counters`, the
 * alternatives that come to something else. Arguments behind the expression: whether only its
 * truth matters, then counters and alternatives in turn.
 */
export function createProbe(counters: Uint8Array) {
  return (expression: () => unknown, isCondition: 0 | 1, ...rest: (number | (() => unknown))[]): unknown => {
    const differs = (value: unknown): void => {
      for (let i = 0; i < rest.length; i += 2) {
        const counter = rest[i] as number;
        if (counters[counter] !== 0) continue;
        const other = outcomeOf(rest[i + 1] as () => unknown);
        const onlyTruth = isCondition === 1 && value !== failed && other !== failed;
        if (onlyTruth ? !value !== !other : !isSame(value, other, DEPTH)) counters[counter] = 1;
      }
    };
    let value: unknown;
    try {
      value = expression();
    } catch (error) {
      differs(failed);
      throw error;
    }
    differs(value);
    return value;
  };
}

/** Stands for the value of an expression that throws. */
const failed = Symbol('failed');

function outcomeOf(expression: () => unknown): unknown {
  try {
    return expression();
  } catch {
    return failed;
  }
}

/** Whether two values look the same: primitives, and plain lists and objects of such. */
function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (prototype !== Array.prototype && prototype !== Object.prototype) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key], depth - 1));
}
