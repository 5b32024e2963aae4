// Free text with islands, and sequences whose cut is clear, against the definitions by search; promises by search too.

import {
  bodyUntil,
  fromAutomaton,
  type Island,
  type Marker,
  type Monitor,
  run,
  sequence,
  star,
  strings,
  top,
  trigger,
  union,
  until,
  verdict,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { automata, hasCompletion, languageOf, seed, statesOf, texts } from "./brute-force.js";

const LENGTH = 6;
const check = { seed, numRuns: samples(100) };
const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });

interface Words {
  readonly markers: readonly string[];
  readonly texts: readonly string[];
}
const islands: fc.Arbitrary<readonly Words[]> = fc.array(
  fc.record({
    markers: fc.array(word, { minLength: 1, maxLength: 2 }),
    texts: fc.array(word, { minLength: 1, maxLength: 3 }).map(prefixFree),
  }),
  { minLength: 1, maxLength: 2 },
);

/** The words that begin with no other. */
function prefixFree(words: readonly string[]): readonly string[] {
  return words.filter((each) => !words.some((other) => other !== each && each.startsWith(other)));
}

/** Whether `text` is free text with islands, from the definition; `after`: whether an island was there before. */
function isTriggered(text: string, words: readonly Words[], count: "any" | "some" | "one", after = false): boolean {
  if (count === "one" && after) return text === "";
  const found = words
    .flatMap(({ markers, texts: allowed }, island) => markers.map((marker) => ({ marker, allowed, island })))
    .map(({ marker, ...rest }) => ({
      ...rest,
      length: marker.length,
      end: text.indexOf(marker) + marker.length,
      at: text.indexOf(marker),
    }))
    .filter(({ at }) => at >= 0)
    // The first to end; of those, the longest, and of equal ones the first named.
    .sort((x, y) => x.end - y.end || y.length - x.length || x.island - y.island)[0];
  if (found === undefined) return count === "any" || after;
  const rest = text.slice(found.end);
  return found.allowed.some(
    (each) => rest.startsWith(each) && isTriggered(rest.slice(each.length), words, count, true),
  );
}

/** Every live state can be finished, costs are exact, and nothing follows where that is promised. */
function keepsPromises(monitor: Monitor<number>): void {
  const states = statesOf(monitor, 5);
  // The start of the empty language is without a completion, and then nothing follows.
  if (monitor.trim === true && !hasCompletion(monitor, monitor.start)) {
    expect(states).toHaveLength(1);
    return;
  }
  for (const state of states) {
    if (monitor.trim === true) expect(hasCompletion(monitor, state)).toBe(true);
    const cost = monitor.cost?.(state);
    if (cost !== undefined) expect(cost === 0).toBe(monitor.accepts(state));
    const next = [97, 98, 99].map((byte) => monitor.step(state, byte)).filter((each) => each !== undefined);
    if (monitor.prefixFree === true && monitor.accepts(state)) expect(next).toEqual([]);
    if (cost !== undefined && cost > 0) expect(Math.min(...next.map((each) => monitor.cost!(each)))).toBe(cost - 1);
  }
}

