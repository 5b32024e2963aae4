// Finds names that may have another declaration than the one the checker finds. The rest of the hole may declare the name closer to the place. Text after the hole may do so
// only in appearance, because brackets are open.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { isWrittenIn, type WritingPlace } from "./doubts.js";

/**
 * Whether the name with which a reference begins may be declared elsewhere. While brackets before the place are not closed, the parser takes what the text after the hole
 * declares for a part of the block at the place, where it hides the names outside.
 */
export function isPerhapsDeclaredElsewhere(
  ts: Compiler,
  checker: ts.TypeChecker,
  root: ts.Node,
  { file, position, isFinished }: WritingPlace,
): boolean {
  if (isFinished || !ts.isIdentifier(root)) return false;
  const isMisplaced = (declaration: ts.Declaration): boolean => {
    if (declaration.getSourceFile() !== file || declaration.pos < position) return false;
    for (let at: ts.Node = declaration.parent; at !== file; at = at.parent) if (at.pos < position) return true;
    return false;
  };
  return (checker.getSymbolAtLocation(root)?.declarations ?? []).some(isMisplaced);
}

/**
 * Whether a reference may begin with a parameter of an arrow function, as in `(user = one, id = user.`. While the parameter list is open, the parser reads it as an
 * expression in parentheses, or as the arguments of `async`.
 */
export function isPerhapsParameter(ts: Compiler, root: ts.Node): boolean {
  if (!ts.isIdentifier(root)) return false;
  const isBinding = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return node.text === root.text;
    if (ts.isBinaryExpression(node))
      return isBinding(node.left) || (node.operatorToken.kind === ts.SyntaxKind.CommaToken && isBinding(node.right));
    if (ts.isShorthandPropertyAssignment(node)) return isBinding(node.name);
    if (ts.isPropertyAssignment(node)) return isBinding(node.initializer);
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return isBinding(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(isBinding);
    return ts.isObjectLiteralExpression(node) && node.properties.some(isBinding);
  };
  for (let at: ts.Node = root; at.parent !== undefined && !ts.isStatement(at); at = at.parent) {
    const { parent } = at;
    const isAsync = ts.isCallExpression(parent) && parent.expression.getText() === "async";
    const earlier = isAsync ? parent.arguments : ts.isParenthesizedExpression(parent) ? [parent.expression] : [];
    if (earlier.some((each) => each.pos < root.pos && isBinding(each))) return true;
  }
  return false;
}

/** Names of the files that declare what browsers provide. */
const BROWSER_LIBRARY = /\/lib\.dom\.[^/]*d\.ts$/;

/**
 * Whether a name is only that of a function or of a primitive value of browsers, such as `close` and `name`, and the text that is still to be written may declare the name
 * in the file.
 */
export function isPerhapsHidden(
  ts: Compiler,
  checker: ts.TypeChecker,
  root: ts.Node,
  { file, writtenFrom, isFinished }: WritingPlace,
): boolean {
  if (!ts.isIdentifier(root) || (isFinished && !isWrittenIn(file, writtenFrom))) return false;
  const declarations = checker.getSymbolAtLocation(root)?.declarations ?? [];
  return (
    declarations.length > 0 &&
    declarations.every(
      (each) =>
        BROWSER_LIBRARY.test(each.getSourceFile().fileName) &&
        (ts.isFunctionDeclaration(each) || (checker.getTypeAtLocation(each).flags & ts.TypeFlags.Object) === 0),
    )
  );
}
