// Languages whose grammar is made on the way keep the laws of monitors, and their masks those of masks.

import { createEngine, literal, parseRegex, type Regex } from "@espalier/automata";
import { checkMasks, checkMonitor, vocabularies } from "@espalier/laws";
import type { KnownSteps, LocalAutomaton, Monitor } from "@espalier/monitor";
import { createLazyLanguage, type Language, type LazySource } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkHints } from "../src/check-hints.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const TERMINALS: readonly (readonly [name: string, Regex])[] = [
  ["[", parseRegex("\\[ ?")],
  ["]", parseRegex(" ?\\]")],
  [",", parseRegex(", ?")],
  ["number", parseRegex("-?[0-9]{1,3}(\\.[0-9]+)?")],
  ["string", parseRegex('"([^"\\\\]|\\\\["n])*"')],
  ["{", parseRegex("\\{ ?")],
  ["}", parseRegex(" ?\\}")],
  ["key a", literal('"a":')],
  ["key ab", literal('"ab":')],
  ["free key", parseRegex('"(?!a"|ab")[a-z]*":')],
];

/** Values whose depth is bounded, a rule for each depth: lists, objects with two keys in order and free ones after them. */
function nestedSource(depth: number): LazySource {
  // Rules: value d = 3d, list d = 3d + 1, object d = 3d + 2. A state is 8 · rule + place, in the order of reading.
  return {
    rules: {
      start: 3 * depth,
      startOf: (n) => 8 * n,
      ruleOf: (q) => q >> 3,
      cost(q) {
        const place = q & 7;
        const kind = (q >> 3) % 3;
        if (kind === 0) return place === 0 ? 1 : 0;
        if (kind === 1) return [2, 1, 0, 1, 2][place]!;
        return [2, 1, 0, 2, 1, 5][place]!;
      },
      edges(q) {
        const n = q >> 3;
        const base = 8 * n;
        const inner = n - 3 - (n % 3);
        const place = q & 7;
        const none = { final: false, terminals: [], calls: [] };
        if (n % 3 === 0) {
          const calls = n > 0 ? [n + 1, base + 1, n + 2, base + 1] : [];
          return place === 0
            ? { final: false, terminals: [3, base + 1, 4, base + 1], calls }
            : { ...none, final: true };
        }
        if (n % 3 === 1) {
          if (place === 0) return { ...none, terminals: [0, base + 1] };
          if (place === 1) return { final: false, terminals: [1, base + 2], calls: [inner, base + 3] };
          if (place === 2) return { ...none, final: true };
          if (place === 3) return { ...none, terminals: [1, base + 2, 2, base + 4] };
          return { ...none, calls: [inner, base + 3] };
        }
        if (place === 0) return { ...none, terminals: [5, base + 1] };
        if (place === 1) return { ...none, terminals: [6, base + 2, 7, base + 3, 8, base + 3, 9, base + 3] };
        if (place === 2) return { ...none, final: true };
        if (place === 3) return { ...none, calls: [inner, base + 4] };
        if (place === 4) return { ...none, terminals: [2, base + 5, 6, base + 2] };
        return { ...none, terminals: [8, base + 3, 9, base + 3] };
      },
    },
    terminal: (t) => TERMINALS[t]![1],
    terminalName: (t) => TERMINALS[t]![0],
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    classCount: 256,
  };
}

const TEXTS = ['{"a":1, "ab":[1, "x"]}', '{ "b":{"ab":-12.5 }', '[[], ["\\n"'];

/** An engine of its own: a test below changes small numbers of states, which a shared engine may have given to others. */
const language = (depth: number): Language => createLazyLanguage(nestedSource(depth), { engine: createEngine() });

describe("a lazy language", () => {
  it("keeps the laws of monitors", () => {
    const report = checkMonitor(language(3), { runs: 300, seed, texts: TEXTS });
    expect(report.states).toBeGreaterThan(150);
    expect(report.undecided).toBe(0);
    expect(report.factored).toBeGreaterThan(150);
  });

  it("keeps the laws of masks", () => {
    const texts = TEXTS.map((text) => [...new TextEncoder().encode(text)]);
    for (const vocabulary of fc.sample(vocabularies({ texts }), { numRuns: 4, seed })) {
      const report = checkMasks(language(2), vocabulary, { runs: 25, seed });
      expect(report.masks).toBeGreaterThan(20);
    }
  });
});

describe("what an automaton knows of its steps", () => {
  const { factor, start } = language(2);
  const { automaton } = factor!;
  const text = [...new TextEncoder().encode('{"a":"x","ab":-12.5}')];
  const local = (state: number): number => state;

  /** One lexeme of any kind, whose automaton says something of itself. */
  function check(hints: Partial<LocalAutomaton>): void {
    const lexeme: Monitor<number> = {
      start: factor!.local(start),
      step: (state, symbol) => automaton.step(state, symbol) || undefined,
      accepts: (state) => automaton.exit(state) !== 0,
      factor: { automaton: { ...automaton, ...hints }, local, cross: () => undefined },
    };
    for (let from = 0; from < text.length; from++)
      checkHints(lexeme, lexeme.start, text.slice(from), () => ({ text: [] }));
  }

  it("holds", () => check({}));

  it.each<readonly [what: string, wrong: (known: KnownSteps) => Partial<KnownSteps>]>([
    ["a step", ({ next }) => ({ next: next.map((to, at) => (at > 3 && to > 1 && to < 256 ? 1 : to)) })],
    ["an exit", ({ exitOf }) => ({ exitOf: exitOf.map((exit) => exit + 1) })],
    ["closing", ({ closing }) => ({ closing: closing.map((closes) => 1 - closes) })],
  ])("%s known wrongly is found", (_, wrong) => {
    check({}); // which makes the rows
    expect(() => check({ known: { ...automaton.known!, ...wrong(automaton.known!) } })).toThrow(/known wrongly/);
  });
});
