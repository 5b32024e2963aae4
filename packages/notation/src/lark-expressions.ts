// Reads the expressions of Lark's notation, by recursive descent over the lexemes:
//
//   choice   → both ("|" both)*                   a newline before "|" or "&" continues the item
//   both     → aliased ("&" aliased)*             "&" binds tighter than "|", looser than a sequence
//   aliased  → repeated* ("->" name)?
//   repeated → prefixed ("?" | "*" | "+" | "{" m "," n "}" | "~" m ".." n)?
//   prefixed → "~" prefixed | atom                "~" binds tighter than "+"

import { describe, isSign, type LarkCursor } from "./lark-cursor.js";
import type { Lexeme } from "./lark-lexemes.js";
import type { LarkItem, LarkNode } from "./lark-tree.js";

/** Maximum count of a repetition. */
const MAX_COUNT = 2 ** 31 - 1;

/** Unsupported constructs by their first characters, each with the reason. */
const REFUSED: Readonly<Record<string, readonly [string, string?]>> = {
  "%declare": ["`%declare` names a terminal without saying what it matches, which leaves nothing to constrain by"],
  "%override": ["`%override` changes an imported rule, and only terminals can be imported", "define the rule itself"],
  "%extend": ["`%extend` changes an imported rule, and only terminals can be imported", "define the rule itself"],
  "%regex": ["`%regex` (substring matching) is not supported", "write the alternatives out"],
  "%if": ["parametric rules (`%if`) are not supported"],
};

/** Readers for the expression at a cursor. Each throws a NotationError at the first mistake. */
export interface LarkExpressions {
  choice(): LarkNode;
  atom(): LarkNode;
}

