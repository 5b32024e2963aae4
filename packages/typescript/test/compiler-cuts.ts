// The lexer at every cut of a program: after each byte, what the lexer says of the place where the cursor stands, against what the compiler's tree of the whole
// program says of it; and at some cuts, against the compiler's tree of the text before the cut alone. The file is long because each thing that is compared needs
// its own reading of the compiler's tree.

import { type LexicalKind, type LexicalState, typescriptLexer } from "@espalier/typescript";
import ts from "typescript";
import { type Dialect, importsOf, parsed } from "./compiler-lexemes.js";

/** What is compared at a cut. */
export type Aspect =
  /** What the cursor stands in: a string, a template, a regular expression, a comment, a text of JSX, or code. */
  | "kind"
  /** Whether the cut is inside a character. */
  | "character"
  /** Whether a member must come; and after `?.`, whether something else may. */
  | "member"
  | "memberOrOther"
  | "importedName"
  | "moduleName"
  /** Where the arguments of calls and the braces of objects open, how deep they are, and which commas separate what is in them. */
  | "arguments"
  | "object"
  | "commas"
  | "depth"
  /** `new` and `case` before a blank. */
  | "keyword"
  /** The brace and the colons of a `switch`. */
  | "switch"
  /** The compiler's tree of the text before the cut. */
  | "prefixKind"
  | "prefixMember"
  /** Another run over the same bytes, from the start or from a copy of the state. */
  | "replay";

/** A cut at which the lexer and the compiler differ. */
export interface CutDifference {
  readonly aspect: Aspect;
  /** The UTF-16 offset of the cut. */
  readonly offset: number;
  readonly compiler: string;
  readonly lexer: string;
  readonly excerpt: string;
}

export interface CutComparison {
  readonly parses: boolean;
  /** The number of cuts: one after each byte. */
  readonly cuts: number;
  /** How many cuts each aspect was compared at where the compiler's answer is other than the usual one. */
  readonly compared: Readonly<Partial<Record<Aspect, number>>>;
  readonly wrong: Readonly<Partial<Record<Aspect, number>>>;
  readonly differences: readonly CutDifference[];
}

/** Options of a comparison. */
export interface CutOptions {
  /** How many cuts are compared with the tree of the text before them, and replayed. */
  readonly sampled?: number;
  /** A number in [0, 1) that chooses them. */
  readonly random?: () => number;
}

const MOST_DIFFERENCES = 5;
const UNTERMINATED_REGEX = 1161;

/** What the compiler's tree says of every cut: each list has one entry for each UTF-16 offset. */
interface Expected {
  /** The kind of lexeme that the cursor stands in. */
  readonly kinds: readonly LexicalKind[];
  readonly isMember: Uint8Array;
  readonly isOther: Uint8Array;
  readonly isImported: Uint8Array;
  readonly isModule: Uint8Array;
  /** The offsets of brackets and braces that open arguments and objects, with the offsets of their ends and of their commas. */
  readonly calls: ReadonlyMap<number, Listing>;
  readonly objects: ReadonlyMap<number, Listing>;
  /** Where brackets open that may be taken for those of calls, because what precedes them is a name or a type: of declarations. */
  readonly parameters: ReadonlySet<number>;
  /** Braces that may be taken for those of objects: of patterns and types. */
  readonly patterns: ReadonlySet<number>;
  /** The ends of `new` and `case`. */
  readonly keywords: ReadonlyMap<number, "new" | "case">;
  /** The braces of `switch`, and the colons of their clauses. */
  readonly switches: ReadonlyMap<number, "open" | "case" | "default">;
  /** The ends of other `new`, in types. */
  readonly typeKeywords: ReadonlySet<number>;
}

/** A bracket pair whose elements commas separate. */
interface Listing {
  readonly end: number;
  readonly commas: number;
}

