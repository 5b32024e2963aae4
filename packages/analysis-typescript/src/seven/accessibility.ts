// Whether a place may name a private or protected member: the compiler's rule, which the API does not ask it for. Where the rule needs what the API does not tell,
// there is no answer.

import type * as ast from "typescript-7/unstable/ast";
import type * as sync from "typescript-7/unstable/sync";
import { Untold } from "./untold.js";
import type { SymbolView, TypeView, Views } from "./views.js";

type Node = ast.Node;

/** Flags that the API passes on without declaring them: of a property of a union or an intersection, what its parts are. */
const SYNTHETIC = (1 << 1) | (1 << 2);
const CONTAINS_PUBLIC = 1 << 8;
const CONTAINS_PRIVATE = 1 << 10;
const CONTAINS_STATIC = 1 << 11;

/** Whether `access` may name `property` of `type`, the type of its receiver. */
export function isPropertyAccessible(
  views: Views,
  access: Node,
  isSuper: boolean,
  type: TypeView,
  property: SymbolView,
): boolean {
  const { ModifierFlags } = views.modules.ast;
  const flags = modifiersOf(views, property);
  const isStatic = (flags & ModifierFlags.Static) !== 0;
  if (isSuper && (flags & ModifierFlags.Abstract || (!isStatic && isField(views, property)))) return false;
  if (flags & ModifierFlags.Abstract && isUsedWhileConstructing(views, access)) {
    if (isSynthetic(property)) throw untold();
    if ((property.flags & views.modules.sync.SymbolFlags.Method) === 0) return false;
  }
  if (flags & ModifierFlags.Private) {
    const declaring = (property.parent?.declarations ?? []).find(views.modules.ast.isClassLikeDeclaration);
    if (declaring === undefined) throw untold();
    return classesAround(views, access).includes(declaring);
  }
  if ((flags & ModifierFlags.Protected) === 0 || isSuper) return true;
  if (isSynthetic(property)) {
    // A union extends no class, so no class may name its protected members.
    if (!isStatic && type.isUnion()) return false;
    throw untold();
  }
  const declaring = property.parent;
  if (declaring === undefined) throw untold();
  const base = declaredType(views, declaring.own);
  const enclosing = classesAround(views, access)
    .map((each) => declaredType(views, symbolOf(views, each)))
    .find((each) => isDerived(views, each, base));
  if (enclosing === undefined) {
    if (!isStatic && mayHaveThisType(views, access)) throw untold();
    return false;
  }
  return isStatic || isDerived(views, type.own, enclosing);
}

const untold = (): Untold => new Untold("TypeScript 7 does not tell whether a member is accessible here");

function isSynthetic({ own }: SymbolView): boolean {
  return (own.checkFlags & SYNTHETIC) !== 0;
}

/** The modifiers of a property. Outside of classes they mean nothing. */
function modifiersOf(views: Views, property: SymbolView): number {
  const { ast, sync } = views.modules;
  const { Private, Public, Protected, Static } = ast.ModifierFlags;
  const declarations = property.declarations ?? [];
  const getter =
    property.flags & sync.SymbolFlags.GetAccessor ? declarations.find(ast.isGetAccessorDeclaration) : undefined;
  const declaration = getter ?? property.valueDeclaration;
  if (declaration !== undefined) {
    const { modifierFlags = 0 } = declaration as { readonly modifierFlags?: number };
    const isOfClass = ((property.parent?.flags ?? 0) & sync.SymbolFlags.Class) !== 0;
    return isOfClass ? modifierFlags : modifierFlags & ~(Private | Public | Protected);
  }
  const { checkFlags } = property.own;
  if (!isSynthetic(property)) return property.flags & sync.SymbolFlags.Prototype ? Public | Static : 0;
  const access = checkFlags & CONTAINS_PRIVATE ? Private : checkFlags & CONTAINS_PUBLIC ? Public : Protected;
  return access | (checkFlags & CONTAINS_STATIC ? Static : 0);
}

/** Whether a property is a field of a class, which `super` cannot read. */
function isField({ modules: { ast } }: Views, property: SymbolView): boolean {
  return (property.declarations ?? []).some(
    (each) =>
      ast.isPropertyDeclaration(each) &&
      ast.isClassLikeDeclaration(each.parent) &&
      (each.modifierFlags & ast.ModifierFlags.Accessor) === 0,
  );
}

/** Whether `access` is to `this` in a constructor or in the initializer of a field. */
function isUsedWhileConstructing({ modules: { ast } }: Views, access: Node): boolean {
  if (!ast.isPropertyAccessExpression(access) || access.expression.kind !== ast.SyntaxKind.ThisKeyword) return false;
  for (let at: Node | undefined = access.parent; at !== undefined; at = at.parent as Node | undefined) {
    if ((ast.isConstructorDeclaration(at) && at.body !== undefined) || ast.isPropertyDeclaration(at)) return true;
    if (ast.isClassLikeDeclaration(at) || ast.isFunctionLikeDeclaration(at)) return false;
  }
  return false;
}

/** The classes around a node, innermost first. */
function classesAround({ modules: { ast } }: Views, node: Node): readonly Node[] {
  const found: Node[] = [];
  for (let at = node.parent as Node | undefined; at !== undefined; at = at.parent as Node | undefined)
    if (ast.isClassLikeDeclaration(at)) found.push(at);
  return found;
}

/** Whether a parameter or the context of a function around the node may declare the type of its `this`, in which protected members are then accessible. */
function mayHaveThisType({ modules: { ast } }: Views, node: Node): boolean {
  for (let at = node.parent as Node | undefined; at !== undefined; at = at.parent as Node | undefined) {
    if (ast.isFunctionExpression(at)) return true;
    if (ast.isFunctionLikeDeclaration(at) && ast.isObjectLiteralExpression(at.parent)) return true;
    if (ast.isFunctionDeclaration(at)) {
      const [first] = at.parameters;
      return first !== undefined && ast.isIdentifier(first.name) && first.name.text === "this";
    }
    if (ast.isClassLikeDeclaration(at)) return false;
  }
  return false;
}

function symbolOf(views: Views, declaration: Node): sync.Symbol {
  const { name } = declaration as { readonly name?: Node };
  const symbol = views.checker.getSymbolAtLocation(name ?? declaration);
  if (symbol === undefined) throw untold();
  return symbol;
}

function declaredType({ checker }: Views, symbol: sync.Symbol): sync.Type {
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/** Whether `type` is the class `base` or extends it. */
function isDerived(views: Views, type: sync.Type, base: sync.Type): boolean {
  if (type.isIntersectionType()) return type.getTypes().some((each) => isDerived(views, each, base));
  if (!type.isClassOrInterface() && !type.isTypeReference()) return false;
  const target = (type.isTypeReference() ? (type.getTarget() as sync.Type | undefined) : undefined) ?? type;
  if (target === base) return true;
  return views.checker.getBaseTypes(target as sync.InterfaceType).some((each) => isDerived(views, each, base));
}
