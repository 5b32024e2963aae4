// Types that may change with arguments that are not written yet. The compiler infers the types of a function's parameters, and from those the types of variables, from
// all arguments of the call around the function: those that follow can select another overload, or other type arguments.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import type { WritingPlace } from "./doubts.js";

/** What takes arguments. */
type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.JsxOpeningLikeElement;

/** A call, and an argument of it. */
interface CalledWith {
  readonly call: Call;
  readonly argument: ts.Node;
}

/** A function whose parameters have the types that its context gives them. */
type Typed = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** The call that types a function. */
interface Typing extends CalledWith {
  /** The properties that lead from the argument to the function; `undefined` if something else lies between. */
  readonly names: readonly string[] | undefined;
}

/** Whether the type of an expression may change with arguments that are not written yet. */
export function dependsOnUnwritten(
  ts: Compiler,
  checker: ts.TypeChecker,
  expression: ts.Node,
  place: WritingPlace,
): boolean {
  const open = openCallsAround(ts, expression, place);
  if (open.length === 0) return false;
  const seen = new Set<ts.Node>();
  const isInside = (node: ts.Node): boolean =>
    node.getSourceFile() === place.file &&
    open.some(({ argument }) => argument.pos <= node.pos && node.end <= argument.end);
  const isUnsettled = (typed: Typed, index: number): boolean => {
    const typing = typingOf(ts, typed);
    if (typing === undefined) return false;
    const isOpen = open.some(({ call }) => call === typing.call);
    return (isOpen && !isSettled(ts, checker, typing, index)) || partsBeside(ts, typing).some(depends);
  };
  const depends = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node))
      return (checker.getSymbolAtLocation(node)?.declarations ?? []).some((each) => isInside(each) && declares(each));
    if (node.kind !== ts.SyntaxKind.ThisKeyword) return ts.forEachChild(node, depends) ?? false;
    const its = functionOfThis(ts, node);
    return its !== undefined && isInside(its) && isUnsettled(its, Number.POSITIVE_INFINITY);
  };
  /** Whether a declaration in an argument has such a type. */
  const declares = (declaration: ts.Node): boolean => {
    if (seen.has(declaration)) return false;
    seen.add(declaration);
    if (ts.isBindingElement(declaration)) {
      const { initializer } = declaration;
      return (initializer !== undefined && depends(initializer)) || declares(declaration.parent.parent);
    }
    if (ts.isParameter(declaration)) {
      const { parent } = declaration;
      return (
        declaration.type === undefined &&
        isTyped(ts, parent) &&
        isUnsettled(parent, parent.parameters.indexOf(declaration))
      );
    }
    if (ts.isVariableDeclaration(declaration)) {
      if (declaration.type !== undefined) return false;
      const loop = declaration.parent.parent;
      if (ts.isForInStatement(loop) || ts.isCatchClause(declaration.parent)) return false;
      const source = ts.isForOfStatement(loop) ? loop.expression : declaration.initializer;
      // Without an initializer, assignments give the type.
      return source === undefined || depends(source);
    }
    if (ts.isPropertyAssignment(declaration)) return depends(declaration.initializer);
    const { type, body } = declaration as Partial<ts.FunctionLikeDeclaration>;
    return ts.isFunctionLike(declaration) && type === undefined && body !== undefined && depends(body);
  };
  return depends(expression);
}

/** The calls around a place whose arguments are not all written, with the argument in which the place is. */
function openCallsAround(
  ts: Compiler,
  expression: ts.Node,
  { file, writtenFrom, isFinished }: WritingPlace,
): readonly CalledWith[] {
  const open: CalledWith[] = [];
  for (let argument = expression; argument.parent !== undefined; argument = argument.parent) {
    const call = callOf(ts, argument);
    if (call !== undefined && (!isFinished || argument.getStart(file) >= writtenFrom)) open.push({ call, argument });
  }
  return open;
}

/** The call of which a node is an argument, or contains the arguments. */
function callOf(ts: Compiler, node: ts.Node): Call | undefined {
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.arguments?.includes(node as ts.Expression) === true ? parent : undefined;
  if (ts.isJsxAttributes(node)) return parent as ts.JsxOpeningLikeElement;
  return ts.isTaggedTemplateExpression(parent) && parent.template === node ? parent : undefined;
}

function isTyped(ts: Compiler, node: ts.Node): node is Typed {
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent))
  );
}

