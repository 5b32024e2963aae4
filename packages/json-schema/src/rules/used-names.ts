// Interned sets of the undeclared names that an object has already used. Equal sets have the same id, whatever the
// order of insertion. A set may also contain an unknown name, because a mask examines many continuations at once
// without their exact names.
//
// Names are numbered in order of first use, and a set is a linked chain of numbers in ascending order. A further name usually has the highest number and adds
// one link, so what was computed for the shorter set can be extended.

import { createPairTable } from "@espalier/monitor";

export interface UsedNames {
  /** The empty set. */
  readonly none: number;
  has(set: number, name: string): boolean;
  /** The known names. */
  names(set: number): ReadonlySet<string>;
  /** The number of names, including unknown ones. */
  size(set: number): number;
  /** The set with one more name. `undefined` adds an unknown name. */
  with(set: number, name: string | undefined): number;
  /** The subset of known names. */
  known(set: number): number;
  /** The set without the name that {@link UsedNames.last} returns. */
  before(set: number): number;
  /** A name of the set, which must be non-empty and contain only known names. */
  last(set: number): string;
  /** The memory of all sets and names, in bytes. */
  bytes(): number;
}

/** Approximate size in bytes of a name without its letters, and of a set. */
const NAME_BYTES = 96;
const SET_BYTES = 32;

const NO_NAMES: ReadonlySet<string> = new Set();
/** The number that stands for an unknown name. It sorts after all others, and occurs once for each unknown name. */
const UNKNOWN = 2 ** 30;

export function createUsedNames(): UsedNames {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  let nameBytes = 0;
  // By set: the set before the last link, the last link, and the number of links.
  const before: number[] = [0];
  const links: number[] = [-1];
  const sizes: number[] = [0];
  const ids = createPairTable();
  const made: (ReadonlySet<string> | undefined)[] = [NO_NAMES];

  function numberOf(name: string): number {
    let number = numbers.get(name);
    if (number === undefined) {
      number = texts.push(name) - 1;
      nameBytes += NAME_BYTES + 2 * name.length;
      numbers.set(name, number);
    }
    return number;
  }

  /** Appends `link`, which is greater than all others in the set, or stands for another unknown name. */
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
    bytes: () => nameBytes + SET_BYTES * sizes.length + ids.bytes(),
  };
}

/**
 * Returns a function from a set to what is built from its members, one after another, beginning with `none` for the empty set. What is built for a set is
 * stored, so a set with one more name takes one call of `add`. All names must be known.
 */
export function builtBySet<Built>(
  used: UsedNames,
  none: Built,
  add: (before: Built, name: string) => Built,
): (set: number) => Built {
  const known = new Map<number, Built>([[used.none, none]]);
  return (set) => {
    const pending: number[] = [];
    let at = set;
    for (; !known.has(at); at = used.before(at)) pending.push(at);
    let built = known.get(at) as Built;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      built = add(built, used.last(next));
      known.set(next, built);
    }
    return built;
  };
}

/** Remembers nothing: every set is the empty one. */
export const FORGOTTEN_NAMES: UsedNames = {
  none: 0,
  has: () => false,
  names: () => NO_NAMES,
  size: () => 0,
  with: () => 0,
  known: () => 0,
  before: () => 0,
  last: () => "",
  bytes: () => 0,
};
