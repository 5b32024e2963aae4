// Quoted languages against JSON.parse: every short text over alphabets that matter, and random languages over spellings.
import type { Regex } from "@espalier/automata";
import {
  and,
  anyCharacter,
  characters,
  choice,
  contains,
  createEngine,
  deferred,
  equivalent,
  isEmpty,
  literal,
  matches,
  not,
  parseRegex,
  randomMember,
  repeat,
  searchRegex,
  sequence,
  star,
} from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import type { Escapes } from "../../src/strings/escapes.js";
import { anyText, quoted, textOfLength } from "../../src/strings/quoting.js";
import { accepts, joinsUpTo, jsonOf, seed, seeded, utf8 } from "../text/judge.js";

/** One character or escape as the rules see it. */
const PIECE = /\\u([0-9a-fA-F]{4})|\\(.)|[^"\\]/gsu;

/** Are the escapes of a JSON string text of the allowed forms? */
function formsAllowed(text: string, escapes: Escapes): boolean {
  for (const [piece, hex, letter] of text.slice(1, -1).matchAll(PIECE)) {
    if (hex !== undefined && Number.parseInt(hex, 16) > (escapes === "needed" ? 0x1f : 0x7f)) return false;
    if (letter === "/" && escapes === "needed") return false;
    if (piece === undefined) return false;
  }
  return true;
}

function wellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

describe("any string", () => {
  const any = quoted(anyText);

  test("all short texts", () => {
    const parts = ['"', "\\", "u", "0", "d", "8", "D", "c", "n", "/", "x", "é", "\n", "\u0000"];
    let strings = 0;
    for (const text of joinsUpTo(parts, 4)) {
      const value = jsonOf(text);
      const valid = typeof value === "string" && wellFormed(value);
      if (valid) strings++;
      if (accepts(any, text) !== valid) expect.fail(JSON.stringify(text));
    }
    expect(strings).toBeGreaterThan(100);
  });

  test("escaped units, pairs and halves of pairs", () => {
    const units = ["\\u0041", "\\ud83D", "\\uDe00", "\\ue000", "\\uD7ff", "\\uDBFF", "\\uDfff", "\\uFFFF", "a"];
    for (const text of joinsUpTo(units, 3).map((body) => `"${body}"`)) {
      const value = jsonOf(text) as string;
      if (accepts(any, text) !== wellFormed(value)) expect.fail(text);
      for (let max = 0; max < 4; max++) {
        const fits = wellFormed(value) && [...value].length <= max;
        if (accepts(quoted(textOfLength(0, max)), text) !== fits) expect.fail(`${text} ${max}`);
      }
    }
  });

  test("what serialisers write", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (value) => {
        for (const regex of [any, quoted(textOfLength(value === "" ? 0 : 1, 1_000_000_000)), quoted(star(anyOf()))]) {
          expect(accepts(regex, JSON.stringify(value))).toBe(true);
        }
        for (const escapes of ["needed", "ascii"] as const) {
          expect(accepts(quoted(literal(value), escapes), JSON.stringify(value))).toBe(true);
        }
      }),
      { seed },
    );
  });

  test("bytes that are not UTF-8", () => {
    for (const bad of [[0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc3]]) {
      expect(matches(any, [0x22, ...bad, 0x22])).toBe(false);
      expect(matches(quoted(not(literal("a"))), [0x22, ...bad, 0x22])).toBe(false);
    }
  });
});

/** Any character, but not the object that the rule of length knows. */
function anyOf(): Regex {
  return characters([[0, 0x10ffff]]);
}

