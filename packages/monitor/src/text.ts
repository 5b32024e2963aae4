// Texts as arguments of this package's functions, and their symbols.

import { signature } from "@espalier/arguments";
import { utf8Encode } from "@espalier/utf8";
import { bytesKind } from "./kinds.js";

/** A text: a string (its UTF-8 bytes), bytes, or a list of symbols. */
export type Text = string | Uint8Array | readonly number[];

const checkBytesOf = signature("bytesOf", { text: bytesKind });

/**
 * Returns the bytes of `text`; a lone surrogate becomes U+FFFD. Returns a `Uint8Array` unchanged.
 *
 * @throws ArgumentError for a value that is not a text, or a list with a number that is not a byte.
 */
export function bytesOf(text: Text): Uint8Array {
  checkBytesOf(text);
  if (typeof text === "string") return utf8Encode(text);
  if (text instanceof Uint8Array) return text;
  return Uint8Array.from(text);
}

/** Returns the symbols of `text`: its bytes, or the numbers in the list. */
export function symbolsOf(text: Text): ArrayLike<number> {
  return typeof text === "string" ? utf8Encode(text) : text;
}
