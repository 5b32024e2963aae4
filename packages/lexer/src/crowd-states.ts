// Lexer states that contain a *crowd*: hundreds of expressions that compete at one place (crowds.ts). Such a state
// consists of a base state that lists all members of the crowd, one bit for each member that can still match, and any
// other elements.
//
//     [−2, crowd, base, word₀, …, slot₀, expression₀, …]       the members of the base whose bits are set, then the other elements
//
// A step moves the base once for all states that share it. When few members are left, the state lists them instead. It
// is then the same state as any other with these elements.

import type { Engine } from "@espalier/automata";
import type { SequenceTable } from "@espalier/monitor";
import { bitsIn, type Crowd, createCrowds, memberOf, type Slot } from "./crowds.js";

/** The lexer that owns these states. */
export interface CrowdHost {
  readonly engine: Engine;
  readonly vectors: SequenceTable;
  step(state: number, byte: number): number;
  firsts(state: number, into: Int32Array): void;
  /** Returns the slots that match in a state. */
  exited(state: number): readonly Slot[];
  /** Returns the expression of a slot. */
  whole(slot: Slot): number;
  /** Returns the state that lists these elements; 0 if there are none. */
  listed(elements: readonly number[]): number;
  /** Returns the state of `vector[0, length)`, which contains a crowd. Calls `ending` for a new state. */
  bits(vector: Int32Array, length: number, ending: () => CrowdEnding): number;
}

export interface CrowdEnding {
  /** The matching slots, ascending. */
  readonly slots: readonly Slot[];
  /** Whether there are matching slots and nothing longer can match. */
  readonly closes: boolean;
}

export interface CrowdStates {
  /** Returns whether a state contains a crowd. */
  has(state: number): boolean;
  /** Returns the offset of the listed elements in the vector of a state. */
  elementsFrom(state: number): number;
  /** Returns how many members a state has; 0 without a crowd. */
  count(state: number): number;
  /**
   * Returns the state before a lexeme of any of `slots[0, count)`, which must be ascending and distinct. Most of them
   * must belong to an existing or new crowd (a set of hundreds of expressions that compete at one place).
   */
  begin(slots: Int32Array, count: number): number;

  // The following methods take states that contain a crowd.

  baseOf(state: number): number;
  /** Returns the state after one more byte; 0 if there is none. */
  derive(state: number, byte: number): number;
  /** Adds to `into` the bytes with which a member may continue. */
  addFirsts(state: number, into: Int32Array): void;
  /** Returns all elements as pairs (slot, expression), ascending by slot. */
  elementsOf(state: number): Int32Array;

  /** Returns the residual of a member; 0 for any other slot. */
  leftOf(state: number, slot: Slot): number;
  bytes(): number;
}

/** The marker in place of the first slot of a vector. */
const CROWD = -2;
/** The offset of the bits. */
const BITS = 3;
/** At most this many members are listed instead of stored as bits. */
const FEW = 8;
const EPSILON_EXPRESSION = 1;

