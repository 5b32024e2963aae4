// The names that can begin an expression, at places where no later text can declare further ones.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { HOLE_FUNCTION } from "./hole/typed-hole.js";
import { isPlainName, NAME_PART, nameAt } from "./placeholder.js";
import type { Project } from "./project.js";
import type { Refusals } from "./refusals.js";

type Names = Answer<readonly string[]>;

const unknown = (reason: string): Names => ({ kind: "unknown", reason });
const open = (reason: string): Names => ({ kind: "open", reason });

/** A name that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚvalue";

/** Words that begin types or modify functions, and that programs do not declare as names. */
const TYPE_WORDS =
  "any async asserts bigint boolean infer is keyof never number object readonly string symbol unique unknown yield await let";

export function inScopeAt(
  project: Project,
  { path, before, after, writtenFrom = before.length }: ProgramPlace,
  refusals: Refusals,
): Names {
  const { ts } = project;
  const rest = after.replace(NAME_PART, "");
  if (!/^\s*[)\],;]/u.test(rest)) return open("later code may declare a name");
  const { file, checker } = project.typed(path, `${before}${PLACEHOLDER}${rest}`);
  const name = nameAt(ts, file, before.length);
  if (name === undefined || !isExpression(ts, name)) return unknown("the compiler finds no expression here");
  if ((name.flags & ts.NodeFlags.JavaScriptFile) !== 0) return unknown("the compiler does not check names of scripts");
  if (ts.findAncestor(name, (node) => mayBeHeader(ts, node)) !== undefined)
    return open("an arrow may follow, which makes the name a parameter");
  const statement = ts.findAncestor(name, (node) => ts.isStatement(node) && !ts.isBlock(node));
  if (statement === undefined || statement.getStart(file) >= writtenFrom)
    return open("unfinished code may declare a name");
  const all = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;
  const symbols = checker.getSymbolsInScope(name, all);
  const names = symbols
    .filter((symbol) => refusals.allows(ts, checker, symbol))
    .map((symbol) => ts.symbolName(symbol))
    .filter((each) => isPlainName(each) && each !== PLACEHOLDER && each !== HOLE_FUNCTION);
  return { kind: "closed", value: [...new Set([...names, ...reservedWords(ts), ...TYPE_WORDS.split(" ")])].sort() };
}

/** Whether `name` is an expression, and not a declared name, a member, a type or a label. */
function isExpression(ts: Project["ts"], name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBinaryExpression(parent) || ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    return parent.expression === name || ts.isElementAccessExpression(parent);
  if (
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent)
  )
    return parent.initializer === name;
  if (ts.isArrowFunction(parent)) return parent.body === name;
  return (
    ts.isReturnStatement(parent) ||
    ts.isIfStatement(parent) ||
    ts.isWhileStatement(parent) ||
    ts.isThrowStatement(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isAwaitExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isTypeOfExpression(parent)
  );
}

/** Whether `node` parses as a call of `async` but may turn out to be the parameter list of an async function. */
function mayBeHeader(ts: Project["ts"], node: ts.Node): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "async";
}

function reservedWords(ts: Project["ts"]): readonly string[] {
  const words: string[] = [];
  for (let kind = ts.SyntaxKind.FirstReservedWord; kind <= ts.SyntaxKind.LastReservedWord; kind++)
    words.push(ts.tokenToString(kind)!);
  return words;
}
