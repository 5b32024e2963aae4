// Laws of the algebra of monitors, and equality of monitors: two monitors are equal if they read and accept the same
// texts.

import {
  bodyUntil,
  deny,
  endsWith,
  gate,
  type Monitor,
  mapInput,
  onTrigger,
  product,
  sequence,
  strings,
  trimmed,
  union,
} from "@espalier/monitor";
import type { Symbols } from "../members.js";

/** The combinators that the laws test. Replace one to test another. */
export interface Combinators {
  readonly product: (a: Monitor<unknown>, b: Monitor<unknown>) => Monitor<unknown>;
  readonly union: (a: Monitor<unknown>, b: Monitor<unknown>) => Monitor<unknown>;
  readonly sequence: (a: Monitor<unknown>, b: Monitor<unknown>) => Monitor<unknown>;
  readonly trimmed: (monitor: Monitor<unknown>) => Monitor<unknown>;
  readonly bodyUntil: (body: Monitor<unknown>, marker: string) => Monitor<unknown>;
  readonly deny: (list: readonly string[]) => Monitor<unknown>;
  /** After a dot, one of the names in a `closed` answer, up to a byte that occurs in no name. */
  readonly onDot: () => Monitor<unknown>;
  readonly mapInput: typeof mapInput;
  readonly gate: typeof gate;
}

/** The combinators of @espalier/monitor. */
export const combinators: Combinators = {
  product: (a, b) => product(a, b) as Monitor<unknown>,
  union: (a, b) => union(a, b) as Monitor<unknown>,
  sequence: (a, b) => sequence(a, b) as Monitor<unknown>,
  trimmed: (monitor) => trimmed(monitor) as Monitor<unknown>,
  bodyUntil: (body, marker) => bodyUntil(body, marker) as Monitor<unknown>,
  deny: (list) => deny(list) as Monitor<unknown>,
  onDot: () => onTrigger({ after: endsWith(["."]), ask: "names", allow: strings }) as Monitor<unknown>,
  mapInput,
  gate,
};

/** A text on which two monitors differ. */
export interface Difference {
  readonly text: Symbols;
  readonly what: string;
}

/** The most pairs of states that a comparison of two monitors visits. */
const MOST_PAIRS = 2_000;

/**
 * Returns the shortest text on which two monitors differ: only one accepts it, or, unless only `"accepted"` texts
 * count, only one reads it. States are compared by `key`, or else by `===`. The comparison visits all pairs of
 * reachable states, up to 2,000, those of short texts first.
 */
export function differenceOf(
  a: Monitor<unknown>,
  b: Monitor<unknown>,
  compared: "read" | "accepted" = "read",
  letters: Symbols = LETTERS,
): Difference | undefined {
  const keyOf = (monitor: Monitor<unknown>, state: unknown): unknown =>
    state === undefined ? "dead" : (monitor.key?.(state) ?? state);
  const seen = new Map<unknown, Set<unknown>>();
  const pending: { readonly left: unknown; readonly right: unknown; readonly text: Symbols }[] = [];
  let count = 0;
  const meet = (left: unknown, right: unknown, text: Symbols): void => {
    const key = keyOf(a, left);
    const others = seen.get(key) ?? new Set();
    seen.set(key, others);
    if (others.has(keyOf(b, right))) return;
    others.add(keyOf(b, right));
    if (++count <= MOST_PAIRS) pending.push({ left, right, text });
  };
  meet(a.start, b.start, []);
  for (const { left, right, text } of pending) {
    const [one, other] = [left !== undefined && a.accepts(left), right !== undefined && b.accepts(right)];
    if (one !== other) return { text, what: `${one ? "only the first" : "only the second"} accepts it` };
    if (compared === "read" && (left === undefined) !== (right === undefined))
      return { text, what: `${left === undefined ? "only the second" : "only the first"} reads it` };
    if (left === undefined && right === undefined) continue;
    for (const symbol of letters) {
      const next = left === undefined ? undefined : a.step(left, symbol);
      const beside = right === undefined ? undefined : b.step(right, symbol);
      if (next !== undefined || beside !== undefined) meet(next, beside, [...text, symbol]);
    }
  }
  return undefined;
}

/** The letters of the laws' texts: three letters of names, the dot, and another byte that occurs in no name. */
export const LETTERS: Symbols = [..."abc.("].map((letter) => letter.charCodeAt(0));

/** A law of the algebra. `holds` throws a LawError at a counter-example. */
export interface AlgebraLaw {
  readonly name: string;
  /** In set notation: `∧` is product, `∨` union, `·` sequence. */
  readonly statement: string;
  /** Tests the law on one set of draws. */
  holds(using: Combinators, draws: Draws): void;
}

/** Random inputs for one test of a law. */
export interface Draws {
  readonly automata: readonly Monitor<unknown>[];
  /** Lists of names over a, b and c. */
  readonly names: readonly (readonly string[])[];
  /** Texts over all letters. */
  readonly texts: readonly string[];
  /** Spellings of tokens. */
  readonly tokens: readonly string[];
}