/** The function of an object, or alone, that determines `this`. */
function functionOfThis(ts: Compiler, node: ts.Node): Typed | undefined {
  let at = node.parent;
  while (at !== undefined && !ts.isClassLike(at) && (ts.isArrowFunction(at) || !ts.isFunctionLike(at))) at = at.parent;
  return at !== undefined && isTyped(ts, at) ? at : undefined;
}

/** The call that types a function; `undefined` if something else does. */
function typingOf(ts: Compiler, typed: Typed): Typing | undefined {
  const names: string[] = [];
  let isDirect = true;
  for (let node: ts.Node = typed; node.parent !== undefined; node = node.parent) {
    const call = callOf(ts, node);
    if (call !== undefined) return { call, argument: node, names: isDirect ? names.reverse() : undefined };
    if (ts.isVariableDeclaration(node) || ts.isExpressionStatement(node)) return undefined;
    if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) {
      if (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) names.push(node.name.text);
      else isDirect = false;
    } else if (node !== typed && !ts.isParenthesizedExpression(node) && !ts.isObjectLiteralExpression(node))
      isDirect = false;
  }
  return undefined;
}

/** What determines the types that a call infers, besides an argument: what is called, and the other arguments. */
function partsBeside(ts: Compiler, { call, argument }: Typing): readonly ts.Node[] {
  if (ts.isTaggedTemplateExpression(call)) return [call.tag];
  if ("tagName" in call) return [];
  return [call.expression, ...(call.arguments ?? []).filter((each) => each !== argument)];
}

/** Whether a parameter of a function has the same type whatever arguments follow. An infinite index means `this`. */
function isSettled(ts: Compiler, checker: ts.TypeChecker, { call, argument, names }: Typing, index: number): boolean {
  const signatures = signaturesOf(ts, checker, call);
  const isGeneric = ({ typeParameters = [] }: ts.Signature): boolean =>
    typeParameters.length > 0 && (!("typeArguments" in call) || call.typeArguments === undefined);
  if (signatures.length <= 1 && !signatures.some(isGeneric)) return true;
  if (names === undefined || index === Number.POSITIVE_INFINITY) return false;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
  const place = call.arguments!.indexOf(argument as ts.Expression);
  const { NoTruncation } = ts.TypeFormatFlags;
  const print = (type: ts.Type): string => checker.typeToString(type, undefined, NoTruncation);
  const all = new Set<string>();
  for (const signature of signatures) {
    const types = signature.parameters.map((each) => checker.getTypeOfSymbol(each));
    let type = types[place];
    if (type === undefined) return false;
    const later = types.slice(place + 1);
    for (const name of names) {
      const properties: readonly ts.Symbol[] = checker.getPropertiesOfType(checker.getNonNullableType(type));
      const property = properties.find((each) => each.name === name);
      if (property === undefined) return false;
      later.push(...properties.filter((each) => each !== property).map((each) => checker.getTypeOfSymbol(each)));
      type = checker.getTypeOfSymbol(property);
    }
    const given = parameterTypes(checker, type, index);
    if (given.length === 0) return false;
    const free = isGeneric(signature) ? signature.typeParameters!.map(({ symbol }) => symbol.name) : [];
    const inferred = free.filter((name) => later.some((each) => mentions(print(each), name)));
    for (const each of given.map(print)) {
      if (inferred.some((name) => mentions(each, name))) return false;
      all.add(each);
    }
  }
  return all.size === 1;
}

function signaturesOf(ts: Compiler, checker: ts.TypeChecker, call: Call): readonly ts.Signature[] {
  const callee = ts.isTaggedTemplateExpression(call) ? call.tag : "tagName" in call ? call.tagName : call.expression;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(callee)));
  if (ts.isNewExpression(call)) return type.getConstructSignatures();
  return "tagName" in call ? [...type.getCallSignatures(), ...type.getConstructSignatures()] : type.getCallSignatures();
}

/** The types of a parameter of the functions that a type contains. */
function parameterTypes(checker: ts.TypeChecker, type: ts.Type, index: number): readonly ts.Type[] {
  const its = checker.getNonNullableType(type);
  const all = its.isUnion() ? its.types : [its];
  return all
    .flatMap((each) => each.getCallSignatures())
    .flatMap(({ parameters }) => parameters[index] ?? [])
    .map((parameter) => checker.getTypeOfSymbol(parameter));
}

/** Whether a printed type mentions a name. */
function mentions(type: string, name: string): boolean {
  return type.split(/[^\p{ID_Continue}$]+/u).includes(name);
}
