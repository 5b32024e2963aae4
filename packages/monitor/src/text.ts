// Texts as the functions of this package take them, and their symbols. UTF-8 is written by hand: the core knows no TextEncoder.

import { signature } from "@espalier/arguments";
import { bytesKind } from "./kinds.js";

/** A text: a string (meaning its UTF-8 bytes), bytes, or a list of symbols. */
export type Text = string | Uint8Array | readonly number[];

const checkBytesOf = signature("bytesOf", { text: bytesKind });

/**
 * The bytes of `text`; a lone surrogate becomes U+FFFD. A `Uint8Array` is returned as it is.
 *
 * @throws ArgumentError for what is no text, and for a listed number that is no byte.
 */
export function bytesOf(text: Text): Uint8Array {
  checkBytesOf(text);
  if (typeof text === "string") return utf8(text);
  if (text instanceof Uint8Array) return text;
  return Uint8Array.from(text);
}

/** The symbols of `text`: its bytes, or the numbers listed. */
export function symbolsOf(text: Text): ArrayLike<number> {
  return typeof text === "string" ? utf8(text) : text;
}

function utf8(text: string): Uint8Array {
  // Three bytes a code unit suffice: a pair of surrogates, two units, takes four.
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
        // Iterating a string pairs surrogates, so one met here is alone.
        if ((point & 0xf800) === 0xd800) point = 0xfffd;
        bytes[to++] = 0xe0 | (point >> 12);
      }
      bytes[to++] = 0x80 | ((point >> 6) & 63);
    }
    bytes[to++] = 0x80 | (point & 63);
  }
  return bytes.slice(0, to);
}
