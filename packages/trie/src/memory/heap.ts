// The memory of the walk's kernel. The kernel has two equivalent implementations: WebAssembly (kernel.wat), or the same
// two loops in JavaScript if WebAssembly is unavailable or forbidden by a content security policy. Addresses are in
// bytes; both use the same layout:
//
//         64   end of the list (one word)
//       4096   1,025 words: the row address of the state at each depth
//      16384   the list: LIST_CAPACITY pairs (payload, row address)
//      65536   the bitset of a full walk, then the trie, then the arena (arena.ts): rows and smaller tries
//
// A row is its map (256 bytes: the class of each byte) and one word for each class: the address of the next row, 0 for
// dead, or a negative number that stops the kernel. States with few steps have short rows. Each trie has its own
// memory, and each memory its own instance of the loops: V8 treats the arrays of a closure as constants only while its
// function has a single closure. With a second closure, the JavaScript loops would take twice as long. WebAssembly does
// not have this problem.

import { KERNEL_BASE64 } from "./kernel.generated.js";
import { instantiate, PAGE } from "./wasm.js";

/**
 * One memory and the loops over it. `words` and `bytes` are replaced when the memory grows: read them again after
 * `grow`.
 */
export interface Heap {
  readonly kind: "wasm" | "script";
  words: Int32Array;
  bytes: Uint8Array;
  /** Grows the memory to at least `bytes` bytes. */
  grow(bytes: number): void;
  /**
   * Walks nodes [p, end) and sets the bit of every payload reached in the bitset at `mask`. Returns where it stopped.
   */
  bits(p: number, end: number, mask: number): number;
  /**
   * Walks nodes [p, end) and appends (payload, row) pairs to the list up to address `full`. Returns where it stopped.
   */
  list(p: number, end: number, none: number, full: number): number;
  /** Returns the number of bits set in the words of [from, to). */
  count(from: number, to: number): number;
}

export const LIST_END = 64;
export const STACK = 4096;
export const LIST = 16384;
const LIST_CAPACITY = 4096;
export const LIST_FULL: number = LIST + 8 * LIST_CAPACITY;
export const BITSET = 65536;

const MOST = 2 ** 31 - PAGE;

/** Creates a heap of at least `bytes` bytes: WebAssembly if it is allowed, otherwise JavaScript. */
export function createHeap(bytes: number, kind: "auto" | "wasm" | "script"): Heap {
  if (kind === "script") return scriptHeap(bytes);
  const made = wasmHeap(bytes);
  if (made !== undefined) return made;
  if (kind === "wasm") throw new RangeError("WebAssembly is missing or forbidden here");
  return scriptHeap(bytes);
}

type Kernel = Pick<Heap, "bits" | "list" | "count">;

function wasmHeap(bytes: number): Heap | undefined {
  const instance = instantiate<Kernel>(KERNEL_BASE64, Math.ceil(bytes / PAGE));
  if (instance === undefined) return undefined;
  const { memory } = instance;
  const { bits, list, count } = instance.exports;
  const heap: Heap = {
    kind: "wasm",
    words: new Int32Array(memory.buffer),
    bytes: new Uint8Array(memory.buffer),
    bits,
    list,
    count,
    grow(least) {
      const more = pagesToAdd(memory.buffer.byteLength, least);
      if (more === 0) return;
      memory.grow(more);
      heap.words = new Int32Array(memory.buffer);
      heap.bytes = new Uint8Array(memory.buffer);
    },
  };
  return heap;
}

function scriptHeap(least: number): Heap {
  const first = new Int32Array((Math.ceil(least / PAGE) * PAGE) / 4);
  const heap: Heap = {
    kind: "script",
    words: first,
    bytes: new Uint8Array(first.buffer),
    bits: (p, end, mask) => bits(heap.words, heap.bytes, p, end, mask),
    list: (p, end, none, full) => list(heap.words, heap.bytes, p, end, none, full),
    count: (from, to) => count(heap.words, from, to),
    grow(least) {
      const more = pagesToAdd(heap.words.byteLength, least);
      if (more === 0) return;
      const words = new Int32Array(heap.words.length + (more * PAGE) / 4);
      words.set(heap.words);
      heap.words = words;
      heap.bytes = new Uint8Array(words.buffer);
    },
  };
  return heap;
}

function pagesToAdd(have: number, least: number): number {
  if (least <= have) return 0;
  if (least > MOST) throw new RangeError(`a heap holds at most ${MOST} bytes, but ${least} were requested`);
  return Math.ceil((Math.min(MOST, Math.max(least, 2 * have)) - have) / PAGE);
}

// The JavaScript versions of the loops in kernel.wat.

const STACK_WORDS = STACK >> 2;

function bits(heap: Int32Array, bytes: Uint8Array, from: number, to: number, bitset: number): number {
  const end = to >> 2;
  const mask = bitset >> 2;
  let p = from >> 2;
  while (p < end) {
    const w = heap[p]!;
    const k = heap[p + 1]!;
    const depth = k & 1023;
    const before = heap[STACK_WORDS + depth]!;
    const row = heap[(before >> 2) + 64 + bytes[before + (w & 255)]!]!;
    if (row > 0) {
      heap[STACK_WORDS + 1 + depth] = row;
      const at = mask + (w >>> 13);
      heap[at] = heap[at]! | (1 << (w >>> 8));
      p += 2;
    } else if (row === 0) p += (k >>> 10) << 1;
    else break;
  }
  return p << 2;
}

function list(heap: Int32Array, bytes: Uint8Array, from: number, to: number, none: number, full: number): number {
  const end = to >> 2;
  const stop = full >> 2;
  let at = heap[LIST_END >> 2]! >> 2;
  let p = from >> 2;
  while (p < end && at < stop) {
    const w = heap[p]!;
    const k = heap[p + 1]!;
    const depth = k & 1023;
    const before = heap[STACK_WORDS + depth]!;
    const row = heap[(before >> 2) + 64 + bytes[before + (w & 255)]!]!;
    if (row > 0) {
      heap[STACK_WORDS + 1 + depth] = row;
      const payload = w >>> 8;
      heap[at] = payload;
      heap[at + 1] = row;
      at += payload === none ? 0 : 2;
      p += 2;
    } else if (row === 0) p += (k >>> 10) << 1;
    else break;
  }
  heap[LIST_END >> 2] = at << 2;
  return p << 2;
}

function count(heap: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from >> 2; i < to >> 2; i++) {
    let x = heap[i]!;
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    sum += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}
