// What the TypeScript compiler takes each byte of a program to be, for comparison with the lexer: its tokens are the leaves of its tree, and
// what lies between them is blanks and comments.

import { type LexicalKind, type LexicalState, typescriptLexer } from "@espalier/typescript";
import ts from "typescript";

export type Dialect = "typescript" | "tsx" | "javascript";

/** A place where the lexer and the compiler differ. */
export interface Difference {
  readonly offset: number;
  readonly compiler: string;
  readonly lexer: string;
  readonly excerpt: string;
}

/** What a file turned out to be. */
export interface Comparison {
  /** Tokens of the compiler. */
  readonly tokens: number;
  readonly bytes: number;
  /** Whether the compiler reports no syntax error; the lexer is held to programs only. */
  readonly parses: boolean;
  /** Tokens of which a byte differs. */
  readonly wrongTokens: number;
  readonly first: Difference | undefined;
  /** Names after a dot or `?.`: members, qualified names. */
  readonly members: number;
  /** Those of them before which the lexer did not expect one. */
  readonly missedMembers: number;
  /** Places where the lexer expected one, and the compiler reads none. */
  readonly spuriousMembers: number;
  /** Names in the braces of imports and exports, and strings that name their modules; those that the lexer did not expect, and those that it expected in vain. */
  readonly imports: number;
  readonly missedImports: number;
  readonly spuriousImports: number;
}

export function dialectOf(path: string): Dialect | undefined {
  if (/\.tsx$/.test(path)) return "tsx";
  if (/\.[mc]?ts$/.test(path)) return "typescript";
  return /\.([mc]?js|jsx)$/.test(path) ? "javascript" : undefined;
}

const SCRIPT_KINDS = { typescript: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, javascript: ts.ScriptKind.JS };

/** The compiler's tree of `text`, and whether it reports no syntax error. */
export function parsed(text: string, dialect: Dialect): { readonly file: ts.SourceFile; readonly parses: boolean } {
  const name = { typescript: "a.ts", tsx: "a.tsx", javascript: "a.js" }[dialect];
  const file = ts.createSourceFile(name, endable(text), ts.ScriptTarget.Latest, true, SCRIPT_KINDS[dialect]);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  return { file, parses: parseDiagnostics.length === 0 };
}

/**
 * The text without the hyphens at which the compiler would not end: before the end of a documentation comment, and where it takes the end of one to be that has
 * none (https://github.com/microsoft/TypeScript/issues/63580). All offsets stay, and all kinds of lexemes.
 */
function endable(text: string): string {
  const isUnended = text.lastIndexOf("/**") > text.lastIndexOf("*/");
  const its = isUnended && text.at(-3) === "-" ? `${text.slice(0, -3)} ${text.slice(-2)}` : text;
  return its.replaceAll("-*/", " */");
}

/** Compares the kinds of all bytes of `text`. */
export function compareWithCompiler(text: string, dialect: Dialect): Comparison {
  const { file, parses } = parsed(text, dialect);
  const { kinds: expected, starts } = compilerKinds(file);
  const { kinds: actual, members, imports } = lexerKinds(text, dialect);
  const [missedMembers, spuriousMembers] = difference(membersOf(file), members);
  const [missedImports, spuriousImports] = difference(importsOf(file).starts, imports);
  const wrong = new Set<number>();
  let first: Difference | undefined;
  for (let at = 0; at < text.length; at++) {
    if (expected[at] === actual[at]) continue;
    wrong.add(starts[at]!);
    first ??= {
      offset: at,
      compiler: expected[at]!,
      lexer: actual[at]!,
      excerpt: text.slice(Math.max(0, at - 60), at + 40),
    };
  }
  const tokens = new Set(starts).size;
  return {
    tokens,
    bytes: Buffer.byteLength(text),
    parses,
    wrongTokens: wrong.size,
    first,
    members: members.size + missedMembers - spuriousMembers,
    missedMembers,
    spuriousMembers,
    imports: imports.size + missedImports - spuriousImports,
    missedImports,
    spuriousImports,
  };
}

/** How many of `right` are missing in `found`, and how many of `found` are not in `right`. */
function difference(right: ReadonlySet<number>, found: ReadonlySet<number>): readonly [number, number] {
  return [[...right].filter((at) => !found.has(at)).length, [...found].filter((at) => !right.has(at)).length];
}

/** The names and modules of imports and exports. */
export interface ImportPlaces {
  /** Where the first names of specifiers in the braces begin, those of types alone at their modifier, and the strings that name modules. */
  readonly starts: ReadonlySet<number>;
  /** From the end of each brace or comma to the next specifier or brace, both included. */
  readonly places: readonly (readonly [from: number, to: number])[];
  readonly modules: readonly ts.StringLiteral[];
}

export function importsOf(file: ts.SourceFile): ImportPlaces {
  const starts = new Set<number>();
  const places: [number, number][] = [];
  const modules: ts.StringLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNamedImports(node) || ts.isNamedExports(node)) {
      for (const element of node.elements) places.push([element.pos, element.getStart(file)]);
      if (node.elements.length === 0 || node.elements.hasTrailingComma === true)
        places.push([node.elements.end, node.end - 1]);
    }
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) {
      if (!ts.isStringLiteral(node.propertyName ?? node.name)) starts.add(node.getStart(file));
    }
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      starts.add(node.moduleSpecifier.getStart(file));
      modules.push(node.moduleSpecifier);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { starts, places, modules };
}

