// Plain languages (createPlainLanguage, for pages) against full ones: the same masks and costs along texts of the grammars that llguidance
// judges, and on random sources.

import { readFileSync } from "node:fs";
import path from "node:path";
import { ArgumentError } from "@espalier/arguments";
import type { Regex } from "@espalier/automata";
import { readGbnf, readLark } from "@espalier/notation";
import { completionBounds, createLanguage, createPlainLanguage, type SyntaxSource } from "@espalier/syntax";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker, createPlainMasker, equalMasks, type Masker } from "@espalier/trie";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";
import { sources } from "../packages/syntax/test/random-sources.js";
import { CASES } from "./judges/llguidance/grammars.js";
import { samples } from "./support/samples.js";

const tokenizer = loadTokenizer(JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8")));
const trie = buildTrie(tokenizer.vocabulary);

/** The grammars that a plain language takes, and those that it refuses: `~` and look-ahead. */
const taken: [name: string, source: SyntaxSource, texts: readonly string[]][] = [];
const refused: [name: string, source: SyntaxSource][] = [];
for (const { name, grammar, texts } of CASES) {
  let source: SyntaxSource;
  try {
    source = readLark(grammar);
  } catch {
    continue; // Nested schemas, which need a reader of their own.
  }
  if (source.terminals.some((terminal) => terminal.kind === "pattern" && hasComplement(terminal.regex)))
    refused.push([name, source]);
  else taken.push([name, source, texts]);
}

function hasComplement(regex: Regex): boolean {
  switch (regex.kind) {
    case "not":
      return true;
    case "and":
      return regex.operands.some(hasComplement);
    case "sequence":
      return regex.items.some(hasComplement);
    case "choice":
      return regex.options.some(hasComplement);
    case "repeat":
      return hasComplement(regex.item);
    default:
      return false;
  }
}

/**
 * Compares two maskers along a text, as far as it can be read. Returns how many masks were equal. Without bounds, a plain
 * language may know only longer completions, so its budgets are compared only with "budgets".
 */
function masksAlong(
  full: Masker<number>,
  plain: Masker<number>,
  text: string,
  what: "masks" | "budgets" = "budgets",
): number {
  let states: readonly [number | undefined, number | undefined] = [full.monitor.start, plain.monitor.start];
  let masks = 0;
  for (const id of [...tokenizer.encode(text, "literal"), undefined]) {
    const [left, right] = states;
    if (left === undefined || right === undefined) break;
    expect(equalMasks(plain.mask(right).mask, full.mask(left).mask)).toBe(true);
    const budgets = what === "budgets" ? [1, 4, 40] : [];
    for (const budget of budgets)
      expect(equalMasks(plain.maskWithin(right, budget).mask, full.maskWithin(left, budget).mask)).toBe(true);
    const [least, found] = [full.tokenCost(left), plain.tokenCost(right)];
    if (what === "budgets") expect(found).toBe(least);
    else expect(found).toBeGreaterThanOrEqual(least);
    masks++;
    if (id !== undefined) states = [full.push(left, id), plain.push(right, id)];
  }
  return masks;
}

describe("a plain language", () => {
  test.for(taken)("has the masks of the full one: %s", ([, source, texts]) => {
    const full = createMasker(trie, createLanguage(source));
    const plain = createPlainMasker(trie, createPlainLanguage(source));
    const bounded = createPlainMasker(trie, createPlainLanguage(source, { bounds: completionBounds }));
    let masks = 0;
    for (const text of texts) {
      masks += masksAlong(full, bounded, text);
      masksAlong(full, plain, text, "masks");
    }
    expect(masks).toBeGreaterThanOrEqual(texts.length);
  });

  test("most of the grammars are taken", () => {
    expect([taken.length > 40, refused.length > 0]).toEqual([true, true]);
  });

  test.for(refused)("refuses %s with the terminal", ([, source]) => {
    expect(() => createPlainLanguage(source)).toThrow(ArgumentError);
    expect(() => createPlainLanguage(source)).toThrow(
      /\(terminal .+\): use createLexer, or createLanguage for a grammar/,
    );
  });

  test("bounds what is ignored", () => {
    const source = readLark('start: "a" "b"\n%ignore /[ \\n]/', { maxIgnored: 1 });
    expect(
      masksAlong(
        createMasker(trie, createLanguage(source)),
        createPlainMasker(trie, createPlainLanguage(source)),
        "a b",
      ),
    ).toBe(3);
  });

  test("reads a scannerless grammar", () => {
    const source = readGbnf('root ::= "[" [0-9]{1,3} ("," [0-9]{1,3})* "]"');
    expect(
      masksAlong(
        createMasker(trie, createLanguage(source)),
        createPlainMasker(trie, createPlainLanguage(source)),
        "[10,245]",
      ),
    ).toBeGreaterThan(4);
  });

  test("steps and costs of random sources are those of the full language", () => {
    let steps = 0;
    fc.assert(
      fc.property(sources, fc.array(fc.constantFrom(0x61, 0x62, 0x20, 0x5f), { maxLength: 8 }), (source, text) => {
        let full: ReturnType<typeof createLanguage>;
        try {
          full = createLanguage(source);
        } catch (error) {
          expect(() => createPlainLanguage(source, { bounds: completionBounds })).toThrow((error as Error).message);
          return;
        }
        const plain = createPlainLanguage(source, { bounds: completionBounds });
        let states: readonly [number | undefined, number | undefined] = [full.start, plain.start];
        for (const byte of text) {
          const [left, right] = states;
          if (left === undefined || right === undefined) break;
          expect(plain.accepts(right)).toBe(full.accepts(left));
          expect(plain.cost(right)).toBe(full.cost(left));
          expect([...plain.expected(right)].sort()).toEqual([...full.expected(left)].sort());
          states = [full.step(left, byte), plain.step(right, byte)];
          expect(states[1] === undefined).toBe(states[0] === undefined);
          steps++;
        }
      }),
      { numRuns: samples(1_500) },
    );
    expect(steps).toBeGreaterThan(samples(1_500));
  }, 120_000);
});
