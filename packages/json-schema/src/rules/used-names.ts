// Sets of free names that have been used in an object, interned: equal sets are one number, whatever the order of the names. A set
// may also hold names that are not known, where many continuations are looked at together.

export interface UsedNames {
  readonly none: number;
  /** The names that are known. */
  names(set: number): ReadonlySet<string>;
  /** How many names there are, those not known included. */
  size(set: number): number;
  /** The set with one more name; with one that is not known, for `undefined`. */
  with(set: number, name: string | undefined): number;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export function createUsedNames(): UsedNames {
  const sets: ReadonlySet<string>[] = [new Set()];
  const sizes: number[] = [0];
  const numbers = new Map<string, number>();
  return {
    none: 0,
    names: (set) => sets[set] as ReadonlySet<string>,
    size: (set) => sizes[set] as number,
    with(set, name) {
      const before = sets[set] as ReadonlySet<string>;
      const names = name === undefined ? [...before] : [...before, name].sort();
      const size = (sizes[set] as number) + 1;
      const key = JSON.stringify([size, ...names]);
      let number = numbers.get(key);
      if (number === undefined) {
        sizes.push(size);
        number = sets.push(new Set(names)) - 1;
        numbers.set(key, number);
      }
      return number;
    },
  };
}

/** Where nothing is remembered, all sets are the empty one. */
export const FORGOTTEN_NAMES: UsedNames = {
  none: 0,
  names: () => NO_NAMES,
  size: () => 0,
  with: () => 0,
};
