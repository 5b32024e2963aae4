// Products of gaps in Python and finite automata that read only a few bytes, so that lexemes have to follow each other directly. What may follow a number depends
// on how it is written: `or` follows `0xf`, but not `0`. Brute force looks at all pairs of states of short texts.

import { fillMiddle } from "@espalier/gaps";
import { deny, fromAutomaton, type Monitor, product, run, typestate, verdict } from "@espalier/monitor";
import { python } from "@espalier/python";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "./support/samples.js";

const language = python();

/** An automaton over the given bytes. An entry of `next` is a state, or -1. */
function over(alphabet: string, next: readonly (readonly number[])[], accepting: readonly number[]): Monitor<number> {
  const classOf = Array.from({ length: 256 }, (_, byte) => 1 + alphabet.indexOf(String.fromCharCode(byte)));
  return fromAutomaton({
    start: 0,
    classOf,
    classCount: alphabet.length + 1,
    next: next.flatMap((row) => [-1, ...row]),
    accepting: [...accepting],
  });
}

it.each([
  ["after a hexadecimal number", "0xfor.", "0xfor.0"],
  ["after a number with a fraction", "0.or'", "0.or''"],
  ["after a string", "'1if else", "'1'if 1else'1'"],
])("find completions whose lexemes follow each other directly: %s", (_, alphabet, text) => {
  const gap = fillMiddle(language, { prefix: "a = ", suffix: "\n" });
  // Exactly this text.
  const next = [...text, ""].map((byte, state) => [...alphabet].map((other) => (other === byte ? state + 1 : -1)));
  const both = product(gap as Monitor<number>, over(alphabet, next, [text.length]));
  expect(both.trim).toBe(true);
  expect(both.cost!(both.start)).toBe(text.length);
  expect(verdict(both, text).kind).toBe("accepted");
});

it("find the hexadecimal number before `or` among texts that begin with 0", () => {
  const gap = fillMiddle(language, { prefix: "a = ", suffix: "\n" });
  // 0[xf]*or.0
  const next = [
    [1, -1, -1, -1, -1, -1],
    [-1, 1, 1, 2, -1, -1],
    [-1, -1, -1, -1, 3, -1],
    [-1, -1, -1, -1, -1, 4],
    [5, -1, -1, -1, -1, -1],
    [-1, -1, -1, -1, -1, -1],
  ];
  const both = product(gap as Monitor<number>, over("0xfor.", next, [5]));
  expect(verdict(both, "0xfor.0").kind).toBe("accepted");
  expect(both.cost!(both.start)).toBe(7);
});

/** Whether some text leads both to where they accept; `undefined` if too many pairs were seen. */
function common(gap: Monitor<number>, automaton: Monitor<number>, bytes: readonly number[]): boolean | undefined {
  const seen = new Set([`${gap.start},${automaton.start}`]);
  const pairs: [number, number][] = [[gap.start, automaton.start]];
  for (const [left, right] of pairs) {
    if (gap.accepts(left) && automaton.accepts(right)) return true;
    if (pairs.length > 3_000) return undefined;
    for (const byte of bytes) {
      const [a, b] = [gap.step(left, byte), automaton.step(right, byte)];
      if (a === undefined || b === undefined || seen.has(`${a},${b}`)) continue;
      seen.add(`${a},${b}`);
      pairs.push([a, b]);
    }
  }
  return false;
}

const alphabets = fc.constantFrom("0xfor.", "1e_jif", "0bor'", "1.if (", "'rb1");
const tables = alphabets.chain((alphabet) =>
  fc.integer({ min: 3, max: 6 }).chain((count) =>
    fc.record({
      alphabet: fc.constant(alphabet),
      accepting: fc.constant([count - 1]),
      next: fc.array(
        fc.array(fc.oneof(fc.constant(-1), fc.nat({ max: count - 1 })), {
          minLength: alphabet.length,
          maxLength: alphabet.length,
        }),
        { minLength: count, maxLength: count },
      ),
    }),
  ),
);
const sides = fc.constantFrom(["a = ", "\n"], ["a = ", "if b else c\n"], ["f(0", ")\n"], ["", "or b\n"]);

it("are empty if and only if no text is common", () => {
  const met = { empty: 0, some: 0 };
  fc.assert(
    fc.property(tables, sides, ({ alphabet, next, accepting }, [prefix, suffix]) => {
      const gap = fillMiddle(language, { prefix: prefix!, suffix: suffix! }) as Monitor<number>;
      const automaton = over(alphabet, next, accepting);
      const its = common(gap, automaton, [...new TextEncoder().encode(alphabet)]);
      const both = product(gap, automaton);
      if (its === undefined || both.trim !== true) return;
      met[its ? "some" : "empty"]++;
      expect(Number.isFinite(both.cost!(both.start))).toBe(its);
    }),
    { numRuns: samples(150) },
  );
  expect(Math.min(met.empty, met.some)).toBeGreaterThan(0);
}, 120_000);

