// The spellings of tokens as words over the byte classes of a monitor. All tokens with the same word are read alike, so
// a walk reads each word once. Words are sorted, and each stores the length of its common prefix with the previous
// word, so a walk steps a common prefix once.
//
//     vocabulary  ab  ac  a"  b"        classes  " | the rest        words  rest·rest {ab, ac}   rest·" {a", b"}

import type { ByteClasses } from "@espalier/monitor";
import { createMemo, createMemoPool, type Memo, type MemoPool } from "../memory/memo.js";
import { sortByBytes } from "./order.js";
import type { Trie } from "./trie.js";

/** The distinct words of a vocabulary's text tokens over some classes, ascending. */
export interface ClassWords {
  readonly classes: ByteClasses;
  /** The number of words. */
  readonly count: number;
  /** Word w is `pool[starts[w], ends[w])`, with a class for each byte. Do not modify. */
  readonly pool: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** By word, the length of its common prefix with the previous word. */
  readonly shared: Uint16Array;
  /** By token, its word; −1 if it spells nothing. */
  readonly wordOf: Int32Array;
  /** The tokens of word w are `tokens[tokensFrom[w], tokensFrom[w + 1])`. */
  readonly tokens: Int32Array;
  readonly tokensFrom: Uint32Array;
  /** All words. */
  readonly all: Selection;
  /** Returns the words with a class outside `silent`, a list of 0 and 1 by class. The same object for the same list. */
  outside(silent: Uint8Array): Selection;
}

/** A subset of the words, ascending. */
export interface Selection {
  readonly words: Uint32Array;
  /** By position in the selection, the length of the common prefix with the previously selected word. */
  readonly shared: Uint16Array;
}

/** In bytes: the maximum size of all words that are kept for one trie, and of all selections of words. */
const WORD_BYTES = 16 << 20;
const SELECTION_BYTES = 8 << 20;

/** What is kept for one trie: the words by partition of the bytes, and room for selections of all partitions. */
interface KeptWords {
  readonly words: Memo<string, ClassWords>;
  readonly selections: MemoPool;
}

const byTrie = new WeakMap<Trie, KeptWords>();

/**
 * Returns the tokens of a trie as words over `classes`. They are computed once for each partition of the bytes; this
 * costs about as much as building the trie.
 */
export function classWordsOf(trie: Trie, classes: ByteClasses): ClassWords {
  let kept = byTrie.get(trie);
  if (kept === undefined)
    byTrie.set(trie, (kept = { words: createMemo(WORD_BYTES), selections: createMemoPool(SELECTION_BYTES) }));
  const key = String.fromCharCode(...classes.classOf);
  let words = kept.words.get(key);
  if (words === undefined) {
    words = spellWords(trie, classes, kept.selections);
    kept.words.set(key, words, bytesOf(words));
  }
  return words;
}

function bytesOf({ pool, starts, ends, shared, wordOf, tokens, tokensFrom, all }: Words): number {
  return [pool, starts, ends, shared, wordOf, tokens, tokensFrom, all.words].reduce(
    (sum, array) => sum + array.byteLength,
    0,
  );
}

type Words = Omit<ClassWords, "outside">;

function spellWords(trie: Trie, classes: ByteClasses, room: MemoPool): ClassWords {
  const words = wordsIn(trie, classes);
  const selections = createMemo<string, Selection>(room);
  return {
    ...words,
    outside(silent) {
      const key = silent.join("");
      let selection = selections.get(key);
      if (selection === undefined) {
        selection = selectOutside(words, silent);
        selections.set(key, selection, selection.words.byteLength + selection.shared.byteLength);
      }
      return selection;
    },
  };
}

function wordsIn({ vocabulary }: Trie, classes: ByteClasses): Words {
  const { offsets, kinds, size } = vocabulary;
  const pool = vocabulary.pool.map((byte) => classes.classOf[byte]!);
  const ids: number[] = [];
  for (let id = 0; id < size; id++) if (kinds[id] === 1 && offsets[id]! < offsets[id + 1]!) ids.push(id);
  const tokens = Int32Array.from(ids);
  sortByBytes(tokens, pool, offsets);
  const starts: number[] = [];
  const ends: number[] = [];
  const shared: number[] = [];
  const tokensFrom: number[] = [];
  const wordOf = new Int32Array(size).fill(-1);
  tokens.forEach((id, i) => {
    const start = offsets[id]!;
    const end = offsets[id + 1]!;
    const last = starts.length - 1;
    const common = last < 0 ? 0 : commonLength(pool, starts[last]!, ends[last]!, start, end);
    if (last < 0 || common < end - start || common < ends[last]! - starts[last]!) {
      starts.push(start);
      ends.push(end);
      shared.push(common);
      tokensFrom.push(i);
    }
    wordOf[id] = starts.length - 1;
  });
  tokensFrom.push(tokens.length);
  const words = new Uint32Array(starts.length);
  for (let w = 0; w < words.length; w++) words[w] = w;
  const lengths = Uint16Array.from(shared);
  return {
    classes,
    count: starts.length,
    pool,
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    shared: lengths,
    wordOf,
    tokens,
    tokensFrom: Uint32Array.from(tokensFrom),
    all: { words, shared: lengths },
  };
}

function selectOutside({ count, pool, starts, ends, shared }: Words, silent: Uint8Array): Selection {
  const words: number[] = [];
  const common: number[] = [];
  let least = 0;
  for (let w = 0; w < count; w++) {
    least = Math.min(least, shared[w]!);
    let at = starts[w]!;
    while (at < ends[w]! && silent[pool[at]!] === 1) at++;
    if (at === ends[w]!) continue;
    words.push(w);
    common.push(least);
    least = Number.POSITIVE_INFINITY;
  }
  return { words: Uint32Array.from(words), shared: Uint16Array.from(common) };
}

/** Returns the length of the common prefix of two ranges of `pool`. */
export function commonLength(pool: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): number {
  const most = Math.min(aEnd - a, bEnd - b);
  let n = 0;
  while (n < most && pool[a + n] === pool[b + n]) n++;
  return n;
}
