// The keys that an object literal may have and must have, where the compiler checks the object against a declared type.

import type { ObjectKeys, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { isChecked } from "./expected-strings.js";
import { nodeAt } from "./placeholder.js";
import type { Project } from "./project.js";
import type { Refusals } from "./refusals.js";

type Keys = Answer<readonly ObjectKeys[]>;

const unknown = (reason: string): Keys => ({ kind: "unknown", reason });
const open = (reason: string): Keys => ({ kind: "open", reason });

export function objectKeysAt(project: Project, at: ProgramPlace, refusals: Refusals): Keys {
  const { ts } = project;
  const { path, before, after } = at;
  const { file, checker } = project.typed(path, before + after);
  const object = nodeAt(ts, file, before.length - 1, ts.isObjectLiteralExpression);
  if (object === undefined) return unknown("the compiler finds no object literal here");
  if (!refusals.asserted && !isFinished(file, object, at)) return open("an assertion may follow the object");
  if ((object.flags & ts.NodeFlags.JavaScriptFile) !== 0)
    return unknown("the compiler does not check the keys of scripts");
  if (!isChecked(ts, checker, object)) return unknown("the compiler does not check the object against a type here");
  const type = checker.getContextualType(object);
  if (type === undefined) return unknown("no type is expected here");
  const objects: ts.Type[] = [];
  for (const each of type.isUnion() ? type.types : [type]) {
    const kind = kindOf(ts, checker, each, object);
    if (kind === "any") return open("the type takes objects with any keys");
    if (kind === "object") objects.push(each);
  }
  if (objects.length === 0) return unknown("the type does not accept an object literal");
  if (objects.length > 1 && isDiscriminated(ts, checker, objects))
    return open("the value of a property decides which keys the object may have");
  const answer = objects.map((each) => keysOf(ts, checker, each));
  if (answer.some(({ required }) => required.some((name) => Object.hasOwn(Object.prototype, name))))
    return open("every object has a key that the type requires");
  const isWritable = answer.every(({ allowed }) => allowed.every((name) => !/["'\\\n]|^\d|^__@/u.test(name)));
  return isWritable ? { kind: "closed", value: answer } : open("a key needs brackets, an escape, or is a number");
}

/** Syntax errors where an expression, a key or a name is missing; the brackets around it match. */
const MISSING_PARTS: ReadonlySet<number> = new Set([1003, 1109, 1110, 1136]);

/**
 * Whether the text after the hole ends the object, so that what follows it is known. It does if the object began before the hole, and the brackets after it match;
 * the text in the hole then has matching brackets, too.
 */
function isFinished(
  file: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  { before, writtenFrom = before.length }: ProgramPlace,
): boolean {
  if (before.length > writtenFrom || file.text[object.end - 1] !== "}" || object.end <= before.length) return false;
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  const from = object.getStart(file);
  return parseDiagnostics.every(({ start = 0, code }) => start < from || MISSING_PARTS.has(code));
}

/** `object`: its keys are known. `any`: the compiler does not report other keys. `none`: no object literal has the type. */
function kindOf(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type, object: ts.Node): "object" | "any" | "none" {
  const { Object: Objects, Intersection, Primitive } = { ...ts.TypeFlags, Primitive: primitives(ts) };
  if (type.flags & Primitive) return "none";
  if ((type.flags & (Objects | Intersection)) === 0 || checker.getIndexInfosOfType(type).length > 0) return "any";
  if (isMapped(ts, type) && ts.findAncestor(object, hasTypeParameters) !== undefined) return "any";
  const properties = checker.getPropertiesOfType(type);
  const isCalled = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
  if (isCalled) return properties.length > 0 ? "any" : "none";
  if (properties.length === 0) return "any";
  // What an async function returns may be a promise, which has no literal.
  if (type.symbol?.name === "PromiseLike" || type.symbol?.name === "Promise") return "none";
  return properties.some((property) => isHidden(ts, property)) ? "none" : "object";
}

function primitives(ts: Project["ts"]): ts.TypeFlags {
  const { StringLike, NumberLike, BigIntLike, BooleanLike, ESSymbolLike, VoidLike, Null, Never } = ts.TypeFlags;
  return StringLike | NumberLike | BigIntLike | BooleanLike | ESSymbolLike | VoidLike | Null | Never;
}

/** Whether the keys of a type may depend on a type parameter. */
function isMapped(ts: Project["ts"], type: ts.Type): boolean {
  const parts = type.isIntersection() ? type.types : [type];
  return parts.some((each) => ((each as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0);
}

function hasTypeParameters(node: ts.Node): boolean {
  return ((node as Partial<ts.SignatureDeclaration>).typeParameters?.length ?? 0) > 0;
}

/** Whether only a class can have the property. */
function isHidden(ts: Project["ts"], property: ts.Symbol): boolean {
  return (property.declarations ?? []).some(
    (each) =>
      (ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
      ((name) => name !== undefined && ts.isPrivateIdentifier(name))(ts.getNameOfDeclaration(each)),
  );
}

/** Whether a property has a unit type in one of the types, so that its value may exclude others. */
function isDiscriminated(ts: Project["ts"], checker: ts.TypeChecker, types: readonly ts.Type[]): boolean {
  return types.some((type) =>
    checker.getPropertiesOfType(type).some((property) => {
      if (types.filter((each) => checker.getPropertyOfType(each, property.name) !== undefined).length < 2) return false;
      const its = checker.getTypeOfSymbol(property);
      return (its.isUnion() ? its.types : [its]).some(({ flags }) => (flags & ts.TypeFlags.Unit) !== 0);
    }),
  );
}

function keysOf(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type): ObjectKeys {
  const properties = checker.getPropertiesOfType(type);
  const required = properties.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0);
  const names = (of: readonly ts.Symbol[]): readonly string[] => of.map((each) => ts.symbolName(each)).sort();
  return { allowed: names(properties), required: names(required) };
}
