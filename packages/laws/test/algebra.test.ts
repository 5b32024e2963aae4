// The laws of the algebra hold, each is one that a broken combinator fails, and what is no law has its counter-example.

import { algebraLaws, type Combinators, checkAlgebra, LawError, nonLaws } from "@espalier/laws";
import {
  type Answer,
  bodyUntil,
  deny,
  endsWith,
  gate,
  type Monitor,
  mapInput,
  onTrigger,
  product,
  type Question,
  sequence,
  strings,
  trimmed,
  union,
} from "@espalier/monitor";
import { describe, expect, test } from "vitest";

test.each(algebraLaws)("$name: $statement", ({ name }) => {
  expect(checkAlgebra({ only: [name], runs: 100 })).toEqual({ laws: 1, trials: 100 });
});

test.each(nonLaws)("no law, $name: $statement", (nonLaw) => {
  expect(nonLaw.isRefuted()).toBe(true);
});

type Any = Monitor<unknown>;
/** A monitor without the texts in which `byte` occurs. */
const without = (monitor: Any, byte: number): Any => product(monitor, deny([[byte]])) as Any;
const dot = (): Any => onTrigger({ after: endsWith(["."]), ask: "names", allow: strings }) as Any;
const supplying = (
  supply: (monitor: Any, state: unknown, question: Question, answer: Answer<readonly string[]>) => unknown,
): Any => {
  const monitor = dot();
  return {
    ...monitor,
    supply: (state, question, answer) => supply(monitor, state, question, answer as Answer<readonly string[]>),
  };
};
const C = 0x63;
const followed = (monitor: Any): Any => sequence(monitor, strings(["c"])) as Any;
/** Intersections and unions that are neither: the second language has to be followed by a "c". */
const oddProduct = (a: Any, b: Any): Any => product(a, followed(b)) as Any;
const oddUnion = (a: Any, b: Any): Any => union(a, followed(b)) as Any;

/** A monitor that refuses every seventh step. */
const stumbling = (monitor: Any): Any => {
  let steps = 0;
  return { ...monitor, step: (state, symbol) => (++steps % 7 === 0 ? undefined : monitor.step(state, symbol)) };
};
/** A product that does, and shows nobody its parts. */
const everySeventh = (a: Any, b: Any): Any => {
  const { conjunction: _, ...whole } = product(a, b) as Any;
  return stumbling(whole);
};

