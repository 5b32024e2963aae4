// A hole in an argument of an overloaded call. The compiler's contextual type is that of the first overload that takes a placeholder, but other overloads may
// take other arguments. The expected type is the union over the overloads that fit the rest of the call.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { isChecked } from "../expected-strings.js";
import { expectationOf, isUninformative, type TypedExpectation } from "./printed-type.js";

type Call = ts.CallExpression | ts.NewExpression;

/** A call whose overload is not decided, and the argument that contains the hole. */
interface Undecided {
  readonly call: Call;
  readonly argument: ts.Expression;
  readonly candidates: readonly ts.Signature[];
}

/**
 * Returns the type that is expected at `node`, in an argument of a call. `found` is the compiler's answer, for its own choice of an overload. If several
 * overloads fit, the result is the union of their types; if the union cannot be computed, it is `found`. The result is marked as `soft` (other types are
 * possible) unless the types of all overloads that fit are known.
 */
export function overloadedExpectation(
  ts: Compiler,
  checker: ts.TypeChecker,
  node: ts.Expression,
  found: TypedExpectation,
): TypedExpectation {
  const undecided = undecidedAround(ts, checker, node);
  if (undecided === undefined) return found;
  const soft: TypedExpectation = { ...found, strength: "soft" };
  const { call, argument, candidates } = undecided;
  if (argument !== node) return isChosen(checker, call, candidates) ? found : soft;
  const at = call.arguments!.indexOf(argument);
  const wanted = returnWanted(ts, checker, call);
  const known = candidates.map((each) => knownParameter(ts, checker, each, { at, wanted }));
  const type = unionOf(checker, known);
  if (type === undefined || isUninformative(ts, type)) return soft;
  const strength = known.includes(undefined) ? "soft" : "hard";
  return expectationOf(ts, checker, type, { strength, by: "context" });
}

/** Whether only one overload fits, and it is the one that the compiler chooses. */
function isChosen(checker: ts.TypeChecker, call: Call, [candidate, another]: readonly ts.Signature[]): boolean {
  if (candidate === undefined || another !== undefined) return false;
  return checker.getResolvedSignature(call)?.declaration === candidate.declaration;
}

/** The innermost call around `node` on whose overload its type depends. */
function undecidedAround(ts: Compiler, checker: ts.TypeChecker, node: ts.Expression): Undecided | undefined {
  let child: ts.Node = node;
  for (;;) {
    const { parent }: { readonly parent: ts.Node } = child;
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
      const argument = parent.arguments?.find((each) => each === child);
      if (argument === undefined) return undefined;
      const signatures = signaturesOf(ts, checker, parent);
      const candidates = signatures.filter((each) => fits(ts, checker, each, { call: parent, argument }));
      if (signatures.length > 1) return { call: parent, argument, candidates };
      // The type of an argument of a generic function can follow from the type that the call must have.
      if (candidates[0]?.typeParameters === undefined) return undefined;
      child = parent;
    } else if (ts.isReturnStatement(parent)) {
      const around = ts.findAncestor(parent, ts.isFunctionLike);
      if (around === undefined || around.type !== undefined) return undefined;
      child = around;
    } else if (passesType(ts, parent, child)) child = parent;
    else return undefined;
  }
}

/** Whether the type that is expected of `child` follows from the one that is expected of `parent`. */
function passesType(ts: Compiler, parent: ts.Node, child: ts.Node): boolean {
  if (ts.isArrowFunction(parent)) return parent.body === child && parent.type === undefined;
  if (ts.isConditionalExpression(parent)) return parent.condition !== child;
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isAwaitExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isSpreadAssignment(parent)
  );
}

function signaturesOf(ts: Compiler, checker: ts.TypeChecker, call: Call): readonly ts.Signature[] {
  const kind = ts.isNewExpression(call) ? ts.SignatureKind.Construct : ts.SignatureKind.Call;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(call.expression)));
  return checker.getSignaturesOfType(type, kind);
}

