// Crowds: slots that compete by the hundred in many places, a few of them fewer each time, as the declared names of a large object
// do. A lexer state that listed all of them would take that room for each place, and again for each byte that they have in common.
//
// So a crowd is read once for all places, by a state of its own that lists all its members, the *base*. Any other state is a base
// and the members that are allowed, as bits. A step moves the base and keeps the bits of those that the new base still lists.

/** Slots that compete together. Member `i` is `slots[i]`. */
export interface Crowd {
  readonly id: number;
  /** Ascending, each once. */
  readonly slots: Int32Array;
  /** The state before the first byte of any member. */
  readonly base: number;
  /** Words that hold a bit for each member. */
  readonly words: number;
}

export interface Crowds {
  at(id: number): Crowd;
  /** A crowd that has at least three in four of `slots[0, count)`, ascending, each once; not every one is looked at. */
  find(slots: Int32Array, count: number): Crowd | undefined;
  /** A new crowd of `slots[0, count)`, ascending, each once. */
  add(slots: Int32Array, count: number, base: number): Crowd;
  /** The members that the state `base` lists, as bits; `slotsOf` gives its slots, ascending. Made once. */
  alive(crowd: Crowd, base: number, slotsOf: (base: number) => readonly number[]): Int32Array;
  bytes(): number;
}

/** Crowds looked at before a new one is made. */
const MOST_TRIED = 4;

export function createCrowds(): Crowds {
  const crowds: Crowd[] = [];
  // By slot: the last crowd that has it.
  const crowdOf = new Map<number, Crowd>();
  const alive: Map<number, Int32Array>[] = [];
  let held = 0;

  return {
    at: (id) => crowds[id]!,
    find(slots, count) {
      // Any crowd that has three in four has some of the second quarter, or of all the others.
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

/** How many of `slots[0, count)` are members. */
function common(crowd: Crowd, slots: Int32Array, count: number): number {
  let its = 0;
  let member = 0;
  for (let i = 0; i < count; i++) {
    while (member < crowd.slots.length && crowd.slots[member]! < slots[i]!) member++;
    if (crowd.slots[member] === slots[i]) its++;
  }
  return its;
}

/** The number of the member that is `slot`; −1 when it is none. */
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

/** How many bits of `words[from, to)` are set. */
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
