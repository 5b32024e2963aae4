// Parses Lark text into a list of items, without interpreting them. Recursive descent over the lexemes:
//
//   item     → ("!" | "?")* name ("." number)? attributes? ":" choice | "%ignore" choice | "%import" …
//
// Source of the dialect: llguidance, docs/syntax.md; of the base notation: Lark's grammar reference.

import { NotationError, type NotationIssue } from "./issue.js";
import { createLarkCursor, describe, isSign } from "./lark-cursor.js";
import { beginsAtom, createLarkExpressions, refusedDirective, takeJson } from "./lark-expressions.js";
import type { Lexeme } from "./lark-lexemes.js";
import type { LarkAttribute, LarkDefinition, LarkItem, LarkNode } from "./lark-tree.js";

/** After this many issues, parsing stops. */
const MAX_ISSUES = 50;

/**
 * Returns the items of a grammar text, in order.
 * @throws NotationError with every syntax error found: after an error, parsing resumes at the next line that begins an
 * item.
 */
export function parseLark(text: string): LarkItem[] {
  const cursor = createLarkCursor(text);
  const { peek, take, match, expected, expectSign, fail, before, skipNewlines, depth, nested } = cursor;
  const { choice, atom } = createLarkExpressions(cursor, () => list());
  const issues: NotationIssue[] = [];

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
      const name = path[1]!;
      const alias = match("->") ? take() : name;
      if (alias.kind !== "terminal")
        fail(alias, "syntax", `a terminal is imported under an upper-case name, not ${describe(alias)}`);
      return [{ kind: "import", name: name.value, as: alias.value, from: name.from, to: name.to }];
    }
    take();
    path.length = 0;
    nested(() => {
      do part();
      while (match(","));
      if (!match(")")) expected("`,` or `)` in the list of imports");
    });
    return path.map((name) => ({ kind: "import", name: name.value, as: name.value, from: name.from, to: name.to }));
  };
  const item = (): LarkItem[] => {
    const lexeme = peek();
    const { from } = lexeme;
    if (lexeme.kind !== "directive") return [definition()];
    take();
    switch (lexeme.value) {
      case "%ignore":
        return [{ kind: "ignore", body: choice(), from, to: lexeme.to }];
      case "%import":
        return imports(lexeme);
      case "%llguidance":
        return [{ kind: "options", options: takeJson(cursor), from, to: before() }];
    }
    return refusedDirective(lexeme, cursor);
  };
  /** Reads items up to the end of the text, or to the `}` that closes a nested grammar. */
  const list = (): LarkItem[] => {
    const items: LarkItem[] = [];
    for (;;) {
      skipNewlines();
      if (peek().kind === "end" || (depth() > 0 && isSign(peek(), "}"))) return items;
      const outer = depth();
      try {
        items.push(...item());
        const after = peek();
        if (after.kind !== "newline" && after.kind !== "end" && !(depth() > 0 && isSign(after, "}"))) {
          expected("the end of the line", isSign(after, ":") ? "a definition must begin on its own line" : undefined);
        }
      } catch (error) {
        if (!(error instanceof NotationError) || outer > 0) throw error;
        issues.push(...error.issues);
        if (issues.length >= MAX_ISSUES || error.code === "too-deep") return items;
        cursor.recover();
      }
    }
  };

  const items = list();
  const [first, ...rest] = issues;
  if (first !== undefined) throw new NotationError([first, ...rest]);
  return items;
}