describe("trigger", () => {
  test.each(["any", "some", "one"] as const)("%s number of islands", (count) => {
    fc.assert(
      fc.property(islands, (words) => {
        const monitor = trigger(
          words.map(({ markers, texts: allowed }) => ({ markers, language: strings(allowed) })),
          count,
        );
        const expected = texts(LENGTH).filter((text) => isTriggered(text, words, count));
        expect(languageOf(monitor, LENGTH).accepted).toEqual(expected);
        keepsPromises(monitor);
      }),
      check,
    );
  });

  const call: Island = {
    markers: ["<c>", { control: "<|c|>" }],
    language: sequence(strings(["x", "yy"]), until("</c>", { control: "<|/c|>" })),
  };
  const note: Island = { markers: ["<n>"], language: until("</n>") };
  const monitor = trigger([call, note]);
  test.each<[string, readonly (string | number)[], string]>([
    ["free text", ["anything < at <c all"], "accepted"],
    ["an island", ["a <c>x</c> b"], "accepted"],
    ["islands in a row", ["<c>yy</c><n></n><c>x</c>"], "accepted"],
    ["an island that is not over", ["a <c>x</c"], "incomplete"],
    ["an island that is wrong", ["a <c>z"], "dead"],
    ["by control symbols", ["a", 256, "x", 257, "b"], "accepted"],
    ["of both kinds", ["a <c>x", 257, "b"], "accepted"],
    ["a control symbol in free text", ["a", 257], "dead"],
    ["a marker of another within an island", ["<n><c></n>"], "accepted"],
  ])("%s", (_, parts, kind) => {
    const symbols = parts.flatMap((part) => (typeof part === "number" ? [part] : [...Buffer.from(part)]));
    expect(monitor.controls).toEqual(["<|c|>", "<|/c|>"]);
    expect(verdict(monitor, symbols).kind).toBe(kind);
  });

  test("where a state is", () => {
    const at = (text: string): number => monitor.islandAt(run(monitor, text)!);
    expect(["", "a<", "<c>", "<c>x</c", "<c>x</c>", "<n>a"].map(at)).toEqual([-1, -1, 0, 0, -1, 1]);
  });

  test.each<[string, () => unknown, RegExp]>([
    ["nothing", () => trigger([]), /islands must be a non-empty list/],
    [
      "no marker",
      () => trigger([{ markers: [], language: note.language }]),
      /islands\[0\].markers must be a non-empty list/,
    ],
    ["an empty marker", () => trigger([{ markers: [""], language: note.language }]), /empty/],
    ["texts that begin one another", () => trigger([{ markers: ["a"], language: strings(["a", "ab"]) }]), /bodyUntil/],
    ["no text", () => trigger([{ markers: ["a"], language: strings([]) }]), /has no text/],
    [
      "other states",
      () => trigger([{ markers: ["a"], language: { ...note.language, table: undefined } as never }]),
      /not integers/,
    ],
  ])("%s is refused", (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe("until several markers", () => {
  test("the first of them, by definition", () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 3 }), (marker, others) => {
        const monitor = until(marker, ...others);
        const all = [marker, ...others];
        const isEnd = (text: string): boolean => all.some((each) => text.endsWith(each));
        expect(languageOf(monitor, LENGTH).accepted).toEqual(
          texts(LENGTH).filter((text) => isEnd(text) && !Array.from(text).some((_, at) => isEnd(text.slice(0, at)))),
        );
        keepsPromises(monitor);
      }),
      check,
    );
  });

  test("control symbols", () => {
    const markers: Marker[] = ["</t>", { control: "</t>" }];
    const monitor = until(markers[0]!, ...markers.slice(1));
    expect([verdict(monitor, [97, 256]).kind, verdict(monitor, "a</t>").kind]).toEqual(["accepted", "accepted"]);
    expect(verdict(monitor, [256, 97])).toEqual({ kind: "dead", offset: 1 });
  });
});

describe("texts that do not begin one another", () => {
  test("what promises it", () => {
    const cases: Record<string, [Monitor<number>, boolean]> = {
      until: [until("a"), true],
      "strings that do": [strings(["a", "ab"]), false],
      "strings that do not": [strings(["ab", "ba"]), true],
      top: [top, false],
      sequence: [sequence(until("a"), strings(["ab", "ba"])), true],
      "sequence that ends otherwise": [sequence(until("a"), top), false],
      "sequence that begins otherwise": [sequence(strings(["", "b", "bb"]), strings(["ab", "ac"])), true],
      "sequence of nothing else": [sequence(strings(["", "b", "bb"]), strings([""])), false],
      star: [star(until("a")), false],
      union: [union(until("a"), until("b")), false],
      bodyUntil: [bodyUntil(top, "ab") as Monitor<unknown> as Monitor<number>, true],
    };
    for (const [name, [monitor, promised]] of Object.entries(cases))
      expect([name, monitor.prefixFree === true]).toEqual([name, promised]);
  });

  test("automata: exactly when it is so", () => {
    fc.assert(
      fc.property(automata, (automaton) => {
        const monitor = fromAutomaton(automaton);
        const { accepted } = languageOf(monitor, LENGTH);
        const begins = accepted.some((text) => accepted.some((other) => other !== text && other.startsWith(text)));
        if (begins) expect(monitor.prefixFree).toBe(undefined);
        keepsPromises(monitor);
        keepsPromises(sequence(monitor, until("ab")));
        keepsPromises(sequence(until("ab"), monitor));
      }),
      check,
    );
  });
});
