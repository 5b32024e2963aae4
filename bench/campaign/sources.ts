// Random languages for campaigns: a random grammar over three terminals, each a small regular expression that overlaps the
// others, perhaps with priorities, lazy terminals, a skipped one, and a control token.

import { characters, isEmpty, literal, type Regex, repeat, sequence } from "@espalier/automata";
import { type Grammar, terminal } from "@espalier/grammar";
import { grammars, regexes } from "@espalier/laws";
import type { PatternTerminal, SyntaxSource, Terminal } from "@espalier/syntax";
import fc from "fast-check";

/** The name of the control token that some languages have. */
const CALL = "<call>";

const set = (letters: string): Regex =>
  characters([...letters].map((letter) => [letter.codePointAt(0)!, letter.codePointAt(0)!] as const));

/** Terminals as languages have them: words, runs of letters, what a delimiter ends, and now and then anything. */
const patterns: fc.Arbitrary<Regex> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "ab", "ba", "aa", "aba", "é", "éa").map((word) => literal(word)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "b", "ab", "abé", "aé"), fc.constantFrom(0, 1, 1))
      .map(([letters, min]) => repeat(set(letters), min, Number.POSITIVE_INFINITY)),
  },
  { weight: 2, arbitrary: fc.constantFrom("a", "ab", "bé").map((letters) => repeat(set(letters), 0, 2)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "ab", "é"), fc.constantFrom("a", "b", ";"))
      .map(([letters, end]) => sequence(repeat(set(letters), 0, Number.POSITIVE_INFINITY), literal(end))),
  },
  { weight: 1, arbitrary: regexes({ letters: "abé", depth: 2 }).filter((regex) => !isEmpty(regex)) },
);

/** Sources of languages, lexed by maximal munch or scannerless. */
export function sources(munch: SyntaxSource["munch"]): fc.Arbitrary<SyntaxSource> {
  const grammar = fc
    .tuple(grammars({ terminals: ["T", "U", "V"], rules: 3 }), fc.constantFrom("", "", "", "first", "last"))
    .map(([made, call]) => (call === "" ? made : withCall(made, call)));
  const pattern = fc.record({
    regex: patterns,
    priority: munch === "none" ? fc.constant(0) : fc.constantFrom(0, 0, 0, 1),
    lazy: munch === "none" ? fc.constant(false) : fc.constantFrom(false, false, false, true),
  });
  return fc
    .record({ grammar, patterns: fc.tuple(pattern, pattern, pattern), skip: fc.constantFrom("", "_", "[ab]", "T") })
    .map(({ grammar, patterns, skip }) => {
      const named = patterns.map((rest, i): PatternTerminal => ({ kind: "pattern", name: "TUV"[i]!, ...rest }));
      const terminals: Terminal[] = [...named, { kind: "control", name: "CALL", control: CALL }];
      const skipped = munch === "maximal" && skip !== "";
      // T is read by the grammar too.
      if (skipped && skip !== "T") {
        const regex = skip === "_" ? literal("_") : set("ab");
        terminals.push({ kind: "pattern", name: "SKIP", regex });
      }
      return { grammar, terminals, skip: skipped ? [skip === "T" ? "T" : "SKIP"] : [], munch };
    });
}

/** The grammar with a control token before or after its start. */
function withCall(grammar: Grammar, where: string): Grammar {
  const start = { kind: "nonterminal", name: grammar.start } as const;
  const items = where === "first" ? [terminal("CALL"), start] : [start, terminal("CALL")];
  return { start: "called", rules: [{ name: "called", body: { kind: "sequence", items } }, ...grammar.rules] };
}
