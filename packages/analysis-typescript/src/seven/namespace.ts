// The module `typescript` as the questions use it, made of TypeScript 7's modules: their enums and tests of nodes have the same names. Members that no question
// needs are absent.

import type * as ast from "typescript-7/unstable/ast";
import type { Compiler } from "../compiler.js";
import type { Modules } from "./modules.js";
import { complete } from "./untold.js";
import type { SymbolView } from "./views.js";

type Node = ast.Node;
type Declared = Node & { readonly name?: Node; readonly modifierFlags?: number; readonly jsDoc?: readonly ast.JSDoc[] };

/** The namespace `ts` for the questions. Reading anything that it lacks throws `Untold`. */
export function namespaceOf({ ast, sync }: Modules): Compiler {
  const enums = Object.entries({ ...ast, ...sync }).filter(
    ([name, value]) => /^[A-Z]\w*(Flags|Kind|Category)$/.test(name) && typeof value === "object",
  );
  const tests = Object.entries(ast).filter(([name, value]) => name.startsWith("is") && typeof value === "function");
  const isSignature = isOneOf(ast, SIGNATURES);
  const ts = {
    ...Object.fromEntries(tests),
    ...Object.fromEntries(enums.map(([name, value]) => [name, complete(name, value as object)])),
    isClassLike: ast.isClassLikeDeclaration,
    isFunctionLike: (node: Node | undefined): boolean =>
      node !== undefined && (ast.isFunctionLikeDeclaration(node) || isSignature(node)),
    isParameter: ast.isParameterDeclaration,
    isObjectLiteralElement: isOneOf(ast, OBJECT_ELEMENTS),
    isClassElement: isOneOf(ast, CLASS_ELEMENTS),
    isTypeElement: isOneOf(ast, TYPE_ELEMENTS),
    TypeFormatFlags: complete("TypeFormatFlags", sync.NodeBuilderFlags),
    escapeLeadingUnderscores: ast.escapeLeadingUnderscores,
    getLeadingCommentRanges: ast.getLeadingCommentRanges,
    forEachChild: <Result>(node: Node, visit: (node: Node) => Result | undefined): Result | undefined =>
      node.forEachChild(visit),
    findAncestor: (node: Node | undefined, test: (node: Node) => boolean | "quit"): Node | undefined => {
      for (let at = node; at !== undefined; at = at.parent as Node | undefined) {
        const is = test(at);
        if (is === "quit") return undefined;
        if (is) return at;
      }
      return undefined;
    },
    getNameOfDeclaration: (node: Declared): Node | undefined => node.name,
    symbolName: ({ name }: SymbolView): string => name,
    getCombinedModifierFlags: (node: Node): number =>
      combined(ast, node, (each) => (each as Declared).modifierFlags ?? 0),
    getCombinedNodeFlags: (node: Node): number => combined(ast, node, ({ flags }) => flags),
    getJSDocDeprecatedTag: (node: Node): Node | undefined => deprecatedTag(ast, node),
    flattenDiagnosticMessageText: (text: string): string => text,
  };
  return complete("ts", ts) as unknown as Compiler;
}

type Kinds = readonly (keyof typeof ast.SyntaxKind)[];

function isOneOf({ SyntaxKind }: Modules["ast"], names: Kinds): (node: Node) => boolean {
  const kinds = new Set<ast.SyntaxKind>(names.map((name) => SyntaxKind[name]));
  return ({ kind }) => kinds.has(kind);
}

const OBJECT_ELEMENTS: Kinds = [
  ...(["JsxAttribute", "JsxSpreadAttribute", "PropertyAssignment", "ShorthandPropertyAssignment"] as const),
  ...(["SpreadAssignment", "MethodDeclaration", "GetAccessor", "SetAccessor"] as const),
];
const CLASS_ELEMENTS: Kinds = [
  ...(["Constructor", "PropertyDeclaration", "MethodDeclaration", "GetAccessor", "SetAccessor"] as const),
  ...(["IndexSignature", "ClassStaticBlockDeclaration", "SemicolonClassElement"] as const),
];
const TYPE_ELEMENTS: Kinds = [
  ...(["ConstructSignature", "CallSignature", "PropertySignature", "MethodSignature"] as const),
  ...(["IndexSignature", "GetAccessor", "SetAccessor"] as const),
];
/** The kinds of signatures without a body. */
const SIGNATURES: Kinds = [
  "MethodSignature",
  "CallSignature",
  "ConstructSignature",
  "IndexSignature",
  "FunctionType",
  "ConstructorType",
  "JSDocSignature",
];

/** The flags of a declaration with those of the list and the statement around it. */
function combined(ts: Modules["ast"], node: Node, flagsOf: (node: Node) => number): number {
  let declaration: Node = node;
  while (ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  let flags = flagsOf(declaration);
  if (!ts.isVariableDeclaration(declaration)) return flags;
  const list: Node = declaration.parent;
  if (!ts.isVariableDeclarationList(list)) return flags;
  flags |= flagsOf(list);
  return ts.isVariableStatement(list.parent) ? flags | flagsOf(list.parent) : flags;
}

/** The tag `@deprecated` in the comments of a declaration; those of a variable stand before its statement. */
function deprecatedTag(ts: Modules["ast"], node: Node): Node | undefined {
  const places: Node[] = [node];
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent)) places.push(node.parent.parent);
  for (const place of places)
    for (const comment of (place as Declared).jsDoc ?? [])
      for (const tag of comment.tags ?? []) if (tag.kind === ts.SyntaxKind.JSDocDeprecatedTag) return tag;
  return undefined;
}