describe("constrained strings", () => {
  const spellings = ["a", "b", '\\"', "\\\\", "\\/", "/", "\\n", "\\u000a", "\\u000A", "\\u0061", "\\u00e9", "é"];
  const texts = joinsUpTo(spellings, 3).map((body) => `"${body}"`);

  const leaf = fc.constantFrom<Regex>(
    literal("a"),
    literal("b"),
    literal('"'),
    literal("\\"),
    literal("/"),
    literal("\n"),
    literal("é"),
    literal('a"'),
    literal("b\n"),
    characters([[0, 0x2f]]),
    characters([[0x5c, 0x61]]),
    characters([[0x80, 0x10ffff]]),
    anyCharacter,
    sequence(),
  );
  const languages = fc.letrec<{ regex: Regex }>((tie) => ({
    regex: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      leaf,
      fc.array(tie("regex"), { maxLength: 3 }).map((items) => sequence(...items)),
      fc.array(tie("regex"), { maxLength: 3 }).map((options) => choice(...options)),
      fc.array(tie("regex"), { maxLength: 3 }).map((operands) => and(...operands)),
      tie("regex").map(not),
      fc
        .tuple(tie("regex"), fc.nat(2), fc.constantFrom(0, 1, Number.POSITIVE_INFINITY))
        .map(([item, min, more]) => repeat(item, min, min + more)),
    ),
  })).regex;

  /** `decoded` with complements taken within text, as `quoted` takes them. */
  function withinText(regex: Regex): Regex {
    switch (regex.kind) {
      case "sequence":
        return sequence(...regex.items.map(withinText));
      case "choice":
        return choice(...regex.options.map(withinText));
      case "and":
        return and(anyText, ...regex.operands.map(withinText));
      case "not":
        return and(anyText, not(withinText(regex.operand)));
      case "repeat":
        return repeat(withinText(regex.item), regex.min, regex.max);
      default:
        return regex;
    }
  }

  test("random languages, all short texts", () => {
    fc.assert(
      fc.property(languages, fc.constantFrom<Escapes>("needed", "ascii"), (decoded, escapes) => {
        const engine = createEngine();
        // A letter's worth of constraint, so that the rule of length is out.
        const inner = and(decoded, not(literal("zz")));
        const regex = quoted(inner, escapes);
        const meant = withinText(inner);
        for (const text of texts) {
          const expected = formsAllowed(text, escapes) && matches(meant, utf8(jsonOf(text) as string), engine);
          if (matches(regex, utf8(text), engine) !== expected) expect.fail(`${text} ${JSON.stringify(decoded)}`);
        }
      }),
      { seed, numRuns: samples(60) },
    );
  });

  test("a deferred part means what it loads, and stays deferred if all of it is plain", () => {
    const classOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let plain = 0;
    fc.assert(
      fc.property(languages, fc.constantFrom<Escapes>("needed", "ascii"), (decoded, escapes) => {
        const engine = createEngine();
        const least = engine.distance(engine.intern(decoded));
        fc.pre(least >= 1 && least < Number.POSITIVE_INFINITY);
        const part = deferred({ classOf, classCount: 256, least, load: () => decoded });
        const [regex, meant] = [part, decoded].map((of) => quoted(sequence(of, literal("x")), escapes));
        expect(equivalent(regex!, meant!, engine)).toEqual({ holds: true });
        if (regex!.kind === "sequence" && JSON.stringify(regex).includes('"deferred"')) plain++;
      }),
      { seed, numRuns: samples(200) },
    );
    expect(plain).toBeGreaterThan(0);
  });

  test("random members are JSON strings with a value of the language", () => {
    const random = seeded(seed);
    for (const pattern of ["^[^\\n]{3}$", 'a"|\\\\', "^[^a-z]*$", "^(?!.*bad)\\S+$", "[\\x00-\\x1f]$", "^.\\/?.$"]) {
      for (const escapes of ["needed", "ascii"] as const) {
        const regex = quoted(searchRegex(pattern), escapes);
        for (let i = 0; i < 100; i++) {
          const text = Buffer.from(randomMember(regex, random)!).toString("utf8");
          const value = jsonOf(text);
          expect([text, typeof value]).toEqual([text, "string"]);
          expect([text, new RegExp(pattern, "u").test(value as string)]).toEqual([text, true]);
          expect([text, formsAllowed(text, escapes)]).toEqual([text, true]);
        }
      }
    }
  });

  test("a language and its complement split the texts", () => {
    for (const pattern of ["^a*$", "x", '"', "^[^\\\\]+$"]) {
      const yes = quoted(searchRegex(pattern));
      const no = quoted(not(searchRegex(pattern)));
      expect(isEmpty(and(yes, no))).toBe(true);
      expect(contains(choice(yes, no), quoted(and(anyText, not(literal("\u0000")))))).toEqual({ holds: true });
    }
  });

  test("plain parts are the same objects", () => {
    const plain = parseRegex("[a-z]{3}");
    expect(quoted(plain)).toMatchObject({ items: [literal('"'), plain, literal('"')] });
    expect(quoted(plain)).toBe(quoted(plain));
  });

  test("any character is known by its structure, too", () => {
    for (const pattern of ["^[^]{2}$", "^[\\s\\S]{2}$", "^(?:\\p{L}|\\P{L}){2}$"]) {
      const regex = quoted(searchRegex(pattern));
      expect([pattern, accepts(regex, '"\\ud83D\\uDe00é"')]).toEqual([pattern, pattern !== "^(?:\\p{L}|\\P{L}){2}$"]);
      expect([pattern, accepts(regex, '"😀\\n"')]).toEqual([pattern, true]);
    }
  });

  test("many constants, and long ones", () => {
    const many = quoted(choice(...Array.from({ length: 20_000 }, (_, i) => literal(`${i}\n`))));
    const long = quoted(literal('"'.repeat(200_000)));
    const engine = createEngine();
    expect(matches(many, utf8('"19999\\n"'), engine)).toBe(true);
    expect(matches(many, utf8('"20000\\n"'), engine)).toBe(false);
    expect(engine.distance(engine.intern(long))).toBe(400_002);
  });

  test("counts are kept", () => {
    const engine = createEngine();
    const regex = quoted(textOfLength(1_000_000_000, 1_000_000_000));
    const long = engine.intern(regex);
    expect(engine.distance(long)).toBe(1_000_000_002);
    expect(engine.bytesUsed()).toBeLessThan(1_000_000);
    expect(() => textOfLength(3, 2)).toThrow("max must be at least min, 3");
  });
});