export function compareCuts(text: string, dialect: Dialect, options: CutOptions = {}): CutComparison {
  const { sampled = 0, random = Math.random } = options;
  const { file, parses } = parsed(text, dialect);
  const compared: Partial<Record<Aspect, number>> = {};
  const wrong: Partial<Record<Aspect, number>> = {};
  const differences: CutDifference[] = [];
  const bytes = new TextEncoder().encode(text);
  if (!parses) return { parses, cuts: bytes.length, compared, wrong, differences };
  const compare = (aspect: Aspect, offset: number, expected: unknown, actual: unknown, usual?: unknown): void => {
    if (expected !== usual || actual !== usual) compared[aspect] = (compared[aspect] ?? 0) + 1;
    if (expected === actual) return;
    wrong[aspect] = (wrong[aspect] ?? 0) + 1;
    if (differences.filter((each) => each.aspect === aspect).length >= MOST_DIFFERENCES) return;
    const excerpt = `${text.slice(Math.max(0, offset - 60), offset)}▮${text.slice(offset, offset + 30)}`;
    differences.push({ aspect, offset, compiler: String(expected), lexer: String(actual), excerpt });
  };
  compareAll(text, dialect, expectedOf(file), compare);
  compareSome({ text, bytes, dialect, sampled, random }, compare);
  return { parses, cuts: bytes.length, compared, wrong, differences };
}

type Compare = (aspect: Aspect, offset: number, expected: unknown, actual: unknown, usual?: unknown) => void;

/** An open bracket pair. */
interface OpenListing extends Listing {
  readonly depth: number;
  found: number;
  /** Whether commas no longer count. */
  isLost: boolean;
}

function compareAll(text: string, dialect: Dialect, expected: Expected, compare: Compare): void {
  const lexer = typescriptLexer({ dialect });
  const encoder = new TextEncoder();
  const open: OpenListing[] = [];
  let state = lexer.start;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const bytes = encoder.encode(character);
    const before = state;
    const expectsBefore = lexer.expectsMember(before);
    for (const [index, byte] of bytes.entries()) {
      state = lexer.step(state, byte)!;
      if (index === bytes.length - 1) break;
      compare("character", at, true, lexer.isInsideCharacter(state), false);
      compare("member", at, expectsBefore, lexer.expectsMember(state), false);
    }
    const cut = at + character.length;
    compare("character", cut, false, lexer.isInsideCharacter(state), false);
    const kind = lexer.kind(state);
    if (!isUndecided(state)) compare("kind", cut, expected.kinds[cut], kind, "code");
    const isDigitNext = /\d/.test(text[cut] ?? "");
    if (!(isDigitNext && lexer.expectsMemberOrOther(state))) {
      compare("member", cut, expected.isMember[cut] === 1, lexer.expectsMember(state), false);
      compare("memberOrOther", cut, expected.isOther[cut] === 1, lexer.expectsMemberOrOther(state), false);
    }
    compare("importedName", cut, expected.isImported[cut] === 1, lexer.expectsImportedName(state), false);
    compare("moduleName", cut, expected.isModule[cut] === 1, lexer.isInModuleName(state), false);
    compareKeyword(lexer.keywordBeforeOperand(before, state), at, character, expected, compare);
    opened(lexer.opensArguments(before, state), at, expected.calls, expected.parameters, "arguments", compare);
    opened(lexer.opensObject(before, state), at, expected.objects, expected.patterns, "object", compare);
    compare("switch", at, expected.switches.get(at), lexer.switchPart(before, state));
    const depth = lexer.depth(state);
    for (let last = open.at(-1); last !== undefined && (depth < last.depth || at >= last.end); last = open.at(-1)) {
      compare("depth", cut, last.end, depth < last.depth ? at : -1);
      if (!last.isLost) compare("commas", cut, last.commas, last.found);
      open.pop();
    }
    const last = open.at(-1);
    if (last !== undefined && depth === last.depth) {
      if (lexer.losesCount(state)) last.isLost = true;
      else if (character === "," && kind === "code") last.found++;
    }
    const listing = expected.calls.get(at) ?? expected.objects.get(at);
    if (listing !== undefined) open.push({ ...listing, depth, found: 0, isLost: false });
    at = cut;
  }
}

