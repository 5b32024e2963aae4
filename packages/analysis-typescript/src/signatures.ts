// The numbers of arguments that a call can have, according to the signatures of its callee.

import type { ArgumentCount, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { isOfUnresolved, isUnfinished, writingPlace } from "./doubts.js";
import { isPerhapsDeclaredElsewhere, isPerhapsHidden } from "./hidden-names.js";
import { inferredRest, isGenericRest } from "./inferred-rest.js";
import type { Project } from "./project.js";
import { dependsOnUndeclared, rootOf } from "./undeclared-names.js";
import { dependsOnUnwritten } from "./unwritten-arguments.js";

type Counts = Answer<readonly ArgumentCount[]>;
type Call = ts.CallExpression | ts.NewExpression;

const unknown = (reason: string): Counts => ({ kind: "unknown", reason });

/** The argument counts of the call whose opening bracket ends `before`. Takes an analysis of the program: tens of milliseconds after an edit. */
export function signaturesAt(
  project: Project,
  { path, before, after, hole = 0, writtenFrom = before.length }: ProgramPlace,
): Counts {
  const { ts } = project;
  const { file, checker, options } = project.typed(path, `${before}${after}`);
  const call = callAt(ts, file, before.length);
  if (call === undefined) return unknown("the compiler finds no call here");
  const callee = withoutParentheses(ts, call.expression);
  if (callee.kind === ts.SyntaxKind.ImportKeyword)
    return unknown("the module system determines the arguments of an import");
  const isNew = ts.isNewExpression(call) || callee.kind === ts.SyntaxKind.SuperKeyword;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(call.expression)));
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never))
    return unknown("the type of what is called is any, or not resolved");
  const place = writingPlace(file, before.length, writtenFrom, after.slice(hole));
  if (dependsOnUnwritten(ts, checker, callee, place))
    return { kind: "open", reason: "what is called may depend on arguments that are not written yet" };
  const root = rootOf(ts, callee);
  if (isPerhapsHidden(ts, checker, root, place))
    return { kind: "open", reason: "the file may declare the name with which the callee begins" };
  if (isPerhapsDeclaredElsewhere(ts, checker, root, place))
    return { kind: "open", reason: "brackets that are still open may hide the callee's declaration" };
  if (dependsOnUndeclared(ts, checker, callee))
    return { kind: "open", reason: "what is called may depend on names that are not declared yet" };
  if (type.symbol?.declarations?.some((declaration) => isUnfinished(ts, declaration, place)))
    return { kind: "open", reason: "what is called is still being written" };
  if (isOfUnresolved(ts, checker, type)) return unknown("the callee's type depends on an unresolved type");
  const kind = isNew ? ts.SignatureKind.Construct : ts.SignatureKind.Call;
  const signatures = checker
    .getSignaturesOfType(type, kind)
    .filter((each) => fitsTypeArguments(each, typeArgumentsOf(ts, call)));
  if (signatures.length === 0) return unknown("the callee has no signature");
  if (isGivenUnknown(ts, checker, callee, signatures))
    return { kind: "open", reason: "a type that follows may allow a call without arguments" };
  const countsOf = (of: readonly ts.Signature[]): readonly ArgumentCount[] | undefined => {
    const counts = of.map((signature) => countOf(ts, checker, options, signature, call));
    return counts.every((count) => count !== undefined) ? counts : undefined;
  };
  const called = calledBy(ts, checker, callee);
  const counts = countsOf(signatures) ?? (called && countsOf([called])?.map(afterReceiver));
  return counts === undefined
    ? { kind: "open", reason: "how many arguments there are is inferred from other types" }
    : { kind: "closed", value: merged(counts) };
}

/**
 * Whether what is called is a parameter of a function in a call, and nothing has determined the type of its argument, such as `resolve` of a promise. A type that follows can make it
 * `void`, as in `new Promise((resolve) => resolve()) as Promise<void>`, and the argument may then be missing.
 */
function isGivenUnknown(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  callee: ts.Expression,
  signatures: readonly ts.Signature[],
): boolean {
  if (!ts.isIdentifier(callee)) return false;
  const declaration = checker.getSymbolAtLocation(callee)?.valueDeclaration;
  if (declaration === undefined || !ts.isParameter(declaration) || declaration.type !== undefined) return false;
  const { parent: call } = declaration.parent;
  if ((!ts.isCallExpression(call) && !ts.isNewExpression(call)) || call.typeArguments !== undefined) return false;
  return signatures.some(({ parameters }) =>
    parameters.some((each) => (checker.getTypeOfSymbol(each).flags & ts.TypeFlags.Unknown) !== 0),
  );
}

