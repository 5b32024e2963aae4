// The laws hold for monitors that keep them, and the checks are not empty: each case says how much was looked at.

import { regexMonitor } from "@espalier/automata";
import { checkMasks, checkMembership, checkMonitor, matchEnds, regexes, vocabularies } from "@espalier/laws";
import {
  bodyUntil,
  bottom,
  deny,
  fromAutomaton,
  type Monitor,
  optional,
  product,
  sequence,
  star,
  strings,
  top,
  union,
  until,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { calls, factored } from "./monitors.js";

const GOOD: readonly [string, Monitor<unknown>][] = (
  [
    ["strings", strings(["red", "green", "grey", "gré"])],
    ["a regex", regexMonitor("([0-9]{2}|é+)*x?")],
    ["a regex with an intersection", regexMonitor("(?=[a-z]*b)[ab]{3,}")],
    ["until", until("-->")],
    ["deny", deny(["ab", "ba"])],
    ["bodyUntil", bodyUntil(strings(["a", "ab"]), "b;")],
    ["a product that is not trim", product(strings(["aa", "ab"]), strings(["ab", "ba"]))],
    ["union", union(strings(["a", "bb"]), until("b"))],
    ["sequence", sequence(strings(["a", "ab"]), strings(["bc", "c"]))],
    ["star", star(strings(["ab", "aba"]))],
    ["optional", optional(strings(["ab"]))],
    ["an automaton with controls", calls],
    ["a star of one", star(calls)],
    ["a factored monitor", factored],
    ["top", top],
    ["bottom", bottom],
    [
      "an automaton",
      fromAutomaton({ start: 0, accepting: [0], classOf: new Uint8Array(256), classCount: 1, next: [1, 0] }),
    ],
    ["states that are objects", boxed(star(strings(["ab", "c"])))],
  ] as const
).map(([name, monitor]) => [name, monitor as Monitor<unknown>]);

/** The same language with a new object for every state. */
function boxed(monitor: Monitor<number>): Monitor<{ readonly id: number }> {
  return {
    start: { id: monitor.start },
    step(state, symbol) {
      const id = monitor.step(state.id, symbol);
      return id === undefined ? undefined : { id };
    },
    accepts: (state) => monitor.accepts(state.id),
    cost: (state) => monitor.cost!(state.id),
    trim: true,
  };
}

describe("good monitors", () => {
  it.each(GOOD)("pass: %s", (_, monitor) => {
    const report = checkMonitor(monitor, { runs: 60, texts: ["ab", [97, 256, 98]] });
    expect(report.states).toBeGreaterThan(0);
    expect(report.undecided).toBe(0);
    if (monitor.trim === true && monitor !== (bottom as Monitor<unknown>))
      expect(report.completions).toBe(report.states);
    expect(report.factored > 0).toBe(monitor.factor !== undefined);
  });

  it.each(GOOD)("have good masks: %s", (_, monitor) => {
    const controls = monitor.controls ?? [];
    const texts = [[97, 98, 99, 97, 98], [...new TextEncoder().encode("gréx--->")]];
    let completions = 0;
    fc.assert(
      fc.property(vocabularies({ texts, controls, tokens: 20 }), (vocabulary) => {
        completions += checkMasks(monitor, vocabulary, { runs: 4, searched: 60 }).completions;
      }),
      { numRuns: 5 },
    );
    if (monitor.trim === true && monitor !== (bottom as Monitor<unknown>)) expect(completions).toBeGreaterThan(0);
  });
});

describe("random regexes", () => {
  it("are what matching them by sets of ends says", () => {
    let members = 0;
    let refused = 0;
    fc.assert(
      fc.property(regexes(), (regex) => {
        const monitor = regexMonitor(regex);
        const judge = (text: Uint8Array): boolean => matchEnds(regex, text, 0).has(text.length);
        if (monitor.cost(monitor.start) === Number.POSITIVE_INFINITY) {
          for (const text of ["", "a", "b", "é", "ab"]) expect(judge(new TextEncoder().encode(text))).toBe(false);
          return;
        }
        const report = checkMembership(monitor, judge, { runs: 6, symbols: 8 });
        members += report.members;
        refused += report.refused;
        checkMonitor(monitor, { runs: 2, symbols: 8 });
      }),
      { numRuns: samples(150) },
    );
    expect(members).toBeGreaterThan(samples(1000));
    expect(refused).toBeGreaterThan(samples(200));
  });
});
