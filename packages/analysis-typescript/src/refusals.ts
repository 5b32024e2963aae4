// What a project's owner wants to be refused although the compiler accepts it, or reports it by another error than that of a missing name.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/**
 * What can be refused: members of a value that may be `undefined` or `null`, declarations with the tag `@deprecated`, and object literals that only an assertion
 * after them would make right.
 */
export type Refusable = "nullable" | "deprecated" | "asserted";

/** The names and receivers that answers leave out. */
export interface RefusalOptions {
  /**
   * What to refuse; by default, nothing. `nullable`: a dot after a value that may be `undefined` or `null`; `?.` and `!.` stay allowed. `deprecated`: a name if
   * every declaration of it has the tag `@deprecated`. `asserted`: in an object literal, keys that the expected type lacks and the absence of keys that it
   * requires, even if an assertion such as `as Box` may still follow; it matters where monitors ask for `objectKeys`.
   */
  readonly refuse?: readonly Refusable[];
  /** Names that must not be used: of a member with its type (`Document.write`), of any other declaration alone (`eval`). */
  readonly denied?: readonly string[];
}

/** The refusals of an analysis. */
export interface Refusals {
  readonly nullable: boolean;
  readonly asserted: boolean;
  /** Whether a name may be offered that means this symbol. */
  allows(ts: Compiler, checker: ts.TypeChecker, symbol: ts.Symbol): boolean;
}

export function refusalsOf({ refuse = [], denied = [] }: RefusalOptions): Refusals {
  const isDeprecatedRefused = refuse.includes("deprecated");
  const names = new Set(denied);
  return {
    nullable: refuse.includes("nullable"),
    asserted: refuse.includes("asserted"),
    allows(ts, checker, symbol) {
      if (!isDeprecatedRefused && names.size === 0) return true;
      const means = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const declarations = means.declarations ?? [];
      if (isDeprecatedRefused && (isDeprecated(ts, symbol.declarations ?? []) || isDeprecated(ts, declarations)))
        return false;
      return names.size === 0 || !declarations.some((each) => names.has(qualifiedName(ts, each)));
    },
  };
}

/** For answers that only the compiler decides. */
export const NOTHING_REFUSED: Refusals = refusalsOf({});

/** Whether all declarations are deprecated; of an overloaded function, its signatures, which its body is not one of. */
function isDeprecated(ts: Compiler, declarations: readonly ts.Declaration[]): boolean {
  const signatures = declarations.filter(
    (each) => !("body" in each && each.body !== undefined && ts.isFunctionLike(each)),
  );
  const shown = signatures.length === 0 ? declarations : signatures;
  return shown.length > 0 && shown.every((each) => ts.getJSDocDeprecatedTag(each) !== undefined);
}

/** The name of a declaration, after the names of the types and namespaces around it. */
function qualifiedName(ts: Compiler, declaration: ts.Declaration): string {
  const names: string[] = [];
  for (let at: ts.Node = declaration; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (at !== declaration && !isContainer(ts, at)) continue;
    const name = ts.getNameOfDeclaration(at as ts.Declaration);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name)))
      names.unshift(name.text);
  }
  return names.join(".");
}

/** Whether members of `node` are named after it. The type of a variable counts as the variable: `declare var console: { log(): void }`. */
function isContainer(ts: Compiler, node: ts.Node): boolean {
  if (ts.isModuleDeclaration(node)) return ts.isIdentifier(node.name) && node.name.text !== "global";
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node)
  );
}

/** Whether the compiler reports the receiver of a member access with a plain dot, because it may be `undefined` or `null`. */
export function isNullable(
  ts: Compiler,
  access: ts.PropertyAccessExpression,
  type: ts.Type,
  options: ts.CompilerOptions,
): boolean {
  if (!(options.strictNullChecks ?? options.strict) || (access.flags & ts.NodeFlags.JavaScriptFile) !== 0) return false;
  // In a chain, `undefined` may come from a `?.` before, and then the access is skipped.
  if ((access.flags & ts.NodeFlags.OptionalChain) !== 0) return false;
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0);
}
