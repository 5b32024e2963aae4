// Sets of free names that have been used in an object, interned: equal sets are one number, whatever the order of the names. A set
// may also hold names that are not known, where many continuations are looked at together.
//
// Names are numbered as they come, and a set is the chain of its numbers, ascending: one more name is mostly a new one and so one
// more link, and what is made of a set can be made of the set before it.

import { createPairTable } from "@espalier/monitor";

export interface UsedNames {
  /** The empty set. */
  readonly none: number;
  has(set: number, name: string): boolean;
  /** The names that are known. */
  names(set: number): ReadonlySet<string>;
  /** How many names there are, those not known included. */
  size(set: number): number;
  /** The set with one more name; with one that is not known, for `undefined`. */
  with(set: number, name: string | undefined): number;
  /** The set of those that are known. */
  known(set: number): number;
  /** The set without the name of {@link UsedNames.last}. */
  before(set: number): number;
  /** One of the names of a set that is not empty and holds none that are not known. */
  last(set: number): string;
}

const NO_NAMES: ReadonlySet<string> = new Set();
/** In place of the number of a name that is not known: behind all others, and as often as there are such names. */
const UNKNOWN = 2 ** 30;

export function createUsedNames(): UsedNames {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  // By set: the set before the last link, that link, and how many links there are.
  const before: number[] = [0];
  const links: number[] = [-1];
  const sizes: number[] = [0];
  const ids = createPairTable();
  const made: (ReadonlySet<string> | undefined)[] = [NO_NAMES];

  function numberOf(name: string): number {
    let number = numbers.get(name);
    if (number === undefined) {
      number = texts.push(name) - 1;
      numbers.set(name, number);
    }
    return number;
  }

  /** `link` comes behind all others, or is one more that is not known. */
  function append(set: number, link: number): number {
    let longer = ids.get(set, link);
    if (longer < 0) {
      longer = before.push(set) - 1;
      links.push(link);
      sizes.push(sizes[set]! + 1);
      made.push(undefined);
      ids.set(set, link, longer);
    }
    return longer;
  }

  function known(set: number): number {
    let at = set;
    while (links[at] === UNKNOWN) at = before[at]!;
    return at;
  }

  return {
    none: 0,
    has(set, name) {
      const number = numbers.get(name);
      if (number === undefined) return false;
      let at = set;
      while (links[at]! > number) at = before[at]!;
      return links[at] === number;
    },
    names(set) {
      let names = made[set];
      if (names === undefined) {
        const all = new Set<string>();
        for (let at = known(set); at !== 0; at = before[at]!) all.add(texts[links[at]!]!);
        names = all;
        made[set] = names;
      }
      return names;
    },
    size: (set) => sizes[set]!,
    with(set, name) {
      if (name === undefined) return append(set, UNKNOWN);
      const number = numberOf(name);
      const behind: number[] = [];
      let at = set;
      for (; links[at]! > number; at = before[at]!) behind.push(links[at]!);
      if (links[at] !== number) at = append(at, number);
      for (let i = behind.length - 1; i >= 0; i--) at = append(at, behind[i]!);
      return at;
    },
    known,
    before: (set) => before[set]!,
    last: (set) => texts[links[set]!]!,
  };
}

/** Where nothing is remembered, all sets are the empty one. */
export const FORGOTTEN_NAMES: UsedNames = {
  none: 0,
  has: () => false,
  names: () => NO_NAMES,
  size: () => 0,
  with: () => 0,
  known: () => 0,
  before: () => 0,
  last: () => "",
};
