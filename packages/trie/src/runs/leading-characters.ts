// Bitsets of tokens by the plain characters at their beginning. Every plain ASCII byte has a bitset of the tokens that
// contain it among their leading plain characters. To find the tokens that consist of characters of a set, subtract the
// bitsets of all other characters. This replaces a walk over half the trie. For each ASCII byte, the file also lists the
// trie nodes where it first occurs on a path.
//
// A set of plain characters is three words, with one bit for each symbol: the bytes of ASCII, the blanks beyond ASCII
// (which \s matches), and everything else. A character that a token leaves unfinished counts as the last symbol.

import { nextSpelling } from "../masks/spellings.js";
import { addBit } from "../memory/bits.js";
import { oncePer } from "../memory/once-per.js";
import { DEPTH_MASK, endOf, MAX_TOKEN_BYTES, type Trie } from "../tree/trie.js";
import { createPlainReader, isBlank, isPlainByte, NO_RUN } from "./plain-reader.js";

/** The number of symbols: 94 bytes, the non-ASCII blanks, and all other characters. */
const SYMBOLS = 96;
export const BLANKS: number = SYMBOLS - 2;
export const OTHERS: number = SYMBOLS - 1;
export const SET_WORDS = 3;

/** The byte of each symbol that is a byte. */
export const byteOfSymbol: Uint8Array = Uint8Array.from(Array(128).keys()).filter(isPlainByte);
/** By byte: its symbol; −1 for none. */
export const symbolOfByte: Int8Array = Int8Array.from({ length: 256 }, (_, byte) => byteOfSymbol.indexOf(byte));

export const hasSymbol = (set: Int32Array, symbol: number): boolean =>
  ((set[symbol >> 5]! >>> (symbol & 31)) & 1) === 1;

export function addSymbol(set: Int32Array, symbol: number): void {
  set[symbol >> 5] = set[symbol >> 5]! | (1 << (symbol & 31));
}

export interface LeadingCharacters {
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

/** Returns the leading characters of a trie's tokens; computed on demand, in one pass over its nodes. */
export const leadingCharactersOf: (trie: Trie) => LeadingCharacters = oncePer(createLeadingCharacters);

function createLeadingCharacters(trie: Trie): LeadingCharacters {
  const { words, none, size } = trie;
  const nodes = words.length / 2;
  /** By symbol. */
  const planes = Array.from({ length: SYMBOLS }, () => new Uint32Array((size + 31) >>> 5));
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
    let isWhole = true;
    if (reader.read(depth, byte) !== NO_RUN) {
      point[depth + 1] = begins ? bitsOfLead(byte) : (point[depth]! << 6) | (byte & 63);
      isWhole = reader.missing(depth + 1) === 0;
      const symbol = byte < 0x80 ? symbolOfByte[byte]! : isWhole && isBlank(point[depth + 1]!) ? BLANKS : OTHERS;
      const bit = 1 << (symbol & 31);
      const word = at + (symbol >> 5);
      if (byte < 0x80 && (held[word]! & bit) === 0) firsts[symbol]!.push(p);
      if (isWhole) held[word] = held[word]! | bit;
    }
    const token = words[2 * p]! >>> 8;
    if (token === none) continue;
    for (let id = token; id !== -1; id = nextSpelling(trie, id)) {
      if (!isWhole) addBit(planes[OTHERS]!, id);
      for (let i = 0; i < SET_WORDS; i++)
        for (let bits = held[at + i]!; bits !== 0; bits &= bits - 1)
          addBit(planes[32 * i + 31 - Math.clz32(bits & -bits)]!, id);
    }
  }

  function addHolding(set: Int32Array, into: Uint32Array): void {
    planes.forEach((plane, symbol) => {
      if (hasSymbol(set, symbol)) join(plane, into);
    });
  }

  /** By root with many nodes: the tokens at and below it. */
  const belowRoots = new Map<number, Uint32Array>();

  function addBelow(node: number, into: Uint32Array): void {
    const end = endOf(trie, node);
    if (end - node < LARGE_ROOT || trie.roots[words[2 * node]! & 255] !== node) {
      addNodes(node, end, into);
      return;
    }
    let below = belowRoots.get(node);
    if (below === undefined) {
      addNodes(node, end, (below = new Uint32Array(into.length)));
      belowRoots.set(node, below);
    }
    join(below, into);
  }

  /** Sets the bits of the tokens of the nodes from `node` to `end`. */
  function addNodes(node: number, end: number, into: Uint32Array): void {
    for (let p = node; p < end; p++) {
      const token = words[2 * p]! >>> 8;
      if (token === none) continue;
      for (let id = token; id !== -1; id = nextSpelling(trie, id)) addBit(into, id);
    }
  }

  const firstNodes = firsts.map((list) => Int32Array.from(list));
  return {
    addHolding,
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

function join(plane: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < into.length; i++) into[i] = into[i]! | plane[i]!;
}
