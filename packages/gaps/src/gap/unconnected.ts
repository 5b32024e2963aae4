// Finds out why nothing connects a prefix to a suffix, and where in the file. How far the suffix can be lexed says
// little, because a string can contain almost anything. Instead, if no text at all ends with the suffix, this module
// looks for the shortest part of the suffix with which no text ends; the error lies at its beginning. A binary search
// finds it: if some text ends with a part of the suffix, some text ends with every shorter part.

import { NO_FRAME } from "@espalier/lexer";
import type { LexedLanguage } from "../language/lexed-language.js";
import { readText } from "../lexing/read-text.js";
import { fixedTail } from "../lexing/text-buffer.js";
import { FillError } from "../source/fill-error.js";
import { asBegun } from "../suffix/begun.js";
import { createGapSuffix, type GapSuffix, type Origin } from "../suffix/gap-suffix.js";
import { createTailMemos, type TailMemos } from "../suffix/tail-memo.js";

/** A file with a gap. */
export interface GapFile {
  /** The whole file, without a middle. */
  readonly bytes: Uint8Array;
  /** Where the suffix begins. */
  readonly from: number;
  /** What is known of the tails of `bytes`. */
  readonly tails?: TailMemos;
  /** A sentence that follows the hint of an error. */
  readonly advice: string;
}

/**
 * Returns the error that says why, and where, nothing connects a prefix to a suffix.
 *
 * @param search how many bytes of the suffix could be read, and whether the search for a middle reached its limit.
 * @param opens whether some middle leads from a given parser state to a given suffix. Called about twenty times for a
 * long suffix.
 */
export function unconnected(
  language: LexedLanguage,
  { bytes, from, tails = createTailMemos(), advice }: GapFile,
  { farthest, undecided }: { readonly farthest: number; readonly undecided: boolean },
  opens: (origin: Origin, suffix: GapSuffix) => boolean,
): FillError {
  const { core } = language;
  const whole = readText(core, new Uint8Array(0));

  /** Whether some text leads to the file from byte `at` on, either from the start of a text or from inside a multi-line string. */
  function ends(at: number): boolean {
    if (whole === undefined) return false;
    const suffix = createGapSuffix(language, fixedTail(bytes.slice(at)), tails);
    const origin: Origin = { ...whole, policy: "noSwallow", lowest: NO_FRAME };
    if (opens(origin, suffix)) return true;
    const line = bytes.indexOf(10, at) - at;
    if (line < 0) return false;
    const begun = suffix.connections(origin).straddlesIn(0);
    return begun.some(({ at: end, beginning }) => {
      const place = end > line ? readText(core, Uint8Array.from(beginning)) : undefined;
      return place !== undefined && opens({ ...origin, ...asBegun(core, place) }, suffix);
    });
  }

  if (ends(from)) {
    const look = "Look for what the suffix closes, continues or dedents to that the prefix does not have.";
    const hint = undecided ? `The search reached its limit, so there may be one. ${look}` : look;
    return new FillError("unconnected", bytes, from + farthest, [], hint + advice, undecided ? "bound" : "reach");
  }
  let [fails, connects] = [from, bytes.length];
  while (connects - fails > 1) {
    let middle = (fails + connects) >> 1;
    while (middle > fails && (bytes[middle]! & 0xc0) === 0x80) middle--;
    if (middle === fails) break;
    if (ends(middle)) connects = middle;
    else fails = middle;
  }
  return new FillError("unconnected", bytes, fails, [], `Correct it there.${advice}`, "fault");
}
