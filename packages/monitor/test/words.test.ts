// strings, until, bodyUntil and deny against JavaScript's own `includes` and `endsWith`.

import { bodyUntil, bytesOf, deny, type Monitor, run, strings, type Text, until, verdict } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { hasCompletion, languageOf, seed, statesOf, texts } from "./brute-force.js";

const LENGTH = 6;
const check = { seed, numRuns: samples(300) };
const word = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 });
const words = fc.array(word, { maxLength: 5 });

/** The promises that all four make, by search. */
function isTrimWithCosts(monitor: Monitor<number>): void {
  expect(monitor.trim).toBe(true);
  const [start, ...others] = statesOf(monitor, LENGTH);
  for (const state of others) expect(hasCompletion(monitor, state)).toBe(true);
  if (!hasCompletion(monitor, start!)) expect(others).toEqual([]);
  for (const text of texts(4)) {
    const state = run(monitor, text);
    if (state === undefined) continue;
    const least = texts(5).find((rest) => {
      const end = run(monitor, rest, state);
      return end !== undefined && monitor.accepts(end);
    });
    if (least !== undefined) expect(monitor.cost!(state)).toBe(least.length);
  }
}

test("strings: the texts listed", () => {
  fc.assert(
    fc.property(words, (list) => {
      const monitor = strings(list);
      const { accepted, live } = languageOf(monitor, LENGTH);
      expect(accepted).toEqual(texts(LENGTH).filter((text) => list.includes(text)));
      expect(live).toEqual(texts(LENGTH).filter((text) => text === "" || list.some((other) => other.startsWith(text))));
      isTrimWithCosts(monitor);
    }),
    check,
  );
});

test("until: the texts that end with their first occurrence of the marker", () => {
  fc.assert(
    fc.property(word, (marker) => {
      const monitor = until(marker);
      expect(languageOf(monitor, LENGTH).accepted).toEqual(
        texts(LENGTH).filter(
          (text) => text.indexOf(marker) >= 0 && text.indexOf(marker) === text.length - marker.length,
        ),
      );
      isTrimWithCosts(monitor);
    }),
    check,
  );
});

test("bodyUntil: a body, then the first occurrence of the marker", () => {
  fc.assert(
    fc.property(words, word, (list, marker) => {
      expect(languageOf(bodyUntil(strings(list), marker), LENGTH).accepted).toEqual(
        texts(LENGTH).filter((text) => {
          const body = text.slice(0, text.length - marker.length);
          return list.includes(body) && body + marker === text && text.indexOf(marker) === body.length;
        }),
      );
    }),
    check,
  );
});

test("deny: the texts that contain none", () => {
  fc.assert(
    fc.property(words, (list) => {
      const monitor = deny(list);
      const { accepted, live } = languageOf(monitor, LENGTH);
      const allowed = texts(LENGTH).filter((text) => !list.some((denied) => text.includes(denied)));
      expect(accepted).toEqual(allowed);
      expect(live).toEqual(list.includes("") ? [""] : allowed);
      isTrimWithCosts(monitor);
    }),
    check,
  );
});

describe("bytes and strings", () => {
  const cases: [string, Monitor<number>, Text, string][] = [
    ["UTF-8", strings(["é"]), [0xc3, 0xa9], "accepted"],
    ["half a character", strings(["é"]), [0xc3], "incomplete"],
    ["bytes", strings([[0xff, 0]]), Uint8Array.of(0xff, 0), "accepted"],
    ["one word twice", strings(["a", "a"]), "a", "accepted"],
    ["no words", strings([]), "", "dead"],
    ["only the empty word", strings([""]), "", "accepted"],
    ["a long word", strings(["a".repeat(100_000)]), "a".repeat(100_000), "accepted"],
    ["until: other bytes between", until("--"), "a-b\u{1f600}--", "accepted"],
    ["until: the marker overlaps itself", until("aab"), "aaab", "accepted"],
    ["until: nothing after it", until("--"), "---", "dead"],
    ["until: a control symbol", until("--"), [256], "dead"],
    ["until: all 256 bytes in the marker", until(Array.from({ length: 256 }, (_, byte) => byte)), [1, 2], "incomplete"],
    ["deny: all 256 bytes, alone", deny(Array.from({ length: 256 }, (_, byte) => [byte])), "", "accepted"],
    ["deny: any byte then", deny(Array.from({ length: 256 }, (_, byte) => [byte])), "a", "dead"],
    ["deny: nothing", deny([]), "anything", "accepted"],
    ["deny: a word inside another", deny(["abcd", "bc"]), "abc", "dead"],
  ];
  test.each(cases)("%s", (_, monitor, text, kind) => {
    expect(verdict(monitor, text).kind).toBe(kind);
  });

  test("bytesOf is TextEncoder", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
        ),
        (text) => {
          expect(bytesOf(text)).toEqual(new TextEncoder().encode(text));
        },
      ),
      { seed, numRuns: samples(1000) },
    );
  });
});

test("what may follow, in words", () => {
  const monitor = strings(["red", "green", "grey", "é"]);
  expect(monitor.expected!(monitor.start)).toEqual(['"green"', '"grey"', '"red"', '"é"']);
  expect(monitor.expected!(run(monitor, [0xc3])!)).toEqual(['"\\xa9"']);
  const long = strings(["x".repeat(100)]);
  expect(long.expected!(long.start)).toEqual([`"${"x".repeat(40)}"…`]);
  expect(monitor.expected!(run(monitor, "gre")!)).toEqual(['"en"', '"y"']);
  const many = strings(Array.from({ length: 100 }, (_, n) => `n${n}`));
  expect(many.expected!(many.start).length).toBe(9);
});
