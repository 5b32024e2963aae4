// The values that a program names at a place, and how it spells them.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { HOLE_FUNCTION } from "./hole/typed-hole.js";
import { isPlainName } from "./placeholder.js";

/** A value that the text may name. */
export interface NamedValue {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** Whether a library declares it, and not the project. */
  readonly isGlobal: boolean;
}

/** The values in scope at `node`; those that only types may name are left out. */
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
    // What the file exports is in scope as a symbol without a value, which leads to the exported one.
    const target = isAlias ? checker.getAliasedSymbol(symbol) : checker.getExportSymbolOfSymbol(symbol);
    if ((target.flags & ts.SymbolFlags.Value) === 0) continue;
    const isGlobal = !isAlias && declaration.getSourceFile() !== node.getSourceFile();
    found.push({ name: symbol.name, symbol: target, isGlobal });
  }
  return found;
}

/** Whether what is imported can be named in types alone: by `import type`. */
function isOfTypesOnly(ts: Compiler, declaration: ts.Declaration): boolean {
  for (let node: ts.Node = declaration; ; node = node.parent) {
    if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isImportEqualsDeclaration(node)) {
      if (node.isTypeOnly) return true;
    } else if (!ts.isNamedImports(node) && !ts.isNamespaceImport(node)) return false;
  }
}
