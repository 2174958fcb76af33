/**
 * A shortcut to the verdict "deeply and strictly equal" for plain data, which most assertions
 * compare and npm's assert takes 140 µs for. It only ever answers yes; whatever it is not sure
 * of goes to assert, which also words every failure.
 */

/** Deeper values go to assert, so that cycles end. */
const MAX_DEPTH = 16;

const { getPrototypeOf, getOwnPropertySymbols, is, keys } = Object;
const hasOwn = Object.hasOwn;
const tagOf = Object.prototype.toString;
const isArray = Array.isArray;
const arrayPrototype = Array.prototype;
const objectPrototype = Object.prototype;

/** True only when `assert.deepStrictEqual(a, b)` passes. */
export function certainlyEqual(a: unknown, b: unknown, depth = 0): boolean {
  if (is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > MAX_DEPTH) {
    return false;
  }
  const prototype: unknown = getPrototypeOf(a);
  if (prototype !== getPrototypeOf(b)) return false;
  const names = keys(a);
  if (names.length !== keys(b).length) return false;
  if (getOwnPropertySymbols(a).length > 0 || getOwnPropertySymbols(b).length > 0) return false;
  if (isArray(a) && isArray(b)) {
    // Keys are compared by name below, so holes and extra properties have to be the same too.
    if (prototype !== arrayPrototype || a.length !== b.length || names.length !== a.length) return false;
  } else if (
    prototype !== objectPrototype ||
    isArray(a) ||
    isArray(b) ||
    // An exotic object (a date, an error) that was given a plain prototype.
    tagOf.call(a) !== '[object Object]' ||
    tagOf.call(b) !== '[object Object]'
  ) {
    return false;
  }
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as string;
    if (!hasOwn(b, name)) return false;
    if (
      !certainlyEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name], depth + 1)
    ) {
      return false;
    }
  }
  return true;
}

type DeepEqual = (actual: unknown, expected: unknown, message?: string | Error) => void;

/** Puts the shortcut before an assertion of deep equality, strict or loose. */
export function withShortcut(assertion: DeepEqual): DeepEqual {
  // The number of arguments matters: assert complains about missing ones.
  return (...args) => {
    if (args.length < 2 || !certainlyEqual(args[0], args[1])) assertion(...args);
  };
}
