// Every combinator against sets of texts, over random automata; then the laws of the algebra, and what are no laws.

import {
  bottom,
  deny,
  fromAutomaton,
  type Monitor,
  optional,
  product,
  run,
  sequence,
  star,
  strings,
  top,
  trigger,
  union,
  verdict,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import {
  automata,
  bare,
  concatenated,
  hasCompletion,
  languageOf,
  monitors,
  ordered,
  repeated,
  seed,
  statesOf,
  tableLanguage,
  texts,
} from "./brute-force.js";

const LENGTH = 5;
const check = { seed, numRuns: samples(150) };
const both = (a: readonly string[], b: readonly string[]) => a.filter((text) => b.includes(text));
const either = (a: readonly string[], b: readonly string[]) => ordered([...a, ...b], LENGTH);

/** The same automaton with every capability and with none. */
const twoForms = (automaton: Parameters<typeof bare>[0]): Monitor<unknown>[] => [
  fromAutomaton(automaton) as Monitor<unknown>,
  bare(automaton) as Monitor<unknown>,
];

describe("the language of", () => {
  test("fromAutomaton", () => {
    fc.assert(
      fc.property(automata, (a) => {
        for (const form of twoForms(a)) expect(languageOf(form, LENGTH).accepted).toEqual(tableLanguage(a, LENGTH));
      }),
      check,
    );
  });

  test("the combinators of two", () => {
    fc.assert(
      fc.property(automata, automata, (a, b) => {
        const [left, right] = [tableLanguage(a, LENGTH), tableLanguage(b, LENGTH)];
        for (const x of twoForms(a)) {
          for (const y of twoForms(b)) {
            expect(languageOf(product(x, y), LENGTH).accepted).toEqual(both(left, right));
            expect(languageOf(union(x, y), LENGTH).accepted).toEqual(either(left, right));
            expect(languageOf(sequence(x, y), LENGTH).accepted).toEqual(ordered(concatenated(left, right), LENGTH));
          }
        }
      }),
      check,
    );
  });

  test("the combinators of one", () => {
    fc.assert(
      fc.property(automata, (a) => {
        const language = tableLanguage(a, LENGTH);
        for (const x of twoForms(a)) {
          expect(languageOf(star(x), LENGTH).accepted).toEqual(ordered(repeated(language, LENGTH), LENGTH));
          expect(languageOf(optional(x), LENGTH).accepted).toEqual(either([""], language));
        }
      }),
      check,
    );
  });

  test("what can be read: exactly, of trim parts", () => {
    fc.assert(
      fc.property(automata, automata, (a, b) => {
        const [x, y] = [fromAutomaton(a), fromAutomaton(b)];
        const [left, right] = [languageOf(x, LENGTH), languageOf(y, LENGTH)];
        expect(languageOf(product(x, y), LENGTH).live).toEqual(both(left.live, right.live));
        expect(languageOf(union(x, y), LENGTH).live).toEqual(either(left.live, right.live));
        // A start is live though nothing may follow, so the empty text is left out of the prefixes of an empty language.
        const begun = hasCompletion(y, y.start) ? [...left.live, ...concatenated(left.accepted, right.live)] : [""];
        expect(languageOf(sequence(x, y), LENGTH).live).toEqual(ordered(begun, LENGTH));
        const rounds = concatenated([...repeated(left.accepted, LENGTH)], left.live);
        expect(languageOf(star(x), LENGTH).live).toEqual(ordered(rounds, LENGTH));
      }),
      check,
    );
  });
});

/** Every way to combine two monitors, with nesting. */
const combinations: [string, (a: Monitor<unknown>, b: Monitor<unknown>) => Monitor<unknown>][] = [
  ["product", (a, b) => product(a, b) as Monitor<unknown>],
  ["union", (a, b) => union(a, b)],
  ["sequence", (a, b) => sequence(a, b)],
  ["star", (a) => star(a)],
  ["optional", (a) => optional(a)],
  ["star of a sequence", (a, b) => star(sequence(a, b))],
  ["sequence of star and optional", (a, b) => sequence(star(a), optional(b))],
  ["union of product and sequence", (a, b) => union(product(a, b), sequence(b, a))],
];

describe.each(combinations)("the contract of %s:", (_, combine) => {
  const over = (property: (monitor: Monitor<unknown>) => void) =>
    fc.assert(
      fc.property(monitors, monitors, (a, b) => property(combine(a, b))),
      check,
    );

  test("steps are pure, states of a table are small integers, and reading in pieces is reading at once", () => {
    over((monitor) => {
      const first = texts(LENGTH).map((text) => run(monitor, text));
      const again = texts(LENGTH)
        .reverse()
        .map((text) => run(monitor, text))
        .reverse();
      expect(again).toEqual(first);
      if (monitor.table !== undefined)
        for (const state of first)
          expect(state === undefined || (Number.isInteger(state) && Number(state) >= 0)).toBe(true);
      for (const text of texts(LENGTH)) {
        const half = run(monitor, text.slice(0, 2));
        expect(half === undefined ? undefined : run(monitor, text.slice(2), half)).toEqual(run(monitor, text));
      }
    });
  });

  test("where trim is promised, every state has a completion", () => {
    over((monitor) => {
      if (monitor.trim !== true) return;
      const [start, ...others] = statesOf(monitor, LENGTH);
      for (const state of others) expect(hasCompletion(monitor, state)).toBe(true);
      // Only the start of the empty language is without one, and then nothing follows it.
      if (!hasCompletion(monitor, start!)) expect(others).toEqual([]);
    });
  });

  test("a cost is 0 exactly where the text may end, and some step lowers it", () => {
    over((monitor) => {
      if (monitor.cost === undefined) return;
      for (const state of statesOf(monitor, LENGTH)) {
        const cost = monitor.cost(state);
        expect(cost === 0).toBe(monitor.accepts(state));
        if (cost === 0 || cost === Number.POSITIVE_INFINITY) continue;
        const steps = [97, 98, 99].map((byte) => monitor.step(state, byte)).filter((next) => next !== undefined);
        expect(Math.min(...steps.map((next) => monitor.cost!(next)))).toBeLessThanOrEqual(cost - 1);
      }
    });
  });

  test("bytes of one class lead to one state", () => {
    over((monitor) => {
      if (monitor.table === undefined) return;
      const { classOf, classCount } = monitor.table;
      expect(Math.max(...classOf)).toBe(classCount - 1);
      for (const state of statesOf(monitor, 3)) {
        const next = new Map<number, unknown>();
        for (let byte = 0; byte < 256; byte++) {
          const to = monitor.step(state, byte);
          if (next.has(classOf[byte]!)) expect(to).toBe(next.get(classOf[byte]!));
          next.set(classOf[byte]!, to);
        }
      }
    });
  });
});

test("capabilities are kept where they compose, and only there", () => {
  const full = strings(["ab"]) as Monitor<unknown>;
  const none = bare({
    start: 0,
    accepting: [0],
    classOf: new Uint8Array(256),
    classCount: 1,
    next: [0],
  }) as Monitor<unknown>;
  const kept = (monitor: Monitor<unknown>) =>
    [monitor.trim && "trim", monitor.table && "table", monitor.cost && "cost", monitor.expected && "expected"]
      .filter(Boolean)
      .join(" ");
  expect(combinations.map(([, combine]) => kept(combine(full, full)))).toEqual([
    "table expected",
    "trim table cost expected",
    "trim table cost expected",
    "trim table cost expected",
    "trim table cost expected",
    "trim table cost expected",
    "trim table cost expected",
    "table expected",
  ]);
  expect(combinations.map(([, combine]) => kept(combine(none, none)))).toEqual(combinations.map(() => ""));
  expect(kept(union(full, none))).toBe("expected");
});

test("a product expects nothing that one of its parts refuses", () => {
  const expected = (a: Monitor<number>, b: Monitor<number>, text: string): readonly string[] => {
    const monitor = product(a, b);
    return monitor.expected!(run(monitor, text)!);
  };
  const letters = star(strings(["a"]));
  expect(expected(letters, deny(["aaa"]), "a")).toEqual(['"a"']);
  expect(expected(letters, deny(["aaa"]), "aa")).toEqual([]);
  expect(expected(deny(["aaa"]), letters, "aa")).toEqual([]);
  expect(expected(strings(["ab", "cd", "de", "-]"]), deny(["c"]), "")).toEqual(["[\\-ad]"]);
  expect(expected(strings(["red", "rot"]), strings(["red", "blue"]), "")).toEqual(['"red"', '"rot"']);
  expect(expected(strings(["red", "blue"]), top, "")).toEqual(['"blue"', '"red"']);
  const controls = { start: 0, controls: ["<x>", "<y>"], step: (_: number, b: number) => (b > 254 ? 0 : undefined) };
  const also = { ...controls, controls: ["<y>"], accepts: () => true, expected: () => ["never"] };
  const one = product({ ...controls, accepts: () => true }, { ...also, step: (_, b) => (b > 253 ? 0 : undefined) });
  expect(one.expected!(one.start)).toEqual(["[\\xff]", "<y>"]);
});

describe("laws, as equal languages", () => {
  type Law = (a: Monitor<unknown>, b: Monitor<unknown>, c: Monitor<unknown>) => [Monitor<unknown>, Monitor<unknown>];
  const any = <State>(monitor: Monitor<State>) => monitor as Monitor<unknown>;
  const [p, u, s] = [
    (x: Monitor<unknown>, y: Monitor<unknown>) => any(product(x, y)),
    (x: Monitor<unknown>, y: Monitor<unknown>) => any(union(x, y)),
    (x: Monitor<unknown>, y: Monitor<unknown>) => any(sequence(x, y)),
  ];
  const [one, zero, epsilon] = [any(top), any(bottom), any(strings([""]))];
  // The third column: whether what can be read is equal too, whatever the parts promise.
  const laws: [string, Law, boolean][] = [
    ["product is commutative", (a, b) => [p(a, b), p(b, a)], true],
    ["product is associative", (a, b, c) => [p(a, p(b, c)), p(p(a, b), c)], true],
    ["product is idempotent", (a) => [p(a, a), a], true],
    ["top is the unit of product", (a) => [p(a, one), a], true],
    ["bottom is the zero of product", (a) => [p(a, zero), zero], true],
    ["union is commutative", (a, b) => [u(a, b), u(b, a)], true],
    ["union is associative", (a, b, c) => [u(a, u(b, c)), u(u(a, b), c)], true],
    ["union is idempotent", (a) => [u(a, a), a], true],
    ["bottom is the unit of union", (a) => [u(a, zero), a], true],
    ["top is the zero of union", (a) => [u(a, one), one], true],
    ["product distributes over union", (a, b, c) => [p(a, u(b, c)), u(p(a, b), p(a, c))], true],
    ["union distributes over product", (a, b, c) => [u(a, p(b, c)), p(u(a, b), u(a, c))], true],
    ["absorption", (a, b) => [p(a, u(a, b)), a], true],
    ["sequence is associative", (a, b, c) => [s(a, s(b, c)), s(s(a, b), c)], false],
    ["the empty text is the unit of sequence, left", (a) => [s(epsilon, a), a], true],
    ["the empty text is the unit of sequence, right", (a) => [s(a, epsilon), a], true],
    ["bottom is the zero of sequence, left", (a) => [s(zero, a), zero], true],
    ["bottom is the zero of sequence, right", (a) => [s(a, zero), zero], true],
    ["sequence distributes over union, left", (a, b, c) => [s(a, u(b, c)), u(s(a, b), s(a, c))], false],
    ["sequence distributes over union, right", (a, b, c) => [s(u(a, b), c), u(s(a, c), s(b, c))], false],
    ["star of star", (a) => [any(star(star(a))), any(star(a))], true],
    ["star unfolds", (a) => [any(star(a)), u(epsilon, s(a, any(star(a))))], true],
    ["star of optional", (a) => [any(star(optional(a))), any(star(a))], true],
    ["optional is union with the empty text", (a) => [any(optional(a)), u(epsilon, a)], true],
  ];
  test.each(laws)("%s", (_, law, alsoLive) => {
    fc.assert(
      fc.property(monitors, monitors, monitors, (a, b, c) => {
        const [left, right] = law(a, b, c).map((monitor) => languageOf(monitor, 4)) as [
          ReturnType<typeof languageOf>,
          ReturnType<typeof languageOf>,
        ];
        expect(left.accepted).toEqual(right.accepted);
        if (alsoLive) expect(left.live).toEqual(right.live);
      }),
      { seed, numRuns: samples(60) },
    );
  });
});

describe("no laws", () => {
  test("the product of trim monitors is not trim", () => {
    const monitor = product(strings(["aa"]), strings(["a"]));
    expect(verdict(monitor, "a")).toEqual({ kind: "incomplete" });
    expect(hasCompletion(monitor, run(monitor, "a")!)).toBe(false);
    expect(monitor.trim).toBe(undefined);
  });

  test("sequence does not distribute over product: only ⊆", () => {
    const [a, b, c] = [strings(["a", "ab"]), strings(["b"]), strings([""])];
    expect(languageOf(sequence(a, product(b, c)), 3).accepted).toEqual([]);
    expect(languageOf(product(sequence(a, b), sequence(a, c)), 3).accepted).toEqual(["ab"]);
  });

  // Free text in which each "." is followed by one of some names and ";".
  const dotted = (...names: string[]): Monitor<number> =>
    trigger([{ markers: ["."], language: strings(names.map((name) => `${name};`)) }]);

  test("two monitors at one site read more than the one with the names of both", () => {
    const [apart, fused] = [product(dotted("aa", "b"), dotted("a", "b")), dotted("b")];
    for (const text of [".b;", "x.b;.b;"]) {
      expect(verdict(apart, text).kind).toBe("accepted");
      expect(verdict(fused, text).kind).toBe("accepted");
    }
    // Alive, though nothing finishes it.
    expect(verdict(apart, ".a").kind).toBe("incomplete");
    expect(verdict(fused, ".a").kind).toBe("dead");
  });

  test("the union of two monitors commits to one of them for the whole text", () => {
    expect(verdict(union(dotted("a"), dotted("b")), ".b;.a;").kind).toBe("dead");
    expect(verdict(dotted("a", "b"), ".b;.a;").kind).toBe("accepted");
  });

  test("without trim, a sequence reads more than the prefixes of its texts", () => {
    const dead = bare({ start: 0, accepting: [], classOf: new Uint8Array(256), classCount: 1, next: [0] });
    expect(languageOf(sequence(strings(["a"]), dead), 2)).toEqual({ accepted: [], live: ["", "a", "aa", "ab"] });
    expect(sequence(strings(["a"]), dead).trim).toBe(undefined);
  });
});

test("equal residuals met by different texts are one state", () => {
  const list = star(sequence(strings(["a", "b"]), strings([","])));
  expect(run(list, "a,b,")).toBe(run(list, "b,"));
  expect(run(list, "a,b")).toBe(run(list, "a"));
  const colours = strings(["reddish", "greenish", "blueish"]);
  expect(run(colours, "redd")).toBe(run(colours, "green"));
  expect(run(colours, "redd")).not.toBe(run(colours, "gree"));
});
