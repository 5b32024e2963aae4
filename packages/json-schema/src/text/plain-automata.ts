// Deterministic automata over the bytes of plain number texts: combined two by two, and made as small as they can be.
//
// What many automata ask together has far fewer states than there are ways to combine theirs: most of what one keeps track of no
// longer matters where another has decided. So each step is a product of two, at once made minimal (A. Valmari, Fast brief practical
// DFA minimization, 2012): states from which no text can end are gone, and no two states take the same texts.

import type { Automaton } from "@espalier/automata";
import { PLAIN_BYTES } from "./plain-bytes.js";

/** `next[state · 12 + class]` is the state that follows, −1 for none. State 0 is the start; every other state leads to an end. */
export interface PlainAutomaton {
  readonly next: Int32Array;
  /** One entry per state: 1 where a text may end. */
  readonly accepting: Uint8Array;
}

const CLASSES = PLAIN_BYTES.length;

/** How many states may still be made, before those of an automaton are made fewer. */
export interface Budget {
  states: number;
}

export const NO_TEXT: PlainAutomaton = { next: new Int32Array(CLASSES).fill(-1), accepting: Uint8Array.of(0) };

/** What an automaton takes of plain texts. */
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
 * The texts of which `left` and `right` say what `holds` is true of; it is not of what neither takes. `undefined` when
 * the budget is spent.
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
  // A pair of states as one number; the states of each count from −1, for none.
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

/** The smallest automaton of the same texts, its states in the order in which they are met. Of none it is a start without an end. */
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
  // Edges of one cord have one class, and lead to one block: what leaves a block by only some of a cord splits it, and so on.
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

/** The edges between useful states, by class. `ends` says up to before which edge those of a class go, for each that has any. */
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

/** One state of each block, numbered from that of state 0 on. */
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

/** 1 for each state from which a text can end. */
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

/** The edges by their targets: those into a state are `edges[first[state]]` up to before `edges[first[state + 1]]`. */
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

/** Disjoint sets of the elements from 0 on, which split into what is marked and what is not. */
interface Partition {
  /** The elements of a set are those from its first place up to before its past one. */
  readonly elements: Int32Array;
  readonly first: Int32Array;
  readonly past: Int32Array;
  readonly setOf: Int32Array;
  size(): number;
  mark(element: number): void;
  /** Each set with marks becomes two, of which the smaller is new. No mark is left. */
  split(): void;
}

/** The sets are at first runs of elements, up to before each of `ends`. */
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
