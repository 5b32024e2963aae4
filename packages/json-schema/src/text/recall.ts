// A bounded cache for constructed values. The same patterns, bounds and formats recur in many schemas, and the regex
// engine recognises an expression by its identity. Values that a language uses are found again as long as the language
// lives; of all other values, only the most recently used are kept.

/** So many keys are always kept before those whose values were freed are dropped. */
const FEWEST_KEYS = 64;

/**
 * Caches the results of `make` by key. Holds at most `most` values that nothing else holds; the least recently used are freed first.
 */
export function createRecall<Value extends object>(most: number): (key: string, make: () => Value) => Value {
  const values = new Map<string, WeakRef<Value>>();
  // Half of the values each; a hit in the older half moves the value to the younger.
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let sweepAt = FEWEST_KEYS;

  function sweep(): void {
    for (const [key, value] of values) if (value.deref() === undefined) values.delete(key);
    sweepAt = Math.max(FEWEST_KEYS, 2 * values.size);
  }

  function hold(key: string, value: Value): Value {
    if (young.has(key)) return value;
    if (2 * young.size >= most) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  }

  return (key, make) => {
    const known = young.get(key) ?? old.get(key) ?? values.get(key)?.deref();
    if (known !== undefined) return hold(key, known);
    const made = make();
    if (values.size >= sweepAt) sweep();
    values.set(key, new WeakRef(made));
    return hold(key, made);
  };
}

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/**
 * Calls `make` once for each key and caches the results in `known`, which is a WeakMap where the function may outlive
 * its keys. A result must not be `undefined`.
 */
export function onceFor<Key, Value>(
  make: (key: Key) => Value,
  known: Cache<Key, Value> = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** Calls `make` on first use and caches the result. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
