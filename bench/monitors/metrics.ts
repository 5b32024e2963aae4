// The metrics of monitor-guided decoding (Agrawal et al. 2023) for TypeScript: how far a completion agrees with what was written, and the best of k.

import type { LexicalState } from "@espalier/typescript";
import { typescriptLexer } from "@espalier/typescript";
import ts from "typescript";

/** Agreement of a completion with the truth, each from 0 to 1. */
export interface Agreement {
  /** Whether the first tokens are equal. */
  readonly nextIdentifier: number;
  /** The common prefix of the identifiers, divided by those of the truth; `undefined` where it has none. */
  readonly identifiers: number | undefined;
  /** The common prefix of the tokens, divided by those of the truth. */
  readonly prefix: number;
}

export function agreement(output: string, truth: string): Agreement {
  const [ours, theirs] = [tokensOf(output), tokensOf(truth)];
  const [names, right] = [ours.filter(isIdentifier), theirs.filter(isIdentifier)];
  const shared = common(names, right);
  return {
    nextIdentifier: ours[0]?.text === theirs[0]?.text ? 1 : 0,
    identifiers: right.length === 0 ? undefined : shared / right.length,
    prefix: theirs.length === 0 ? 1 : common(ours, theirs) / theirs.length,
  };
}

interface Token {
  readonly kind: ts.SyntaxKind;
  readonly text: string;
}

function isIdentifier({ kind }: Token): boolean {
  return kind === ts.SyntaxKind.Identifier || kind === ts.SyntaxKind.PrivateIdentifier;
}

function common(some: readonly Token[], others: readonly Token[]): number {
  let at = 0;
  while (at < some.length && some[at]!.text === others[at]?.text) at++;
  return at;
}

/** The tokens of a text, comments among them, by the compiler's scanner. */
function tokensOf(text: string): readonly Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const tokens: Token[] = [];
  // How many braces are open in each template around.
  const templates: number[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.WhitespaceTrivia || kind === ts.SyntaxKind.NewLineTrivia) continue;
    if (kind === ts.SyntaxKind.CloseBraceToken && templates.at(-1) === 0) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateTail) templates.pop();
    } else if (kind === ts.SyntaxKind.TemplateHead) templates.push(0);
    else if (kind === ts.SyntaxKind.OpenBraceToken && templates.length > 0) templates[templates.length - 1]!++;
    else if (kind === ts.SyntaxKind.CloseBraceToken && templates.length > 0) templates[templates.length - 1]!--;
    tokens.push({ kind, text: scanner.getTokenText() });
  }
  return tokens;
}

/** Brackets that a brace closes. */
const BRACES: ReadonlySet<string> = new Set([
  "block",
  "operandBlock",
  "object",
  "names",
  "jsxExpression",
  "substitution",
]);

/**
 * `output` up to the brace that closes the function whose body ends `body`'s last open brace, or with a brace added for each that is open.
 *
 * @param before the file's text up to the function's opening brace, with it
 * @param body what stands between that brace and the output
 */
export function truncated(before: string, body: string, output: string): string {
  const lexer = typescriptLexer();
  const encoder = new TextEncoder();
  const read = (from: LexicalState, text: string): LexicalState => {
    let state = from;
    for (const byte of encoder.encode(text)) state = lexer.step(state, byte)!;
    return state;
  };
  const opened = read(lexer.start, before);
  let state = read(opened, body);
  let length = 0;
  for (const character of output) {
    state = read(state, character);
    length += character.length;
    if (lexer.depth(state) < lexer.depth(opened)) return output.slice(0, length);
  }
  let open = 0;
  for (
    let at: LexicalState["frame"] | undefined = state.frame;
    at !== undefined && at.depth >= opened.frame.depth;
    at = at.parent
  )
    if (BRACES.has(at.kind)) open++;
  return output.trimEnd() + "}".repeat(open);
}

/** The mean over all choices of `k` of `scores` of the best of them. */
export function scoreAt(k: number, scores: readonly number[]): number {
  const sorted = [...scores].sort((a, b) => b - a);
  const n = sorted.length;
  let sum = 0;
  for (let i = 1; i <= n - k + 1; i++) sum += choose(n - i, k - 1) * sorted[i - 1]!;
  return sum / choose(n, k);
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1);
  return result;
}
