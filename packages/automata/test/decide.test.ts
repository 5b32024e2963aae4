import { ArgumentError } from "@espalier/arguments";
import type { Engine, EngineLimits, Regex } from "@espalier/automata";
import {
  and,
  anyCharacter,
  bytes,
  choice,
  contains,
  createEngine,
  defaultEngine,
  EMPTY_EXPR,
  empty,
  equivalent,
  isEmpty,
  literal,
  matches,
  matchesEmpty,
  not,
  optional,
  parseRegex,
  plus,
  randomMember,
  regexMonitor,
  repeat,
  sequence,
  shortestMember,
  star,
} from "@espalier/automata";
import { LimitError } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { means, regexes, seed, textsUpTo } from "./twin.js";

const TEXTS = textsUpTo([0x61, 0x62, 0x63], 4);
const ascii = (text: Uint8Array | undefined): string | undefined => text && Buffer.from(text).toString("latin1");

describe("decision procedures", () => {
  test("contains agrees with trying, and its witness is a witness", () => {
    fc.assert(
      fc.property(regexes, regexes, (outer, inner) => {
        const verdict = contains(outer, inner);
        if (verdict.holds) {
          for (const text of TEXTS) expect(means(inner, text) && !means(outer, text)).toBe(false);
        } else {
          const witness = [...verdict.witness];
          expect([means(inner, witness), means(outer, witness)]).toEqual([true, false]);
        }
      }),
      { seed, numRuns: samples(150) },
    );
  });

  test("matchesEmpty agrees with trying", () => {
    fc.assert(
      fc.property(regexes, (regex) => {
        expect(matchesEmpty(regex)).toBe(means(regex, []));
      }),
      { seed, numRuns: samples(500) },
    );
  });

  test("equivalent agrees with containing both ways", () => {
    fc.assert(
      fc.property(regexes, regexes, (left, right) => {
        const verdict = equivalent(left, right);
        expect(verdict.holds).toBe(contains(left, right).holds && contains(right, left).holds);
        if (!verdict.holds) expect(matches(left, verdict.witness)).not.toBe(matches(right, verdict.witness));
      }),
      { seed, numRuns: samples(150) },
    );
  });

  test("the shortest member is a member, and nothing shorter is", () => {
    fc.assert(
      fc.property(regexes, (regex) => {
        const member = shortestMember(regex);
        expect(member === undefined).toBe(isEmpty(regex));
        if (member === undefined) return;
        expect(means(regex, [...member])).toBe(true);
        for (const text of TEXTS) if (text.length < member.length) expect(means(regex, text)).toBe(false);
      }),
      { seed, numRuns: samples(150) },
    );
  });

  test("random members are members", () => {
    fc.assert(
      fc.property(
        regexes,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (regex, draws) => {
          const random = (): number => draws.next().value;
          const member = randomMember(regex, random, { maxBytes: 8 });
          if (member === undefined) expect((shortestMember(regex)?.length ?? 9) > 8).toBe(true);
          else expect([member.length <= 8, means(regex, [...member])]).toEqual([true, true]);
        },
      ),
      { seed, numRuns: samples(100) },
    );
  });

  test("by example", () => {
    expect(isEmpty("(?=a)b")).toBe(true);
    expect(isEmpty("(?=a)[ab]")).toBe(false);
    expect(isEmpty("(?=.*a)(?=.*b)(?!.{3})..")).toBe(false);
    expect(isEmpty("(?=.*a)(?=.*b)(?=.*c)..")).toBe(true);
    expect(contains("[a-z]+", "if|else")).toEqual({ holds: true });
    expect(contains("(?!if$)[a-z]+", "if|else")).toEqual({ holds: false, witness: new Uint8Array([0x69, 0x66]) });
    expect(equivalent("(a|b)*", "(a*b*)*").holds).toBe(true);
    expect(equivalent("(aa)*|(aaa)*", "(a{2}|a{3})*").holds).toBe(false);
    expect(ascii(shortestMember("(?=.*b)[a-z]{3,}"))).toBe("aab");
    expect(randomMember("a{9}", Math.random, { maxBytes: 8 })).toBeUndefined();
    expect(equivalent(anyCharacter, parseRegex(".", { flags: "s" }))).toEqual({ holds: true });
  });
});

