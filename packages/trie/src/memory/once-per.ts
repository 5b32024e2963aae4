// Results that belong to an object: computed once for it, and kept as long as it lives.

/** Returns a function that calls `derive` once for each object, and keeps the result as long as the object lives. */
export function oncePer<Key extends object, Value>(derive: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = derive(key)));
    return value;
  };
}