describe("a typestate and a deny list, in the order of the user's choice", () => {
  const gap = fillMiddle(language, {
    prefix: "def run(player, ready):\n    if ready:\n        ",
    suffix: "    return player\n",
  }) as Monitor<number>;
  const player = typestate("player", {
    start: "idle",
    states: { idle: { prepare: "ready" }, ready: { start: "playing" }, playing: { stop: "idle" } },
    final: ["idle"],
  });
  const cases = ["eval", "import", "import ", "\n\n"].flatMap((word) => [
    [word, "inside", product(gap, product(player, deny([word])) as Monitor<number>)] as const,
    [word, "outside", product(product(gap, player) as Monitor<number>, deny([word]))] as const,
  ]);
  const text =
    "a.b\n        player.prepare()\n        impo = {'x': 1}\n        player.start(impo)\n        player.stop()\n";

  it.each(cases)("that forbids %j, %s", (_word, _order, given) => {
    const both = given as Monitor<number>;
    expect(both.trim).toBe(true);
    let state = both.start;
    for (const byte of Buffer.from(text)) {
      // Every state has a completion, which the product itself reads.
      const end = run(both, Array.from(both.witness!(state)!), state);
      expect(end !== undefined && both.accepts(end)).toBe(true);
      const next = both.step(state, byte);
      expect(next).toBeDefined();
      expect(both.cost!(next!)).toBeLessThan(Number.POSITIVE_INFINITY);
      state = next!;
    }
    expect(both.accepts(state)).toBe(true);
    expect(run(both, text.replace("player.stop()", "player.start()"))).toBeUndefined();
    expect(verdict(both, text.replace("        player.stop()\n", "")).kind).toBe("incomplete");
  });

  it("names the reason of the gap, however deep the product lies", () => {
    const counts = product(gap, player) as Monitor<number>;
    const classOf = Array.from({ length: 256 }, (_, byte) => (byte === 32 ? 1 : 0));
    const blanks = fromAutomaton({ start: 0, classOf, classCount: 2, next: [0, 1, 1, 0], accepting: [0] });
    const ends = product(counts, blanks).deadEnds?.();
    expect(ends).toEqual({ path: [0], label: undefined, reason: expect.stringContaining("Blanks are not idempotent") });
  });
});

describe("a typestate that requires a call", () => {
  const file = (receiver: string, final: string) =>
    typestate(receiver, {
      start: "new",
      states: { new: { open: "read" }, read: { read: "read", close: "closed" }, closed: { open: "read" } },
      final: [final],
    });
  const comment = {
    prefix: "def load(a):\n    b = a\n    # The identity enc",
    suffix: "ase.  There is\n    return b\n",
  };
  const name = { prefix: "from e import In", suffix: "t\nx = 1\n" };
  const brackets = { prefix: "def load(a):\n    print(a, b(", suffix: "c))\n    return a\n" };
  const places = [
    ["a name, with all straddles", { ...name, policy: "all" }, "\nt.open()\n", "\nt.read()\n"],
    ["a comment, within the block", { ...comment, scope: "inner" }, "\n    t.open()\n    #", "\n    t.read()\n    #"],
    ["a comment, with all straddles", { ...comment, policy: "all" }, " t.open(", " t.read("],
    ["brackets, within them", { ...brackets, scope: "inner" }, "t.open(), ", "t.read(), "],
  ] as const;

  it.each(places)("is decided at once inside %s", (_, surroundings, accepted, refused) => {
    const gap = fillMiddle(language, surroundings) as Monitor<number>;
    const open = product(gap, product(file("t", "read"), deny(["eval(", "os."])) as Monitor<number>) as Monitor<number>;
    expect(open.trim).toBe(true);
    expect(verdict(open, accepted).kind).toBe("accepted");
    expect(verdict(open, refused).kind).toBe("dead");
    // Every state on the way has a completion, which the product itself reads.
    for (let state = open.start, at = 0; ; at++) {
      const end = run(open, Array.from(open.witness!(state)!), state);
      expect(end !== undefined && open.accepts(end)).toBe(true);
      if (at === accepted.length) break;
      state = open.step(state, accepted.charCodeAt(at))!;
    }
  });

  it.each(places)("three of them are decided inside %s", (_, surroundings) => {
    const gap = fillMiddle(language, surroundings) as Monitor<number>;
    const files = product(file("f", "closed"), product(file("g", "closed"), file("h", "closed")) as Monitor<number>);
    const both = product(gap, files as Monitor<number>) as Monitor<number>;
    expect(both.trim).toBe(true);
    expect(verdict(both, Array.from(both.witness!(both.start)!)).kind).toBe("accepted");
  });
});
