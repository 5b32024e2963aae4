// Target types, the filter by them, and the score of an entry (Blinn et al. 2024, §2.6). The compiler's assignability takes the place of consistency.

import type ts from "typescript";
import { mayBeAsked } from "./connected.js";
import type { HoleType, HoleView, ValueEntry } from "./view.js";
import { isOfLibrary } from "./view.js";

/** How deeply types are searched for unknown parts. */
const DEEPEST = 3;
/** The largest number of properties of a type that are searched. */
const MOST_PROPERTIES = 32;

/** The target types of a type, to depth 2: the type itself, the components of tuples and records, and the return types of functions. */
export function targetsOf(view: HoleView, { type }: HoleType): readonly HoleType[] {
  if (type === undefined) return [];
  const found = new Set<ts.Type>();
  let level: readonly ts.Type[] = [type];
  for (let depth = 0; depth <= 2; depth++) {
    for (const each of level) found.add(each);
    level = level.flatMap((each) => partsOf(view, each)).filter((each) => !found.has(each));
  }
  return [...found].filter((each) => isTarget(view, each)).map((each) => ({ type: each, nodes: [] }));
}

/** The components of a tuple or of a record that the project declares, and the return type of a function. */
function partsOf(view: HoleView, whole: ts.Type): readonly ts.Type[] {
  const { ts, checker } = view;
  const type = checker.getNonNullableType(whole);
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  const returned = type.getCallSignatures().map((each) => each.getReturnType());
  if (returned.length > 0) return returned;
  if (checker.isTupleType(type)) return checker.getTypeArguments(type as ts.TypeReference);
  if (checker.isArrayType(type)) return [];
  const declared = type.symbol?.declarations ?? [];
  const isRecord =
    declared.length > 0 && declared.every((each) => !ts.isClassLike(each) && !isOfLibrary(view, each.getSourceFile()));
  return isRecord
    ? checker
        .getPropertiesOfType(type)
        .slice(0, MOST_PROPERTIES)
        .map((each) => checker.getTypeOfSymbol(each))
    : [];
}

/** Whether it is useful to search for values of the type, because few values of other types are assignable to it. */
function isTarget({ ts, checker }: HoleView, whole: ts.Type): boolean {
  const type = checker.getNonNullableType(whole);
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some(({ flags }) => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0)) return false;
  if (whole.aliasSymbol !== undefined && type.isUnion()) return true;
  const { StringLike, NumberLike, BooleanLike, BigIntLike, ESSymbolLike, VoidLike, Null, Never, EnumLike } =
    ts.TypeFlags;
  const base = StringLike | NumberLike | BooleanLike | BigIntLike | ESSymbolLike | VoidLike | Null | Never;
  if (parts.every(({ flags }) => (flags & base) !== 0 && (flags & EnumLike) === 0)) return false;
  return !parts.some((each) => isWeak({ ts, checker }, each));
}

/** Whether objects of any kind are assignable: `{}`, `object`, and types whose properties are all optional. */
function isWeak({ ts, checker }: Pick<HoleView, "ts" | "checker">, type: ts.Type): boolean {
  if ((type.flags & ts.TypeFlags.NonPrimitive) !== 0) return true;
  if ((type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0) return false;
  if (type.getConstructSignatures().length > 0 || checker.getIndexInfosOfType(type).length > 0) return false;
  return checker.getPropertiesOfType(type).every(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
}

/** The entries that have the target type, return it, construct it, or contain it as a component. */
export function filtered(view: HoleView, context: readonly ValueEntry[], target: HoleType): readonly ValueEntry[] {
  const { checker } = view;
  if (target.type === undefined) return [];
  const wanted = checker.getNonNullableType(target.type);
  const fits = (type: ts.Type): boolean => !saysNothing(view, type) && checker.isTypeAssignableTo(type, wanted);
  const isLibrarys = isDeclaredByLibrary(view, wanted);
  const isPlain = isPlainContainer(view, wanted);
  const isAsked = mayBeAsked(view, wanted);
  return context.filter((entry) => {
    const {
      type: { type },
      locality,
      isRelated,
    } = entry;
    // Library functions would crowd out the rest, unless the target is a library type itself. Those that accept or create any value return `any`.
    if (locality === "library" && !isLibrarys) return false;
    // Lists of strings and numbers occur everywhere, so only those of modules that the file knows count.
    if (isPlain && locality === "importable" && !isRelated) return false;
    if (!isAsked(entry)) return false;
    if (fits(type)) return true;
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
    if (signatures.some((each) => fits(each.getReturnType()))) return true;
    return checker.isTupleType(type) && checker.getTypeArguments(type as ts.TypeReference).some(fits);
  });
}

/** Whether a library declares the type, and not only its container: true for `Date`, false for `Array`. */
function isDeclaredByLibrary(view: HoleView, type: ts.Type): boolean {
  const { checker } = view;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return false;
  const declared = (type.aliasSymbol ?? type.symbol)?.declarations ?? [];
  return declared.length > 0 && declared.every((each) => isOfLibrary(view, each.getSourceFile()));
}

/** Whether the type is a container of primitive types, such as `readonly string[]` or `Record<string, number>`. */
function isPlainContainer(view: HoleView, type: ts.Type): boolean {
  const { ts, checker } = view;
  const elements = [type.getNumberIndexType(), type.getStringIndexType()].filter((each) => each !== undefined);
  if (elements.length === 0) return false;
  return elements.every(
    (each) =>
      !isTarget(view, each) ||
      (isPlainContainer(view, each) && (checker.isArrayType(each) || (each.flags & ts.TypeFlags.Object) !== 0)),
  );
}

function saysNothing({ ts }: HoleView, { flags }: ts.Type): boolean {
  const { Any, Unknown, Never, VoidLike, Null } = ts.TypeFlags;
  return (flags & (Any | Unknown | Never | VoidLike | Null)) !== 0;
}

/** The share of a type's constructors that are known: 1 if it contains neither `any` nor `unknown`. */
export function knownShare(view: HoleView, type: ts.Type): number {
  const counted = count(view, type, new Set(), 0);
  return counted.all === 0 ? 1 : counted.known / counted.all;
}

interface Counted {
  readonly known: number;
  readonly all: number;
}

function count(view: HoleView, type: ts.Type, seen: Set<ts.Type>, depth: number): Counted {
  const { ts, checker } = view;
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return { known: 0, all: 1 };
  let [known, all] = [1, 1];
  if (seen.has(type) || depth >= DEEPEST || type.aliasSymbol !== undefined) return { known, all };
  seen.add(type);
  const parts = type.isUnionOrIntersection()
    ? type.types
    : [
        ...type
          .getCallSignatures()
          .flatMap((each) => [
            ...each.getParameters().map((one) => checker.getTypeOfSymbol(one)),
            each.getReturnType(),
          ]),
        ...(checker.isTupleType(type) || checker.isArrayType(type)
          ? checker.getTypeArguments(type as ts.TypeReference)
          : []),
      ];
  for (const part of parts.slice(0, MOST_PROPERTIES)) {
    const counted = count(view, part, seen, depth + 1);
    known += counted.known;
    all += counted.all;
  }
  return { known, all };
}
