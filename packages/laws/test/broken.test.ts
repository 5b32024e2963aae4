// A law that cannot fail checks nothing: every law, broken on purpose, is found out, and the message shows where.

import { regexMonitor } from "@espalier/automata";
import { checkMasks, checkMembership, checkMonitor, LawError } from "@espalier/laws";
import { type Factor, type LocalAutomaton, type Monitor, product, star, strings, top, until } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker, type Trie } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { describe, expect, it } from "vitest";
import { factored } from "./monitors.js";

const letters = strings(["red", "green"]);
const words = star(strings(["ab", "c"]));
const END = { control: "<end>" } as const;
const vocabulary = vocabularyOfBytes(
  [...Array.from({ length: 256 }, (_, byte) => [byte]), "ab", "abc", "ca", "bc", "", "re", "aab", END],
  ["<end>"],
);

function errorOf(act: () => unknown): LawError {
  try {
    act();
  } catch (error) {
    if (error instanceof LawError) return error;
    throw error;
  }
  throw new Error("no law failed");
}

function counting<State>(
  monitor: Monitor<State>,
  change: (calls: number, next: State | undefined) => State | undefined,
) {
  let steps = 0;
  return { ...monitor, step: (state: State, symbol: number) => change(steps++, monitor.step(state, symbol)) };
}

interface Depth {
  readonly depth: number;
}
/** At most three brackets open, in fresh objects; brackets of two kinds close each other. */
const brackets: Monitor<Depth> = {
  start: { depth: 0 },
  step({ depth }, symbol) {
    if (symbol === 0x5b) return depth < 3 ? { depth: depth + 1 } : undefined;
    if (symbol === 0x5d) return depth > 0 ? { depth: depth - 1 } : undefined;
    return symbol === 0x61 || symbol === 0x62 ? { depth } : undefined;
  },
  accepts: () => true,
};
/** Lines that begin with at most four blanks; the key does not say whether a word has begun. */
const late: Monitor<readonly [indent: number, inWord: boolean]> = {
  start: [0, false],
  step([indent, inWord], byte) {
    if (byte === 0x0a) return [0, false];
    if (byte === 0x20 && !inWord) return indent < 4 ? [indent + 1, false] : undefined;
    return byte === 0x20 || byte === 0x61 ? [indent, true] : undefined;
  },
  accepts: () => true,
  key: ([indent]) => indent,
};
const keyOf = ({ depth }: Depth): number => depth;
let calls = 0;
const oneClass = { classOf: new Uint8Array(256), classCount: 1 };
// From the start, `[` and `a` both lead on; only later do they differ.
const oneClassOfTwo = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) =>
    byte === 0x5b || byte === 0x61 ? 256 - 1 : byte === 255 ? 0 : byte,
  ),
  classCount: 256,
};

const { cost: _, ...costless } = words;
const BROKEN: readonly [what: string, law: string, monitor: Monitor<unknown>][] = (
  [
    ["a step that forgets now and then", "pure", counting(words, (n, next) => (n % 400 === 399 ? undefined : next))],
    [
      "a step that fails only later",
      "pure",
      counting({ start: words.start, step: words.step, accepts: words.accepts }, (n, next) =>
        n > 2500 ? undefined : next,
      ),
    ],
    ["an accepts that alternates", "pure", alternating(words)],
    [
      "a symbol that nobody named",
      "symbols",
      { ...words, step: (s: number, b: number) => words.step(s, b === 256 ? 97 : b) },
    ],
    [
      "bytes in a class that are not alike",
      "table",
      { ...letters, table: { ...letters.table!, classOf: new Uint8Array(256) } },
    ],
    ["a key that says different states are equal", "key", { ...brackets, key: () => 1 }],
    ["a key that says so deeper down", "key", { ...brackets, key: ({ depth }: Depth) => Math.min(depth, 2) }],
    ["a key that forgets what matters five bytes later", "key", late],
    ["a key that changes", "key", { ...brackets, key: () => ++calls }],
    ["classes that lie", "classes", { ...brackets, classes: oneClass }],
    ["classes that lie about what comes later", "classes", { ...brackets, key: keyOf, classes: oneClassOfTwo }],
    ["a typical text that is none", "typical", { ...letters, typical: () => new TextEncoder().encode("rex") }],
    ["texts that begin one another", "prefix-free", { ...words, prefixFree: true }],
    ["a class beyond their number", "table", { ...letters, table: { ...letters.table!, classCount: 2 } }],
    ["states that are no integers", "table", { ...boxed(words), table: words.table! }],
    ["bytes said to be quiet that are refused", "quiet", { ...brackets, quiet: () => new Uint8Array(256).fill(1) }],
    ["a cost of 0 that does not accept", "cost", { ...words, cost: () => 0 }],
    ["a cost that no step lowers", "cost", { ...letters, cost: (s: number) => (letters.accepts(s) ? 0 : 1) }],
    [
      "an infinite cost where there is an end",
      "cost",
      { ...words, cost: (s: number) => (words.accepts(s) ? 0 : Number.POSITIVE_INFINITY) },
    ],
    ["a negative cost", "cost", { ...words, cost: (s: number) => words.cost!(s) - 1 }],
    [
      "a product that says it is trim",
      "trim",
      { ...product(strings(["aa", "cb"]), strings(["ab", "cb"])), trim: true },
    ],
    ["a way that ends nowhere", "trim", { ...costless, accepts: () => false }],
    [
      "a local step that dies too soon",
      "factor",
      {
        ...factored,
        factor: withLocal({ step: (l, b) => (l === 2 ? 0 : factored.factor.automaton.step(l, b)) }),
      },
    ],
    [
      "a boundary that leads nowhere",
      "factor",
      { ...factored, factor: { ...factored.factor, cross: () => undefined } },
    ],
    ["a boundary taken too soon", "factor", { ...factored, factor: withLocal({ closes: (l) => l === 2 }) }],
    ["a boundary where there is none", "factor", { ...factored, factor: withLocal({ exit: (l) => (l > 2 ? 2 : 1) }) }],
    ["a run said to be longer than it is", "factor", { ...factored, factor: withLocal({ run: () => 3 }) }],
    ["a run said to be shorter than it is", "factor", { ...factored, factor: withLocal({ run: () => 0 }) }],
    ["a horizon that exits elsewhere", "factor", { ...factored, factor: withLocal({ horizon: (l) => (l & 1) + l }) }],
    [
      "a local part put into the wrong state",
      "factor",
      {
        ...factored,
        factor: { ...withLocal({ horizon: (l) => l }), replace: (s: number, l: number) => (s & ~7) ^ 8 ^ l },
      },
    ],
    ["an error while stepping", "throws", { ...words, step: throwing(words) }],
  ] as const
).map(([what, law, monitor]) => [what, law, monitor as Monitor<unknown>]);

