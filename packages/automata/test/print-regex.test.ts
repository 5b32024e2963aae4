import type { Regex } from "@espalier/automata";
import {
  and,
  anyByte,
  bytes,
  characters,
  choice,
  empty,
  equivalent,
  literal,
  not,
  parseRegex,
  plus,
  printRegex,
  sequence,
  star,
} from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { regexes, seed } from "./twin.js";

const isPattern = (regex: Regex): boolean => !JSON.stringify(regex).match(/"kind":"(and|not|automaton|deferred)"/u);

describe("what is printed reads back as the same language", () => {
  test("random regexes, both dialects and the JavaScript engine", () => {
    fc.assert(
      fc.property(regexes.filter(isPattern), (regex) => {
        const text = printRegex(regex);
        expect(equivalent(parseRegex(text), regex)).toEqual({ holds: true });
        expect(equivalent(parseRegex(text, { dialect: "rust" }), regex)).toEqual({ holds: true });
        new RegExp(text, "u");
      }),
      { seed, numRuns: samples(300) },
    );
  });

  test("random characters", () => {
    const point = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff }));
    const range = fc.tuple(point, point).map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const);
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 4 }), (ranges) => {
        const regex = characters(ranges);
        const text = printRegex(regex);
        expect(equivalent(parseRegex(text), regex)).toEqual({ holds: true });
        expect(equivalent(parseRegex(text, { dialect: "rust" }), regex)).toEqual({ holds: true });
        new RegExp(text, "u");
      }),
      { seed, numRuns: samples(300) },
    );
  });

  test("random bytes, Rust dialect", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 6 }),
        fc.array(fc.tuple(byte, byte), { minLength: 1, maxLength: 3 }),
        (text, pairs) => {
          const regex = sequence(
            literal(text),
            bytes(pairs.map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const)),
          );
          expect(equivalent(parseRegex(printRegex(regex), { dialect: "rust" }), regex)).toEqual({ holds: true });
        },
      ),
      { seed, numRuns: samples(300) },
    );
  });
});

test("by example", () => {
  const printed: readonly (readonly [Regex, string])[] = [
    [literal("a.b"), "a\\.b"],
    [literal("né\n"), "né\\n"],
    [literal([0xff, 0x61]), "(?-u:\\xFF)a"],
    [anyByte, "(?-u:[\\x00-\\xFF])"],
    [plus(literal("ab")), "(?:ab)+"],
    [star(choice(literal("a"), literal("bc"))), "(?:a|bc)*"],
    [parseRegex("[a-z&~-]{2,}"), "[\\x26\\-a-z\\x7E]{2,}"],
    [parseRegex('[^"\\\\]'), '[^"\\\\]'],
    [parseRegex(".", { flags: "s" }), "[\\s\\S]"],
    [parseRegex("\\u200b"), "\\u{200B}"],
    [
      characters([
        [0x3b1, 0x3c9],
        [0x41, 0x41],
      ]),
      "[Aα-ω]",
    ],
    [empty, "[^\\s\\S]"],
    [sequence(), "(?:)"],
    [and(literal("a"), not(literal("b"))), "(?:(?:a)&(?:~(?:b)))"],
  ];
  for (const [regex, text] of printed) expect(printRegex(regex)).toBe(text);
});
