// Tests whole texts against a monitor.

import { signature } from "@espalier/arguments";
import { monitorKind, textKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { readTwice } from "./rereading.js";
import { symbolsOf, type Text } from "./text.js";

/** The result of reading a text. */
export type Verdict =
  /** The text is in the language. */
  | { readonly kind: "accepted" }
  /** The text is not in the language, but some symbol can follow. */
  | { readonly kind: "incomplete" }
  /** The symbol at `offset` cannot follow the text before it. After an empty text: the language is empty, and says so by `trim` and `cost`. */
  | { readonly kind: "dead"; readonly offset: number };

const checkRun = signature("run", { monitor: monitorKind, text: textKind });

/**
 * Returns the state after `text`, read from the start or the given state; `undefined` if the text cannot be read.
 *
 * @example
 * const monitor = strings(["ab"]);
 * run(monitor, "x"); // => undefined
 */
export function run<State>(monitor: Monitor<State>, text: Text, ...from: [] | [state: State]): State | undefined {
  checkRun(monitor, text);
  const symbols = symbolsOf(text);
  const read = (first: State): State | undefined => {
    let state: State | undefined = first;
    for (let at = 0; at < symbols.length && state !== undefined; at++) state = monitor.step(state, symbols[at]!);
    return state;
  };
  return from.length === 0 ? readTwice(() => read(monitor.start)) : read(from[0]);
}

const checkVerdict = signature("verdict", { monitor: monitorKind, text: textKind });

/**
 * Returns whether `text` is in the language, can be continued, or where it fails (an offset in symbols; for a string,
 * in its UTF-8 bytes).
 *
 * @example
 * verdict(strings(["abc"]), "abx"); // => { kind: "dead", offset: 2 }
 */
export function verdict<State>(monitor: Monitor<State>, text: Text): Verdict {
  checkVerdict(monitor, text);
  const symbols = symbolsOf(text);
  return readTwice(() => verdictOf(monitor, symbols));
}

function verdictOf<State>(monitor: Monitor<State>, symbols: ArrayLike<number>): Verdict {
  let state = monitor.start;
  for (let offset = 0; offset < symbols.length; offset++) {
    const next = monitor.step(state, symbols[offset]!);
    if (next === undefined) return { kind: "dead", offset };
    state = next;
  }
  if (monitor.accepts(state)) return { kind: "accepted" };
  return symbols.length === 0 && isEmpty(monitor) ? { kind: "dead", offset: 0 } : { kind: "incomplete" };
}

/** Returns whether a monitor says that it has no texts. Only the start of such a monitor is a state without a completion. */
function isEmpty<State>({ trim, cost, start }: Pick<Monitor<State>, "trim" | "cost" | "start">): boolean {
  return trim === true && cost?.(start) === Number.POSITIVE_INFINITY;
}
