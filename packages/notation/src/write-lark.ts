// Writes a source as Lark text. Terminals with a name of their own get a definition; the others appear in place, as
// strings and regexes. Two features have no llguidance syntax and are written in a form that only this package reads:
// priorities (`NAME.2: …`) and skipped lazy terminals (`NAME[lazy]: …`).

import { signature } from "@espalier/arguments";
import type { SyntaxSource, Terminal } from "@espalier/syntax";
import { sourceKind } from "@espalier/syntax";
import { quoteLark } from "./escape.js";
import { inexpressible } from "./issue.js";
import { type Layout, layoutExpression, layoutRegex, print, REGEX_STYLE, RULE_STYLE, writeClass } from "./layout.js";
import { isBoolean, type TextRegex, textRegex } from "./text-regex.js";
import { plainName, writtenNames } from "./written-names.js";

const RULE_NAME = /^_?[a-z](?:[a-z0-9_]|-(?=[a-z0-9_]))*$/;
const TERMINAL_NAME = /^_?[A-Z](?:[A-Z0-9_]|-(?=[A-Z0-9_]))*$/;
const CONTROL_NAME = /^<(?!\[)[^<>\s]+>$/;
const WIDTH = 100;

const checkWriteLark = signature("writeLark", { source: sourceKind });

/**
 * Returns the source as a Lark grammar. `readLark` reads it back as the same language. The start rule is named `start`;
 * names that Lark does not allow are replaced.
 *
 * @throws NotationError (`inexpressible`) if Lark cannot express it: a scannerless source, a terminal over bytes that
 * are not text, a control token whose name is not `<…>`.
 *
 * @example
 * ```ts
 * import { grammar, separated, writeLark } from "@espalier/notation";
 *
 * writeLark(grammar({ list: () => ["[", separated(/[0-9]+/, ","), "]"] }));
 * // => 'start: "[" (/[0-9]+/ ("," /[0-9]+/)*)? "]"\n'
 * ```
 */
export function writeLark(source: SyntaxSource): string {
  checkWriteLark(source);
  if (source.munch !== "maximal") {
    throw inexpressible("Lark has lexemes, but this source has none (`munch` is `none`)", "write it as GBNF");
  }
  const taken = new Set<string>();
  const ruleNames = writtenNames(RULE_NAME, (name) => plainName(name, "_", "rule").toLowerCase(), taken);
  const terminalNames = writtenNames(TERMINAL_NAME, (name) => plainName(name, "_", "TERMINAL").toUpperCase(), taken);
  // A lazy terminal is written as a rule and may have the same name as one.
  const lazyNames = writtenNames(RULE_NAME, (name) => plainName(name, "_", "lazy").toLowerCase(), taken);
  ruleNames.reserve(source.grammar.start, "start");

  const definitions: string[] = [];
  const written = new Map<string, Layout>();
  const define = (each: Terminal): Layout => {
    if (each.kind === "control") {
      if (CONTROL_NAME.test(each.control)) return { kind: "atom", text: each.control };
      throw inexpressible(
        `the control token ${each.control} has no form in Lark`,
        "a control token is written `<name>`",
      );
    }
    const body = larkTerminal(each.name, textRegex(each.regex));
    const priority = each.priority ?? 0;
    if (!Number.isSafeInteger(priority))
      throw inexpressible(`the priority of ${each.name} is ${priority}, not an integer`);
    const isLazy = each.lazy ?? false;
    if (priority === 0 && !isLazy && !TERMINAL_NAME.test(each.name) && body.isLiteral)
      return { kind: "atom", text: body.text };
    const isRule = isLazy && !source.skip.includes(each.name);
    const name = (isRule ? lazyNames : terminalNames).of(each.name);
    definitions.push(`${name}${priority === 0 ? "" : `.${priority}`}${isLazy ? "[lazy]" : ""}: ${body.text}`);
    return { kind: "atom", text: name };
  };
  const terminals = new Map(source.terminals.map((each) => [each.name, each]));
  const ofTerminal = (name: string): Layout => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const each = terminals.get(name);
    if (each === undefined) throw inexpressible(`the grammar names a terminal ${name} that the source does not have`);
    const layout = define(each);
    written.set(name, layout);
    return layout;
  };
  const ofNonterminal = (name: string): Layout => ({ kind: "atom", text: ruleNames.of(name) });

  let nothing: Layout | undefined;
  const ofNothing = (): Layout => {
    if (nothing !== undefined) return nothing;
    nothing = { kind: "atom", text: terminalNames.of("%nothing") };
    definitions.push(`${nothing.text}: ${NOTHING_TEXT}`);
    return nothing;
  };

  const lines: string[] = [];
  const ordered = [...source.grammar.rules].sort(
    (a, b) => Number(b.name === source.grammar.start) - Number(a.name === source.grammar.start),
  );
  for (const rule of ordered) ruleNames.of(rule.name);
  for (const rule of ordered) {
    const body = layoutExpression(rule.body, ofTerminal, ofNonterminal, ofNothing);
    lines.push(definition(ruleNames.of(rule.name), body));
  }
  const ignored = source.skip.map((name) => `%ignore ${print(ofTerminal(name), RULE_STYLE)}`);
  const sections = [lines, definitions, ignored].filter((section) => section.length > 0);
  return sections.map((section) => `${section.join("\n")}\n`).join("\n");
}

