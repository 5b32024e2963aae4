// A bounded cache for constructed values. The same patterns, bounds and formats recur in many schemas, and the regex engine recognises an expression by its
// identity.

/** Caches the results of `make` by key. When there are more than `most` keys, the cache is cleared. */
export function createRecall<Value>(most: number): (key: string, make: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, make) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (values.size >= most) values.clear();
    values.set(key, made);
    return made;
  };
}

/** Calls `make` on first use and caches the result. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
