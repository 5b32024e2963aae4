// Interned sets of the undeclared names that an object has already used. Equal sets have the same id, whatever the
// order of insertion. A set may also contain an unknown name, because a mask examines many continuations at once
// without their exact names.
//
// A name is stored with its region (free-names.ts), because a name of one region never equals a name of another. The
// items of an array are in region 0.
//
// Names are numbered in order of first use, and a set is a linked chain of numbers in ascending order. A further name usually has the highest number and adds
// one link, so what was computed for the shorter set can be extended.

import { burn, createPairTable } from "@espalier/monitor";

export interface UsedNames {
  /** The empty set. */
  readonly none: number;
  has(set: number, name: string, region?: number): boolean;
  /** Whether the set contains an unknown name of a region. */
  hasUnknown(set: number, region?: number): boolean;
  /** The known names. */
  names(set: number): ReadonlySet<string>;
  /** The number of names, including unknown ones. */
  size(set: number): number;
  /**
   * The set with one more name. `undefined` adds an unknown name. Costs a step for each name of the set that was first used later.
   *
   * @throws FuelError
   */
  with(set: number, name: string | undefined, region?: number): number;
  /** The subset of known names. */
  known(set: number): number;
  /**
   * Returns a function from a set to what is built from its members, one after another, beginning with `none` for the empty set. What is built for a set is
   * stored, so a set with one more name takes one call of `add`. All names must be known.
   */
  builtBySet<Built>(none: Built, add: (before: Built, name: string, region: number) => Built): (set: number) => Built;
  /** The memory of all sets and names, in bytes. */
  bytes(): number;
}

/** Approximate size in bytes of a name without its letters, and of a set. */
const NAME_BYTES = 96;
const SET_BYTES = 32;

const NO_NAMES: ReadonlySet<string> = new Set();
/**
 * An unknown name of region `r` has the number `UNKNOWN + r`. These numbers sort after those of all names, and a set
 * contains one of them for each of its unknown names.
 */
const UNKNOWN = 2 ** 30;

export function createUsedNames(): UsedNames {
  const texts: string[] = [];
  const regions: number[] = [];
  const numbers: Map<string, number>[] = [];
  let nameBytes = 0;
  // By set: the set before the last link, the last link, and the number of links.
  const before: number[] = [0];
  const links: number[] = [-1];
  const sizes: number[] = [0];
  const ids = createPairTable();
  const made: (ReadonlySet<string> | undefined)[] = [NO_NAMES];

  function numberOf(name: string, region: number): number {
    while (numbers.length <= region) numbers.push(new Map());
    let number = numbers[region]!.get(name);
    if (number === undefined) {
      number = texts.push(name) - 1;
      regions.push(region);
      nameBytes += NAME_BYTES + 2 * name.length;
      numbers[region]!.set(name, number);
    }
    return number;
  }

  /** Appends `link`, which is not less than any other in the set. */
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
    while (links[at]! >= UNKNOWN) at = before[at]!;
    return at;
  }

  /** The longest part of the set whose links are all at most `link`. */
  function upTo(set: number, link: number): number {
    let at = set;
    while (links[at]! > link) at = before[at]!;
    return at;
  }

  return {
    none: 0,
    has(set, name, region = 0) {
      const number = numbers[region]?.get(name);
      return number !== undefined && links[upTo(set, number)] === number;
    },
    hasUnknown: (set, region = 0) => links[upTo(set, UNKNOWN + region)] === UNKNOWN + region,
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
    with(set, name, region = 0) {
      const link = name === undefined ? UNKNOWN + region : numberOf(name, region);
      const behind: number[] = [];
      let at = set;
      for (; links[at]! > link; at = before[at]!) behind.push(links[at]!);
      burn("schema", behind.length >>> 1);
      if (links[at] !== link || name === undefined) at = append(at, link);
      for (let i = behind.length - 1; i >= 0; i--) at = append(at, behind[i]!);
      return at;
    },
    known,
    builtBySet<Built>(none: Built, add: (before: Built, name: string, region: number) => Built) {
      const bySet = new Map<number, Built>([[0, none]]);
      return (set) => {
        const pending: number[] = [];
        let at = set;
        for (; !bySet.has(at); at = before[at]!) pending.push(at);
        let built = bySet.get(at) as Built;
        for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
          const link = links[next]!;
          built = add(built, texts[link]!, regions[link]!);
          bySet.set(next, built);
        }
        return built;
      };
    },
    bytes: () => nameBytes + SET_BYTES * sizes.length + ids.bytes(),
  };
}

/** Remembers nothing: every set is the empty one. */
export const forgottenNames = (): UsedNames => ({ ...createUsedNames(), with: () => 0 });
