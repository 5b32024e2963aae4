// Random sources of languages in which terminals compete: words that begin each other, priorities, lazy terminals, ignored text that
// the grammar also reads.

import { characters, literal, type Regex, repeat as repeatRegex } from "@espalier/automata";
import { choice, type Expression, nonterminal, optional, sequence, star, terminal } from "@espalier/grammar";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";
import fc from "fast-check";

export const word = (text: string): Regex => literal(text);
export const set = (letters: string): Regex =>
  characters([...letters].map((letter) => [letter.codePointAt(0)!, letter.codePointAt(0)!] as const));
export const many = (regex: Regex): Regex => repeatRegex(regex, 1, Number.POSITIVE_INFINITY);
export const pattern = (name: string, regex: Regex, more: Partial<PatternTerminal> = {}): PatternTerminal => ({
  kind: "pattern",
  name,
  regex,
  ...more,
});

const t = terminal;
const n = nonterminal;

/** A source whose start is the first rule. */
export const source = (
  rules: Record<string, Expression>,
  terminals: readonly PatternTerminal[],
  more: Partial<SyntaxSource> = {},
): SyntaxSource => ({
  grammar: {
    start: Object.keys(rules)[0]!,
    rules: Object.entries(rules).map(([name, body]) => ({ name, body })),
  },
  terminals,
  skip: [],
  munch: "maximal",
  ...more,
});

const regex: fc.Arbitrary<Regex> = fc.oneof(
  fc.constantFrom("a", "b", "ab", "ba", "aa", "bb", "aba").map(word),
  fc.constantFrom("a", "b", "ab", "ab_").map((letters) => many(set(letters))),
  fc.constantFrom("a", "b", "ab").map((letters) => repeatRegex(set(letters), 0, 2)),
  fc.tuple(fc.constantFrom("a", "b", "ab"), fc.constantFrom("a", "b")).map(
    ([letters, end]): Regex => ({
      kind: "sequence",
      items: [repeatRegex(set(letters), 0, Number.POSITIVE_INFINITY), word(end)],
    }),
  ),
);
const TERMINALS = ["T", "U", "V"];
const expression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...TERMINALS).map(t),
    fc.constantFrom(...TERMINALS).map(t),
    fc.constantFrom("s", "r").map(n),
    fc.array(tie("expression"), { minLength: 2, maxLength: 3 }).map((items) => sequence(...items)),
    fc.array(tie("expression"), { minLength: 2, maxLength: 3 }).map((options) => choice(...options)),
    tie("expression").map(star),
    tie("expression").map(optional),
  ),
})).expression;

/** Sources over `a`, `b` and `_`. */
export const sources: fc.Arbitrary<SyntaxSource> = fc
  .record({
    regexes: fc.array(fc.tuple(regex, fc.constantFrom(0, 0, 0, 1), fc.constantFrom(false, false, false, true)), {
      minLength: 3,
      maxLength: 3,
    }),
    s: expression,
    r: expression,
    skip: fc.constantFrom(undefined, "SKIP", "T"),
    munch: fc.constantFrom("maximal" as const, "maximal" as const, "maximal" as const, "none" as const),
  })
  .map(({ regexes, s, r, skip, munch }) =>
    source(
      { s, r },
      [
        ...regexes.map(([re, priority, lazy], i) =>
          pattern(TERMINALS[i]!, re, munch === "none" ? {} : { priority, lazy }),
        ),
        pattern("SKIP", word("_")),
      ],
      { munch, skip: skip !== undefined && munch === "maximal" ? [skip] : [] },
    ),
  );