describe("monitor", () => {
  test("states, costs, words", () => {
    const monitor = regexMonitor('"[a-z]{2,4}"|true');
    expect(monitor.trim).toBe(true);
    expect(monitor.cost(monitor.start)).toBe(4);
    expect(monitor.expected(monitor.start)).toEqual(['["t]']);
    const t = monitor.step(monitor.start, 0x74)!;
    expect(monitor.expected(t)).toEqual(['"rue"']);
    expect(monitor.step(t, 0x74)).toBeUndefined();
    expect(monitor.step(t, 256)).toBeUndefined();
    expect(monitor.table.classOf[0x61]).toBe(monitor.table.classOf[0x62]);
    expect(monitor.table.classOf[0x61]).not.toBe(monitor.table.classOf[0x72]);
  });

  test("of nothing: every step is dead", () => {
    const monitor = regexMonitor(empty);
    for (let byte = 0; byte < 256; byte++) expect(monitor.step(monitor.start, byte)).toBeUndefined();
    expect([monitor.accepts(monitor.start), monitor.cost(monitor.start), monitor.expected(monitor.start)]).toEqual([
      false,
      Number.POSITIVE_INFINITY,
      [],
    ]);
  });

  test("the default engine is one", () => {
    expect(defaultEngine()).toBe(defaultEngine());
    expect((globalThis as Record<symbol, unknown>)[Symbol.for("@espalier/automata/engine/1")]).toBe(defaultEngine());
  });

  test("the default engine is replaced once it is half full", () => {
    const home = globalThis as Record<symbol, unknown>;
    const place = Symbol.for("@espalier/automata/engine/1");
    const before = home[place];
    const small = createEngine({ bytes: 512 * 1024 });
    home[place] = small;
    try {
      expect(defaultEngine()).toBe(small);
      for (let n = 0; 2 * small.bytesUsed() <= small.limits.bytes; n++) {
        expect(n).toBeLessThan(100_000);
        small.intern(parseRegex(`[a-z]${n}`));
      }
      const next = defaultEngine();
      expect(next).not.toBe(small);
      expect(defaultEngine()).toBe(next);
    } finally {
      home[place] = before;
    }
  });

  test("the default engine is replaced once it holds 16 MiB", () => {
    const home = globalThis as Record<symbol, unknown>;
    const place = Symbol.for("@espalier/automata/engine/1");
    const before = home[place];
    const large = createEngine();
    home[place] = large;
    try {
      large.intern(literal(Array.from({ length: 400_000 }, (_, i) => 97 + (Math.imul(i, i) % 13))));
      expect(large.bytesUsed()).toBeGreaterThan(16 * 2 ** 20);
      expect(8 * large.bytesUsed()).toBeLessThan(large.limits.bytes);
      expect(defaultEngine()).not.toBe(large);
    } finally {
      home[place] = before;
    }
  });

  test("clearing forgets", () => {
    const engine = createEngine();
    const monitor = regexMonitor("[a-z]+x", engine);
    const before = monitor.table.generation;
    engine.clear();
    expect(monitor.table.generation).toBe(before + 1);
    expect(() => engine.derivative(monitor.start, 0x61)).toThrow(RangeError);
  });
});

