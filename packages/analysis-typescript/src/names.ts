// The properties of a type that a member access can name.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** All named properties that the checker finds on `type`, including those of `Object` and `Function`. */
export function namesOfType(checker: ts.TypeChecker, type: ts.Type, ts: Compiler): readonly ts.Symbol[] {
  // By the compiler's own names, since a class and its base class may each have a `#name`.
  const found = new Map<ts.__String, ts.Symbol>();
  for (const property of checker.getPropertiesOfType(type)) found.set(property.escapedName, property);
  // The compiler inlines the values of a const enum, so there is no object at run time.
  const isConstantEnum = type.symbol !== undefined && (type.symbol.flags & ts.SymbolFlags.ConstEnum) !== 0;
  for (const candidate of isConstantEnum ? [] : globalMembers(checker, ts)) {
    const name = ts.escapeLeadingUnderscores(candidate);
    if (found.has(name)) continue;
    const property = checker.getPropertyOfType(type, candidate);
    if (property !== undefined) found.set(name, property);
  }
  return [...found.values()];
}

const known = new WeakMap<ts.TypeChecker, readonly string[]>();

/** The names that every object or function has, as the project's libraries declare them. */
function globalMembers(checker: ts.TypeChecker, ts: Compiler): readonly string[] {
  let names = known.get(checker);
  if (names === undefined) {
    const { resolveName } = checker as unknown as Internal;
    const types = ["Object", "Function", "CallableFunction", "NewableFunction"]
      .map((name) => resolveName(name, undefined, ts.SymbolFlags.Interface, false))
      .filter((symbol) => symbol !== undefined);
    names = types.flatMap((symbol) =>
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map(({ name }) => name),
    );
    known.set(checker, names);
  }
  return names;
}

const IDENTIFIER = /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** The name of `property` in a member access, or `undefined` if only brackets can access it. */
export function nameOf(ts: Compiler, property: ts.Symbol): string | undefined {
  const declared =
    property.valueDeclaration === undefined ? undefined : ts.getNameOfDeclaration(property.valueDeclaration);
  const name = declared !== undefined && ts.isPrivateIdentifier(declared) ? declared.text : ts.symbolName(property);
  return IDENTIFIER.test(name) ? name : undefined;
}

/** Functions of the checker that are missing from its type declarations but exist in all versions from 5.4 to 6. */
interface Internal {
  resolveName(
    name: string,
    location: ts.Node | undefined,
    meaning: ts.SymbolFlags,
    excludeGlobals: boolean,
  ): ts.Symbol | undefined;
  isPropertyAccessible?(
    node: ts.Node,
    isSuper: boolean,
    isWrite: boolean,
    containingType: ts.Type,
    property: ts.Symbol,
  ): boolean;
}

/** Whether `access` may name `property`, which the type has. A private or protected property is accessible only in some places. */
export function isAccessible(
  ts: Compiler,
  checker: ts.TypeChecker,
  access: ts.PropertyAccessExpression,
  type: ts.Type,
  property: ts.Symbol,
): boolean {
  const isSuper = access.expression.kind === ts.SyntaxKind.SuperKeyword;
  const declared =
    property.valueDeclaration === undefined ? undefined : ts.getNameOfDeclaration(property.valueDeclaration);
  if (declared !== undefined && ts.isPrivateIdentifier(declared)) return enclosedBy(access, declared.parent.parent);
  const limited = (property.declarations ?? []).some(
    (each) => (ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0,
  );
  if (!isSuper && !limited && (property.flags & ts.SymbolFlags.Prototype) === 0) return true;
  const internal = (checker as unknown as Internal).isPropertyAccessible;
  return internal === undefined
    ? checker.isValidPropertyAccess(access, property.name)
    : internal(access, isSuper, false, type, property);
}

function enclosedBy(node: ts.Node, container: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (at === container) return true;
  return false;
}