/** Whether an overload takes the arguments beside the hole, and makes what the call must be. */
function fits(
  ts: Compiler,
  checker: ts.TypeChecker,
  signature: ts.Signature,
  { call, argument }: Pick<Undecided, "call" | "argument">,
): boolean {
  const given = call.arguments ?? [];
  const isFitting = given.every((each, at) => {
    const parameter = parameterAt(checker, signature, at);
    if (parameter === undefined) return false;
    if (each === argument || !isPlain(ts, each) || mayBeInferred(ts, signature, parameter)) return true;
    return checker.isTypeAssignableTo(checker.getTypeAtLocation(each), parameter);
  });
  if (!isFitting) return false;
  const wanted = returnWanted(ts, checker, call);
  const returned = signature.getReturnType();
  return wanted === undefined || mayBeInferred(ts, signature, returned) || checker.isTypeAssignableTo(returned, wanted);
}

/** Whether the type of an expression does not depend on the type that is expected of it. */
function isPlain(ts: Compiler, node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    [
      ts.SyntaxKind.TrueKeyword,
      ts.SyntaxKind.FalseKeyword,
      ts.SyntaxKind.NullKeyword,
      ts.SyntaxKind.ThisKeyword,
    ].includes(node.kind)
  );
}

/** Whether a type of a generic signature may mention its type parameters. */
function mayBeInferred(ts: Compiler, { typeParameters }: ts.Signature, type: ts.Type): boolean {
  if (typeParameters === undefined) return false;
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(
    ({ flags }) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.Instantiable)) !== 0,
  );
}

/** The type that the value of a call must have, if the compiler checks it. */
function returnWanted(ts: Compiler, checker: ts.TypeChecker, call: Call): ts.Type | undefined {
  const type = isChecked(ts, checker, call) ? checker.getContextualType(call) : undefined;
  return type === undefined || isUninformative(ts, type) ? undefined : type;
}

/**
 * The type of a parameter, if it does not depend on what the compiler infers. A type parameter that is also the return type is the type that the call must have.
 */
function knownParameter(
  ts: Compiler,
  checker: ts.TypeChecker,
  signature: ts.Signature,
  { at, wanted }: { readonly at: number; readonly wanted: ts.Type | undefined },
): ts.Type | undefined {
  const type = parameterAt(checker, signature, at);
  if (type === undefined || !mayBeInferred(ts, signature, type)) return type;
  return type === signature.getReturnType() ? wanted : undefined;
}

/** What the compiler stores in a signature but omits from its declarations, in all versions from 5.4 to 6. */
interface Internal {
  readonly flags: number;
}
/** The flag of a signature whose last parameter is a rest parameter. */
const HAS_REST = 1;

/** The type of the parameter for the argument at an index, or `undefined` if there is none. */
function parameterAt(checker: ts.TypeChecker, signature: ts.Signature, at: number): ts.Type | undefined {
  const { parameters } = signature;
  const rest = parameters.length - 1;
  if (((signature as unknown as Internal).flags & HAS_REST) === 0 || at < rest)
    return parameters[at] === undefined ? undefined : checker.getTypeOfSymbol(parameters[at]!);
  const type = checker.getTypeOfSymbol(parameters[rest]!);
  return checker.isTupleType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)[at - rest]
    : (type.getNumberIndexType() ?? type);
}

/** A function of the checker that is missing from its type declarations but exists in all versions from 5.4 to 6. */
interface Unions {
  getUnionType?(types: readonly ts.Type[]): ts.Type;
}

/** The union of types, each once; absent ones are left out. */
function unionOf(checker: ts.TypeChecker, types: readonly (ts.Type | undefined)[]): ts.Type | undefined {
  const distinct: ts.Type[] = [];
  for (const type of types)
    if (type !== undefined && !distinct.some((each) => isSame(checker, each, type))) distinct.push(type);
  return distinct.length <= 1 ? distinct[0] : (checker as unknown as Unions).getUnionType?.(distinct);
}

function isSame(checker: ts.TypeChecker, one: ts.Type, other: ts.Type): boolean {
  return one === other || (checker.isTypeAssignableTo(one, other) && checker.isTypeAssignableTo(other, one));
}
