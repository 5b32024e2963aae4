// Applies a bitset to logits: −∞ for every element whose bit is 0. With WebAssembly (select.wat), one window of the
// logits at a time is copied into its memory, selected there with four or eight elements for each instruction, and
// copied back. That is faster than any loop over single bits, and takes the same time for every bitset. One page:
//
//       1024   the bits of the window
//       4096   the window: 8,192 elements
//
// If WebAssembly is unavailable or forbidden, a plain loop writes the denied elements.

import { instantiate } from "../memory/wasm.js";
import { SELECT_BASE64 } from "./select.generated.js";

/** Logits as 32-bit floats, or as the bit patterns of 16-bit floats. */
export type Logits = Float32Array | Uint16Array;

const WORDS = 1024;
const WINDOW = 4096;
const WINDOW_LENGTH = 8192;

interface Selector {
  readonly words: Uint32Array;
  readonly window32: Float32Array;
  readonly window16: Uint16Array;
  float32(window: number, words: number, end: number): void;
  float16(window: number, words: number, end: number): void;
}

let selector: Selector | "none" | undefined;

function createSelector(): Selector | "none" {
  const instance = instantiate<Pick<Selector, "float32" | "float16">>(SELECT_BASE64, 1);
  if (instance === undefined) return "none";
  const { buffer } = instance.memory;
  return {
    words: new Uint32Array(buffer, WORDS, WINDOW_LENGTH >> 5),
    window32: new Float32Array(buffer, WINDOW, WINDOW_LENGTH),
    window16: new Uint16Array(buffer, WINDOW, WINDOW_LENGTH),
    float32: instance.exports.float32,
    float16: instance.exports.float16,
  };
}

/** Sets each of the first `count` logits to `out` (−∞) unless its bit is set in `words`. */
export function select(words: Uint32Array, logits: Logits, count: number, out: number): void {
  selector ??= createSelector();
  if (selector === "none") {
    denyByBit(words, logits, count, out);
    return;
  }
  const is32 = logits.BYTES_PER_ELEMENT === 4;
  const window = is32 ? selector.window32 : selector.window16;
  const run = is32 ? selector.float32 : selector.float16;
  for (let from = 0; from < count; from += WINDOW_LENGTH) {
    const part = logits.subarray(from, Math.min(count, from + WINDOW_LENGTH));
    selector.words.set(words.subarray(from >> 5, (from + part.length + 31) >> 5));
    window.set(part);
    run(WINDOW, WORDS, WORDS + ((part.length + 7) >> 3));
    part.set(part.length === WINDOW_LENGTH ? window : window.subarray(0, part.length));
  }
}

function denyByBit(words: Uint32Array, logits: Logits, count: number, out: number): void {
  for (let i = 0; 32 * i < count; i++) {
    for (let denied = ~words[i]!; denied !== 0; denied &= denied - 1) {
      const id = 32 * i + 31 - Math.clz32(denied & -denied);
      if (id < count) logits[id] = out;
    }
  }
}
