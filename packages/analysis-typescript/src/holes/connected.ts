// The files that can know a type: those that declare what it mentions, and those that import such a file, however far. What functions of others return is not
// worked out where they do not say it, since that checks their bodies: most of the time of a large project.

import type ts from "typescript";
import { namedTypesOf } from "./aliases.js";
import type { HoleView, ValueEntry } from "./view.js";

/** Whether an entry may be asked for what it returns: it says so, or its file can know the type. */
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

/** Whether a declaration writes the type of what it declares. */
function isAnnotated(ts: HoleView["ts"], declaration: ts.Declaration): boolean {
  if (ts.isFunctionDeclaration(declaration)) return declaration.type !== undefined;
  if (!ts.isVariableDeclaration(declaration)) return true;
  const { type, initializer } = declaration;
  if (type !== undefined || initializer === undefined) return true;
  const isFunction = ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
  return !isFunction || initializer.type !== undefined;
}

function connectedFiles(view: HoleView, wanted: ts.Type): ReadonlySet<ts.SourceFile> {
  const { ts, program, checker } = view;
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
  const found = new Set<ts.SourceFile>();
  const waiting = namedTypesOf(view, { type: wanted, nodes: [] }).flatMap(({ symbol }) =>
    (symbol.declarations ?? []).map((each) => each.getSourceFile()),
  );
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return found;
}
