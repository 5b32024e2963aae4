// Why nothing fits a gap, as a person at a file wants it told. `FillError` says how far a suffix could be read, and since a string may hold
// almost anything, that is often its end. So where the suffix is at fault whatever stands before it, the place is looked for: the last one
// from which nothing leads to the end of the text. It is found by halving, since what leads to a place leads to all those behind it.

import { FillError, fillMiddle, type LexedLanguage } from "@espalier/syntax";
import { placeOf } from "../place.js";
import { placeText } from "./excerpt.js";
import { EXIT, Failure } from "./failure.js";

/** What stands around a gap; `path` where both are halves of one file. */
export interface Sides {
  readonly prefix: string;
  readonly suffix: string;
  readonly path?: string | undefined;
}

/**
 * The error of a gap with the place at fault, in the file where there is one; any other error as it is. Opens some twenty gaps where
 * the suffix is long.
 */
export function unfillable(error: unknown, language: LexedLanguage, { prefix, suffix, path }: Sides): unknown {
  if (!(error instanceof FillError)) return error;
  const { code, expected, message } = error;
  const details = { offset: error.offset, line: error.line, column: error.column, expected };
  if (code === "prefix" || ends(language, suffix)) return new Failure(EXIT.usage, code, message, details);
  const before = path === undefined ? "" : prefix;
  const bytes = new TextEncoder().encode(before + suffix);
  const offset = new TextEncoder().encode(before + suffix.slice(0, faultIn(language, suffix))).length;
  const place = placeOf(bytes, offset);
  return new Failure(
    EXIT.usage,
    code,
    `Nothing connects the prefix to the suffix: what begins at ${placeText(place)} of ${path ?? "the suffix"} cannot be read, whatever stands before it.`,
    { ...details, fault: { offset, ...place } },
  );
}

/** The last character of a suffix that ends no text, such that what begins with it ends none. In UTF-16 units. */
function faultIn(language: LexedLanguage, suffix: string): number {
  const characters = [...suffix];
  const from = (index: number): string => characters.slice(index).join("");
  let [fails, connects] = [0, characters.length];
  while (connects - fails > 1) {
    const middle = (fails + connects) >> 1;
    if (ends(language, from(middle))) connects = middle;
    else fails = middle;
  }
  return suffix.length - from(fails).length;
}

/** Whether anything leads to the suffix that does not take it into a string or a comment. */
function ends(language: LexedLanguage, suffix: string): boolean {
  try {
    return fillMiddle(language, { prefix: "", suffix }).policy !== "all";
  } catch (error) {
    if (error instanceof FillError) return false;
    throw error;
  }
}
