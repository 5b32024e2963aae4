// Deterministic automata over the bytes of plain number texts, with product and minimisation.
//
// Minimised products are far smaller than the number of state combinations suggests, because most of the state of one
// automaton becomes irrelevant once the other automaton has decided. Each step therefore builds the product of two
// automata and minimises it at once (A. Valmari, Fast brief practical DFA minimization, 2012): every remaining state
// can reach an end, and no two states accept the same texts.

import type { Automaton } from "@espalier/automata";
import { PLAIN_BYTES } from "./plain-bytes.js";

/** `next[state · 12 + class]` is the next state, or −1. State 0 is the start. Every other state can reach an accepting state. */
export interface PlainAutomaton {
  readonly next: Int32Array;
  /** One entry per state: 1 if it accepts. */
  readonly accepting: Uint8Array;
}

const CLASSES = PLAIN_BYTES.length;

/** How many more states may be created before minimisation. */
export interface Budget {
  states: number;
}

export const NO_TEXT: PlainAutomaton = { next: new Int32Array(CLASSES).fill(-1), accepting: Uint8Array.of(0) };

/** The plain number texts that an automaton accepts. */
export function ofPlainTexts({ classOf, classCount, next, accepting }: Automaton, start: number): PlainAutomaton {
  const bytes = PLAIN_BYTES.map(([byte]) => byte!);
  const numbers = new Map<number, number>([[start, 0]]);
  const states = [start];
  const edges: number[] = [];
  for (const state of states) {
    for (const byte of bytes) {
      const target = next[state * classCount + classOf[byte]!]!;
      let number = target < 0 ? -1 : numbers.get(target);
      if (number === undefined) numbers.set(target, (number = states.push(target) - 1));
      edges.push(number);
    }
  }
  return minimal(
    Int32Array.from(edges),
    Uint8Array.from(states, (state) => accepting[state]!),
  );
}

/**
 * The product automaton. It accepts a text when `holds(leftAccepts, rightAccepts)` is true. `holds(false, false)` must be false. Returns `undefined` when the
 * budget is spent.
 */
export function combination(
  left: PlainAutomaton,
  right: PlainAutomaton,
  holds: (left: boolean, right: boolean) => boolean,
  budget: Budget,
): PlainAutomaton | undefined {
  const needsLeft = !holds(false, true);
  const needsRight = !holds(true, false);
  const width = right.accepting.length + 1;
  // Encodes a pair of states as one number. State numbers of each automaton are offset by one; 0 stands for no state.
  const numbers = new Map<number, number>([[width + 1, 0]]);
  const pairs = [width + 1];
  const edges: number[] = [];
  const accepting: number[] = [];
  for (const pair of pairs) {
    const a = Math.floor(pair / width) - 1;
    const b = (pair % width) - 1;
    accepting.push(holds(left.accepting[a] === 1, right.accepting[b] === 1) ? 1 : 0);
    for (let k = 0; k < CLASSES; k++) {
      const toA = a < 0 ? -1 : left.next[a * CLASSES + k]!;
      const toB = b < 0 ? -1 : right.next[b * CLASSES + k]!;
      if ((toA < 0 && (needsLeft || toB < 0)) || (toB < 0 && needsRight)) {
        edges.push(-1);
        continue;
      }
      const target = (toA + 1) * width + toB + 1;
      let number = numbers.get(target);
      if (number === undefined) {
        if (--budget.states < 0) return undefined;
        numbers.set(target, (number = pairs.push(target) - 1));
      }
      edges.push(number);
    }
  }
  return minimal(Int32Array.from(edges), Uint8Array.from(accepting));
}

/** The minimal automaton of the same language, with states in order of discovery. For the empty language, it has one state that does not accept. */
function minimal(next: Int32Array, accepting: Uint8Array): PlainAutomaton {
  const count = accepting.length;
  const useful = statesThatEnd(next, accepting);
  if (useful[0] === 0) return NO_TEXT;
  const { from, to, ends } = edgesByClass(next, useful);
  const into = edgesInto(to, count);
  const blocks = createPartition(count, [count]);
  for (let state = 0; state < count; state++) if (accepting[state] === 1) blocks.mark(state);
  blocks.split();
  const cords = createPartition(from.length, ends);
  // A *block* is a set of states that have not been told apart yet. A *cord* is a set of edges with the same byte class whose targets are in the same block. If
  // some but not all states of a block have an edge in a cord, the cord splits the block. A split block in turn splits cords.
  let block = 1;
  for (let cord = 0; cord < cords.size(); cord++) {
    for (let i = cords.first[cord]!; i < cords.past[cord]!; i++) {
      blocks.mark(from[cords.elements[i]!]!);
    }
    blocks.split();
    for (; block < blocks.size(); block++) {
      for (let i = blocks.first[block]!; i < blocks.past[block]!; i++) {
        const state = blocks.elements[i]!;
        const past = into.first[state + 1]!;
        for (let j = into.first[state]!; j < past; j++) cords.mark(into.edges[j]!);
      }
      cords.split();
    }
  }
  return quotient(next, accepting, useful, blocks.setOf);
}

