// UTF-8 encoding and streaming decoding, because core packages do not use TextEncoder and TextDecoder.
//
// The state of a decoder consists of the number of missing continuation bytes, the code point so far, and the range
// [lower, upper] of the next continuation byte. The range is narrower after E0, ED, F0 and F4, which excludes overlong
// forms, surrogates and code points above U+10FFFF. A byte outside the range ends the sequence: the decoder emits one
// U+FFFD for the part read so far and then reads the byte again. Sources: WHATWG Encoding, "UTF-8 decoder"; Unicode 16,
// §3.9, "U+FFFD substitution of maximal subparts". A byte order mark is ordinary text and is kept.

import { signature, text } from "@espalier/arguments";
import { bytesKind } from "./kinds.js";

const REPLACEMENT = 0xfffd;
const CHUNK = 4096;

const checkUtf8Encode = signature("utf8Encode", { text: text });

/** Returns the UTF-8 bytes of `text`. A lone surrogate becomes U+FFFD, as in TextEncoder. O(text). */
export function utf8Encode(text: string): Uint8Array {
  checkUtf8Encode(text);
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

/** A decoder for bytes that arrive in pieces, cut anywhere. */
export interface Utf8Stream {
  /** Returns the text that `bytes` completed. Holds back an unfinished sequence. Invalid bytes become U+FFFD. */
  push(bytes: Uint8Array): string;
  /** Returns U+FFFD if a sequence is unfinished, else the empty text. Resets the stream. */
  flush(): string;
}

/**
 * Creates a decoder for bytes that arrive in pieces, such as tokens. The returned texts, concatenated with that of
 * `flush`, are the text of all bytes.
 *
 * @example
 * const stream = createUtf8Stream();
 * stream.push(Uint8Array.of(0x68, 0xc3)); // => "h"
 * stream.push(Uint8Array.of(0xa9)); // => "é"
 * stream.flush(); // => ""
 */
export function createUtf8Stream(): Utf8Stream {
  let missing = 0;
  let point = 0;
  let lower = 0x80;
  let upper = 0xbf;

  function push(bytes: Uint8Array): string {
    let text = "";
    let units: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (missing === 0) {
        if (byte < 0x80) units.push(byte);
        else if (byte >= 0xc2 && byte <= 0xdf) {
          missing = 1;
          point = byte & 0x1f;
        } else if (byte >= 0xe0 && byte <= 0xef) {
          missing = 2;
          point = byte & 0x0f;
          if (byte === 0xe0) lower = 0xa0;
          if (byte === 0xed) upper = 0x9f;
        } else if (byte >= 0xf0 && byte <= 0xf4) {
          missing = 3;
          point = byte & 0x07;
          if (byte === 0xf0) lower = 0x90;
          if (byte === 0xf4) upper = 0x8f;
        } else units.push(REPLACEMENT);
      } else if (byte < lower || byte > upper) {
        reset();
        units.push(REPLACEMENT);
        at--;
      } else {
        lower = 0x80;
        upper = 0xbf;
        point = (point << 6) | (byte & 63);
        if (--missing === 0) {
          if (point < 0x10000) units.push(point);
          else units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
        }
      }
      if (units.length >= CHUNK) {
        text += String.fromCharCode.apply(null, units);
        units = [];
      }
    }
    return text + String.fromCharCode.apply(null, units);
  }

  function reset(): void {
    missing = 0;
    lower = 0x80;
    upper = 0xbf;
  }

  function flush(): string {
    const held = missing > 0;
    reset();
    return held ? "\ufffd" : "";
  }

  return { push, flush };
}

const checkUtf8Decode = signature("utf8Decode", { bytes: bytesKind });

/** Returns the text of `bytes`. Every maximal invalid part becomes U+FFFD. */
export function utf8Decode(bytes: Uint8Array): string {
  checkUtf8Decode(bytes);
  const stream = createUtf8Stream();
  return stream.push(bytes) + stream.flush();
}