function withLocal(changed: Partial<LocalAutomaton>): Factor<number> {
  return { ...factored.factor, automaton: { ...factored.factor.automaton, ...changed } };
}

function alternating<State>(monitor: Monitor<State>): Monitor<State> {
  let calls = 0;
  return {
    start: monitor.start,
    step: monitor.step,
    accepts: (state) => monitor.accepts(state) !== (calls++ % 5 === 1),
  };
}

function boxed(monitor: Monitor<number>): Monitor<{ readonly id: number }> {
  return {
    start: { id: monitor.start },
    accepts: ({ id }) => monitor.accepts(id),
    step({ id }, symbol) {
      const next = monitor.step(id, symbol);
      return next === undefined ? undefined : { id: next };
    },
  };
}

function throwing(monitor: Monitor<number>) {
  return (state: number, symbol: number): number | undefined => {
    if (state !== monitor.start && symbol === 98) throw new Error("a table is full");
    return monitor.step(state, symbol);
  };
}

describe("broken monitors", () => {
  it.each(BROKEN)("fail: %s (%s)", (_, law, monitor) => {
    const error = errorOf(() => checkMonitor(monitor, { runs: 200 }));
    expect(error.code).toBe(law);
    expect(error.message).toMatch(new RegExp(`^Law "${law}" fails after "`));
  });

  it("fail with the smallest text, its states and the seed", () => {
    const ring = regexMonitor("(abc)*");
    const broken = { ...ring, cost: (state: number) => (ring.cost(state) === 1 ? 9 : ring.cost(state)) };
    const error = errorOf(() => checkMonitor(broken, { seed: 1 }));
    expect(error.counterExample.text).toEqual([97]);
    expect(error.message).toMatch(
      /^Law "cost" fails after "a": the cost is 2, and the least after a step is 9\n {2}states {3}\d+ → \d+\n {2}seed {5}1 /,
    );
  });
});