/** Whether the next byte decides what the last one is: a slash, and `#` at the beginning of a file. */
function isUndecided({ mode }: LexicalState): boolean {
  return mode === "slash" || mode === "tagSlash" || mode === "hash";
}

function compareKeyword(
  found: "new" | "case" | undefined,
  at: number,
  character: string,
  { keywords, typeKeywords }: Expected,
  compare: Compare,
): void {
  const isBlank = /\s/u.test(character);
  if (found === "new" && typeKeywords.has(at)) return;
  compare("keyword", at, isBlank ? keywords.get(at) : undefined, found, undefined);
}

function opened(
  found: boolean,
  at: number,
  listings: ReadonlyMap<number, Listing>,
  others: ReadonlySet<number>,
  aspect: "arguments" | "object",
  compare: Compare,
): void {
  if (found && others.has(at)) return;
  compare(aspect, at, listings.has(at), found, false);
}

function expectedOf(file: ts.SourceFile): Expected {
  const { text } = file;
  const size = text.length + 1;
  const expected = {
    kinds: new Array<LexicalKind>(size).fill("code"),
    isMember: new Uint8Array(size),
    isOther: new Uint8Array(size),
    isImported: new Uint8Array(size),
    isModule: new Uint8Array(size),
    calls: new Map<number, Listing>(),
    objects: new Map<number, Listing>(),
    parameters: new Set<number>(),
    patterns: new Set<number>(),
    keywords: new Map<number, "new" | "case">(),
    switches: new Map<number, "open" | "case" | "default">(),
    typeKeywords: new Set<number>(),
  };
  const imports = importsOf(file);
  let done = 0;
  const visit = (node: ts.Node): void => {
    noteNode(file, node, expected);
    const children = node.getChildren(file).filter(({ kind }) => !isDocumentation(kind));
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    const from = node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file, false);
    for (const comment of commentsIn(text, done, from))
      expected.kinds.fill("comment", comment.from + 2, comment.isLine ? comment.to + 1 : comment.to);
    done = Math.max(done, node.end);
    if (node.end > from) noteToken(file, node, from, expected);
  };
  visit(file);
  for (const node of imports.modules) expected.isModule.fill(1, node.getStart(file) + 1, node.end);
  for (const [from, to] of imports.places) expected.isImported.fill(1, from, to + 1);
  return expected;
}

function isDocumentation(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}

interface Comment {
  readonly from: number;
  readonly to: number;
  readonly isLine: boolean;
}

function commentsIn(text: string, from: number, to: number): readonly Comment[] {
  const comments: Comment[] = [];
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
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.ShebangTrivia;
    if (isLine || kind === ts.SyntaxKind.MultiLineCommentTrivia)
      comments.push({ from: scanner.getTokenStart(), to: scanner.getTokenEnd(), isLine });
  }
  return comments;
}

/** The kinds at the cuts in and after a token. */
function noteToken(file: ts.SourceFile, node: ts.Node, from: number, { kinds }: Pick<Expected, "kinds">): void {
  const { end } = node;
  const list = kinds as LexicalKind[];
  switch (node.kind) {
    case ts.SyntaxKind.StringLiteral:
      list.fill("string", from + 1, end);
      return;
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
      list.fill("template", from + 1, end);
      return;
    case ts.SyntaxKind.RegularExpressionLiteral:
      list.fill("regex", from + 2, end + 1);
      return;
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
      list.fill("number", from + (file.text[from] === "." ? 2 : 1), end + 1);
      return;
    case ts.SyntaxKind.JsxText:
      // What precedes it sets the kind of its first cut.
      list.fill("text", from + 1, end + 1);
      return;
    default:
  }
  if (ts.findAncestor(node, ts.isJsxClosingElement) === undefined) {
    const isKeyword = node.kind >= ts.SyntaxKind.FirstKeyword && node.kind <= ts.SyntaxKind.LastKeyword;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || isKeyword) list.fill("word", from + 1, end + 1);
  }
  if (opensText(node)) list[end] = "text";
}

