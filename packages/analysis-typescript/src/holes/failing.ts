// The text that an error is about. The compiler reports some errors at a name or a keyword beside the wrong expression: a wrong value at the name of its
// property or variable, a wrong return value at `return`, missing arguments at the callee. A repair must keep these words.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** A half-open range of a file. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Errors of assignability: the value is wrong. */
const OF_VALUES = new Set([2322, 2375, 2412, 2559, 2719, 2739, 2740, 2741, 2820]);
/** Errors of values that may be missing or of type `unknown`: what is done with them is wrong. */
const OF_USES = new Set([2531, 2532, 2533, 18046, 18047, 18048, 18049]);
/** Errors of numbers of arguments, and of overloads. */
const OF_CALLS = new Set([2554, 2555, 2575, 2769]);
/** Errors of parameters without a type. */
const OF_PARAMETERS = new Set([7006, 7019, 7031, 7051]);

/** The range of the smallest expression that a repair changes. */
export function failingRange(ts: Compiler, file: ts.SourceFile, { start = 0, length = 0, code }: ts.Diagnostic): Range {
  const reported = { from: start, to: start + length };
  if (![OF_VALUES, OF_USES, OF_CALLS, OF_PARAMETERS].some((codes) => codes.has(code))) return reported;
  const beginning = nodesFrom(ts, file, start);
  const node = beginning.findLast(({ end }) => end === reported.to);
  const failing = OF_VALUES.has(code)
    ? (beginning.map((each) => returnedBy(ts, each)).find((each) => each !== undefined) ??
      (node && valueBeside(ts, node)))
    : node && around(ts, node, code);
  return failing === undefined ? reported : { from: failing.getStart(file), to: failing.end };
}

/** The nodes that begin at a position, outermost first. */
function nodesFrom(ts: Compiler, file: ts.SourceFile, position: number): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.pos > position || node.end <= position) return;
    if (node.getStart(file) === position) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function returnedBy(ts: Compiler, node: ts.Node): ts.Expression | undefined {
  return ts.isReturnStatement(node) || ts.isYieldExpression(node) ? node.expression : undefined;
}

/** The value that belongs to a name or to the left side of an assignment. */
function valueBeside(ts: Compiler, node: ts.Node): ts.Node | undefined {
  if (ts.isParameter(node)) return node.initializer;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.left === node ? parent.right : undefined;
  if (ts.isJsxAttribute(parent)) {
    const { initializer } = parent;
    return initializer !== undefined && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  }
  const isNamed =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertyAssignment(parent);
  return isNamed && parent.name === node ? parent.initializer : undefined;
}

/** The expression or function around a reported node. */
function around(ts: Compiler, node: ts.Node, code: number): ts.Node | undefined {
  if (OF_USES.has(code)) return node.parent;
  if (OF_PARAMETERS.has(code)) return ts.findAncestor(node, ts.isFunctionLike);
  return ts.findAncestor(
    node,
    (each) => (ts.isCallExpression(each) || ts.isNewExpression(each)) && each.expression.end >= node.end,
  );
}
