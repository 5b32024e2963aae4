// Where a declared lexer differs from the tokens of a language's own lexer: what every byte is in, and where the names of members stand.

import type { DeclaredLexer, LexicalState, LexicalStructure } from "@espalier/analysis-lsp";

/**
 * A token of a judge, with its start and end in bytes. `label` is a quote with a name, `untold` what holds several lexemes, and
 * `directive` what a preprocessor reads. The text between tokens is
 * blanks, and comments where the judge gives no tokens for them.
 */
export type JudgedToken = readonly [
  kind: "word" | "number" | "string" | "comment" | "punctuation" | "label" | "untold" | "directive",
  start: number,
  end: number,
];

/** How many member operators the text has, and where the lexer is wrong. */
export interface Differences {
  readonly dots: number;
  readonly differs: readonly string[];
}

export function differencesOf(
  lexer: DeclaredLexer,
  structure: LexicalStructure,
  text: Buffer,
  tokens: readonly JudgedToken[],
): Differences {
  const states: LexicalState[] = [];
  let state = lexer.start;
  for (const byte of text) {
    state = lexer.step(state, byte);
    states.push(state);
  }
  const differs: string[] = [];
  const untold = new Set<number>();
  const around = (at: number) => JSON.stringify(text.subarray(Math.max(0, at - 30), at + 10).toString());
  const expectKind = (from: number, to: number, kind: string): void => {
    for (let at = from; at < to; at++) {
      const found = lexer.kind(states[at]!);
      if (found !== kind && !untold.has(at)) differs.push(`${at}: ${found} is ${kind}, in ${around(at)}`);
    }
  };
  const without = (from: number, to: number): void => {
    for (let at = from; at < to; at++) untold.add(at);
  };

  const operators = new Set(structure.memberOperators);
  const keywords = new Set(structure.keywords);
  const dots = new Set<number>();
  // What the token before leaves: an operand, a member operator, or neither; whether a statement of paths goes on; the first word of a statement.
  let [before, inPath, atStart, isNumber] = ["other", false, true, false];
  for (const [kind, start, end] of withComments(text, tokens)) {
    const spelt = text.subarray(start, end).toString("latin1");
    if (kind === "comment") {
      // What begins a comment is told by what follows it.
      if (spelt.startsWith("//") || spelt.startsWith("/*"))
        expectKind(start + 1, spelt.startsWith("/*") ? end - 1 : end, "comment");
      continue;
    }
    const [wasBefore, wasNumber] = [before, isNumber];
    before = "other";
    isNumber = kind === "number";
    if (kind === "word") {
      inPath ||= atStart && (structure.pathStatements ?? []).includes(spelt);
      expectKind(start, end, "word");
      before = wasBefore === "member" || !keywords.has(spelt) ? "operand" : "other";
    } else if (kind === "number") {
      // After an operator, `0.1` is two names. A number that begins with a dot is told by what follows that.
      if (wasBefore === "member" || spelt.startsWith(".")) without(start, wasBefore === "member" ? end : start + 1);
      // A dot at its end may belong to what follows.
      expectKind(start, spelt.endsWith(".") ? end - 1 : end, "number");
      before = "operand";
    } else if (kind === "string") {
      expectKind(start + spelt.search(/["']/), end - 1, "string");
      before = "operand";
    } else if (kind === "label") {
      without(start, Math.min(start + 2, end));
      expectKind(start, end, "word");
    } else if (kind === "untold" || kind === "directive") {
      without(start, end);
      before = kind === "untold" ? "operand" : "other";
    } else {
      const isOperand = /^[)\]}]$/.test(spelt) || (wasBefore === "operand" && structure.postfixes?.includes(spelt));
      if (isOperand) before = "operand";
      const isMember = operators.has(spelt);
      // What a longer operator is, only its later characters tell; the same holds for the dot after a number.
      if (!isMember || wasNumber) {
        without(start, end);
        // In a macro, a version such as `1.57.0` is a number, a dot and what would be the name of a member.
        if (isMember) before = "member";
      } else if (wasBefore === "operand" && !inPath) {
        dots.add(end - 1);
        before = "member";
      }
    }
    atStart = kind === "punctuation" && structure.statementEnds.includes(spelt);
    if (atStart) inPath = false;
    if (kind === "punctuation") expectKind(start, end, "code");
  }
  for (const at of text.keys()) {
    const arises = lexer.expectsMember(states[at]!) && (at === 0 || !lexer.expectsMember(states[at - 1]!));
    if (arises !== dots.has(at) && !untold.has(at)) differs.push(`${at}: ${arises ? "a" : "no"} dot, in ${around(at)}`);
  }
  return { dots: dots.size, differs };
}

/** The tokens with the comments between them. */
function withComments(text: Buffer, tokens: readonly JudgedToken[]): readonly JudgedToken[] {
  const whole: JudgedToken[] = [];
  let from = 0;
  for (const token of [...tokens, ["punctuation", text.length, text.length] as const]) {
    const between = text.subarray(from, token[1]).toString("latin1");
    for (const { 0: comment, index } of between.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g))
      whole.push(["comment", from + index, from + index + comment.length]);
    if (token[1] < text.length) whole.push(token);
    from = token[2];
  }
  return whole;
}