/** Whether the text of an element follows a token. */
function opensText(token: ts.Node): boolean {
  const around = token.parent;
  const isEnd = token.kind === ts.SyntaxKind.GreaterThanToken || token.kind === ts.SyntaxKind.CloseBraceToken;
  if (!isEnd || token.end !== around.end) return false;
  if (ts.isJsxOpeningElement(around) || ts.isJsxOpeningFragment(around)) return true;
  const isPart = (node: ts.Node): boolean => ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);
  if (ts.isJsxExpression(around) || ts.isJsxSelfClosingElement(around)) return isPart(around);
  return (ts.isJsxClosingElement(around) || ts.isJsxClosingFragment(around)) && isPart(around.parent);
}

function noteNode(file: ts.SourceFile, node: ts.Node, expected: Expected): void {
  noteMembers(file, node, expected);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    if (node.arguments !== undefined && node.end > node.arguments.end - 1) {
      const bracket = file.text.lastIndexOf("(", node.arguments.pos - 1);
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      if (node.arguments.pos > 0 && bracket === node.arguments.pos - 1 && !isImport)
        (expected.calls as Map<number, Listing>).set(bracket, listing(node.end - 1, node.arguments));
      else if (isImport) (expected.parameters as Set<number>).add(bracket);
    }
  } else if (ts.isObjectLiteralExpression(node)) {
    (expected.objects as Map<number, Listing>).set(node.getStart(file), listing(node.end - 1, node.properties));
  } else if (isPattern(node)) {
    (expected.patterns as Set<number>).add(node.getStart(file));
  }
  if (mayBeCalled(file, node)) (expected.parameters as Set<number>).add(node.getStart(file));
  if (ts.isExternalModuleReference(node))
    (expected.parameters as Set<number>).add(file.text.indexOf("(", node.getStart(file)));
  const { parameters } = node as Partial<ts.SignatureDeclaration>;
  if (ts.isFunctionLike(node) && parameters !== undefined && !ts.isIndexSignatureDeclaration(node))
    (expected.parameters as Set<number>).add(parameters.pos - 1);
  const switches = expected.switches as Map<number, "open" | "case" | "default">;
  if (ts.isCaseBlock(node)) switches.set(node.getStart(file), "open");
  else if (ts.isCaseOrDefaultClause(node)) {
    const colon = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ColonToken)!;
    switches.set(colon.end - 1, ts.isCaseClause(node) ? "case" : "default");
  }
  const keywords = expected.keywords as Map<number, "new" | "case">;
  if (ts.isCaseClause(node)) keywords.set(node.getStart(file) + 4, "case");
  else if (ts.isNewExpression(node)) keywords.set(node.getStart(file) + 3, "new");
  else if (node.kind === ts.SyntaxKind.NewKeyword) (expected.typeKeywords as Set<number>).add(node.end);
  else if (ts.isConstructorTypeNode(node) || ts.isConstructSignatureDeclaration(node))
    (expected.typeKeywords as Set<number>).add(
      node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.NewKeyword)?.end ?? -1,
    );
}

/** Whether parentheses follow `>`, which may have closed type arguments, or `readonly` and `keyof`, which may be names of functions. */
function mayBeCalled(file: ts.SourceFile, node: ts.Node): boolean {
  const from = node.getStart(file);
  const before = file.text.slice(Math.max(0, from - 99), from);
  if (ts.isParenthesizedTypeNode(node)) return /\b(readonly|keyof)\s*$/.test(before);
  return ts.isParenthesizedExpression(node) && />\s*$/.test(before);
}

