/**
 * The built-in functions that the test shim and npm's assert stand on cannot be replaced, so that
 * code under test cannot pass its tests by changing what a comparison or a promise does. (Node keeps
 * private copies of its own.) New properties can still be added, as polyfills do.
 */

/** Objects take these from their prototypes and are given their own by assignment, which a lock would refuse. */
const LEFT_OPEN = new Set<PropertyKey>(['constructor', 'toString', 'toLocaleString', 'valueOf']);

/** Makes existing properties permanent. */
function lock(holder: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    const property = Reflect.getOwnPropertyDescriptor(holder, key);
    if (property?.configurable !== true) continue;
    const fixed = { configurable: false };
    Reflect.defineProperty(holder, key, 'value' in property ? { ...fixed, writable: false } : fixed);
  }
}

/** Locks them in the realm this is called in. */
export function protectIntrinsics(): void {
  const constructors = { Array, ArrayBuffer, Map, Number, Object, Promise, RegExp, Set, String };
  const prototypes = [Array, Map, Promise, RegExp, Set, String].map(({ prototype }) => prototype as object);
  const iterators = [[], new Map(), new Set(), ''].map(
    (iterable) => Reflect.getPrototypeOf(iterable[Symbol.iterator]()) as object,
  );
  for (const holder of [...Object.values(constructors), ...prototypes, ...iterators, Reflect]) {
    lock(
      holder,
      Reflect.ownKeys(holder).filter((key) => !LEFT_OPEN.has(key)),
    );
  }
  lock(Function.prototype, ['apply', 'bind', 'call']);
  // What `await` and lists look up to decide which class a result is of.
  for (const { prototype } of [Array, Promise]) lock(prototype, ['constructor']);
  lock(globalThis, Object.keys(constructors));
}
