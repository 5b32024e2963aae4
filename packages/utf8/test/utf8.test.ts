// UTF-8 against the platform's TextEncoder and TextDecoder.

import { createUtf8Stream, loneSurrogate, pushUtf8, utf8Decode, utf8Encode } from "@espalier/utf8";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

// Bytes that begin, continue and break sequences, far more often than chance would have it.
const awkward = fc.constantFrom(
  0x00,
  0x41,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe2,
  0xed,
  0xef,
  0xbb,
  0xf0,
  0xf4,
  0xf5,
  0xff,
);
const bytes = fc.oneof(
  fc.array(awkward, { maxLength: 12 }).map((list) => Uint8Array.from(list)),
  fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array(),
);

describe("the encoder is TextEncoder", () => {
  const texts = [
    "",
    "a",
    "é",
    "▁",
    "👩‍👩‍👧‍👦",
    "\u0000",
    "\ufeffx",
    "\ud800",
    "\udc00\ud800",
    "a\ud83d",
    "\ud83d\ude00",
    "\uffff",
    "\u{10ffff}",
  ];
  test.each(texts.map((text) => [text]))("%j", (text) => {
    expect(utf8Encode(text)).toEqual(new TextEncoder().encode(text));
  });
  test("on any code units", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe010 }))),
        (units) => {
          const text = String.fromCharCode(...units);
          expect(utf8Encode(text)).toEqual(new TextEncoder().encode(text));
        },
      ),
      { seed, numRuns: samples(1000) },
    );
  });
});

describe("the stream is TextDecoder", () => {
  test("on any bytes, at once", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(utf8Decode(input)).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(input));
      }),
      { seed, numRuns: samples(3000) },
    );
  });

  test("push by push, wherever the cuts lie", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (pieces) => {
        const ours = createUtf8Stream();
        const theirs = new TextDecoder("utf-8", { ignoreBOM: true });
        for (const piece of pieces) expect(ours.push(piece)).toBe(theirs.decode(piece, { stream: true }));
        expect(ours.flush()).toBe(theirs.decode());
        expect(ours.push(Uint8Array.of(0x41))).toBe("A");
      }),
      { seed, numRuns: samples(2000) },
    );
  });

  test("every text comes back from single bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const stream = createUtf8Stream();
        let back = "";
        for (const byte of utf8Encode(text)) back += stream.push(Uint8Array.of(byte));
        expect(back + stream.flush()).toBe(text);
      }),
      { seed },
    );
  });

  test("a long input", () => {
    const text = "aé▁👩".repeat(10_000);
    expect(utf8Decode(utf8Encode(text))).toBe(text);
  });
});

test("one code point at a time, the bytes are those of the whole text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const out: number[] = [];
      for (const character of text) pushUtf8(out, character.codePointAt(0)!);
      expect(Uint8Array.from(out)).toEqual(new TextEncoder().encode(text));
    }),
    { seed },
  );
});

test("a lone surrogate is where encoding and decoding first change the text", () => {
  const units = fc.array(fc.constantFrom("a", "é", "\ud83d", "\ude00", "\ud800"), { maxLength: 8 });
  fc.assert(
    fc.property(units, (list) => {
      const text = list.join("");
      const back = utf8Decode(utf8Encode(text));
      const changed = [...text].findIndex((_, i) => [...back][i] !== [...text][i]);
      expect(loneSurrogate(text)).toBe(changed < 0 ? -1 : [...text].slice(0, changed).join("").length);
    }),
    { seed },
  );
});