describe("a broken masker", () => {
  /** A monitor that answers wrongly once the masker has asked: its masks differ from stepping. */
  const lying = (): Monitor<number> => ({
    ...words,
    table: {
      ...words.table!,
      classOf: words.table!.classOf.map((c, byte) => (byte === 99 ? words.table!.classOf[97]! : c)),
    },
  });

  it.each([
    ["a table that lies", "mask", lying()],
    ["a factor that lies", "mask", { ...factored, factor: { ...factored.factor, cross: () => undefined } }],
    ["a false trim", "completable", { ...product(strings(["aab", "ab"]), strings(["ab", "aac"])), trim: true }],
    [
      "a cost that lies",
      "budget",
      {
        ...words,
        cost: (state: number) => (state === until("ab").start ? 0 : 1),
        step: until("ab").step,
        accepts: until("ab").accepts,
        start: until("ab").start,
        table: until("ab").table!,
      },
    ],
  ] as const)("is found: %s", (_, law, monitor) => {
    const error = errorOf(() => checkMasks(monitor, vocabulary));
    expect(error.code).toBe(law);
  });

  const change = (how: (masker: Masker<number>) => Partial<Masker<number>>) => {
    return (trie: Trie, monitor: Monitor<number>): Masker<number> => {
      const masker = createMasker(trie, monitor);
      return { ...masker, ...how(masker) };
    };
  };
  const other = createMasker(buildTrie(vocabulary), top);

  it.each([
    [
      "a mask that is too large",
      "mask",
      change((m) => ({ mask: (s) => (words.accepts(s) ? m.mask(s) : other.mask(0)) })),
    ],
    [
      "a mask that is too small",
      "mask",
      change((m) => ({ mask: (s) => (words.accepts(s) ? m.mask(s) : m.maskWithin(s, 0)) })),
    ],
    ["allows that differs", "push", change((m) => ({ allows: (s, id) => m.allows(s, id) && id !== 97 }))],
    ["push that differs", "push", change(() => ({ push: () => words.start }))],
    ["a token cost of another", "budget", change(() => ({ tokenCost: () => 3 }))],
    ["a budget that is not kept", "budget", change((m) => ({ maskWithin: (s) => m.mask(s) }))],
  ] as const)("is found: %s", (_, law, masker) => {
    expect(errorOf(() => checkMasks(words, vocabulary, { maskers: [masker] })).code).toBe(law);
  });

  it("is found: an end where the text may not end", () => {
    const masker = (trie: Trie, monitor: Monitor<number>): Masker<number> => ({
      ...createMasker(trie, { ...monitor, accepts: () => true }),
      monitor,
    });
    const error = errorOf(() => checkMasks(letters, vocabulary, { maskers: [masker] }));
    expect(error.code).toBe("end");
    expect(error.message).toContain("token    263 <end>");
  });

  it("shows the token", () => {
    const error = errorOf(() => checkMasks(lying(), vocabulary));
    expect(error.message).toMatch(/token {4}\d+ ".+"\n/);
  });
});

describe("membership", () => {
  it("accepts an oracle that agrees, and refuses one that is larger or smaller", () => {
    const monitor = regexMonitor("(ab)*");
    const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
    const report = checkMembership(monitor, (bytes) => /^(ab)*$/.test(text(bytes)));
    expect(Math.min(report.members, report.refused)).toBeGreaterThan(20);
    const smaller = errorOf(() => checkMembership(monitor, (bytes) => /^(ab){0,2}$/.test(text(bytes))));
    expect([smaller.code, smaller.counterExample.text.length]).toEqual(["membership", 6]);
    const larger = errorOf(() => checkMembership(monitor, (bytes) => /^(ab|a)*$/.test(text(bytes))));
    expect([larger.code, text(Uint8Array.from(larger.counterExample.text))]).toEqual(["membership", "a"]);
  });

  it("an oracle that throws is a law that fails, with the text and the seed", () => {
    const json = (bytes: Uint8Array): boolean => JSON.parse(String.fromCharCode(...bytes)) !== undefined;
    const error = errorOf(() => checkMembership(strings(["[]"]), json, { seed: 7 }));
    expect([error.code, (error.cause as Error).name]).toEqual(["throws", "SyntaxError"]);
    expect(error.message).toMatch(
      /^Law "throws" fails after ".*": the oracle threw SyntaxError: .*returns false\n {2}seed {5}7 /,
    );
    expect(errorOf(() => checkMembership(top, json, { texts: [Uint8Array.of(91)] })).counterExample.text).toEqual([91]);
  });

  it.each([
    ["1", () => 1],
    ["undefined", () => undefined],
    ["a value of type object", () => null],
    ["a Promise", () => Promise.reject(new Error("late"))],
  ])("refuses an oracle that returns %s", (what, answer) => {
    const oracle = answer as unknown as () => boolean;
    expect(() => checkMembership(strings(["a"]), oracle)).toThrow(
      expect.objectContaining({ name: "TypeError", message: expect.stringContaining(`the oracle returned ${what}`) }),
    );
  });

  it("refuses a monitor without members", () => {
    expect(() => checkMembership(strings([]), () => false)).toThrow(RangeError);
  });
});

describe("key and classes", () => {
  const classes = {
    classOf: Uint8Array.from(
      { length: 256 },
      (_, byte) => ["a", "[", "]"].findIndex((set) => set.charCodeAt(0) === byte || (byte === 0x62 && set === "a")) + 1,
    ),
    classCount: 4,
  };

  it("pass where they are true", () => {
    const report = checkMonitor({ ...brackets, key: keyOf, classes }, { runs: 30 });
    expect([report.states > 20, report.suggestions]).toEqual([true, []]);
  });

  it("suggest a key where states look alike", () => {
    expect(checkMonitor(brackets, { runs: 30 }).suggestions[0]).toMatch(/^\d+ of \d+ states look like an earlier one/);
    expect(checkMonitor(words, { runs: 30 }).suggestions).toEqual([]);
  });
});
