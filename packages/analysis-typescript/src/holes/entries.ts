// The typing context: the values in scope at the hole, nearest first, and those that the file could import.

import type { Locality } from "@espalier/typed-holes";
import type ts from "typescript";
import { narrowing } from "../narrowed.js";
import { isPlainName } from "../placeholder.js";
import { valuesInScope } from "../scope.js";
import { type HoleView, isOfLibrary, type ValueEntry } from "./view.js";

const ORDER: readonly Locality[] = ["block", "function", "file", "imported", "importable", "library"];

/** The entries at the hole, in the order of their locality. */
export function entriesAt(view: HoleView): readonly ValueEntry[] {
  const { ts, checker, call } = view;
  const entries: ValueEntry[] = [];
  const taken = new Set<string>();
  const symbols = new Set<ts.Symbol>();
  const narrowed = narrowing({ ts: view.ts, checker: view.checker, at: view.call.expression });
  for (const { name, symbol, isGlobal } of valuesInScope(ts, checker, call)) {
    const declaration = symbol.declarations?.[0];
    if (declaration !== undefined && !isGlobal && isDead(view, declaration)) continue;
    taken.add(name);
    symbols.add(symbol);
    const locality = declaration === undefined ? "library" : localityOf(view, declaration);
    const type = { type: narrowed(symbol, checker.getTypeOfSymbolAtLocation(symbol, call)), nodes: [] };
    entries.push({ name, symbol, locality, type, isRelated: true });
  }
  for (const { symbol, importFrom, isRelated } of importable(view)) {
    if (taken.has(symbol.name) || symbols.has(symbol)) continue;
    symbols.add(symbol);
    const type = { type: checker.getTypeOfSymbol(symbol), nodes: [] };
    entries.push({ name: symbol.name, symbol, locality: "importable", importFrom, isRelated, type });
  }
  const nearest = ({ locality, isRelated }: ValueEntry): number => 2 * ORDER.indexOf(locality) + (isRelated ? 0 : 1);
  return entries.toSorted((a, b) => nearest(a) - nearest(b));
}

/**
 * Whether a declaration of the file has no value yet at the hole. This is so if the hole is in its initializer. It is
 * also so if the declaration comes after the hole, unless the hole is in a function that runs later.
 */
function isDead({ ts, call, file }: HoleView, declaration: ts.Declaration): boolean {
  if (declaration.getSourceFile() !== file) return false;
  const isBlockScoped =
    ts.isClassDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration) ||
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) !== 0 ||
    ts.isParameter(declaration);
  if (!isBlockScoped || functionAround(ts, declaration) !== functionAround(ts, call)) return false;
  return declaration.end > call.pos;
}

function functionAround(ts: HoleView["ts"], node: ts.Node): ts.Node {
  return ts.findAncestor(node.parent, (each) => ts.isFunctionLike(each) || ts.isSourceFile(each))!;
}

function localityOf(view: HoleView, declaration: ts.Declaration): Locality {
  const { ts, call, file } = view;
  if (declaration.getSourceFile() !== file)
    return isOfLibrary(view, declaration.getSourceFile()) ? "library" : "imported";
  const around = functionAround(ts, declaration);
  if (ts.isSourceFile(around)) return "file";
  return around === functionAround(ts, call) ? "block" : "function";
}

interface Importable {
  readonly symbol: ts.Symbol;
  readonly importFrom: string;
  readonly isRelated: boolean;
}

/** The values that other modules of the project export, one module after another. */
function* importable(view: HoleView): Iterable<Importable> {
  const { ts, program, checker, file } = view;
  if (!ts.isExternalModule(file)) return;
  const related = importedBy(view);
  for (const other of program.getSourceFiles()) {
    if (other === file || other.isDeclarationFile || isOfLibrary(view, other)) continue;
    const module = checker.getSymbolAtLocation(other);
    if (module === undefined) continue;
    const importFrom = specifierOf(view, other);
    const isRelated = related.has(module);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
      if ((symbol.flags & ts.SymbolFlags.Value) === 0 || !isPlainName(symbol.name)) continue;
      // A name is not imported from a module that only re-exports it.
      if (symbol.name === exported.name && symbol.declarations?.[0]?.getSourceFile() === other)
        yield { symbol, importFrom, isRelated };
    }
  }
}

/** The modules that the file imports. */
function importedBy({ ts, checker, file }: HoleView): ReadonlySet<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
    if (module !== undefined) found.add(module);
  }
  return found;
}

/** The specifier by which the file would import another: a relative path, with the extension that the compiler options require. */
function specifierOf({ ts, program, file }: HoleView, other: ts.SourceFile): string {
  const [from, to] = [file.fileName.split("/").slice(0, -1), other.fileName.split("/")];
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  const up = from.length - same;
  const path = [...(up === 0 ? ["."] : from.slice(same).map(() => "..")), ...to.slice(same)].join("/");
  const bare = path.replace(/\.[mc]?[tj]sx?$/, "");
  const { module } = program.getCompilerOptions();
  const { Node16, NodeNext } = ts.ModuleKind;
  const isNode = module !== undefined && module >= Node16 && module <= NodeNext;
  if (!isNode) return bare;
  return `${bare}.${/\.m[tj]s$/.test(path) ? "m" : /\.c[tj]s$/.test(path) ? "c" : ""}js`;
}
