// Finds the files that can refer to a type. There are three kinds: files that declare a part of the type; files that
// import such a file, directly or through others; and files that can write an equal type, because they and their
// imports contain all property names of the type. In other files, return types that are not written down are not
// inferred: that would check function bodies, which takes most of the time in a large project.

import type ts from "typescript";
import { namedTypesOf } from "./aliases.js";
import { structuralNames } from "./structural-names.js";
import { type HoleView, isOfLibrary, type ValueEntry } from "./view.js";

/** Whether the return type of an entry may be requested: it is written down, or the entry's file can refer to the type. */
export function mayBeAsked(view: HoleView, wanted: ts.Type): (entry: ValueEntry) => boolean {
  const { ts } = view;
  let connected: ReadonlySet<ts.SourceFile> | undefined;
  return ({ locality, isRelated, symbol }) => {
    if (locality !== "importable" || isRelated) return true;
    const declaration = symbol.declarations?.[0];
    if (declaration === undefined || isAnnotated(ts, declaration)) return true;
    connected ??= connectedFiles(view, wanted);
    return connected.has(declaration.getSourceFile());
  };
}

/** Whether a declaration has a type annotation. */
function isAnnotated(ts: HoleView["ts"], declaration: ts.Declaration): boolean {
  if (ts.isFunctionDeclaration(declaration)) return declaration.type !== undefined;
  if (!ts.isVariableDeclaration(declaration)) return true;
  const { type, initializer } = declaration;
  if (type !== undefined || initializer === undefined) return true;
  const isFunction = ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
  return !isFunction || initializer.type !== undefined;
}

function connectedFiles(view: HoleView, wanted: ts.Type): ReadonlySet<ts.SourceFile> {
  const importers = importersIn(view);
  const declaring = namedTypesOf(view, { type: wanted, nodes: [] }).flatMap(({ symbol }) =>
    (symbol.declarations ?? []).map((each) => each.getSourceFile()),
  );
  const found = closure(importers, declaring);
  const files = view.program.getSourceFiles().filter((file) => !isOfLibrary(view, file));
  for (const names of structuralNames(view, wanted)) {
    const [first, ...rest] = names.map((name) =>
      closure(
        importers,
        files.filter((file) => hasName(file, name)),
      ),
    );
    for (const file of first ?? []) if (rest.every((each) => each.has(file))) found.add(file);
  }
  return found;
}

type Importers = ReadonlyMap<ts.SourceFile, readonly ts.SourceFile[]>;

/** Maps each file to the files that import it. */
function importersIn({ ts, program, checker }: HoleView): Importers {
  const importers = new Map<ts.SourceFile, ts.SourceFile[]>();
  for (const file of program.getSourceFiles())
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const { moduleSpecifier } = statement;
      const module = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier)?.declarations?.[0];
      if (module === undefined || !ts.isSourceFile(module)) continue;
      const known = importers.get(module);
      if (known === undefined) importers.set(module, [file]);
      else known.push(file);
    }
  return importers;
}

/** The given files, and all files that import them directly or transitively. */
function closure(importers: Importers, files: readonly ts.SourceFile[]): Set<ts.SourceFile> {
  const found = new Set<ts.SourceFile>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return found;
}

/** Whether a file contains a name or a literal. The compiler's parser stores the names of each file. */
function hasName(file: ts.SourceFile, name: string): boolean {
  const { identifiers } = file as ts.SourceFile & { readonly identifiers?: ReadonlyMap<string, string> };
  return identifiers?.has(name) === true || file.text.includes(name);
}