function isPattern(node: ts.Node): boolean {
  return (
    ts.isObjectBindingPattern(node) ||
    ts.isTypeLiteralNode(node) ||
    ts.isMappedTypeNode(node) ||
    node.kind === ts.SyntaxKind.ImportAttributes
  );
}

function listing(end: number, elements: ts.NodeArray<ts.Node>): Listing {
  return { end, commas: Math.max(0, elements.length - 1) + (elements.hasTrailingComma === true ? 1 : 0) };
}

/** Where members must come: from the end of the dot to the name. */
function noteMembers(file: ts.SourceFile, node: ts.Node, { isMember, isOther }: Expected): void {
  const fill = (list: Uint8Array, name: ts.Node): unknown =>
    name.end > name.pos && list.fill(1, name.pos, name.getStart(file) + 1);
  if (ts.isPropertyAccessExpression(node) && ts.findAncestor(node, ts.isJsxClosingElement) === undefined) {
    fill(isMember, node.name);
    if (node.questionDotToken !== undefined) fill(isOther, node.name);
  } else if ((ts.isElementAccessExpression(node) || ts.isCallExpression(node)) && node.questionDotToken !== undefined) {
    const next = node.getChildren(file).find(({ pos }) => pos >= node.questionDotToken!.end)!;
    const first = next.getStart(file);
    isMember.fill(1, node.questionDotToken.end, first + 1);
    isOther.fill(1, node.questionDotToken.end, first + 1);
  } else if (ts.isQualifiedName(node)) fill(isMember, node.right);
  else if (ts.isImportTypeNode(node) && node.qualifier !== undefined) fill(isMember, leftmost(node.qualifier));
  else if (ts.isModuleDeclaration(node) && node.body !== undefined && ts.isModuleDeclaration(node.body))
    fill(isMember, node.body.name);
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : leftmost(name.left);
}

interface Some {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly dialect: Dialect;
  readonly sampled: number;
  readonly random: () => number;
}

/** Compares at some cuts with the compiler's tree of the text before the cut, and with other runs over it. */
function compareSome({ text, bytes, dialect, sampled, random }: Some, compare: Compare): void {
  if (sampled === 0) return;
  const lexer = typescriptLexer({ dialect });
  const cuts = Array.from({ length: sampled }, () => Math.floor(random() * (bytes.length + 1))).sort((a, b) => a - b);
  const copies: { readonly cut: number; readonly state: LexicalState }[] = [];
  let state = lexer.start;
  let at = 0;
  const walk = (from: LexicalState, first: number, to: number): LexicalState => {
    let its = from;
    for (let byte = first; byte < to; byte++) its = lexer.step(its, bytes[byte]!)!;
    return its;
  };
  for (const cut of cuts) {
    state = walk(state, at, cut);
    at = cut;
    copies.push({ cut, state: structuredClone(state) });
    if (lexer.isInsideCharacter(state)) continue;
    const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, cut));
    // Of `0x`, the compiler makes a number and a name; of an unfinished escape in a name, errors.
    if (/0[box]$|\\(u[\da-f]{0,3}|u\{[\da-f]*)?$/i.test(before)) continue;
    const kind = kindAtEnd(before, dialect);
    if (!isUndecided(state)) compare("prefixKind", before.length, kind, lexer.kind(state), "code");
    // The compiler cannot tell one or two dots from three.
    if (kind !== "code" || isUndecided(state) || isSpread(text, before.length)) continue;
    compare("prefixMember", before.length, isMemberAtEnd(before, dialect), lexer.expectsMember(state), false);
  }
  const end = lexer.key!(walk(state, at, bytes.length));
  const [one] = copies.splice(Math.floor(random() * copies.length), 1);
  if (one === undefined) return;
  const fresh = typescriptLexer({ dialect });
  let again = fresh.start;
  for (const byte of bytes.subarray(0, one.cut)) again = fresh.step(again, byte)!;
  compare("replay", one.cut, fresh.key!(again), lexer.key!(one.state));
  compare("replay", one.cut, end, lexer.key!(walk(one.state, one.cut, bytes.length)));
}

