// The checker as the questions use it, over TypeScript 7's synchronous API. Each call is a message to the compiler's process and takes about 0.1 ms.

import type ts from "typescript";
import type * as ast from "typescript-7/unstable/ast";
import type * as sync from "typescript-7/unstable/sync";
import { isPropertyAccessible } from "./accessibility.js";
import { complete, told } from "./untold.js";
import type { SignatureView, SymbolView, TypeView, Views } from "./views.js";

type Node = ast.Node;

/** The checker of one version of the program. Calling anything that it lacks throws `Untold`. */
export function checkerOf(views: Views): ts.TypeChecker {
  const { checker } = views;
  const typeOf = (own: sync.Type | undefined): TypeView => views.type(told(own, "the type of an expression"));
  const symbolsOf = (own: readonly sync.Symbol[]): readonly SymbolView[] => own.map((each) => views.symbol(each));
  const optional = (own: sync.Symbol | undefined): SymbolView | undefined => own && views.symbol(own);
  const optionalType = (own: sync.Type | undefined): TypeView | undefined => own && views.type(own);
  const its = {
    getTypeAtLocation: (node: Node) => typeOf(checker.getTypeAtLocation(node)),
    getTypeFromTypeNode: (node: ast.TypeNode) => typeOf(checker.getTypeFromTypeNode(node)),
    getNonNullableType: ({ own }: TypeView) => typeOf(checker.getNonNullableType(own)),
    getApparentType: ({ own }: TypeView) => typeOf(checker.getApparentType(own)),
    getBaseConstraintOfType: ({ own }: TypeView) => optionalType(checker.getBaseConstraintOfType(own)),
    getBaseTypeOfLiteralType: ({ own }: TypeView) => typeOf(checker.getBaseTypeOfLiteralType(own)),
    getContextualType: (node: ast.Expression) => optionalType(checker.getContextualType(node)),
    getStringType: () => views.type(checker.getStringType()),
    getDeclaredTypeOfSymbol: ({ own }: SymbolView) => views.type(checker.getDeclaredTypeOfSymbol(own)),
    getTypeOfSymbol: ({ own }: SymbolView) => typeOf(checker.getTypeOfSymbol(own)),
    getTypeOfSymbolAtLocation: ({ own }: SymbolView, node: Node) =>
      views.type(checker.getTypeOfSymbolAtLocation(own, node)),
    getTypeArguments: ({ own }: TypeView) =>
      checker.getTypeArguments(own as sync.TypeReference).map((each) => views.type(each)),
    getBaseTypes: ({ own }: TypeView) =>
      checker.getBaseTypes(own as sync.InterfaceType).map((each) => views.type(each)),
    getIndexInfosOfType: ({ own }: TypeView) =>
      checker.getIndexInfosOfType(own).map((each) => ({ keyType: views.type(each.keyType) })),
    getPropertiesOfType: ({ own }: TypeView) => symbolsOf(checker.getPropertiesOfType(own)),
    getPropertyOfType: ({ own }: TypeView, name: string) => optional(checker.getPropertyOfType(own, name)),
    getSignaturesOfType: ({ own }: TypeView, kind: sync.SignatureKind): readonly SignatureView[] =>
      checker.getSignaturesOfType(own, kind).map((each) => views.signature(each)),
    getResolvedSignature: (call: Node): SignatureView | undefined => {
      const signature = checker.getResolvedSignature(call);
      return signature && views.signature(signature);
    },
    getSymbolAtLocation: (node: Node) => optional(checker.getSymbolAtLocation(node)),
    getAliasedSymbol: ({ own }: SymbolView) => views.symbol(checker.getAliasedSymbol(own)),
    getExportSymbolOfSymbol: ({ own }: SymbolView) => views.symbol(own.getExportSymbol()),
    getExportsOfModule: ({ own }: SymbolView) => symbolsOf(checker.getExportsOfModule(own)),
    getSymbolsInScope: (node: Node, meaning: sync.SymbolFlags) => symbolsOf(inScopeOfFile(views, node, meaning)),
    resolveName: (name: string, node: Node | undefined, meaning: sync.SymbolFlags, excludeGlobals: boolean) =>
      optional(checker.resolveName(name, meaning, node, excludeGlobals)),
    isPropertyAccessible: (
      access: Node,
      isSuper: boolean,
      _isWrite: boolean,
      type: TypeView,
      property: SymbolView,
    ): boolean => isPropertyAccessible(views, access, isSuper, type, property),
    isTypeAssignableTo: (source: TypeView, target: TypeView) => checker.isTypeAssignableTo(source.own, target.own),
    isArrayType: ({ own }: TypeView) => checker.isArrayType(own),
    isTupleType: ({ own }: TypeView) => checker.isTupleType(own),
    typeToString: ({ own }: TypeView, node?: Node, flags?: number) => checker.typeToString(own, node, flags),
  };
  return complete("checker", its) as unknown as ts.TypeChecker;
}

/**
 * The names in scope that the file of `node` declares or imports. The API does not list them; but each is written in the file, and the checker resolves it.
 * Names of other files that are in scope are here only if the file writes them.
 */
function inScopeOfFile({ modules, checker }: Views, node: Node, meaning: sync.SymbolFlags): readonly sync.Symbol[] {
  const names = new Set<string>();
  const visit = (each: Node): void => {
    if (modules.ast.isIdentifier(each)) names.add(each.text);
    each.forEachChild(visit);
  };
  visit(node.getSourceFile());
  const found: sync.Symbol[] = [];
  for (const name of names) {
    const symbol = name === "" ? undefined : checker.resolveName(name, meaning, node, false);
    if (symbol !== undefined) found.push(symbol);
  }
  return found;
}
