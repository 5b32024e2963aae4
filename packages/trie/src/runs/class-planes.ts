// Bitsets ("planes") of tokens by the plain characters at their beginning. Every plain ASCII byte has a bitset of the
// tokens that contain it among their leading plain characters; all other plain characters together have one more. To
// find the tokens that consist of characters of a set, subtract the bitsets of all other characters. This replaces a
// walk over half the trie. For each ASCII byte, the file also lists the trie nodes where it first occurs on a path.
//
// A set of plain characters is three words, with one bit for each symbol. The symbols are, in this order: digits, small
// letters, capitals, the rest of ASCII (first what patterns often add to letters), the blanks beyond ASCII (which \s
// matches), and everything else. In this order, the sets of usual patterns consist of few ranges. A character that a token
// leaves unfinished counts as the last symbol.

import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Trie } from "../tree/trie.js";
import { createPlainReader, isBlank, isPlainByte, NO_RUN } from "./plain-reader.js";

/** The number of symbols: 94 bytes, the non-ASCII blanks, and all other characters. */
const SYMBOLS = 96;
export const BLANKS: number = SYMBOLS - 2;
export const OTHERS: number = SYMBOLS - 1;
export const SET_WORDS = 3;

const inOrder = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);
const isAlphanumeric = (byte: number): boolean => /[0-9A-Za-z]/.test(String.fromCharCode(byte));
const OFTEN_ADDED: readonly number[] = Array.from("_-./: @+", (character) => character.charCodeAt(0));
const BYTES: readonly number[] = [
  ...[...inOrder(0x30, 0x3a), ...inOrder(0x61, 0x7b), ...inOrder(0x41, 0x5b)],
  ...OFTEN_ADDED,
  ...inOrder(0x20, 0x80).filter((byte) => isPlainByte(byte) && !isAlphanumeric(byte) && !OFTEN_ADDED.includes(byte)),
];

/** The byte of each symbol that is a byte. */
export const byteOfSymbol: Uint8Array = Uint8Array.from(BYTES);
/** By byte: its symbol; −1 for none. */
export const symbolOfByte: Int8Array = Int8Array.from({ length: 256 }, (_, byte) => BYTES.indexOf(byte));

export const hasSymbol = (set: Int32Array, symbol: number): boolean =>
  ((set[symbol >> 5]! >>> (symbol & 31)) & 1) === 1;

export function addSymbol(set: Int32Array, symbol: number): void {
  set[symbol >> 5] = set[symbol >> 5]! | (1 << (symbol & 31));
}

export interface ClassPlanes {
  /** Sets the bits of the tokens with a character of `set` among their leading plain characters. */
  addHolding(set: Int32Array, into: Uint32Array): void;
  /**
   * Returns the nodes where the byte of the plain character `symbol` occurs for the first time on the path from the
   * root. The path before such a node consists of plain characters (those that a JSON string contains unescaped). The
   * nodes are ascending. Do not change the array.
   */
  firstNodes(symbol: number): Int32Array;
  /** Sets the bits of the tokens at and below a node. */
  addBelow(node: number, into: Uint32Array): void;
  /** Returns whether the path to such a node, without the node, contains a character of `set`. */
  meetsBefore(node: number, set: Int32Array): boolean;
}

/** The tokens below a root with at least this many nodes are kept as a bitset. */
const LARGE_ROOT = 512;

const made = new WeakMap<Trie, ClassPlanes>();

/** Returns the planes of a trie; computed on demand, in one pass over its nodes. */
export function classPlanesOf(trie: Trie): ClassPlanes {
  let planes = made.get(trie);
  if (planes === undefined) made.set(trie, (planes = createClassPlanes(trie)));
  return planes;
}

