// A *crowd* is a set of hundreds of expressions that compete at one place. An example are the declared names of a large
// object: they compete wherever a name may come, without the names that have been used. Each expression has an id, its
// slot. If every lexer state listed its slots, the memory would grow with the number of names at every such place, and
// for every byte of a common prefix.
//
// So all these places share one state that lists all members, the *base*. Any other state is a base plus one bit for
// each member that is allowed. A step leads to the next base and keeps the bits of the members that it still lists.

/** The id of a distinct expression in an open lexer. */
export type Slot = number;

/** Slots that compete together. Member `i` is `slots[i]`. */
export interface Crowd {
  readonly id: number;
  /** Ascending and distinct. */
  readonly slots: Int32Array;
  /** The state before the first byte of any member. */
  readonly base: number;
  /** The number of words for one bit per member. */
  readonly words: number;
}

export interface Crowds {
  at(id: number): Crowd;
  /**
   * Returns a crowd (a set of hundreds of expressions that compete at one place) that contains at least three quarters
   * of `slots[0, count)` (ascending, distinct). It examines only a few candidates.
   */
  find(slots: Int32Array, count: number): Crowd | undefined;
  /** Creates a crowd of `slots[0, count)` (ascending, distinct). */
  add(slots: Int32Array, count: number, base: number): Crowd;
  /**
   * Returns the members that the state `base` lists, as bits. `slotsOf` returns the slots of a base, ascending. Cached.
   */
  alive(crowd: Crowd, base: number, slotsOf: (base: number) => readonly number[]): Int32Array;
  bytes(): number;
}

/** How many existing crowds `find` examines. */
const MOST_TRIED = 4;

export function createCrowds(): Crowds {
  const crowds: Crowd[] = [];
  // For each slot, the last crowd that contains it.
  const crowdOf = new Map<number, Crowd>();
  const alive: Map<number, Int32Array>[] = [];
  let held = 0;

  return {
    at: (id) => crowds[id]!,
    find(slots, count) {
      // A crowd with three quarters of the slots contains one of the second quarter, unless it contains all the others.
      const tried = new Set<Crowd>();
      for (let i = count >>> 2; i < count >>> 1; i++) {
        const crowd = crowdOf.get(slots[i]!);
        if (crowd === undefined || tried.has(crowd)) continue;
        tried.add(crowd);
        if (4 * common(crowd, slots, count) >= 3 * count) return crowd;
        if (tried.size === MOST_TRIED) return undefined;
      }
      return undefined;
    },
    add(slots, count, base) {
      const crowd: Crowd = { id: crowds.length, slots: slots.slice(0, count), base, words: (count + 31) >>> 5 };
      crowds.push(crowd);
      alive.push(new Map());
      for (const slot of crowd.slots) crowdOf.set(slot, crowd);
      held += 4 * count + 64 * count;
      return crowd;
    },
    alive(crowd, base, slotsOf) {
      const known = alive[crowd.id]!;
      let bits = known.get(base);
      if (bits === undefined) {
        bits = new Int32Array(crowd.words);
        for (const slot of slotsOf(base)) {
          const i = memberOf(crowd, slot);
          bits[i >>> 5] = bits[i >>> 5]! | (1 << (i & 31));
        }
        known.set(base, bits);
        held += 4 * crowd.words + 96;
      }
      return bits;
    },
    bytes() {
      return held;
    },
  };
}

/** Returns how many of `slots[0, count)` are members. */
function common(crowd: Crowd, slots: Int32Array, count: number): number {
  let its = 0;
  let member = 0;
  for (let i = 0; i < count; i++) {
    while (member < crowd.slots.length && crowd.slots[member]! < slots[i]!) member++;
    if (crowd.slots[member] === slots[i]) its++;
  }
  return its;
}

/** Returns the index of the member `slot`; −1 if it is not a member. */
export function memberOf({ slots }: Crowd, slot: number): number {
  let low = 0;
  let high = slots.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const its = slots[middle]!;
    if (its === slot) return middle;
    if (its < slot) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns how many bits of `words[from, to)` are set. */
export function bitsIn(words: Int32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    let word = words[i]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
