// Writes a source as GBNF text (llama.cpp). A terminal becomes a string, a class, or a rule of its own. Skipped text
// becomes rules. GBNF has no lexemes, so it cannot express longest matches, lazy terminals and priorities.

import { oneOf, options, signature } from "@espalier/arguments";
import type { Regex } from "@espalier/automata";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";
import { sourceKind } from "@espalier/syntax";
import { explicitSkip } from "./embed.js";
import { gbnfClassCharacter, quoteGbnf } from "./escape.js";
import { inexpressible } from "./issue.js";
import { type Layout, layoutExpression, layoutRegex, print, RULE_STYLE, writeClass } from "./layout.js";
import { leftRecursiveRule } from "./left-recursion.js";
import { isBoolean, textRegex } from "./text-regex.js";
import { plainName, writtenNames } from "./written-names.js";

export interface WriteGbnfOptions {
  /**
   * What to do with a source that uses longest matches, which GBNF cannot express. `refuse` (the default) throws.
   * `drop` writes the larger language in which the text may be split in any way.
   */
  readonly munch?: "refuse" | "drop";
}

const RULE_NAME = /^[A-Za-z0-9-]+$/;
const CONTROL_NAME = /^<(?!\[)[^<>\n]+>$/;

const checkWriteGbnf = signature("writeGbnf", {
  source: sourceKind,
  options: options({ munch: oneOf("refuse", "drop") }),
});

/**
 * Returns the source as a GBNF grammar. `readGbnf` reads it back as the same language. The start rule is named `root`;
 * names that llama.cpp does not allow are replaced.
 *
 * @throws NotationError (`inexpressible`) if GBNF cannot express it: longest matches (see `options.munch`), lazy
 * terminals or priorities; intersection and complement; bytes that are not text; left recursion, which llama.cpp
 * rejects.
 *
 * @example
 * ```ts
 * import { grammar, many, writeGbnf } from "@espalier/notation";
 *
 * writeGbnf(grammar({ list: () => ["[", many(/[0-9]/), "]"] }, { munch: "none" }));
 * // => 'root ::= "[" [0-9]* "]"\n'
 * ```
 */
export function writeGbnf(source: SyntaxSource, options: WriteGbnfOptions = {}): string {
  checkWriteGbnf(source, options);
  if (source.munch === "maximal" && options.munch !== "drop") {
    const hint = '`{ munch: "drop" }` writes the larger language without it';
    throw inexpressible("GBNF has no lexemes, but this source takes the longest match", hint);
  }
  const explicit = explicitSkip(source, new Set());
  // A source has separate namespaces for terminals and rules; GBNF has one.
  const taken = new Set<string>();
  const ruleNames = writtenNames(RULE_NAME, (name) => plainName(name, "-", "rule"), taken);
  const terminalNames = writtenNames(RULE_NAME, (name) => plainName(name, "-", "terminal"), taken);
  const { start } = explicit.grammar;
  ruleNames.reserve(start, "root");
  const terminals = new Map(explicit.terminals.map((each) => [each.name, each]));
  const definitions: string[] = [];
  const written = new Map<string, Layout>();

  const ofTerminal = (name: string): Layout => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const each = terminals.get(name);
    if (each === undefined) throw inexpressible(`the grammar names a terminal ${name} that the source does not have`);
    let layout: Layout;
    if (each.kind === "pattern") layout = ofPattern(each);
    else if (CONTROL_NAME.test(each.control)) layout = atom(each.control);
    else throw inexpressible(`the control token ${each.control} has no form in GBNF`, "a token is written `<name>`");
    written.set(name, layout);
    return layout;
  };
  const ofPattern = (each: PatternTerminal): Layout => {
    if (each.lazy === true) throw inexpressible(`the terminal ${each.name} is lazy, and GBNF has no lexemes`);
    if ((each.priority ?? 0) !== 0)
      throw inexpressible(`the terminal ${each.name} has a priority, and GBNF has no lexemes`);
    const body = gbnfPattern(each.name, each.regex);
    if (body.kind === "atom") return body;
    const name = terminalNames.of(each.name);
    definitions.push(`${name} ::= ${print(body, RULE_STYLE)}`);
    return atom(name);
  };

  const recursive = leftRecursiveRule(explicit);
  if (recursive !== undefined) {
    const hint = "write it as a repetition";
    throw inexpressible(`the rule ${recursive} can begin with itself, which llama.cpp refuses`, hint);
  }
  const ordered = [...explicit.grammar.rules].sort((a, b) => Number(b.name === start) - Number(a.name === start));
  for (const rule of ordered) ruleNames.of(rule.name);
  const lines = ordered.map((rule) => {
    const ofNothing = (): never => {
      throw inexpressible(`the rule ${rule.name} has a choice of no options, which GBNF cannot say`);
    };
    const body = layoutExpression(rule.body, ofTerminal, (name) => atom(ruleNames.of(name)), ofNothing);
    return `${ruleNames.of(rule.name)} ::= ${print(body, RULE_STYLE)}`;
  });
  return `${[...lines, ...definitions].join("\n")}\n`;
}

function atom(text: string): Layout {
  return { kind: "atom", text };
}

function gbnfPattern(name: string, regex: Regex): Layout {
  const text = textRegex(regex);
  if (text === undefined) throw inexpressible(`the terminal ${name} matches bytes that are not text`);
  if (isBoolean(text))
    throw inexpressible(`the terminal ${name} uses \`&\` or \`~\`, or matches nothing`, "GBNF has only `|`");
  return layoutRegex(
    text,
    (each) => atom(quoteGbnf(each)),
    (ranges) => atom(writeClass(ranges, ".", gbnfClassCharacter)),
    () => atom('""'),
  );
}