/** The signature of `f` that `f.call` uses: the last one, from which the compiler infers. */
function calledBy(ts: Project["ts"], checker: ts.TypeChecker, callee: ts.Expression): ts.Signature | undefined {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "call") return undefined;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(callee.expression)));
  return checker.getSignaturesOfType(type, ts.SignatureKind.Call).at(-1);
}

/** The argument counts of `f.call`, whose first argument is the receiver. */
function afterReceiver({ least, most }: ArgumentCount): ArgumentCount {
  return { least: least + 1, most: most + 1 };
}

/** The call whose opening bracket ends at `position`. */
function callAt(ts: Project["ts"], file: ts.SourceFile, position: number): Call | undefined {
  let found: Call | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos >= position || node.end < position) return;
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.arguments?.pos === position) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function withoutParentheses(ts: Project["ts"], node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(ts, node.expression) : node;
}

/** The type arguments that select the signatures. For a `super` call, these are the arguments after `extends`, which may be empty. */
function typeArgumentsOf(ts: Project["ts"], call: Call): readonly ts.TypeNode[] | undefined {
  if (call.expression.kind !== ts.SyntaxKind.SuperKeyword) return call.typeArguments;
  for (let node: ts.Node | undefined = call; node !== undefined; node = node.parent)
    if (ts.isClassLike(node))
      return (
        node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.typeArguments ?? []
      );
  return undefined;
}

/** Whether a call with this number of type arguments can use `signature`. */
function fitsTypeArguments(
  { typeParameters = [] }: ts.Signature,
  typeArguments: readonly ts.TypeNode[] | undefined,
): boolean {
  if (typeArguments === undefined) return true;
  const needed = typeParameters.filter((each) => each.getDefault() === undefined).length;
  return needed <= typeArguments.length && typeArguments.length <= typeParameters.length;
}

/** What the compiler stores in a signature but omits from its declarations, in all versions from 5.4 to 6. */
interface Internal {
  readonly minArgumentCount: number;
  readonly flags: number;
}

/** Flags of a signature: the last parameter is a rest parameter; the function is untyped JavaScript. */
const HAS_REST = 1;
const IS_UNTYPED_SCRIPT = 32;

/** The counts of arguments that `signature` accepts; `undefined` if other types determine them. */
function countOf(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  options: ts.CompilerOptions,
  signature: ts.Signature,
  call: Call,
): ArgumentCount | undefined {
  const { minArgumentCount, flags } = signature as unknown as Internal;
  const types = signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter));
  let rest = flags & HAS_REST ? types.pop() : undefined;
  if (rest !== undefined && isGenericRest(ts, checker, rest)) {
    rest = inferredRest(ts, checker, signature, rest, call, typeArgumentsOf(ts, call));
    if (rest === undefined) return undefined;
  }
  let most = rest === undefined ? types.length : Number.POSITIVE_INFINITY;
  let least = flags & IS_UNTYPED_SCRIPT ? 0 : minArgumentCount;
  if (rest !== undefined && checker.isTupleType(rest)) {
    const { target } = rest as ts.TupleTypeReference;
    const elements = checker.getTypeArguments(rest as ts.TypeReference);
    const variable = target.elementFlags.findIndex((each) => (each & ts.ElementFlags.Variable) !== 0);
    if (variable === -1) most = types.length + elements.length;
    const required = variable === -1 ? target.minLength : Math.min(target.minLength, variable);
    if (required > 0) least = types.length + required;
    types.push(...(variable === -1 ? elements : elements.slice(0, variable)));
  }
  // A parameter that accepts `void` can be omitted. In JavaScript without strict checks, so can one that accepts any value.
  const isLoose = (call.flags & ts.NodeFlags.JavaScriptFile) !== 0 && !(options.strictNullChecks ?? options.strict);
  const left = isLoose
    ? ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown
    : ts.TypeFlags.Void;
  while (least > 0 && types[least - 1] !== undefined && someOf(types[least - 1]!, left)) least--;
  return { least, most };
}

function someOf(type: ts.Type, flags: ts.TypeFlags): boolean {
  return type.isUnion() ? type.types.some((each) => someOf(each, flags)) : (type.flags & flags) !== 0;
}

/** Removes duplicates and sorts the ranges. */
function merged(counts: readonly ArgumentCount[]): readonly ArgumentCount[] {
  const all = new Map(counts.map((each) => [`${each.least} ${each.most}`, each]));
  return [...all.values()].sort((a, b) => a.least - b.least || a.most - b.most);
}
