// UTF-8 decoding, also of bytes that arrive in pieces, because core packages do not use TextDecoder.
//
// The state of a decoder consists of the number of missing continuation bytes, the code point so far, and the range
// [lower, upper] of the next continuation byte. The range is narrower after E0, ED, F0 and F4, which excludes overlong
// forms, surrogates and code points above U+10FFFF. A byte outside the range ends the sequence: the decoder emits one
// U+FFFD for the part read so far and then reads the byte again. Sources: WHATWG Encoding, "UTF-8 decoder"; Unicode 16,
// §3.9, "U+FFFD substitution of maximal subparts". A byte order mark is ordinary text and is kept.

import { signature, typedArray } from "@espalier/arguments";

const REPLACEMENT = 0xfffd;
const CHUNK = 4096;

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

const checkUtf8Decode = signature("utf8Decode", { bytes: typedArray("Uint8Array") });

/** Returns the text of `bytes`. Every maximal invalid part becomes U+FFFD. */
export function utf8Decode(bytes: Uint8Array): string {
  checkUtf8Decode(bytes);
  const stream = createUtf8Stream();
  return stream.push(bytes) + stream.flush();
}