function createClassPlanes(trie: Trie): ClassPlanes {
  const { words, none, size } = trie;
  const nodes = words.length / 2;
  const length = (size + 31) >>> 5;
  // A binary tree of bitsets, stored like a heap. The leaf of symbol s is at LEAVES + s; node i is the union of nodes
  // 2i and 2i + 1, computed on demand.
  const tree: (Uint32Array | undefined)[] = [];
  for (let symbol = 0; symbol < SYMBOLS; symbol++) tree[LEAVES + symbol] = new Uint32Array(length);
  const before = new Int32Array(SET_WORDS * nodes);
  const firsts: number[][] = Array.from({ length: SYMBOLS }, () => []);
  const reader = createPlainReader();
  // By depth: the set of the complete characters on the path, and the code point of the last one so far.
  const held = new Int32Array(SET_WORDS * (MAX_TOKEN_BYTES + 2));
  const point = new Int32Array(MAX_TOKEN_BYTES + 2);

  for (let p = 0; p < nodes; p++) {
    const byte = words[2 * p]! & 255;
    const depth = words[2 * p + 1]! & DEPTH_MASK;
    const at = SET_WORDS * (depth + 1);
    for (let i = 0; i < SET_WORDS; i++) before[SET_WORDS * p + i] = held[at + i] = held[SET_WORDS * depth + i]!;
    const begins = reader.missing(depth) === 0;
    if (reader.read(depth, byte) !== NO_RUN) {
      point[depth + 1] = begins ? bitsOfLead(byte) : (point[depth]! << 6) | (byte & 63);
      const whole = reader.missing(depth + 1) === 0;
      const symbol = byte < 0x80 ? symbolOfByte[byte]! : whole && isBlank(point[depth + 1]!) ? BLANKS : OTHERS;
      const bit = 1 << (symbol & 31);
      const word = at + (symbol >> 5);
      if (byte < 0x80 && (held[word]! & bit) === 0) firsts[symbol]!.push(p);
      if (whole) held[word] = held[word]! | bit;
      else for (let id = tokenAt(p); id !== -1; id = nextSpelling(id)) addTo(OTHERS, id);
    }
    for (let id = tokenAt(p); id !== -1; id = nextSpelling(id)) addHeld(id, at);
  }

  function tokenAt(node: number): number {
    return words[2 * node]! >>> 8 === none ? -1 : words[2 * node]! >>> 8;
  }

  function nextSpelling(id: number): number {
    return trie.next.length === 0 ? -1 : trie.next[id]!;
  }

  function addTo(symbol: number, id: number): void {
    const plane = tree[LEAVES + symbol]!;
    plane[id >>> 5] = plane[id >>> 5]! | (1 << id);
  }

  function addHeld(id: number, at: number): void {
    for (let i = 0; i < SET_WORDS; i++)
      for (let bits = held[at + i]!; bits !== 0; bits &= bits - 1) addTo(32 * i + 31 - Math.clz32(bits & -bits), id);
  }

  function planeAt(node: number): Uint32Array {
    const known = tree[node];
    if (known !== undefined) return known;
    const plane = new Uint32Array(length);
    for (const child of [2 * node, 2 * node + 1]) if (firstSymbol(child) < SYMBOLS) join(planeAt(child), plane);
    tree[node] = plane;
    return plane;
  }

  /** Adds the tokens of the symbols of `set` below a node of the tree, which has `width` leaves. */
  function add(set: Int32Array, into: Uint32Array, node: number, width: number): void {
    const from = firstSymbol(node);
    const to = Math.min(from + width, SYMBOLS);
    let some = false;
    let all = true;
    for (let symbol = from; symbol < to; symbol++) {
      if (hasSymbol(set, symbol)) some = true;
      else all = false;
    }
    if (!some) return;
    if (all) {
      join(planeAt(node), into);
      return;
    }
    add(set, into, 2 * node, width / 2);
    add(set, into, 2 * node + 1, width / 2);
  }

  /** By root with many nodes: the tokens at and below it. */
  const belowRoots = new Map<number, Uint32Array>();

  function addBelow(node: number, into: Uint32Array): void {
    const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
    if (end - node < LARGE_ROOT || trie.roots[words[2 * node]! & 255] !== node) {
      addNodes(node, end, into);
      return;
    }
    let below = belowRoots.get(node);
    if (below === undefined) {
      addNodes(node, end, (below = new Uint32Array(length)));
      belowRoots.set(node, below);
    }
    join(below, into);
  }

  /** Sets the bits of the tokens of the nodes from `node` to `end`. */
  function addNodes(node: number, end: number, into: Uint32Array): void {
    for (let p = node; p < end; p++)
      for (let id = tokenAt(p); id !== -1; id = nextSpelling(id)) into[id >>> 5] = into[id >>> 5]! | (1 << id);
  }

  const firstNodes = firsts.map((list) => Int32Array.from(list));
  return {
    addHolding: (set, into) => add(set, into, 1, LEAVES),
    addBelow,
    firstNodes: (symbol) => firstNodes[symbol]!,
    meetsBefore(node, set) {
      for (let i = 0; i < SET_WORDS; i++) if ((before[SET_WORDS * node + i]! & set[i]!) !== 0) return true;
      return false;
    },
  };
}

/** Returns the bits of a code point in its first byte. */
const bitsOfLead = (byte: number): number =>
  byte < 0x80 ? byte : byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07);

/** The least power of two that is at least {@link SYMBOLS}. */
const LEAVES = 128;

/** Returns the first leaf below a node of the tree. */
function firstSymbol(node: number): number {
  const depth = 31 - Math.clz32(node);
  return (node - (1 << depth)) * (LEAVES >> depth);
}

function join(plane: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < into.length; i++) into[i] = into[i]! | plane[i]!;
}