describe("constructors", () => {
  const same = (left: Regex, right: Regex): void => expect(left).toEqual(right);
  test("flatten", () => {
    same(sequence(literal("a"), sequence(literal("b"), literal("c"))), literal("abc"));
    same(choice(empty, literal("a")), literal("a"));
    same(sequence(literal("a"), empty), empty);
    same(
      bytes([
        [5, 9],
        [1, 5],
        [10, 10],
      ]),
      { kind: "bytes", ranges: [[1, 10]] },
    );
    same(literal("é"), { kind: "literal", bytes: [0xc3, 0xa9] });
    same(not(not(literal("a"))), literal("a"));
    same(and(literal("a")), literal("a"));
    same(optional(literal("a")), repeat(literal("a"), 0, 1));
  });
  test("misuse is loud", () => {
    expect(() => bytes([[0, 256]])).toThrow(ArgumentError);
    expect(() => bytes([[9, 5]])).toThrow(ArgumentError);
    expect(() => literal([300])).toThrow(ArgumentError);
    expect(() => literal("\ud800")).toThrow(ArgumentError);
    expect(() => repeat(literal("a"), 2, 1)).toThrow(ArgumentError);
    expect(() => repeat(literal("a"), 0.5, 1)).toThrow(ArgumentError);
    expect(() => createEngine().intern({ kind: "repeat", item: literal("a"), min: 0, max: 2 ** 31 })).toThrow(
      RangeError,
    );
  });
});

test("text outside the text that it is part of is seen to be none", () => {
  const labels = parseRegex("(.{1,63}\\.){1,127}[a-z0-9-]+");
  const small = (): Engine => createEngine({ fuel: 20_000 });
  const pairs = sequence(bytes([[0x20, 0x7f]]), bytes([[0x61, 0x7a]]));
  for (const character of [anyCharacter, choice(anyCharacter, literal([0x80])), choice(anyCharacter, pairs)]) {
    const text = star(character);
    expect(small().intern(and(labels, not(text)))).toBe(EMPTY_EXPR);
    expect(small().intern(and(labels, not(choice(literal("a"), text))))).toBe(EMPTY_EXPR);
    expect(small().intern(and(labels, not(sequence(text, literal("a")))))).not.toBe(EMPTY_EXPR);
  }
  const syllables = star(sequence(bytes([[0x61, 0x63]]), bytes([[0x78, 0x7a]])));
  for (const [text, isPart] of [
    ["bybz", true],
    ["bydz", false],
    ["byb", false],
    ["", true],
  ] as const)
    expect([text, small().intern(and(literal(text), not(syllables))) === EMPTY_EXPR]).toEqual([text, isPart]);
});

