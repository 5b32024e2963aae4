// Sets of free names that have been used in an object, interned: equal sets are one number, whatever the order of the names.

export interface UsedNames {
  readonly none: number;
  names(set: number): ReadonlySet<string>;
  /** The set with one more name. */
  with(set: number, name: string): number;
}

export function createUsedNames(): UsedNames {
  const sets: ReadonlySet<string>[] = [new Set()];
  const numbers = new Map<string, number>([["[]", 0]]);
  return {
    none: 0,
    names: (set) => sets[set] as ReadonlySet<string>,
    with(set, name) {
      const names = [...(sets[set] as ReadonlySet<string>), name].sort();
      const key = JSON.stringify(names);
      let number = numbers.get(key);
      if (number === undefined) {
        number = sets.push(new Set(names)) - 1;
        numbers.set(key, number);
      }
      return number;
    },
  };
}
