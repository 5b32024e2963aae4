// Walks down a trie from given places, in a given state of a lexer, and stops where lexemes end. What this walk finds is
// the content of a cut (cuts.ts).

import type { LocalAutomaton } from "@espalier/monitor";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";
import { childOf } from "../tree/children.js";
import type { Places } from "../tree/places.js";
import { DEPTH_BITS, DEPTH_MASK, type Nodes } from "../tree/trie.js";
import { createLexerPath } from "./lexer-path.js";
import type { NextBytes } from "./next-bytes.js";

/** What one reading finds. */
export interface Found {
  /** The payloads that are read without a boundary. */
  readonly inside: Numbers;
  /** The exits of the boundaries, in order of discovery. The two lists below have a slot for each, and perhaps more. */
  readonly exits: number[];
  /** The payloads that end exactly at a boundary. */
  readonly endings: Numbers[];
  /** The places after a boundary. */
  readonly beyond: Numbers[];
}

export interface CutReader {
  /**
   * Returns what is read of `places` from `local`; `undefined` if that is too much, or if local states cannot decide.
   * Places whose first byte is not read are left out. The result is reused by the next call.
   */
  read(places: number, local: number): Found | undefined;
}

/** The most nodes that a cut visits. Beyond that, rows are as fast, and they cache each step. */
const MOST_NODES = 3000;
/** At most this many places are read one by one; of more, only those whose byte may come. */
const FEW = 16;
/** The size of a trie in words that is too much to read if {@link MANY} bytes may come. */
const HUGE = 6 * MOST_NODES;
const MANY = 34;

export function createCutReader(automaton: LocalAutomaton, registry: Places, nextBytes: NextBytes): CutReader {
  const { localAt, exitAt, soleAt, enter, enterAgain, stepAt, closes } = createLexerPath(automaton);
  const found: Found = { inside: createNumbers(), exits: [], endings: [], beyond: [] };
  const { inside, endings, beyond } = found;
  let left = 0; // how many more nodes may be visited

  function readPlaces(places: number, local: number): boolean {
    const nodes = registry.nodesOf(places);
    left = MOST_NODES;
    enter(0, local);
    exitAt[0] = 0; // what is not read at all is left out
    if (registry.countOf(places) <= FEW) return readEach(nodes, registry.listOf(places));
    const index = registry.indexOf(places);
    const only = soleAt[0]!;
    if (only >= 0) return readStarts(nodes, index[only]);
    const bytes = nextBytes.of(local);
    if (nodes.words.length > HUGE && areMany(bytes)) return false;
    for (let word = 0; word < 8; word++) {
      for (let bits = bytes[word]!; bits !== 0; bits &= bits - 1) {
        const byte = 32 * word + 31 - Math.clz32(bits & -bits);
        if (!readStarts(nodes, index[byte])) return false;
      }
    }
    return true;
  }

  function readEach(nodes: Nodes, list: Int32Array): boolean {
    const { words } = nodes;
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      const node = place < 0 ? -1 - place : place;
      const k = words[2 * node + 1]!;
      enterAgain((k & DEPTH_MASK) + (place < 0 ? 1 : 0));
      if (!readNodes(nodes, place < 0 ? node + 1 : node, node + (k >>> DEPTH_BITS))) return false;
    }
    return true;
  }

  /** Reads the nodes that begin with one byte, and everything below them. */
  function readStarts(nodes: Nodes, starts: readonly number[] | undefined): boolean {
    if (starts === undefined) return true;
    for (let i = 0; i < starts.length; i++) {
      const node = starts[i]!;
      const k = nodes.words[2 * node + 1]!;
      enterAgain(k & DEPTH_MASK);
      if (!readNodes(nodes, node, node + (k >>> DEPTH_BITS))) return false;
    }
    return true;
  }

  /** Reads nodes [p, end); the local states of their parents are on the path. */
  function readNodes(nodes: Nodes, from: number, end: number): boolean {
    const { words, none } = nodes;
    for (let p = from; p < end; ) {
      const w = words[2 * p]!;
      const its = words[2 * p + 1]!;
      const depth = its & DEPTH_MASK;
      if (--left < 0) return false;
      const next = stepAt(depth, w & 255);
      if (next === 0) {
        if (exitAt[depth] !== 0) push(beyond[slotOf(found, exitAt[depth]!)]!, p);
        p += its >>> DEPTH_BITS;
      } else if (closes(next)) {
        close(nodes, p, next);
        p += its >>> DEPTH_BITS;
      } else {
        if (automaton.commits !== true && automaton.exit(localAt[depth]!) !== 0 && automaton.exit(next) === 0)
          return false;
        if (w >>> 8 !== none) push(inside, w >>> 8);
        p++;
        if (its >>> DEPTH_BITS === 1) continue;
        enter(depth + 1, next);
        const only = soleAt[depth + 1]!;
        if (only >= 0 && exitAt[depth + 1] === 0) {
          const child = childOf(nodes, p - 1, only);
          if (child >= 0 && !readNodes(nodes, child, child + (words[2 * child + 1]! >>> DEPTH_BITS))) return false;
          p += (its >>> DEPTH_BITS) - 1;
        }
      }
    }
    return true;
  }

  /** Handles a lexeme that closes with the byte of node `p`. */
  function close({ words, none }: Nodes, p: number, local: number): void {
    const exit = automaton.exit(local);
    if (exit === 0) return;
    const slot = slotOf(found, exit);
    if (words[2 * p]! >>> 8 !== none) push(endings[slot]!, words[2 * p]! >>> 8);
    if (words[2 * p + 1]! >>> DEPTH_BITS > 1) push(beyond[slot]!, -1 - p);
  }

  return {
    read(places: number, local: number): Found | undefined {
      inside.length = 0;
      found.exits.length = 0;
      return readPlaces(places, local) ? found : undefined;
    },
  };
}

/** Returns the slot for the results of `exit`. */
function slotOf({ exits, endings, beyond }: Found, exit: number): number {
  let slot = 0;
  while (slot < exits.length && exits[slot] !== exit) slot++;
  if (slot < exits.length) return slot;
  exits.push(exit);
  if (slot === endings.length) {
    endings.push(createNumbers());
    beyond.push(createNumbers());
  }
  endings[slot]!.length = 0;
  beyond[slot]!.length = 0;
  return slot;
}

/** Returns whether these eight words have so many bytes that a huge trie cannot be read within the limit. */
function areMany(bytes: Int32Array): boolean {
  let count = 0;
  for (let word = 0; word < 8; word++)
    for (let bits = bytes[word]!; bits !== 0; bits &= bits - 1) if (++count === MANY) return true;
  return false;
}