describe("hostile regexes finish or are refused in bounded work", () => {
  const bounded = (name: string, make: () => Regex): void => {
    test(name, () => {
      const engine = createEngine({ bytes: 64 * 1024 * 1024, fuel: 300_000 });
      try {
        let state = engine.intern(make());
        const random = [0x61, 0x62, 0x61, 0x61, 0x62, 0x62, 0x61];
        for (let i = 0; i < 3000 && state !== 0; i++) state = engine.derivative(state, random[(i * i) % 7]!);
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        expect(["bytes", "fuel", "depth"]).toContain(error.limit);
        expect(error.allowed).toBe(engine.limits[error.limit as keyof EngineLimits]);
      }
      expect(engine.bytesUsed()).toBeLessThanOrEqual(64 * 1024 * 1024);
    });
  };
  bounded("(a|a)*{1000}", () => repeat(star(choice(literal("a"), literal("a"))), 1000, 1000));
  bounded("((a{1,100}){1,100}){1,100}", () => parseRegex("((a{1,100}){1,100}){1,100}"));
  bounded("((a{2,100}b?){2,100}){2,100}", () => parseRegex("((a{2,100}b?){2,100}){2,100}"));
  bounded(".*a.{1000}", () => parseRegex(".*a.{1000}"));
  bounded("~(.*a.{1000})", () => not(parseRegex(".*a.{1000}")));
  bounded("(.*a.{20}) & (.*b.{21}) & ~(.*aa.{22})", () =>
    and(parseRegex(".*a.{20}"), parseRegex(".*b.{21}"), not(parseRegex(".*aa.{22}"))),
  );
  bounded("no text has both counts", () =>
    and(repeat(parseRegex("[ab]{7}"), 1, 1e6), repeat(parseRegex("[ab]{11}"), 1, 6)),
  );
  bounded("(a?){1000}a{1000}", () => parseRegex("(a?){1000}a{1000}"));
  bounded("a?b?a?b? 1000 times", () => parseRegex("a?b?".repeat(1000)));
  bounded("((a*)*)*…", () => parseRegex(`${"(".repeat(150)}a${")*".repeat(150)}`));
  bounded("deep data", () => {
    let regex: Regex = literal("a");
    for (let i = 0; i < 5000; i++)
      regex = { kind: "not", operand: { kind: "sequence", items: [regex, star(literal("b"))] } };
    return regex;
  });
  bounded("20 look-aheads", () => parseRegex(`${Array.from({ length: 20 }, (_, i) => `(?=.*a.{${i}}b)`).join("")}.*`));
  bounded("many primes", () => and(...[2, 3, 5, 7, 11, 13, 17].map((p) => plus(repeat(literal("a"), p, p)))));
  bounded("a long literal in a loop", () => star(literal("ab".repeat(50_000))));
  bounded("two long literals with a long common prefix", () =>
    choice(literal(`${"ab".repeat(50_000)}x`), literal(`${"ab".repeat(50_000)}y`)),
  );
  bounded("a, aa, aaa, …", () => choice(...Array.from({ length: 1500 }, (_, i) => literal("a".repeat(i + 1)))));

  test("a pattern nested too deeply", () => {
    expect(() => parseRegex("(".repeat(1000) + ")".repeat(1000))).toThrow(LimitError);
    expect(() => parseRegex("[".repeat(1000), { dialect: "rust" })).toThrow(LimitError);
  });

  test("counters intern in constant space", () => {
    const engine = createEngine();
    const before = engine.bytesUsed();
    const expr = engine.intern(repeat(anyCharacter, 1, 100_000));
    expect(engine.bytesUsed() - before).toBeLessThan(20_000);
    expect(engine.distance(expr)).toBe(1);
    expect(engine.distance(engine.intern(repeat(repeat(literal("ab"), 1e9, 1e9), 1e6, 1e6)))).toBe(2e15);
  });

  test("alternatives of nested counters merge", () => {
    // The soak found this: the masks of a text of 150 bytes filled an engine of 256 MiB.
    const engine = createEngine();
    const pattern = String.raw`((#{3,}\w+|.{4,14}.[^\n]?|\d*(2024-)?[a-z]+){4,14}|\w*(ab){4,11}\s{2,8})*`;
    let state = engine.intern(parseRegex(pattern));
    const bytes = Buffer.from("#a2- _");
    for (let n = 0; n < 100; n++) {
      // A mask reads many short texts from each state.
      for (let word = 0; word < 6 ** 3; word++) {
        const first = engine.derivative(state, bytes[word % 6]!);
        const second = engine.derivative(first, bytes[Math.floor(word / 6) % 6]!);
        engine.derivative(second, bytes[Math.floor(word / 36)]!);
      }
      state = engine.derivative(state, bytes[(n * n) % 5]!);
    }
    expect(engine.bytesUsed()).toBeLessThan(1_500_000);
  });

  test("an engine that is full drops derivatives before it refuses", () => {
    const engine = createEngine({ bytes: 400_000 });
    const expr = engine.intern(repeat(anyCharacter, 0, 1e6));
    let state = expr;
    let refused = 0;
    for (let i = 0; i < 100_000 && refused === 0; i++) {
      try {
        state = engine.derivative(state, 0x61);
      } catch (error) {
        expect((error as LimitError).limit).toBe("bytes");
        refused++;
      }
    }
    expect(refused).toBe(1);
    expect(engine.bytesUsed()).toBeLessThanOrEqual(400_000);
    expect(engine.distance(engine.derivative(expr, 0x61))).toBe(0);
  });

  test("ten thousand keywords", () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `key_${(i * 7919) % 10_007}_${i.toString(36)}`);
    const engine = createEngine();
    const expr = engine.intern(choice(...words.map((word) => literal(word))));
    for (const word of words) {
      let state = expr;
      for (const byte of Buffer.from(word)) state = engine.derivative(state, byte);
      expect(engine.nullable(state)).toBe(true);
      expect(engine.derivative(state, 0x7a)).toBe(0);
    }
    expect(engine.bytesUsed()).toBeLessThan(32 * 1024 * 1024);
  });
});
