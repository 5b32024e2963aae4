// Lark text as a list of items: what is written, before asking what it means. Recursive descent over the lexemes:
//
//   item     → ("!" | "?")* name ("." number)? attributes? ":" choice | "%ignore" choice | "%import" …
//   choice   → both ("|" both)*                   a newline before "|" or "&" continues the item
//   both     → aliased ("&" aliased)*             "&" binds tighter than "|", looser than a sequence
//   aliased  → repeated* ("->" name)?
//   repeated → prefixed ("?" | "*" | "+" | "{" m "," n "}" | "~" m ".." n)?
//   prefixed → "~" prefixed | atom                "~" binds tighter than "+"
//
// Source of the dialect: llguidance, docs/syntax.md; of the notation under it: Lark's grammar reference.

import { type IssueCode, issueAt, NotationError, type NotationIssue, type Span } from "./issue.js";
import { type Lexeme, lexLark } from "./lark-lexemes.js";

/** An expression as written. Whether it is one of a rule or of a terminal is known from where it stands. */
export type LarkNode = Span &
  (
    | { readonly kind: "name"; readonly name: string; readonly upper: boolean }
    | { readonly kind: "string"; readonly text: string; readonly flags: string }
    | { readonly kind: "regex"; readonly pattern: string; readonly flags: string }
    | { readonly kind: "range"; readonly first: string; readonly last: string }
    | { readonly kind: "control"; readonly name: string }
    | { readonly kind: "json"; readonly schema: unknown }
    | { readonly kind: "lark"; readonly items: readonly LarkItem[] }
    | { readonly kind: "sequence"; readonly items: readonly LarkNode[] }
    | { readonly kind: "choice"; readonly options: readonly LarkNode[] }
    | { readonly kind: "and"; readonly operands: readonly LarkNode[] }
    | { readonly kind: "not"; readonly operand: LarkNode }
    | { readonly kind: "repeat"; readonly item: LarkNode; readonly min: number; readonly max: number }
  );

/** `[lazy]`, `[suffix="…"]`: a name with an optional value. */
export interface LarkAttribute extends Span {
  readonly name: string;
  readonly value?: LarkNode;
}

export interface LarkDefinition extends Span {
  readonly kind: "rule" | "terminal";
  readonly name: string;
  readonly priority?: number;
  readonly attributes: readonly LarkAttribute[];
  readonly body: LarkNode;
}

export type LarkItem =
  | LarkDefinition
  | (Span & { readonly kind: "ignore"; readonly body: LarkNode })
  | (Span & { readonly kind: "import"; readonly name: string; readonly as: string })
  | (Span & { readonly kind: "options"; readonly options: unknown });

/** How deep groups may nest. Deeper text is refused, so that no reader of the tree can run out of stack. */
export const MAX_DEPTH = 200;
/** Once a text has so many issues, it is read no further. */
const MAX_ISSUES = 50;
/** The largest count of a repetition. */
const MAX_COUNT = 2 ** 31 - 1;

/** What is not read, by how it begins; each with its reason. */
const REFUSED: Readonly<Record<string, readonly [string, string?]>> = {
  "%declare": ["`%declare` names a terminal without saying what it matches, which leaves nothing to constrain by"],
  "%override": ["`%override` changes an imported rule, and only terminals can be imported", "define the rule itself"],
  "%extend": ["`%extend` changes an imported rule, and only terminals can be imported", "define the rule itself"],
  "%regex": ["`%regex` (substring matching) is not supported", "write the alternatives out"],
  "%if": ["parametric rules (`%if`) are not supported"],
};

/**
 * The items of a grammar text, in its order.
 * @throws NotationError with every syntax error found: after one, reading resumes at the next line that begins an item.
 */
