// Checks a text against a language, and reports the line and column of an error and what was expected there.

import { bytesOf, type Monitor, readTwice, verdict } from "@espalier/monitor";
import { checkLanguageAndText } from "./arguments.js";
import { type Place, placeOf } from "./place.js";

/** The result of checking a text. */
export interface Check extends Place {
  /**
   * `accepted`: the text belongs to the language. `incomplete`: it can be continued to a text of the language. `dead`:
   * the byte at `offset` cannot follow the text before it. The empty text is also dead if the language has no texts at
   * all, and says so, as products that are decided do.
   */
  readonly verdict: "accepted" | "incomplete" | "dead";
  /** The byte that cannot follow; otherwise the length of the text in bytes. */
  readonly offset: number;
  /**
   * A description of what may stand at `offset`: names of terminals, literals, classes of bytes. Empty if the language
   * has none.
   */
  readonly expected: readonly string[];
}

/** A check, and the state after the longest prefix of the text that can be read. */
export interface Reading<State> extends Check {
  readonly state: State;
}

/**
 * Returns whether `text` (a string means its UTF-8) belongs to the language, can be continued, or where it fails. Takes
 * one step for each byte.
 *
 * @throws ArgumentError if an argument is missing or has the wrong type.
 *
 * @example
 * const { verdict, offset, expected } = check(lark('start: "a" "b"'), "ax");
 * [verdict, offset, expected]; // => ["dead", 1, ['"b"']]
 */
export function check<State>(language: Monitor<State>, text: string | Uint8Array): Check {
  checkLanguageAndText("check", language, text);
  const { state: _, ...rest } = read(language, text);
  return rest;
}

/** {@link check}, with the state reached. */
export function read<State>(language: Monitor<State>, text: string | Uint8Array): Reading<State> {
  const bytes = bytesOf(text);
  return readTwice(() => readBytes(language, bytes));
}

function readBytes<State>(language: Monitor<State>, bytes: Uint8Array): Reading<State> {
  let state = language.start;
  for (let offset = 0; offset < bytes.length; offset++) {
    const next = language.step(state, bytes[offset]!);
    if (next === undefined) return reading(language, "dead", bytes, offset, state);
    state = next;
  }
  const open = bytes.length === 0 ? verdict(language, bytes).kind : "incomplete";
  return reading(language, language.accepts(state) ? "accepted" : open, bytes, bytes.length, state);
}

function reading<State>(
  language: Monitor<State>,
  kind: Check["verdict"],
  bytes: Uint8Array,
  offset: number,
  state: State,
): Reading<State> {
  return { verdict: kind, offset, ...placeOf(bytes, offset), expected: language.expected?.(state) ?? [], state };
}
