// A bounded memory of what was made from what: the same patterns, bounds and formats come back in schema after schema,
// and an engine knows an expression again by the object.

/** What `make` gives for a key, remembered; forgotten all at once when more than `most` keys have come. */
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

/** What `make` gives, made when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
