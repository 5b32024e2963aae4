import type { Engine, Expr, Regex } from "@espalier/automata";
import { createEngine, parseRegex, RegexSyntaxError, searchRegex, sequence } from "@espalier/automata";
import { createFuel, FuelError, LimitError } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { found, patterns, text } from "./random-patterns.js";
import { seed } from "./twin.js";

const engine = createEngine();

function accepts(expr: Expr, text: string, on: Engine = engine): boolean {
  let state = expr;
  for (const byte of Buffer.from(text, "utf8")) state = on.derivative(state, byte);
  return on.nullable(state);
}

const texts = fc.array(text, { minLength: 12, maxLength: 12 });

describe("agrees with the JavaScript engine", () => {
  const agree = (flags: string, condition?: fc.Arbitrary<string>): void => {
    // A few random patterns are beyond any bound; they must be refused, and be few.
    let refusals = 0;
    const within = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        refusals++;
        return undefined;
      }
    };
    fc.assert(
      fc.property(patterns(condition), texts, (pattern, all) => {
        const whole = new RegExp(`^(?:${pattern})$`, `u${flags}`);
        const some = new RegExp(pattern, `uy${flags}`);
        const own = createEngine({ fuel: 300_000 });
        const wholeExpr = within(() => own.intern(parseRegex(pattern, { flags })));
        const someExpr = within(() => own.intern(searchRegex(pattern, { flags })));
        for (const each of all) {
          if ((wholeExpr && within(() => accepts(wholeExpr, each, own))) === !whole.test(each)) {
            throw new Error(`whole: ${JSON.stringify(each)}`);
          }
          if ((someExpr && within(() => accepts(someExpr, each, own))) === !found(some, each)) {
            throw new Error(`search: ${JSON.stringify(each)}`);
          }
        }
      }),
      { seed, numRuns: samples(160) },
    );
    expect(refusals).toBeLessThan(10);
  };
  test("plain patterns", () => agree(""));
  test("plain patterns, flag s", () => agree("s"));
  test("plain patterns, flags is", () => agree("is"));
  test("anchors and look-aheads", () => agree("s", fc.constantFrom("^", "$")));
  test("anchors and look-aheads, flag i", () => agree("i", fc.constantFrom("^", "$")));

  test("on every code point, class by class", () => {
    const classes = [
      "\\w",
      "\\W",
      "\\d",
      "\\s",
      "\\S",
      ".",
      "\\p{L}",
      "\\P{L}",
      "\\p{Script=Cyrillic}",
      "[^a-zé]",
      "\\p{Lu}",
      "\\P{Lu}",
      "[^\\P{Ll}]",
    ];
    const points: number[] = [];
    for (let point = 0; point < 0x20000; point++) if (point < 0xd800 || point > 0xdfff) points.push(point);
    for (const source of classes) {
      for (const flags of ["", "i"]) {
        const expr = engine.intern(parseRegex(source, { flags }));
        const judge = new RegExp(`^${source}$`, `u${flags}`);
        const wrong = points.filter(
          (point) => accepts(expr, String.fromCodePoint(point)) !== judge.test(String.fromCodePoint(point)),
        );
        expect(
          wrong.map((point) => point.toString(16)),
          `${source} ${flags}`,
        ).toEqual([]);
      }
    }
  });

  test("every letter ignores case as it should", () => {
    const wrong: string[] = [];
    for (let point = 0x41; point < 0x20000; point++) {
      const letter = String.fromCodePoint(point);
      if (!/\p{Changes_When_Casemapped}/u.test(letter)) continue;
      const expr = engine.intern(parseRegex(letter, { flags: "i" }));
      const judge = new RegExp(`^${letter}$`, "iu");
      for (const other of new Set([
        letter.toUpperCase(),
        letter.toLowerCase(),
        letter.normalize("NFD"),
        "k",
        "K",
        "s",
      ])) {
        if (accepts(expr, other) !== judge.test(other)) wrong.push(`${letter} ${other}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("long patterns", () => {
  const atoms = ["\\p{L}", "\\P{Lu}", "[^\\p{L}\\d]", ".", "\\w", "[a\\]b]"];
  const dialects = [
    ["ecma", [...atoms, "\\u{e9}", "\\x41", "\\0"]],
    ["rust", [...atoms, "\\pL", "\\p{^L}", "[]a]", "[a[\\pL--b]]"]],
  ] as const;

  test.each(dialects)("%s: a class that is written again is the same object", (dialect) => {
    for (const atom of atoms) {
      const regex = parseRegex(`(?:${atom})?x`.repeat(3), { dialect });
      const items = regex.kind === "sequence" ? regex.items : [];
      const repeated = items.flatMap((item) => (item.kind === "repeat" ? [item.item] : []));
      expect([atom, repeated.length, new Set(repeated).size]).toEqual([atom, 3, 1]);
    }
  });

  test.each(dialects)("%s: a sequence of atoms reads as each alone", (dialect, list) => {
    const flag = fc.constantFrom("", "i");
    const x = (flags: string): Regex => parseRegex("x", { flags });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: 8 }), flag, (all, flags) => {
        const alone = all.map((atom) => parseRegex(atom, { dialect, flags }));
        const together = parseRegex(all.join("x"), { dialect, flags });
        expect(engine.intern(together)).toBe(
          engine.intern(sequence(...alone.flatMap((atom) => [x(flags), atom]).slice(1))),
        );
      }),
      { numRuns: samples(100), seed },
    );
  });

  test("`\\0` before a digit is refused after a `\\0` that was read", () => {
    expect(() => parseRegex("\\0x\\01")).toThrow(RegexSyntaxError);
  });

  test("classes with too many ranges in all are refused", () => {
    const distinct = (count: number): string =>
      Array.from({ length: count }, (_, at) => `[\\p{L}${String.fromCodePoint(0x20000 + 2 * at)}]`).join("");
    expect(() => parseRegex(distinct(2000))).toThrow(expect.objectContaining({ name: "LimitError", limit: "ranges" }));
    expect(parseRegex(distinct(20)).kind).toBe("sequence");
  });

  test("a class that is repeated within a class counts once, and distinct ones are limited", () => {
    const rust = { dialect: "rust" } as const;
    const once = engine.intern(parseRegex("[\\p{L}a-c\\d]"));
    expect(engine.intern(parseRegex(`[${"\\p{L}a-c\\d".repeat(20_000)}]`))).toBe(once);
    expect(engine.intern(parseRegex(`[${"[\\p{L}a-c][0-9]".repeat(20_000)}]`, rust))).toBe(once);
    expect(engine.intern(parseRegex("[d\\d\\dp\\pL\\pL-x]", rust))).toBe(engine.intern(parseRegex("[-\\p{L}\\p{Nd}]")));
    const nested = Array.from({ length: 3000 }, (_, at) => `[\\pL${String.fromCodePoint(0x20000 + 2 * at)}]`).join("");
    expect(() => parseRegex(`[${nested}]`, rust)).toThrow(
      expect.objectContaining({ name: "LimitError", limit: "ranges" }),
    );
  });

  test("a repetition merges with many more of its item, without recursion", () => {
    for (const pattern of [`=+${"=".repeat(20_000)}`, `(=?){3}${"=".repeat(20_000)}`])
      expect(engine.distance(engine.intern(parseRegex(pattern)))).toBe(20_000 + (pattern.startsWith("=") ? 1 : 0));
  });

  test("reading takes fuel", () => {
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    fuel.run(() => parseRegex("a".repeat(1000)));
    expect(fuel.spent()).toBeGreaterThanOrEqual(1000);
    for (const pattern of ["a", "[ab]", "\\d", `[${"é".repeat(1000)}]`])
      expect(() => createFuel(1000).run(() => parseRegex(pattern.repeat(1000)))).toThrow(FuelError);
  });
});

describe("syntax", () => {
  const whole = (pattern: string, yes: readonly string[], no: readonly string[], options = {}): void => {
    test(`${pattern} ${JSON.stringify(options)}`, () => {
      const expr = engine.intern(parseRegex(pattern, options));
      expect(yes.filter((each) => !accepts(expr, each))).toEqual([]);
      expect(no.filter((each) => accepts(expr, each))).toEqual([]);
    });
  };
  const rust = { dialect: "rust" } as const;
  whole("a\\-b\\_c\\@", ["a-b_c@"], ["a\\-b"]);
  whole("a{,2}", ["a{,2}"], ["a", "aa"]);
  whole("}]", ["}]"], [""]);
  whole("\\u{1F600}|\\uD83D\\uDE01|\\x41\\cA\\0", ["😀", "😁", "A\u0001\0"], ["A"]);
  whole("[\\b\\]\\-]", ["\b", "]", "-"], ["b", "\\"]);
  whole("[]", [], ["", "a"]);
  whole("[^]", ["a", "\n", "😀"], [""]);
  whole("[\\d-x]", ["5", "-", "x"], ["e"]);
  whole("[\\uD800-\\uDFFF]", [], ["a", "\ufffd"]);
  whole("(?<year>\\d{4})", ["2026"], ["26"]);
  whole("(?:(?!\\*/).)*", ["", "abc", "* /", "*"], ["*/", "a*/b"]);
  whole("(?=.*[a-z])(?=.*\\d).{4,8}", ["abc1", "1bcdefgh"], ["abcd", "1234", "a1"]);
  whole("(?!con$|prn$)[a-z]+", ["co", "cons", "conprn"], ["con", "prn"]);
  whole("(?i)straße|(?-i:X)y", ["STRAẞE", "Xy", "XY"], ["xy", "STRASSE"], rust);
  whole("a(?i:b)c", ["abc", "aBc"], ["ABC", "abC"], rust);
  whole("\\Aab\\z|(?s:.)|.", ["ab", "\n", "x"], ["abc"], rust);
  whole("\\pL\\p{Greek}\\P{^Lu}\\p{letter}", ["éσAx"], ["1σAx", "éaAx", "éσax"], rust);
  whole("[[:alpha:]_&&[^b]]+", ["acX"], ["ab", "1"], rust);
  whole("[a-z--[aeiou]]+", ["xyz"], ["xa"], rust);
  whole("[a-c~~b-d]", ["a", "d"], ["b", "c"], rust);
  whole("[]a]|[^]a]", ["]", "a", "b"], [""], rust);
  whole("\\d\\w\\s", ["٣é\u2003"], ["xé "], rust);
  whole("(?P<n>\\x{e9})\\U0001F600\\a", ["é😀\u0007"], [], rust);
  whole("(?-u:\\xC3)(?-u:[\\xA0-\\xAF])", ["é", "à"], ["\u00b0", "a"], rust);
  whole("a**|b{2}{2}", ["", "aaa", "bbbb"], ["bb"], rust);

  test("search is tied by anchors only", () => {
    const found = (pattern: string, each: string): boolean => accepts(engine.intern(searchRegex(pattern)), each);
    expect([found("b", "abc"), found("^b", "abc"), found("b$", "ab"), found("^abc$", "abc"), found("^$", "")]).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    expect([found("^a|b$", "ax"), found("^a|b$", "xb"), found("^a|b$", "xax")]).toEqual([true, true, false]);
    expect([found("a(^b)?", "a"), found("(^|,)x", "a,x"), found("(^|,)x", "ax")]).toEqual([true, true, false]);
  });

  const refused = (pattern: string, code: string, offset: number, options = {}): void => {
    test(`refuses ${pattern} ${JSON.stringify(options)}`, () => {
      let thrown: unknown;
      try {
        parseRegex(pattern, options);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(RegexSyntaxError);
      const { code: found, offset: at, message } = thrown as RegexSyntaxError;
      expect([found, at]).toEqual([code, offset]);
      expect(message).toContain(pattern.slice(0, 20));
    });
  };
  refused("a(b", "unclosed", 1);
  refused("ab)", "group", 2);
  refused("[a", "unclosed", 0);
  refused("[b-a]", "range", 1);
  refused("*a", "quantifier", 0);
  refused("a**", "quantifier", 2);
  refused("a{3,2}", "quantifier", 1);
  refused("{2}", "quantifier", 0);
  refused("^*", "quantifier", 1);
  refused("(?=a)*", "quantifier", 5);
  refused("a\\", "escape", 1);
  refused("\\y", "escape", 0);
  refused("\\x4", "escape", 0);
  refused("\\u{110000}", "escape", 0);
  refused("\\p{Nope}", "property", 0);
  refused("\\pL", "property", 0);
  refused("(a)\\1", "unsupported", 3);
  refused("\\k<a>", "unsupported", 0);
  refused("\\bword", "unsupported", 0);
  refused("x(?<=a)", "unsupported", 1);
  refused("(?:a(?!b))*", "unsupported", 0);
  refused("(?i)a", "group", 0);
  refused("(?>a)", "group", 0);
  refused("a", "flag", 0, { flags: "v" });
  refused("^a", "unsupported", 0, { flags: "m" });
  refused("(?=a)", "unsupported", 0, rust);
  refused("x{", "quantifier", 1, rust);
  refused("[[:nope:]]", "property", 1, rust);
});