/** A terminal expression that matches nothing. */
const NOTHING_TEXT = '"a" & "b"';

function definition(name: string, body: Layout): string {
  const line = `${name}: ${print(body, RULE_STYLE)}`;
  return line.length <= WIDTH || body.kind !== "choice"
    ? line
    : `${name}: ${print(body, { ...RULE_STYLE, bar: "\n  | " })}`;
}

/**
 * Returns the expression of a terminal. `isLiteral` is true if it is a single string or regex, which may stand in a
 * rule.
 */
function larkTerminal(
  name: string,
  regex: TextRegex | undefined,
): { readonly text: string; readonly isLiteral: boolean } {
  if (regex === undefined) throw inexpressible(`the terminal ${name} matches bytes that are not text`);
  const layout = larkLayout(regex);
  return { text: print(layout, RULE_STYLE), isLiteral: !isBoolean(regex) };
}

function larkLayout(regex: TextRegex): Layout {
  if (regex.kind === "empty")
    return { kind: "and", operands: NOTHING_TEXT.split(" & ").map((text) => ({ kind: "atom", text })) };
  if (regex.kind === "text") return { kind: "atom", text: quoteLark(regex.text) };
  if (!isBoolean(regex)) return { kind: "atom", text: `/${print(regexLayout(regex), REGEX_STYLE)}/` };
  switch (regex.kind) {
    case "sequence":
      return { kind: "sequence", items: regex.items.map(larkLayout) };
    case "choice":
      return { kind: "choice", options: regex.options.map(larkLayout) };
    case "and":
      return { kind: "and", operands: regex.operands.map(larkLayout) };
    case "not":
      return { kind: "not", operand: larkLayout(regex.operand) };
    case "repeat":
      return { ...regex, item: larkLayout(regex.item) };
    case "characters":
      return regexLayout(regex);
  }
}

function regexLayout(regex: TextRegex): Layout {
  return layoutRegex(
    regex,
    (text) => ({
      kind: "sequence",
      items: Array.from(text, (each) => ({ kind: "atom", text: regexCharacter(each, OUTSIDE) })),
    }),
    (ranges) => ({
      kind: "atom",
      text: writeClass(ranges, "(?s:.)", (code) => regexCharacter(String.fromCodePoint(code), INSIDE)),
    }),
    () => ({ kind: "sequence", items: [] }),
  );
}

const OUTSIDE = "\\.+*?()|[]{}^$/";
const INSIDE = "\\[]^-&~/";

function regexCharacter(character: string, special: string): string {
  if (special.includes(character)) return `\\${character}`;
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  if (character === " " || /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return `\\x{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
}
