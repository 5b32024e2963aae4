// The grammar against a table of what CPython says of each snippet (verdicts.json: a letter for each version, oldest first, Y
// where `ast.parse` accepts). No CPython is needed here; differential.test.ts asks one.

import { readFileSync } from "node:fs";
import { grammarIssues, terminalNames } from "@espalier/grammar";
import { PYTHON_VERSIONS } from "@espalier/python";
import { describe, expect, test } from "vitest";
import { pythonGrammar } from "../../src/grammar/grammar.js";
import { nameTerminals, OPERATORS, wordTerminals } from "../../src/grammar/operators.js";
import { isAtLeast } from "../../src/grammar/version.js";
import { acceptorOf } from "./chart.js";
import { terminalsOf } from "./reader.js";

const verdicts: Record<string, readonly string[]> = JSON.parse(
  readFileSync(new URL("verdicts.json", import.meta.url), "utf8"),
);

/** What `ast.parse` accepts from 3.14 on and this grammar does not: features that no compiler accepts there, and a joke. */
const LEFT_OUT = [
  "x\nfrom __future__ import nonsense",
  "if x:\n  from __future__ import nonsense",
  "from __future__ import barry_as_FLUFL",
  "x != y\nfrom __future__ import barry_as_FLUFL",
];

const KINDS = ["NUMBER", "IMAGINARY", "STRING", "BYTES", "NEWLINE", "INDENT", "DEDENT"];
const FORMATTED = [
  "FSTRING_START",
  "FSTRING_MIDDLE",
  "FSTRING_END",
  "FIELD_START",
  "FIELD_END",
  "FORMAT_COLON",
  "CONVERSION",
];

describe.each(PYTHON_VERSIONS.map((version, column) => [version, column] as const))("Python %s", (version, column) => {
  const grammar = pythonGrammar(version);
  const acceptor = acceptorOf(version);
  const accepts = (text: string): boolean => acceptor.accepts(terminalsOf(text, version));

  test("has no rule that is undefined, unreachable or unproductive", () => {
    expect(grammarIssues(grammar)).toEqual([]);
  });

  test("has the terminals of operators.ts and no others", () => {
    const known = new Set([
      ...[...OPERATORS.values(), ...wordTerminals(version).values(), ...nameTerminals(version)],
      ...[...KINDS, ...FORMATTED, ...(isAtLeast(version, "3.14") ? ["TSTRING_START"] : [])],
    ]);
    expect(new Set(terminalNames(grammar))).toEqual(known);
  });

  test("accepts what CPython accepts", () => {
    const differences = Object.entries(verdicts).flatMap(([flags, texts]) =>
      texts.filter((text) => accepts(text) !== (flags[column] === "Y")),
    );
    expect(differences).toEqual([]);
  });

  test("leaves out nothing else than future features", () => {
    expect(LEFT_OUT.map(accepts)).toEqual(LEFT_OUT.map(() => !isAtLeast(version, "3.14")));
  });

  test("accepts the empty text", () => {
    expect(acceptor.accepts([])).toBe(true);
  });

  test("is small", () => {
    const { nonterminals, stateCount, terminals } = acceptor.rules;
    expect(nonterminals.length).toBeLessThanOrEqual(24);
    expect(stateCount).toBeLessThanOrEqual(700);
    expect(terminals.length).toBeLessThanOrEqual(83);
  });
});

describe("Earley sets", () => {
  test("stay small, however long the lists and chains", () => {
    const acceptor = acceptorOf("3.15");
    const names = (count: number): string => Array.from({ length: count }, () => "x").join(", ");
    const shapes = (count: number): string[] => [
      `f(${names(count)})`,
      `x = [${names(count)}]`,
      `def f(${names(count)}): pass`,
      Array.from({ length: count }, () => "x").join(" + not_x . y ( ) or "),
      `x = ${Array.from({ length: count }, () => "x if y else ").join("")}z`,
      `${"x = ".repeat(count)}y`,
      `if x:\n  pass\n${"elif x:\n  pass\n".repeat(count)}`,
      `x${".y[z](w)".repeat(count)}`,
      "x = y\n".repeat(count),
    ];
    const largest = (text: string): number => {
      let set = acceptor.start;
      let most = 0;
      for (const terminal of terminalsOf(text, "3.15")) {
        set = acceptor.scan(set, terminal);
        most = Math.max(most, acceptor.size(set));
      }
      expect(acceptor.ends(set)).toBe(true);
      return most;
    };
    expect(shapes(300).map(largest)).toEqual(shapes(30).map(largest));
    expect(Math.max(...shapes(30).map(largest))).toBeLessThanOrEqual(16);
  });
});
