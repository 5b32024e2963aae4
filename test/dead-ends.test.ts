// Why a product may lead to a dead end: exactly the products that do not promise `trim` say so, name the part that prevents the proof, and a generation
// reports it.

import { complete } from "@espalier/decode";
import { fillMiddle } from "@espalier/gaps";
import { compileSchema } from "@espalier/json-schema";
import { randomModel } from "@espalier/laws";
import {
  deny,
  endsWith,
  fromAutomaton,
  type Monitor,
  monitorOf,
  onTrigger,
  optional,
  product,
  sequence,
  strings,
  trimmed,
  typestate,
  until,
} from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createPython, derivedCharacterNames, python } from "@espalier/python";
import { createLanguage, createPlainLanguage } from "@espalier/syntax";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { describe, expect, it } from "vitest";

type Any = Monitor<unknown>;
const any = <State>(monitor: Monitor<State>): Any => monitor as Any;
const both = (a: Any, b: Any): Any => any(product(a, b));

const around = { prefix: "def run(player):\n    if player:\n", suffix: "    return player\n" };
const gap = any(fillMiddle(python(), around));
const player = {
  ...typestate("player", { start: "idle", states: { idle: { play: "on" }, on: { stop: "idle" } }, final: ["idle"] }),
  label: "player",
};
const noEval = any(deny(["eval("]));
/** With this policy, a gap decides only automata for which blanks are idempotent; the deny list counts them. */
const swallowing = any(fillMiddle(python(), { ...around, policy: "all" }));
const counting = any(deny(["\n  x"]));
/** A gap of a language that is made without `products`. */
const bare = any(fillMiddle(createPython({ characterNames: derivedCharacterNames }), around));
/** Runs of one letter that a semicolon ends. */
const letters = any(
  fromAutomaton({
    start: 0,
    accepting: [1],
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => 1 + "a;".indexOf(String.fromCharCode(byte))),
    classCount: 3,
    next: [-1, 0, 1, -1, -1, -1],
  }),
);
const schema = (value: object): Any => any(compileSchema(value as never).language);
const closed = schema({ properties: { a: { type: "string" } }, additionalProperties: false, type: "object" });
const open = schema({ type: "object", minProperties: 1 });

describe("a product that is decided", () => {
  it.each([
    ["a gap in Python and a deny list", both(gap, noEval)],
    ["a gap in Python and a typestate with final states", both(gap, any(player))],
    ["the other order, and a deny list", both(both(any(player), gap), noEval)],
    ["a part that demands any number of bytes beside layout", both(gap, letters)],
    ["the only word that can follow", both(gap, any(deny(["def"])))],
    ["the end of a line", both(gap, any(deny(["\n"])))],
    ["a policy", both(swallowing, noEval)],
    ["a scope", both(any(fillMiddle(python(), { ...around, scope: "inner" })), noEval)],
    ["a gap in Python and a few texts", both(gap, any(strings(["        pass\n", "        player.stop()\n"])))],
    ["a closed schema and an automaton", both(closed, any(strings(['{"a":"b"}', '{"a":"c"}'])))],
    ["a product of those", both(both(closed, noEval), any(endsWith(["}"])))],
  ])("has no dead ends: %s", (_, whole) => {
    expect(whole.trim).toBe(true);
    expect(whole.deadEnds).toBeUndefined();
  });
});

const own = monitorOf({ start: { depth: 0 }, step: (state) => state, accepts: () => true, key: () => 0 });
const plain = any(createPlainLanguage(readLark('start: "a" | "b"')));

const undecided: readonly (readonly [string, Any, readonly number[], RegExp])[] = [
  ["a part that counts blanks", both(swallowing, counting), [0], /Blanks are not idempotent/],
  ["an end that the suffix does not allow", both(gap, any(endsWith(["\n}"]))), [0], /end in too many ways/],
  ["a language made without what decides products", both(bare, noEval), [0], /products: gapProducts/],
  ["the same, in the other order", both(noEval, bare), [1], /products: gapProducts/],
  ["names that are free", both(open, any(strings(['{"a":1}', '{"b":1}']))), [0], /depends on earlier texts/],
  ["the other order", both(counting, swallowing), [1], /idempotent/],
  ["a plain language", both(plain, noEval), [0], /createPlainLanguage/],
  ["a monitor that is no automaton", both(closed, any(own)), [1], /not a finite automaton/],
  ["two automata", both(any(strings(["aa"])), any(strings(["a"]))), [], /trimmed/],
  ["a part that is not trim", both(any({ ...strings(["a"]), trim: undefined as never }), noEval), [0], /`trim`/],
  ["questions", both(closed, any(onTrigger({ after: endsWith(["."]), ask: "m", allow: strings }))), [1], /questions/],
  ["a cost that was asked for", any(product(closed, noEval, { cost: "search" })), [], /Without it/],
  ["a product in a product", both(both(swallowing, counting), noEval), [0, 0], /idempotent/],
  [
    "a product in a sequence",
    any(sequence(until(">"), sequence(both(swallowing, counting), optional(strings(["#"]))))),
    [1, 0, 0],
    /idempotent/,
  ],
];

describe("a product that is not decided", () => {
  it.each(undecided)("says which part prevents the proof, and why: %s", (_, whole, path, reason) => {
    expect(whole.trim).toBeUndefined();
    const told = whole.deadEnds!();
    expect(told.path).toEqual(path);
    expect(told.reason).toMatch(reason);
    expect(told.reason).toMatch(/^[A-Z].*\.$/);
  });

  it("names the part by its label", () => {
    const table = fromAutomaton({ ...trimmedTable(), start: 0 });
    expect(product({ ...own, label: "mine" }, closed).deadEnds!().label).toBe("mine");
    expect(both(closed, any({ ...table, label: "table" })).deadEnds).toBeUndefined();
  });
});

function trimmedTable(): Parameters<typeof fromAutomaton>[0] {
  return { start: 0, accepting: [0], classOf: new Uint8Array(256), classCount: 1, next: [0] };
}

describe("a generation", () => {
  const vocabulary = vocabularyOfBytes(
    [...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)), { control: "<end>" }],
    ["<end>"],
  );
  const options = { prompt: [0], maxTokens: 48, seed: 1 };

  it("reports the dead ends of an undecided product, and nothing for a decided one", async () => {
    const model = randomModel(vocabulary, 1);
    const searched = any(product(gap, any(player), { cost: "search" }));
    const text = await complete({ ...options, model, monitor: searched });
    expect(text.deadEnds).toMatchObject({ path: [] });
    expect(text.deadEnds?.reason).toMatch(/option `cost`/);
    const decided = await complete({ ...options, model, monitor: both(gap, noEval) });
    expect(decided).not.toHaveProperty("deadEnds");
    const alone = await complete({ ...options, model, monitor: any(createLanguage(readLark('start: "ab"+'))) });
    expect(alone).not.toHaveProperty("deadEnds");
  });

  it("keeps the law: `trim` or dead ends, never both", () => {
    for (const [, whole] of undecided) expect(trimOf(whole)).toBe(false);
    expect(trimOf(any(trimmed(product(strings(["aa"]), strings(["a"])))))).toBe(true);
  });
});

const trimOf = (monitor: Any): boolean => monitor.trim === true && monitor.deadEnds === undefined;
