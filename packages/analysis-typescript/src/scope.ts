// The values in scope at a place, and the names that a program uses for them.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { HOLE_FUNCTION } from "./hole/typed-hole.js";
import { isPlainName } from "./placeholder.js";

/** A value that can be named. */
export interface NamedValue {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** Whether a library declares it. */
  readonly isGlobal: boolean;
}

/** The values in scope at `node`. Excludes names that only types can use. */
export function valuesInScope(ts: Compiler, checker: ts.TypeChecker, node: ts.Node): readonly NamedValue[] {
  const found: NamedValue[] = [];
  for (const symbol of checker.getSymbolsInScope(node, ts.SymbolFlags.Value | ts.SymbolFlags.Alias)) {
    const declaration = symbol.declarations?.[0];
    if (
      symbol.name === HOLE_FUNCTION ||
      declaration === undefined ||
      !isPlainName(symbol.name) ||
      isOfTypesOnly(ts, declaration)
    )
      continue;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    // For an export of the file, the symbol in scope has no value; it leads to the exported symbol.
    const target = isAlias ? checker.getAliasedSymbol(symbol) : checker.getExportSymbolOfSymbol(symbol);
    if ((target.flags & ts.SymbolFlags.Value) === 0) continue;
    const isGlobal = !isAlias && declaration.getSourceFile() !== node.getSourceFile();
    found.push({ name: symbol.name, symbol: target, isGlobal });
  }
  return found;
}

/** Whether `import type` restricts an imported name to types. */
function isOfTypesOnly(ts: Compiler, declaration: ts.Declaration): boolean {
  for (let node: ts.Node = declaration; ; node = node.parent) {
    if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isImportEqualsDeclaration(node)) {
      if (node.isTypeOnly) return true;
    } else if (!ts.isNamedImports(node) && !ts.isNamespaceImport(node)) return false;
  }
}
