// How many states of an automaton may differ where lexemes begin, in a product that is decided: 64 are promised, more are decided while there is room, and
// past the limit there is a typed error that says what to do. States within a lexeme do not count. The judges are sums and a look at every text.

import { compileSchema } from "@espalier/json-schema";
import { fromAutomaton, type Monitor, product, run, verdict } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import { describe, expect, it } from "vitest";

/** Counts `letter` modulo `count`, and accepts where `last` are left over. */
function counter(count: number, letter: string, last: number): Monitor<number> {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte === letter.charCodeAt(0) ? 1 : 0));
  const next = Array.from({ length: count }, (_, state) => [state, (state + 1) % count]).flat();
  return fromAutomaton({ start: 0, accepting: [last], classOf, classCount: 2, next });
}

/** Runs of letters that `;` ends, each at most `longest` long. */
function shortRuns(longest: number): Monitor<number> {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0x3b ? 1 : 0));
  const next = Array.from({ length: longest + 1 }, (_, state) => [state === longest ? -1 : state + 1, 0]).flat();
  return fromAutomaton({ start: 0, accepting: [0], classOf, classCount: 2, next });
}

const words = (): Monitor<number> => createLanguage(readLark('start: (W ";")+\nW: /[ab]+/\n%ignore " "'));
const cost = (monitor: Monitor<unknown>, text: string): number => monitor.cost!(run(monitor, text));

describe("states of an automaton where lexemes begin", () => {
  it.each([2, 63, 64, 65, 130])("%d are decided, with exact costs", (count) => {
    const both = product(words(), counter(count, ";", 0)) as Monitor<unknown>;
    expect(both.trim).toBe(true);
    expect(cost(both, "")).toBe(2 * count);
    expect(cost(both, "ab;a")).toBe(2 * count - 3);
    expect(cost(both, "a;".repeat(count))).toBe(0);
    expect(verdict(both, "a;".repeat(count)).kind).toBe("accepted");
    // Of an even number of words no odd number is left over: the product is empty, or all words live.
    const pairs = createLanguage(readLark('start: (W ";" W ";")+\nW: /[ab]+/'));
    const odd = product(pairs, counter(count, ";", count - 1)) as Monitor<unknown>;
    const isEmpty = count % 2 === 0;
    expect(cost(odd, "")).toBe(isEmpty ? Number.POSITIVE_INFINITY : 2 * (count - 1));
    expect(verdict(odd, "a").kind).toBe(isEmpty ? "dead" : "incomplete");
  });

  it.each([64, 65])("%d are decided beside a JSON Schema", (count) => {
    const schema = { type: "array", items: { type: "boolean" } };
    const both = product(compileSchema(schema as never).language as Monitor<number>, counter(count, ",", count - 1));
    expect(both.trim).toBe(true);
    expect(both.cost!(both.start)).toBe("[]".length + count * "true".length + count - 1);
  });

  it("may be too many: the product is undecided when it is made, and the product that searches takes them", () => {
    const many = counter(2_000, ";", 1);
    const both = product(words(), many);
    expect([both.trim, both.cost]).toEqual([undefined, undefined]);
    expect(both.deadEnds!().reason).toMatch(/too many states where lexemes begin/);
    const searching = product(words(), many, { cost: "search" });
    expect(searching.cost(searching.start)).toBe(2);
  });

  it("may be too many for the time: ends that are passed on count, too", () => {
    // Each byte leads elsewhere, and a word may end after any, so that each place has as many ends as there are states.
    const dense = (count: number): Monitor<number> =>
      fromAutomaton({
        start: 0,
        accepting: [0],
        classOf: new Uint8Array(256),
        classCount: 1,
        next: Array.from({ length: count }, (_, state) => (state + 1) % count),
      });
    const few = product(words(), dense(64)) as Monitor<unknown>;
    expect([few.trim, cost(few, ""), cost(few, "a;"), cost(few, "a")]).toEqual([true, 64, 62, 63]);
    const many = product(words(), dense(800));
    expect(many.deadEnds!().reason).toMatch(/states where lexemes begin/);
  });

  it("make the product know less where free names make states of their own, and no error: what was found counts", () => {
    // Random rows: of any value, some lead through many names to an end.
    const rows = [
      [0, 2, 2, 2, 1, 2, 4, 1, 4, 0, 2, 0, 0],
      [4, 0, 4, 3, 1, 3, 1, 0, 0, 4, 1, 1, 0],
      [3, 2, 1, 2, 3, 1, 3, 1, 0, 0, 1, 1, 3],
      [4, 2, 3, 4, 4, 1, 2, 4, -1, 1, 2, 0, 2],
      [1, 2, 2, 4, 3, 3, 0, 4, 2, -1, 4, 4, 3],
    ];
    const classOf = Uint8Array.from(
      { length: 256 },
      (_, byte) => 1 + 'ab",:1[]{}tn'.indexOf(String.fromCharCode(byte)),
    );
    const automaton = fromAutomaton({ start: 0, accepting: [1, 3], classOf, classCount: 13, next: rows.flat() });
    const both = product(compileSchema({ type: ["object", "array"] } as never).language as Monitor<number>, automaton);
    expect(both.trim).toBeUndefined();
    for (const text of ["", "[", '["', '{"a":["', '[{"a":"b","', "[[[", '["a",{']) {
      const state = run(both, text);
      if (state === undefined || cost(both as Monitor<unknown>, text) === Number.POSITIVE_INFINITY) continue;
      const rest = String.fromCharCode(...Array.from(both.witness!(state)!));
      expect([text, verdict(automaton, text + rest).kind]).toEqual([text, "accepted"]);
      JSON.parse(text + rest);
    }
  });

  it("are not those within a lexeme: 3,000 there are decided", () => {
    const runs = createLanguage(readLark("start: RUN+\nRUN: /[ab]*;/"));
    const both = product(runs, shortRuns(3_000)) as Monitor<unknown>;
    expect(both.trim).toBe(true);
    expect(cost(both, "a".repeat(3_000))).toBe(1);
    expect(verdict(both, "a".repeat(3_001))).toEqual({ kind: "dead", offset: 3_000 });
  });
});
