// UTF-8 encoding (RFC 3629), because core packages do not use TextEncoder.

import { signature, text } from "@espalier/arguments";

const REPLACEMENT = 0xfffd;

const checkUtf8Encode = signature("utf8Encode", { text: text });

/** Returns the UTF-8 bytes of `text`. A lone surrogate becomes U+FFFD, as in TextEncoder. O(text). */
export function utf8Encode(text: string): Uint8Array {
  checkUtf8Encode(text);
  // Three bytes for each code unit suffice: a surrogate pair has two units and takes four bytes.
  const bytes = new Uint8Array(3 * text.length);
  let to = 0;
  for (let at = 0; at < text.length; at++) {
    let point = text.codePointAt(at)!;
    if (point > 0xffff) at++;
    else if ((point & 0xf800) === 0xd800) point = REPLACEMENT;
    if (point < 0x80) {
      bytes[to++] = point;
      continue;
    }
    if (point < 0x800) bytes[to++] = 0xc0 | (point >> 6);
    else {
      if (point < 0x10000) bytes[to++] = 0xe0 | (point >> 12);
      else {
        bytes[to++] = 0xf0 | (point >> 18);
        bytes[to++] = 0x80 | ((point >> 12) & 63);
      }
      bytes[to++] = 0x80 | ((point >> 6) & 63);
    }
    bytes[to++] = 0x80 | (point & 63);
  }
  return bytes.slice(0, to);
}

/**
 * Appends the bytes of one code point to `out`. A surrogate gets the three bytes of its number, which are not valid
 * UTF-8 (WTF-8 calls them generalized UTF-8). `point` is an integer from 0 to 0x10FFFF and is not checked.
 */
export function pushUtf8(out: number[], point: number): void {
  if (point < 0x80) out.push(point);
  else if (point < 0x800) out.push(0xc0 | (point >> 6), 0x80 | (point & 63));
  else if (point < 0x10000) out.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  else out.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
}

/** Returns the offset of the first lone surrogate in `text`, in UTF-16 code units; −1 if there is none. */
export function loneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xf800) !== 0xd800) continue;
    if (!isPair(text, at)) return at;
    at++;
  }
  return -1;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