/** Where names begin that the compiler reads as members of what stands before their dot. */
function membersOf(file: ts.SourceFile): ReadonlySet<number> {
  const members = new Set<number>();
  const add = (name: ts.Node): unknown => name.end > name.pos && members.add(name.getStart(file));
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.findAncestor(node, ts.isJsxClosingElement) === undefined)
      add(node.name);
    if (ts.isQualifiedName(node)) add(node.right);
    if (ts.isImportTypeNode(node) && node.qualifier !== undefined) add(leftmost(node.qualifier));
    if (ts.isModuleDeclaration(node) && node.body !== undefined && ts.isModuleDeclaration(node.body))
      add(node.body.name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return members;
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : leftmost(name.left);
}

/** By UTF-16 unit: its kind, and where the token begins that it is of. */
function compilerKinds(file: ts.SourceFile): { readonly kinds: LexicalKind[]; readonly starts: number[] } {
  const { text } = file;
  const kinds = new Array<LexicalKind>(text.length).fill("code");
  const starts = new Array<number>(text.length).fill(-1);
  let done = 0;
  const fill = (from: number, to: number, kind: LexicalKind): void => {
    kinds.fill(kind, from, to);
    starts.fill(from, from, to);
  };
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter((child) => !isDocumentation(child));
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    const from = node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file, false);
    if (from > done) fillTrivia(text, done, from, fill);
    done = Math.max(done, node.end);
    if (node.end > from) fill(from, node.end, kindOf(node));
  };
  visit(file);
  return { kinds, starts };
}

function isDocumentation({ kind }: ts.Node): boolean {
  return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}

function fillTrivia(
  text: string,
  from: number,
  to: number,
  fill: (from: number, to: number, kind: LexicalKind) => void,
): void {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
    undefined,
    from,
    to - from,
  );
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const comment =
      kind === ts.SyntaxKind.SingleLineCommentTrivia ||
      kind === ts.SyntaxKind.MultiLineCommentTrivia ||
      kind === ts.SyntaxKind.ShebangTrivia;
    if (comment) fill(scanner.getTokenStart(), scanner.getTokenEnd(), "comment");
  }
}

function kindOf(node: ts.Node): LexicalKind {
  switch (node.kind) {
    case ts.SyntaxKind.StringLiteral:
      return "string";
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
      return "number";
    case ts.SyntaxKind.RegularExpressionLiteral:
      return "regex";
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
      return "template";
    case ts.SyntaxKind.JsxText:
      return "text";
    default:
      if (ts.findAncestor(node, ts.isJsxClosingElement) !== undefined) return "code";
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return "word";
      return node.kind >= ts.SyntaxKind.FirstKeyword && node.kind <= ts.SyntaxKind.LastKeyword ? "word" : "code";
  }
}

/**
 * By UTF-16 unit: the kind of its first byte, once the byte after it is known; and where words begin that the lexer expects to be members, and names of
 * imports, or strings that name modules.
 */
function lexerKinds(
  text: string,
  dialect: Dialect,
): {
  readonly kinds: readonly LexicalKind[];
  readonly members: ReadonlySet<number>;
  readonly imports: ReadonlySet<number>;
} {
  const members = new Set<number>();
  const imports = new Set<number>();
  const lexer = typescriptLexer({ dialect });
  const kinds: LexicalKind[] = [];
  let state = lexer.start;
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const before = state;
    for (const byte of encoder.encode(character)) state = lexer.step(state, byte)!;
    if (lexer.expectsMember(before) && lexer.kind(state) === "word") members.add(at);
    if (lexer.expectsImportedName(before) && lexer.kind(state) === "word") imports.add(at);
    if (!lexer.isInModuleName(before) && lexer.isInModuleName(state)) imports.add(at);
    const kind = kindOfCharacter(lexer.kind(before), before, state, character, lexer.kind(state));
    // A slash, the `#` of `#!` and the dot of `.5` are what they turn out to have begun.
    const begun =
      before.mode === "slash" || before.mode === "tagSlash"
        ? kind === "comment" || kind === "regex"
        : before.mode === "hash" || (state.mode === "fraction" && lexer.kind(before) === "code");
    if (begun && at > 0) kinds[at - 1] = kind;
    for (let unit = 0; unit < character.length; unit++) kinds.push(kind);
    at += character.length;
  }
  return { kinds, members, imports };
}

function kindOfCharacter(
  kindBefore: LexicalKind,
  before: LexicalState,
  now: LexicalState,
  character: string,
  kind: LexicalKind,
): LexicalKind {
  if (kind === "text") return kindBefore === "text" ? "text" : "code";
  const closes =
    (kindBefore === "string" && (character === '"' || character === "'") && kind !== "string") ||
    (kindBefore === "template" && kind === "code") ||
    (before.mode === "blockCommentStar" && kind !== "comment");
  return closes
    ? kindBefore
    : kind === "comment" && now.newLine && /[\r\n\u2028\u2029]/.test(character) && before.mode === "lineComment"
      ? "code"
      : kind;
}
