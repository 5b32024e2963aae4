// Everything up to and including the first occurrence of a marker. The automaton of Knuth, Morris and Pratt (1977): state k
// means that the last k bytes are the first k of the marker, and no more; the last state accepts and nothing follows it.

import { type Automaton, fromAutomaton } from "./automaton.js";
import { LimitError, type Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { product } from "./product.js";
import { sequence } from "./sequence.js";
import { strings } from "./strings.js";
import { bytesOf, type Text } from "./text.js";
import { classesOf } from "./word-trie.js";

const MAX_ENTRIES = 2 ** 24;

/**
 * The texts that end with `marker` and contain it nowhere else. Trim, with exact costs. For the empty marker: the empty text.
 *
 * @throws LimitError when the marker's length times its distinct bytes exceeds 2²⁴.
 * @example
 * const monitor = until("-->");
 * ["a--->", "a--", "a-->b"].map((text) => verdict(monitor, text).kind); // => ["accepted", "incomplete", "dead"]
 */
export function until(marker: Text): Monitor<number> {
  return fromAutomaton(firstOccurrence(bytesOf(marker), []));
}

/**
 * The texts that are one of `body` and then `marker`, where the marker occurs nowhere before: what a code fence or a quoted
 * string encloses. Control symbols of `body` may occur, and are no part of a marker.
 *
 * Not trim: a body that cannot end without containing the marker is not found out at once.
 *
 * @throws LimitError as {@link until} does, and from a step that meets more distinct states than `limits` allow.
 * @example
 * const monitor = bodyUntil(strings(["a", "ab"]), "b;");
 * ["ab;", "abb;"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted"]
 */
export function bodyUntil<State>(body: Monitor<State>, marker: Text, limits?: Limits): Monitor<number> {
  const first = fromAutomaton(firstOccurrence(bytesOf(marker), body.controls ?? []));
  return product(sequence(body, strings([marker]), limits), first, limits);
}

function firstOccurrence(marker: Uint8Array, controls: readonly string[]): Automaton {
  const { classOf, classCount } = classesOf(marker);
  const columns = classCount + controls.length;
  if ((marker.length + 1) * columns > MAX_ENTRIES) throw new LimitError("table", MAX_ENTRIES);
  const next = new Int32Array((marker.length + 1) * columns);
  next.fill(-1, marker.length * columns);
  // `border` is the state after the marker's first k bytes without its first byte: where a mismatch continues.
  let border = 0;
  for (let k = 0; k < marker.length; k++) {
    const its = classOf[marker[k]!]!;
    // Beyond the bytes, all columns of row 0 and of control symbols lead to 0.
    if (k > 0) next.copyWithin(k * columns, border * columns, border * columns + classCount);
    next[k * columns + its] = k + 1;
    if (k > 0) border = next[border * columns + its]!;
  }
  return { start: 0, accepting: [marker.length], classOf, classCount, controls, next };
}
