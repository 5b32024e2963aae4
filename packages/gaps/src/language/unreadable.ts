// Finds where a text stops being a prefix of a text of the language. Proceeds byte by byte, because only a machine knows at each place what may follow.

import { FillError } from "../source/fill-error.js";
import { expectedIn } from "./in-words.js";
import type { LexedLanguage } from "./lexed-language.js";
import { DEAD_STATE, type LexedState } from "./machine.js";

const LINE_FEED = 10;

/**
 * The error for a prefix that cannot be read. `from` and `state` are given if part of it has been read.
 *
 * @param advice a sentence that follows the hint.
 */
export function unreadable(
  { machine }: LexedLanguage,
  prefix: Uint8Array,
  advice = "",
  from = 0,
  before: LexedState = machine.start,
): FillError {
  if (before === DEAD_STATE) return new FillError("prefix", prefix, from, [], "The language has no texts at all.");
  let state = before;
  let at = from;
  for (let next = state; at < prefix.length; at++, state = next) {
    next = machine.step(state, prefix[at]!);
    if (next === DEAD_STATE) break;
  }
  return new FillError("prefix", prefix, at, expectedIn(machine, state), hintAt(prefix, at) + advice);
}

function hintAt(prefix: Uint8Array, at: number): string {
  if (at === prefix.length) return "Something has to follow.";
  return at === prefix.length - 1 && prefix[at] === LINE_FEED
    ? "The line feed at its end is not allowed there: remove it, or correct the text before it."
    : "Correct it, or cut it off before that place.";
}