/** @param nestedItems reads the items of a nested grammar up to its `}`. */
export function createLarkExpressions(cursor: LarkCursor, nestedItems: () => readonly LarkItem[]): LarkExpressions {
  const { peek, following, take, match, continues, expected, expectSign, fail, before } = cursor;
  const { lineOf, deeper, nested, nestedGrammar } = cursor;

  const choice = (): LarkNode => {
    const from = peek().from;
    const options = [both()];
    while (continues("|")) options.push(both());
    return options.length === 1 ? options[0]! : { kind: "choice", options, from, to: before() };
  };
  const both = (): LarkNode => {
    const from = peek().from;
    const operands = [aliased()];
    while (continues("&")) operands.push(aliased());
    return operands.length === 1 ? operands[0]! : { kind: "and", operands, from, to: before() };
  };
  const aliased = (): LarkNode => {
    const from = peek().from;
    const items: LarkNode[] = [];
    while (beginsAtom(peek())) items.push(repeated());
    const to = items.at(-1)?.to ?? from;
    if (match("->")) {
      if (peek().kind !== "rule" && peek().kind !== "terminal") expected("a name after `->`");
      take();
    }
    return items.length === 1 ? items[0]! : { kind: "sequence", items, from, to };
  };
  const repeated = (): LarkNode => {
    const item = prefixed();
    const sign = peek();
    if (sign.kind !== "sign") return item;
    const repeat = (min: number, max: number): LarkNode => ({
      kind: "repeat",
      item,
      min,
      max,
      from: item.from,
      to: before(),
    });
    if (match("?")) return repeat(0, 1);
    if (match("*")) return repeat(0, Number.POSITIVE_INFINITY);
    if (match("+")) return repeat(1, Number.POSITIVE_INFINITY);
    if (isSign(sign, "~") && following()?.kind === "number") {
      take();
      const min = count();
      return bounded(sign, min, match("..") ? count() : min, repeat);
    }
    if (!match("{")) return item;
    if (peek().kind !== "number" && !isSign(peek(), ",")) {
      fail(sign, "unsupported", "templates (`name{…}`) are not supported", "write the rule out for each argument");
    }
    const min = isSign(peek(), ",") ? 0 : count();
    const max = !match(",") ? min : isSign(peek(), "}") ? Number.POSITIVE_INFINITY : count();
    expectSign("}", "the bounds of a repetition");
    return bounded(sign, min, max, repeat);
  };
  const bounded = (
    sign: Lexeme,
    min: number,
    max: number,
    repeat: (min: number, max: number) => LarkNode,
  ): LarkNode => {
    if (min > max) fail({ from: sign.from, to: before() }, "bad-range", `at least ${min} is more than at most ${max}`);
    return repeat(min, max);
  };
  const count = (): number => {
    const lexeme = peek();
    if (lexeme.kind !== "number") expected("a number");
    const value = Number(lexeme.value);
    if (!/^\d+$/.test(lexeme.value) || value > MAX_COUNT) fail(lexeme, "bad-range", `${lexeme.value} is not a count`);
    take();
    return value;
  };
  const prefixed = (): LarkNode => {
    const tilde = peek();
    if (!match("~")) return atom();
    const operand = deeper(tilde, "complements", prefixed);
    return { kind: "not", operand, from: tilde.from, to: operand.to };
  };
  const atom = (): LarkNode => {
    const lexeme = take();
    const { from, to } = lexeme;
    switch (lexeme.kind) {
      case "rule":
      case "terminal":
        return { kind: "name", name: lexeme.value, upper: lexeme.kind === "terminal", from, to };
      case "string": {
        if (!isSign(peek(), "..")) return { kind: "string", text: lexeme.value, flags: lexeme.flags, from, to };
        take();
        const last = take();
        if (last.kind !== "string")
          return fail(last, "syntax", `expected a string after \`..\`, found ${describe(last)}`);
        if (lexeme.flags + last.flags !== "") fail(lexeme, "unsupported", "the ends of a range take no flag");
        return { kind: "range", first: lexeme.value, last: last.value, from, to: last.to };
      }
      case "regex":
        return { kind: "regex", pattern: lexeme.value, flags: lexeme.flags, from, to };
      case "control":
        return { kind: "control", name: lexeme.value, from, to };
      case "grammar":
        return fail(
          lexeme,
          "unsupported",
          `\`${lexeme.value}\` refers to another grammar`,
          "nest it with `%lark { … }`",
        );
      case "directive":
        return directiveAtom(lexeme);
    }
    if (lexeme.value !== "(" && lexeme.value !== "[") fail(lexeme, "syntax", `${describe(lexeme)} means nothing here`);
    const close = lexeme.value === "(" ? ")" : "]";
    const inner = nested(() => {
      const body = choice();
      if (match(close)) return body;
      return expected(`\`${close}\``, `\`${lexeme.value}\` was opened on line ${lineOf(lexeme)}`);
    });
    if (close === ")") return { ...inner, from, to: before() };
    return { kind: "repeat", item: inner, min: 0, max: 1, from, to: before() };
  };
  const directiveAtom = (lexeme: Lexeme): LarkNode => {
    const { from } = lexeme;
    if (lexeme.value === "%json") return { kind: "json", schema: takeJson(cursor), from, to: before() };
    if (lexeme.value === "%lark") {
      expectSign("{", "%lark");
      const items = nestedGrammar(lexeme, () => {
        const read = nestedItems();
        if (!match("}")) expected("`}` at the end of %lark");
        return read;
      });
      return { kind: "lark", items, from, to: before() };
    }
    return refusedDirective(lexeme, cursor);
  };

  return { choice, atom };
}

/** Parses the JSON at the cursor. @throws NotationError if it is invalid. */
export function takeJson({ take, fail }: LarkCursor): unknown {
  const lexeme = take();
  try {
    return JSON.parse(lexeme.value);
  } catch (error) {
    return fail(lexeme, "bad-json", `this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws NotationError always: says why the directive is not supported. */
export function refusedDirective(lexeme: Lexeme, { fail }: LarkCursor): never {
  const reason = REFUSED[lexeme.value];
  if (reason === undefined) fail(lexeme, "syntax", `\`${lexeme.value}\` is unknown here`);
  return fail(lexeme, "unsupported", ...(reason as [string, string?]));
}

export function beginsAtom(lexeme: Lexeme): boolean {
  switch (lexeme.kind) {
    case "rule":
    case "terminal":
    case "string":
    case "regex":
    case "control":
    case "grammar":
      return true;
    case "directive":
      return !["%ignore", "%import", "%llguidance"].includes(lexeme.value);
    case "sign":
      return lexeme.value === "(" || lexeme.value === "[" || lexeme.value === "~";
    default:
      return false;
  }
}