/** The edges between useful states, sorted by class. `ends` holds the end of the range of each class that has edges. */
function edgesByClass(
  next: Int32Array,
  useful: Uint8Array,
): { readonly from: Int32Array; readonly to: Int32Array; readonly ends: readonly number[] } {
  const from = new Int32Array(next.length);
  const to = new Int32Array(next.length);
  const ends: number[] = [];
  let size = 0;
  for (let k = 0; k < CLASSES; k++) {
    for (let state = 0; state < useful.length; state++) {
      const target = next[state * CLASSES + k]!;
      if (target < 0 || useful[state] === 0 || useful[target] === 0) continue;
      from[size] = state;
      to[size++] = target;
    }
    if (size > (ends.at(-1) ?? 0)) ends.push(size);
  }
  return { from: from.subarray(0, size), to: to.subarray(0, size), ends };
}

/** One state for each block, numbered from the block of state 0. */
function quotient(next: Int32Array, accepting: Uint8Array, useful: Uint8Array, blockOf: Int32Array): PlainAutomaton {
  const numbers = new Int32Array(useful.length).fill(-1);
  numbers[blockOf[0]!] = 0;
  const states = [0];
  const edges: number[] = [];
  for (const state of states) {
    for (let k = 0; k < CLASSES; k++) {
      const target = next[state * CLASSES + k]!;
      if (target < 0 || useful[target] === 0) {
        edges.push(-1);
        continue;
      }
      const block = blockOf[target]!;
      if (numbers[block] === -1) numbers[block] = states.push(target) - 1;
      edges.push(numbers[block]!);
    }
  }
  return { next: Int32Array.from(edges), accepting: Uint8Array.from(states, (state) => accepting[state]!) };
}

/** 1 for each state that can reach an accepting state. */
function statesThatEnd(next: Int32Array, accepting: Uint8Array): Uint8Array {
  const { first, edges } = edgesInto(next, accepting.length);
  const ending = accepting.slice();
  const queue: number[] = [];
  for (let state = 0; state < accepting.length; state++) if (accepting[state] === 1) queue.push(state);
  for (const state of queue) {
    for (let i = first[state]!; i < first[state + 1]!; i++) {
      const source = Math.floor(edges[i]! / CLASSES);
      if (ending[source] === 0) {
        ending[source] = 1;
        queue.push(source);
      }
    }
  }
  return ending;
}

/** The edges sorted by target: those into a state are `edges[first[state]]` up to, but not including, `edges[first[state + 1]]`. */
function edgesInto(
  targets: ArrayLike<number>,
  count: number,
): { readonly first: Int32Array; readonly edges: Int32Array } {
  const first = new Int32Array(count + 2);
  for (let edge = 0; edge < targets.length; edge++) {
    const target = targets[edge]!;
    if (target >= 0) first[target + 2] = first[target + 2]! + 1;
  }
  for (let state = 2; state <= count + 1; state++) {
    first[state] = first[state]! + first[state - 1]!;
  }
  const edges = new Int32Array(first[count + 1]!);
  for (let edge = 0; edge < targets.length; edge++) {
    const target = targets[edge]!;
    if (target < 0) continue;
    const at = first[target + 1]!;
    edges[at] = edge;
    first[target + 1] = at + 1;
  }
  return { first, edges };
}

/** A partition of the elements from 0, refined by marking elements and splitting sets. */
interface Partition {
  /** The elements of a set occupy the range from its `first` to its `past` (excluded). */
  readonly elements: Int32Array;
  readonly first: Int32Array;
  readonly past: Int32Array;
  readonly setOf: Int32Array;
  size(): number;
  mark(element: number): void;
  /** Splits each set with marks into its marked and unmarked elements. The smaller part becomes a new set. Removes all marks. */
  split(): void;
}

/** The initial sets are consecutive ranges that end before each of `ends`. */
function createPartition(count: number, ends: readonly number[]): Partition {
  const elements = new Int32Array(count);
  for (let i = 0; i < count; i++) elements[i] = i;
  const places = elements.slice();
  const setOf = new Int32Array(count);
  const first = new Int32Array(count + 1);
  const past = new Int32Array(count + 1);
  const marks = new Int32Array(count + 1);
  const marked = new Int32Array(count + 1);
  let size = 0;
  let markedSets = 0;
  for (const end of ends) {
    first[size] = past[size - 1] ?? 0;
    past[size] = end;
    setOf.fill(size, first[size], end);
    size++;
  }
  return {
    elements,
    first,
    past,
    setOf,
    size: () => size,
    mark(element) {
      const set = setOf[element]!;
      const place = places[element]!;
      const free = first[set]! + marks[set]!;
      if (place < free) return;
      const other = elements[free]!;
      elements[place] = other;
      places[other] = place;
      elements[free] = element;
      places[element] = free;
      if (marks[set] === 0) marked[markedSets++] = set;
      marks[set] = marks[set]! + 1;
    },
    split() {
      for (let i = 0; i < markedSets; i++) {
        const set = marked[i]!;
        const begin = first[set]!;
        const end = past[set]!;
        const middle = begin + marks[set]!;
        marks[set] = 0;
        if (middle === end) continue;
        const smallerIsMarked = middle - begin <= end - middle;
        first[size] = smallerIsMarked ? begin : middle;
        past[size] = smallerIsMarked ? middle : end;
        if (smallerIsMarked) first[set] = middle;
        else past[set] = middle;
        for (let place = first[size]!; place < past[size]!; place++) {
          setOf[elements[place]!] = size;
        }
        size++;
      }
      markedSets = 0;
    },
  };
}