export function parseLark(text: string): LarkItem[] {
  const lexemes = lexLark(text);
  let next = 0;
  /** Groups open around here: newlines count only outside of all. */
  let groups = 0;
  let depth = 0;
  const issues: NotationIssue[] = [];

  const fail = (span: Span, code: IssueCode, message: string, hint?: string): never => {
    throw new NotationError([issueAt(text, span, code, message, hint)]);
  };
  const peek = (): Lexeme => {
    if (groups > 0) skipNewlines();
    return lexemes[next] as Lexeme;
  };
  const skipNewlines = (): void => {
    while (lexemes[next]?.kind === "newline") next++;
  };
  const isSign = (lexeme: Lexeme | undefined, sign: string): boolean =>
    lexeme?.kind === "sign" && lexeme.value === sign;
  const take = (): Lexeme => {
    const lexeme = peek();
    if (lexeme.kind !== "end") next++;
    return lexeme;
  };
  const match = (sign: string): boolean => {
    if (!isSign(peek(), sign)) return false;
    next++;
    return true;
  };
  const expected = (what: string, hint?: string): never => {
    const found = peek();
    return fail(found, "syntax", `expected ${what}, found ${describe(found)}`, hint);
  };
  const expectSign = (sign: string, after: string): void => {
    if (!match(sign)) expected(`\`${sign}\` after ${after}`);
  };
  const before = (): number => (lexemes[next - 1] as Lexeme | undefined)?.to ?? 0;
  const nested = <T>(read: () => T): T => {
    if (++depth > MAX_DEPTH) fail(peek(), "too-deep", `groups nest deeper than ${MAX_DEPTH}`, "name the inner part");
    groups++;
    const result = read();
    groups--;
    depth--;
    return result;
  };
  /** Takes `sign`, also from the beginning of a following line. */
  const continues = (sign: string): boolean => {
    const mark = next;
    skipNewlines();
    if (match(sign)) return true;
    next = mark;
    return false;
  };

  const choice = (): LarkNode => {
    const from = peek().from;
    const options = [both()];
    while (continues("|")) options.push(both());
    return options.length === 1 ? (options[0] as LarkNode) : { kind: "choice", options, from, to: before() };
  };
  const both = (): LarkNode => {
    const from = peek().from;
    const operands = [aliased()];
    while (continues("&")) operands.push(aliased());
    return operands.length === 1 ? (operands[0] as LarkNode) : { kind: "and", operands, from, to: before() };
  };
  const aliased = (): LarkNode => {
    const from = peek().from;
    const items: LarkNode[] = [];
    while (beginsAtom(peek())) items.push(repeated());
    const to = items.at(-1)?.to ?? from;
    if (match("->")) {
      if (peek().kind !== "rule" && peek().kind !== "terminal") expected("a name after `->`");
      next++;
    }
    return items.length === 1 ? (items[0] as LarkNode) : { kind: "sequence", items, from, to };
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
    if (isSign(sign, "~") && lexemes[next + 1]?.kind === "number") {
      next++;
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
    if (!/^\d+$/.test(lexeme.value) || value > MAX_COUNT) fail(lexeme, "bad-range", `${lexeme.value} is no count`);
    next++;
    return value;
  };
  const prefixed = (): LarkNode => {
    const tilde = peek();
    if (!match("~")) return atom();
    if (++depth > MAX_DEPTH) fail(tilde, "too-deep", `complements nest deeper than ${MAX_DEPTH}`);
    const operand = prefixed();
    depth--;
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
        next++;
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
      const { line } = issueAt(text, lexeme, "syntax", "");
      return expected(`\`${close}\``, `\`${lexeme.value}\` was opened on line ${line}`);
    });
    if (close === ")") return { ...inner, from, to: before() };
    return { kind: "repeat", item: inner, min: 0, max: 1, from, to: before() };
  };
  const directiveAtom = (lexeme: Lexeme): LarkNode => {
    const { from } = lexeme;
    if (lexeme.value === "%json") return { kind: "json", schema: json(), from, to: before() };
    if (lexeme.value === "%lark") {
      expectSign("{", "%lark");
      const outer = groups;
      if (++depth > MAX_DEPTH) fail(lexeme, "too-deep", `groups nest deeper than ${MAX_DEPTH}`);
      groups = 0;
      const items = list();
      if (!match("}")) expected("`}` at the end of %lark");
      groups = outer;
      depth--;
      return { kind: "lark", items, from, to: before() };
    }
    return refused(lexeme);
  };
  const refused = (lexeme: Lexeme): never => {
    const reason = REFUSED[lexeme.value];
    if (reason === undefined) fail(lexeme, "syntax", `\`${lexeme.value}\` is not known here`);
    return fail(lexeme, "unsupported", ...(reason as [string, string?]));
  };
  const json = (): unknown => {
    const lexeme = take();
    try {
      return JSON.parse(lexeme.value);
    } catch (error) {
      return fail(lexeme, "bad-json", `this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const definition = (): LarkDefinition => {
    while (match("!") || match("?"));
    const name = take();
    if (name.kind !== "rule" && name.kind !== "terminal") {
      return fail(name, "syntax", `expected a rule, a terminal or a directive, found ${describe(name)}`);
    }
    if (isSign(peek(), "{")) fail(peek(), "unsupported", "templates (`name{…}`) are not supported");
    if (isSign(peek(), "::")) fail(peek(), "unsupported", "parametric rules (`name::_`) are not supported");
    let priority: number | undefined;
    if (match(".")) {
      const number = take();
      priority = Number(number.value);
      if (number.kind !== "number" || !Number.isSafeInteger(priority)) {
        fail(number, "syntax", `a priority is an integer, not ${describe(number)}`);
      }
    }
    const attributes = match("[") ? attributeList() : [];
    expectSign(":", `\`${name.value}\``);
    const body = choice();
    const head = { kind: name.kind, name: name.value, attributes, body, from: name.from, to: name.to };
    return priority === undefined ? head : { ...head, priority };
  };
  const attributeList = (): LarkAttribute[] => {
    const attributes: LarkAttribute[] = [];
    while (!match("]")) {
      const name = take();
      if (name.kind !== "rule") fail(name, "syntax", `expected the name of an attribute, found ${describe(name)}`);
      const at = { name: name.value, from: name.from };
      if (match("=")) {
        const number = peek();
        const isNumber = number.kind === "number";
        if (!isNumber && !beginsAtom(number)) expected(`the value of \`${name.value}\``);
        const value: LarkNode = isNumber
          ? { kind: "string", text: take().value, flags: "", from: number.from, to: number.to }
          : atom();
        attributes.push({ ...at, value, to: before() });
      } else attributes.push({ ...at, to: name.to });
      if (!match(",") && !isSign(peek(), "]")) expected("`,` or `]` in the attributes");
    }
    return attributes;
  };
  const imports = (directive: Lexeme): LarkItem[] => {
    const path: Lexeme[] = [];
    const { from } = directive;
    const part = (): void => {
      const name = take();
      if (name.kind !== "rule" && name.kind !== "terminal")
        fail(name, "syntax", `expected a name, found ${describe(name)}`);
      path.push(name);
    };
    const foreign = (to: number): never =>
      fail(
        { from, to },
        "unsupported",
        "only the terminals of `common` can be imported",
        "copy the definition instead",
      );
    if (isSign(peek(), ".")) foreign(peek().to);
    part();
    while (match(".")) part();
    const list = isSign(peek(), "(");
    if (path[0]?.value !== "common" || path.length !== (list ? 1 : 2)) foreign(before());
    if (!list) {
      const name = path[1] as Lexeme;
      const alias = match("->") ? take() : name;
      if (alias.kind !== "terminal")
        fail(alias, "syntax", `a terminal is imported under an upper-case name, not ${describe(alias)}`);
      return [{ kind: "import", name: name.value, as: alias.value, from: name.from, to: name.to }];
    }
    next++;
    path.length = 0;
    groups++;
    do part();
    while (match(","));
    if (!match(")")) expected("`,` or `)` in the list of imports");
    groups--;
    return path.map((name) => ({ kind: "import", name: name.value, as: name.value, from: name.from, to: name.to }));
  };
  const item = (): LarkItem[] => {
    const lexeme = peek();
    const { from } = lexeme;
    if (lexeme.kind !== "directive") return [definition()];
    next++;
    switch (lexeme.value) {
      case "%ignore":
        return [{ kind: "ignore", body: choice(), from, to: lexeme.to }];
      case "%import":
        return imports(lexeme);
      case "%llguidance":
        return [{ kind: "options", options: json(), from, to: before() }];
    }
    return refused(lexeme);
  };
  /** Items up to the end of the text, or to the `}` that closes a nested grammar. */
  const list = (): LarkItem[] => {
    const items: LarkItem[] = [];
    for (;;) {
      skipNewlines();
      if (peek().kind === "end" || (depth > 0 && isSign(peek(), "}"))) return items;
      const outer = depth;
      try {
        items.push(...item());
        const after = peek();
        if (after.kind !== "newline" && after.kind !== "end" && !(depth > 0 && isSign(after, "}"))) {
          expected("the end of the line", isSign(after, ":") ? "a definition begins on a line of its own" : undefined);
        }
      } catch (error) {
        if (!(error instanceof NotationError) || outer > 0) throw error;
        issues.push(...error.issues);
        if (issues.length >= MAX_ISSUES || error.code === "too-deep") return items;
        depth = 0;
        groups = 0;
        do next++;
        while (next < lexemes.length && !beginsItem(lexemes, next));
        next = Math.min(next, lexemes.length - 1);
      }
    }
  };

  const items = list();
  const [first, ...rest] = issues;
  if (first !== undefined) throw new NotationError([first, ...rest]);
  return items;
}

function beginsAtom(lexeme: Lexeme): boolean {
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

function beginsItem(lexemes: readonly Lexeme[], at: number): boolean {
  if (lexemes[at - 1]?.kind !== "newline") return false;
  const lexeme = lexemes[at] as Lexeme;
  if (lexeme.kind === "directive") return true;
  return (
    (lexeme.kind === "rule" || lexeme.kind === "terminal") && [":", ".", "["].includes(lexemes[at + 1]?.value ?? "")
  );
}

function describe(lexeme: Lexeme): string {
  if (lexeme.kind === "newline") return "the end of the line";
  if (lexeme.kind === "end") return "the end of the text";
  if (lexeme.kind === "string") return "a string";
  if (lexeme.kind === "regex") return "a regex";
  return `\`${lexeme.value.length > 30 ? `${lexeme.value.slice(0, 30)}…` : lexeme.value}\``;
}
