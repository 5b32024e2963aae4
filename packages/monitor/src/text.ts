// Texts as arguments of this package's functions, and their symbols. It contains a UTF-8 encoder, because core packages
// do not use TextEncoder.

import { signature } from "@espalier/arguments";
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
  if (typeof text === "string") return utf8(text);
  if (text instanceof Uint8Array) return text;
  return Uint8Array.from(text);
}

/** Returns the symbols of `text`: its bytes, or the numbers in the list. */
export function symbolsOf(text: Text): ArrayLike<number> {
  return typeof text === "string" ? utf8(text) : text;
}

function utf8(text: string): Uint8Array {
  // Three bytes for each code unit suffice: a surrogate pair has two units and takes four bytes.
  const bytes = new Uint8Array(text.length * 3);
  let to = 0;
  for (const character of text) {
    let point = character.codePointAt(0)!;
    if (point < 0x80) {
      bytes[to++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[to++] = 0xc0 | (point >> 6);
    } else {
      if (point >= 0x10000) {
        bytes[to++] = 0xf0 | (point >> 18);
        bytes[to++] = 0x80 | ((point >> 12) & 63);
      } else {
        // String iteration combines surrogate pairs, so a surrogate here is alone.
        if ((point & 0xf800) === 0xd800) point = 0xfffd;
        bytes[to++] = 0xe0 | (point >> 12);
      }
      bytes[to++] = 0x80 | ((point >> 6) & 63);
    }
    bytes[to++] = 0x80 | (point & 63);
  }
  return bytes.slice(0, to);
}
