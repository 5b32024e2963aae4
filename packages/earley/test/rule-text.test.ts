// Rules that were written and read again, beside the rules themselves.

import { ArgumentError } from "@espalier/arguments";
import { ChartLimitError, compileRules, DEFAULT_CHART_LIMITS, readRules, writeRules } from "@espalier/earley";
import { type Grammar, terminalNames } from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grammars } from "./random-grammars.js";

describe("written rules", () => {
  test("are read as they were compiled", () => {
    fc.assert(
      fc.property(grammars, (grammar) => {
        const compiled = compileRules(grammar);
        expect(readRules(grammar, terminalNames(grammar), writeRules(grammar, compiled))).toEqual(compiled);
      }),
    );
  });

  test("say which terminals may come first, as a search over all calls finds them", () => {
    fc.assert(
      fc.property(grammars, (grammar) => {
        const { stateCount, allowed, allowedWords, terminals, startOf, ...edges } = compileRules(grammar);
        for (let q = 0; q < stateCount; q++) {
          const expected = new Set<number>();
          const met = new Set([q]);
          for (const at of met) {
            for (let e = edges.terminalEdges[at]!; e < edges.terminalEdges[at + 1]!; e++)
              expected.add(edges.terminalLabel[e]!);
            for (let e = edges.callEdges[at]!; e < edges.callEdges[at + 1]!; e++)
              met.add(startOf[edges.callLabel[e]!]!);
          }
          const found = terminals.flatMap((_, t) =>
            ((allowed[q * allowedWords + (t >>> 5)]! >>> (t & 31)) & 1) === 1 ? [t] : [],
          );
          expect(found).toEqual([...expected].sort((a, b) => a - b));
        }
      }),
    );
  });

  const grammar: Grammar = {
    start: "pair",
    rules: [
      {
        name: "pair",
        body: {
          kind: "sequence",
          items: [
            { kind: "terminal", name: "a" },
            { kind: "terminal", name: "b" },
          ],
        },
      },
    ],
  };
  const written = writeRules(grammar, compileRules(grammar));

  test.each([
    ["cut off", written.slice(0, -1)],
    ["with more behind it", `${written}0`],
    ["of other characters", written.replace(/.$/, "é")],
    ["of another number of rules", `2${written.slice(1)}`],
    ["empty", ""],
  ])("are refused %s", (_, text) => {
    expect(() => readRules(grammar, ["a", "b"], text)).toThrow(ArgumentError);
  });

  test("are refused for other terminals, and past the limit of states", () => {
    expect(() => readRules(grammar, ["a"], written)).toThrow(ArgumentError);
    expect(() => readRules(grammar, ["a", "b"], written, { ...DEFAULT_CHART_LIMITS, ruleStates: 2 })).toThrow(
      ChartLimitError,
    );
  });
});