/** For each law, a combinator that breaks it. */
const broken: Readonly<Record<string, Partial<Combinators>>> = {
  "product-commutes": { product: (a) => a },
  "product-associates": { product: oddProduct },
  "product-is-idempotent": { product: (a, b) => without(product(a, b) as Any, C) },
  "product-has-a-unit": { product: (a, b) => without(product(a, b) as Any, C) },
  "product-has-a-zero": { product: (a) => a },
  "union-commutes": { union: (a) => a },
  "union-associates": { union: oddUnion },
  "union-is-idempotent": { union: (a, b) => without(union(a, b) as Any, C) },
  "union-has-a-unit": { union: (_, b) => b },
  "product-distributes": { union: oddUnion },
  "product-absorbs": { union: (a, b) => without(union(a, b) as Any, C) },
  "union-absorbs": { product: (_, b) => b },
  "sequence-associates": { sequence: (a, b) => sequence(without(a, C), b) as Any },
  "sequence-has-a-left-unit": { sequence: (a) => a },
  "sequence-has-a-right-unit": { sequence: (_, b) => b },
  "sequence-distributes-on-the-left": { union: oddUnion, sequence: (a, b) => sequence(b, a) as Any },
  "sequence-distributes-on-the-right": {
    union: (a, b) => union(a, without(b, C)) as Any,
    sequence: (a, b) => union(sequence(a, b), b) as Any,
  },
  "trimmed-keeps-the-language": { trimmed: (monitor) => without(trimmed(monitor) as Any, C) },
  "reading-is-a-homomorphism": { sequence: (a, b) => stumbling(sequence(a, b) as Any) },
  "mask-of-a-product": { product: (a) => a },
  "mask-of-a-union": { union: (a) => a },
  "deny-is-a-product": { product: (a) => a },
  "deny-never-gets-stuck": { deny: (list) => strings(list) as Any },
  "lifting-keeps-the-identity": {
    mapInput: (transducer, monitor) => mapInput({ ...transducer, output: () => [C] }, monitor),
  },
  "lifting-keeps-composition": {
    mapInput: (transducer, monitor) =>
      mapInput(
        { ...transducer, output: (state, symbol) => [symbol, ...Array.from(transducer.output(state, symbol))] },
        monitor,
      ),
  },
  "lifting-keeps-products": { product: oddProduct },
  "lifting-keeps-unions": { union: oddUnion },
  "a-gate-of-all-modes-is-open": { gate: (reader, modes, monitor) => gate(reader, modes.slice(1), monitor) },
  "a-gate-of-no-modes-is-shut": { gate: (reader, _, monitor) => gate(reader, ["even"], monitor) },
  "union-has-a-zero": { union: (a) => a },
  "tokens-are-their-bytes": { product: everySeventh },
  "looking-changes-nothing": { product: everySeventh },
  "texts-end-where-they-are-accepted": {
    product: (a, b) => {
      const whole = product(a, b) as Any;
      let asked = 0;
      return { ...whole, accepts: (state) => ++asked % 2 === 0 && whole.accepts(state) };
    },
  },
  "suffixes-decide-where-a-middle-ends": { sequence: (a, b) => stumbling(sequence(a, b) as Any) },
  "a-product-is-in-each-part": { product: oddProduct },
  "until-is-a-text-and-its-end": { bodyUntil: (body, marker) => bodyUntil(without(body, C), marker) as Any },
  "an-answer-rules-up-to-an-end": {
    onDot: () => onTrigger({ after: endsWith(["."]), ask: "names", allow: strings, word: "abc(" }) as Any,
  },
  "lists-of-arguments-can-be-closed": { trimmed: (monitor) => monitor, union: (_, b) => b },
  "triggers-fuse": { product: (a) => a },
  "unknown-is-free": {
    onDot: () =>
      supplying((monitor, state, question) => monitor.supply!(state, question, { kind: "closed", value: ["a"] })),
  },
  "answers-only-shrink": {
    onDot: () =>
      supplying((monitor, state, question, answer) =>
        answer.kind === "open" ? undefined : monitor.supply!(state, question, answer),
      ),
  },
  "answers-commute": {
    onDot: () =>
      supplying((monitor, state, question, answer) =>
        monitor.supply!(
          state,
          question,
          monitor.asks!(state).length > 1 ? { kind: "unknown", reason: "early" } : answer,
        ),
      ),
  },
  "masks-are-prefixes-or-names-with-an-end": {
    onDot: () =>
      onTrigger({
        after: endsWith(["."]),
        ask: "names",
        allow: (names: readonly string[]) => strings(names.map((name) => name.slice(0, 2))),
      }) as Any,
  },
};

describe("a broken combinator fails", () => {
  // These two hold of any monitor whose masks are right, whatever the combinator.
  const unbreakable = ["an-empty-mask-is-a-dead-end", "finite-sets-can-be-trimmed"];
  test("every law but those that are about masks and names alone", () => {
    expect([...Object.keys(broken), ...unbreakable].sort()).toEqual(algebraLaws.map(({ name }) => name).sort());
  });

  test.each(Object.entries(broken))("%s", (name, combinators) => {
    expect(() => checkAlgebra({ only: [name], combinators, runs: 200 })).toThrow(
      expect.objectContaining({ name: LawError.name, code: "algebra" }),
    );
  });
});

test.each([
  [{ runs: -1 }, /runs must be/],
  [{ only: ["product-is-magic"] }, /only\[0\] must be/],
  [{ combinators: { product: 1 } }, /combinators\.product must be/],
  [{ combinators: { unite: product } }, /has no option `combinators\.unite`/],
])("options %o are refused", (options, message) => {
  expect(() => checkAlgebra(options as never)).toThrow(message);
});