export function createCrowdStates(host: CrowdHost): CrowdStates {
  const { engine, vectors } = host;
  const crowds = createCrowds();
  // Scratch: the member bits of the state under construction, its other elements, and its vector.
  let members = new Int32Array(4);
  let others = new Int32Array(16);
  let vector = new Int32Array(64);
  // Cache: the last state passed to `elementsOf`, and its elements.
  let last = { state: 0, elements: new Int32Array(0) };

  const has = (state: number): boolean => vectors.pool[vectors.offset(state)] === CROWD;
  const crowdOf = (state: number): Crowd => crowds.at(vectors.pool[vectors.offset(state) + 1]!);
  const baseOf = (state: number): number => vectors.pool[vectors.offset(state) + 2]!;
  const bitsFrom = (state: number): number => vectors.offset(state) + BITS;
  const elementsFrom = (state: number): number =>
    vectors.offset(state) + (has(state) ? BITS + crowdOf(state).words : 0);

  function slotsOf(state: number): readonly Slot[] {
    const slots: Slot[] = [];
    for (let i = vectors.offset(state); i < vectors.offset(state + 1); i += 2) slots.push(vectors.pool[i]!);
    return slots;
  }

  /** Grows the scratch arrays for the bits of a crowd and for other elements. */
  function reserve(crowd: Crowd, length: number): void {
    if (members.length < crowd.words) members = new Int32Array(2 * crowd.words);
    if (others.length < length) others = new Int32Array(2 * length);
    const size = BITS + crowd.words + length;
    if (vector.length < size) vector = new Int32Array(2 * size);
  }

  /** Returns the state of the crowd's `members`, all of which `base` lists, and `others[0, length)`. */
  function stateOf(crowd: Crowd, base: number, length: number): number {
    const count = bitsIn(members, 0, crowd.words);
    if (length === 0 && 2 * count === vectors.offset(base + 1) - vectors.offset(base)) return base;
    if (count <= FEW) return host.listed(merged(vectors, { crowd, base, bits: members, from: 0 }, others, length));
    vector[0] = CROWD;
    vector[1] = crowd.id;
    vector[2] = base;
    vector.set(members.subarray(0, crowd.words), BITS);
    vector.set(others.subarray(0, length), BITS + crowd.words);
    return host.bits(vector, BITS + crowd.words + length, () => endingOf(crowd, base, length));
  }

  /** Returns how a lexeme may end in the state of the crowd's `members` and `others[0, length)`. */
  function endingOf(crowd: Crowd, base: number, length: number): CrowdEnding {
    const slots = host.exited(base).filter((slot) => isMember(crowd, slot, members, 0));
    for (let i = 0; i < length; i += 2) if (engine.nullable(others[i + 1]!)) slots.push(others[i]!);
    if (slots.length === 0) return { slots, closes: false };
    const elements = merged(vectors, { crowd, base, bits: members, from: 0 }, others, length);
    const closes = elements.every((each, i) => i % 2 === 0 || each === EPSILON_EXPRESSION);
    return { slots: slots.sort((a, b) => a - b), closes };
  }

  function baseFor(slots: Int32Array, count: number): number {
    const elements: number[] = [];
    for (let i = 0; i < count; i++) elements.push(slots[i]!, host.whole(slots[i]!));
    return host.listed(elements);
  }

  return {
    has,
    baseOf,
    elementsFrom,
    count: (state: number): number => (has(state) ? bitsIn(vectors.pool, bitsFrom(state), elementsFrom(state)) : 0),
    begin(slots: Int32Array, count: number): number {
      const crowd = crowds.find(slots, count) ?? crowds.add(slots, count, baseFor(slots, count));
      reserve(crowd, 2 * count);
      members.fill(0, 0, crowd.words);
      let length = 0;
      let member = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!;
        while (member < crowd.slots.length && crowd.slots[member]! < slot) member++;
        if (crowd.slots[member] === slot) {
          members[member >>> 5] = members[member >>> 5]! | (1 << (member & 31));
          continue;
        }
        others[length++] = slot;
        others[length++] = host.whole(slot);
      }
      return stateOf(crowd, crowd.base, length);
    },
    derive(state: number, byte: number): number {
      const crowd = crowdOf(state);
      const base = host.step(baseOf(state), byte);
      // The step may have added states and replaced the pool.
      const { pool } = vectors;
      const from = elementsFrom(state);
      const to = vectors.offset(state + 1);
      reserve(crowd, to - from);
      let length = 0;
      for (let i = from; i < to; i += 2) {
        const left = engine.derivative(pool[i + 1]!, byte);
        if (left === 0) continue;
        others[length++] = pool[i]!;
        others[length++] = left;
      }
      if (base === 0) members.fill(0, 0, crowd.words);
      else {
        const alive = crowds.alive(crowd, base, slotsOf);
        const bits = bitsFrom(state);
        for (let w = 0; w < crowd.words; w++) members[w] = pool[bits + w]! & alive[w]!;
      }
      return stateOf(crowd, base, length);
    },
    addFirsts(state: number, into: Int32Array): void {
      const crowd = crowdOf(state);
      const base = baseOf(state);
      const all = new Int32Array(8);
      host.firsts(base, all);
      for (let byte = 0; byte < 256; byte++) {
        if (((all[byte >> 5]! >>> (byte & 31)) & 1) === 0) continue;
        const next = host.step(base, byte);
        if (next === 0) continue;
        const alive = crowds.alive(crowd, next, slotsOf);
        const bits = bitsFrom(state);
        let w = 0;
        while (w < crowd.words && (vectors.pool[bits + w]! & alive[w]!) === 0) w++;
        if (w < crowd.words) into[byte >> 5] = into[byte >> 5]! | (1 << (byte & 31));
      }
    },
    elementsOf(state: number): Int32Array {
      if (last.state === state) return last.elements;
      const crowd = crowdOf(state);
      const from = elementsFrom(state);
      const to = vectors.offset(state + 1);
      reserve(crowd, to - from);
      others.set(vectors.pool.subarray(from, to));
      const own = { crowd, base: baseOf(state), bits: vectors.pool, from: bitsFrom(state) };
      const elements = merged(vectors, own, others, to - from);
      last = { state, elements: Int32Array.from(elements) };
      return last.elements;
    },
    leftOf(state: number, slot: Slot): number {
      const { pool } = vectors;
      if (!has(state) || !isMember(crowdOf(state), slot, pool, bitsFrom(state))) return 0;
      const base = baseOf(state);
      for (let i = vectors.offset(base); i < vectors.offset(base + 1); i += 2)
        if (pool[i] === slot) return pool[i + 1]!;
      return 0;
    },
    bytes: (): number => crowds.bytes(),
  };
}

/** Returns whether the bit of `slot` is set in the bits that begin at `from`. */
function isMember(crowd: Crowd, slot: Slot, bits: Int32Array, from: number): boolean {
  const i = memberOf(crowd, slot);
  return i >= 0 && ((bits[from + (i >>> 5)]! >>> (i & 31)) & 1) === 1;
}

/** The elements of a crowd's base whose bits are set. */
interface Members {
  readonly crowd: Crowd;
  readonly base: number;
  readonly bits: Int32Array;
  /** The index of the first word of the bits. */
  readonly from: number;
}

/** Returns `members` merged with `others[0, length)`, ascending by slot. */
function merged(vectors: SequenceTable, members: Members, others: Int32Array, length: number): number[] {
  const { pool } = vectors;
  const { crowd, base, bits, from } = members;
  const elements: number[] = [];
  let other = 0;
  for (let i = vectors.offset(base); i < vectors.offset(base + 1); i += 2) {
    const slot = pool[i]!;
    if (!isMember(crowd, slot, bits, from)) continue;
    for (; other < length && others[other]! < slot; other += 2) elements.push(others[other]!, others[other + 1]!);
    elements.push(slot, pool[i + 1]!);
  }
  for (; other < length; other += 2) elements.push(others[other]!, others[other + 1]!);
  return elements;
}