/** Whether the cut is among the three dots of a spread or a rest parameter. */
function isSpread(text: string, cut: number): boolean {
  return /^\.\.\./.test(text.slice(text.slice(0, cut).search(/\.{1,2}$/), cut + 2)) && text[cut - 1] === ".";
}

/** What the cursor stands in at the end of a text, by the compiler's tree of it. */
function kindAtEnd(text: string, dialect: Dialect): LexicalKind {
  const { file } = parsed(text, dialect);
  // Of a regular expression without an end, the compiler guesses how much belongs to it.
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  const unended = parseDiagnostics.filter(({ code }) => code === UNTERMINATED_REGEX).at(-1);
  if (unended !== undefined && !/[\n\r\u2028\u2029]/.test(text.slice(unended.start))) return "regex";
  const token = lastToken(file, text.length);
  const end = token?.end ?? 0;
  const from = token === undefined ? 0 : token.kind === ts.SyntaxKind.JsxText ? token.pos : token.getStart(file, false);
  const isKnown = token !== undefined && !isUnopened(file, token);
  if (isKnown && end === text.length && from < end) return kindOfLast(file, token, from);
  const comment = commentsIn(text, isKnown ? end : from, text.length).at(-1);
  if (comment !== undefined && comment.to === text.length) {
    const isClosed = text.endsWith("*/") && comment.to - comment.from >= 4;
    if (comment.isLine || !isClosed) return "comment";
  }
  return "code";
}

/** Whether the compiler takes for a text what follows an unfinished tag or expression in an element. */
function isUnopened(file: ts.SourceFile, token: ts.Node): boolean {
  const { parent } = token;
  if (token.kind !== ts.SyntaxKind.JsxText || !(ts.isJsxElement(parent) || ts.isJsxFragment(parent))) return false;
  const opening = ts.isJsxElement(parent) ? parent.openingElement : parent.openingFragment;
  const previous = parent.children[parent.children.indexOf(token as ts.JsxText) - 1] ?? opening;
  return file.text[previous.end - 1] !== (ts.isJsxExpression(previous) ? "}" : ">");
}

function kindOfLast(file: ts.SourceFile, token: ts.Node, from: number): LexicalKind {
  if ((token as Partial<ts.LiteralLikeNode>).isUnterminated === true) {
    if (ts.isStringLiteral(token)) return "string";
    return "template";
  }
  const kinds: LexicalKind[] = new Array(file.text.length + 1).fill("code");
  noteToken(file, token, from, { kinds });
  return kinds[token.end]!;
}

/** The last token that has text. */
function lastToken(node: ts.Node, end: number): ts.Node | undefined {
  const file = node.getSourceFile();
  const children = node.getChildren(file).filter(({ kind }) => !isDocumentation(kind));
  for (const child of [...children].reverse()) {
    if (child.end === child.pos || child.pos > end) continue;
    const from = child.kind === ts.SyntaxKind.JsxText ? child.pos : child.getStart(file);
    const found = child.getChildCount(file) > 0 ? lastToken(child, end) : from < child.end ? child : undefined;
    if (found !== undefined && found.kind !== ts.SyntaxKind.EndOfFileToken) return found;
  }
  return undefined;
}

/** Whether a name at the end of a text would be a member, by the compiler's tree. */
function isMemberAtEnd(text: string, dialect: Dialect): boolean {
  const { file } = parsed(`${text}x`, dialect);
  const expected = { isMember: new Uint8Array(text.length + 2), isOther: new Uint8Array(text.length + 2) };
  const visit = (node: ts.Node): void => {
    if (node.end < text.length) return;
    noteMembers(file, node, expected as unknown as Expected);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return expected.isMember[text.length] === 1;
}
