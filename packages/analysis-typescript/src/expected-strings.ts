// The strings that the type allows where a string begins: the union of literals, at places where the compiler checks the string against it.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { nodeAt } from "./placeholder.js";
import type { Project } from "./project.js";

type Strings = Answer<readonly string[]>;

const unknown = (reason: string): Strings => ({ kind: "unknown", reason });

/** A string that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚstring";

export function expectedStringsAt(project: Project, { path, before, after }: ProgramPlace): Strings {
  const { ts } = project;
  const quote = before.at(-1)!;
  const rest = /^[\p{ID_Continue}$ ./-]*["']/u.test(after) ? after.replace(/^[^"'\n]*["']/u, "") : after;
  const { file, checker } = project.typed(path, `${before}${PLACEHOLDER}${quote}${rest}`);
  const literal = nodeAt(ts, file, before.length - 1, ts.isStringLiteral);
  if (literal === undefined) return unknown("the compiler finds no string here");
  return stringsExpectedOf(ts, checker, literal);
}

/** The literals of the union that the type of an expression must belong to, if the compiler checks this. */
export function stringsExpectedOf(ts: Project["ts"], checker: ts.TypeChecker, node: ts.Expression): Strings {
  if ((node.flags & ts.NodeFlags.JavaScriptFile) !== 0)
    return unknown("the compiler does not check strings of scripts");
  if (!isChecked(ts, checker, node)) return unknown("the compiler does not check the string against a type here");
  const type = checker.getContextualType(node);
  if (type === undefined) return unknown("no type is expected here");
  const texts: string[] = [];
  for (const each of type.isUnion() ? type.types : [type]) {
    if (each.isStringLiteral() && (each.flags & ts.TypeFlags.EnumLiteral) === 0) texts.push(each.value);
    else if (mayTakeString(ts, checker, each)) return { kind: "open", reason: "the type takes other strings too" };
  }
  if (texts.length === 0) return unknown("the type does not accept strings");
  if (texts.some((text) => /["'\\]/u.test(text) || JSON.stringify(text) !== `"${text}"`))
    return { kind: "open", reason: "a string has characters that need an escape" };
  return { kind: "closed", value: texts.sort() };
}

/** Whether the type accepts strings other than its literals. */
function mayTakeString(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type): boolean {
  const { Any, Unknown, TemplateLiteral, StringMapping, Instantiable } = ts.TypeFlags;
  if (type.flags & (Any | Unknown | TemplateLiteral | StringMapping | Instantiable)) return true;
  return checker.isTypeAssignableTo(checker.getStringType(), type);
}

/** Whether the compiler reports a string at `node` that is not in the expected type. This requires a declared type that does not depend on inference. */
export function isChecked(ts: Project["ts"], checker: ts.TypeChecker, node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isArrayLiteralExpression(parent))
    return isChecked(ts, checker, parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isChecked(ts, checker, parent);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && isChecked(ts, checker, parent.parent);
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node && parent.type !== undefined;
  if (ts.isBinaryExpression(parent))
    return (
      parent.right === node &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isExpressionStatement(parent.parent)
    );
  if (ts.isReturnStatement(parent)) {
    const around = ts.findAncestor(parent, ts.isFunctionLike);
    return around?.type !== undefined && !isGenerator(around);
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return isArgument(ts, checker, parent, node);
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) && isAttribute(ts, checker, parent.parent);
  return false;
}

/** Whether an attribute belongs to an element with known attributes, and no later spread can replace its value. */
function isAttribute(ts: Project["ts"], checker: ts.TypeChecker, attribute: ts.JsxAttribute): boolean {
  const { properties, parent: element } = attribute.parent;
  if (properties.slice(properties.indexOf(attribute)).some(ts.isJsxSpreadAttribute)) return false;
  const { tagName } = element;
  const isIntrinsic = ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text);
  if (isIntrinsic) return true;
  const type = checker.getApparentType(checker.getTypeAtLocation(tagName));
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  return !type.isUnion() && signatures.length === 1 && (signatures[0]!.typeParameters ?? []).length === 0;
}

function isGenerator(around: ts.SignatureDeclaration): boolean {
  return "asteriskToken" in around && around.asteriskToken !== undefined;
}

/** Whether `node` is an argument of a call with a single signature that has no type parameters. */
function isArgument(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  call: ts.CallExpression | ts.NewExpression,
  node: ts.Expression,
): boolean {
  if (call.arguments?.includes(node) !== true) return false;
  const kind = ts.isNewExpression(call) ? ts.SignatureKind.Construct : ts.SignatureKind.Call;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(call.expression)));
  const signatures = checker.getSignaturesOfType(type, kind);
  return !type.isUnion() && signatures.length === 1 && (signatures[0]!.typeParameters ?? []).length === 0;
}
