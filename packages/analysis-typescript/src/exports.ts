// The names that can appear in the braces of an import or export: the exports of the module, or the declarations of the file.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { DEFAULT, namedAt, textWithName, unfinished, writtenModule } from "./named-specifier.js";
import { isPlainName, NAME_PART } from "./placeholder.js";
import type { Project } from "./project.js";
import type { Refusals } from "./refusals.js";
import { decidedByText } from "./unwritten-module.js";

type Names = Answer<readonly string[]>;

/** The beginning of a name at the end of a text. */
const BEGUN_NAME = /[\p{ID_Continue}$\u200c\u200d]+$/u;

const unknown = (reason: string): Names => ({ kind: "unknown", reason });

export function exportsAt(project: Project, place: ProgramPlace, refusals: Refusals): Names {
  const { ts } = project;
  const decided = project.reads(place.path) ? decidedByText(ts, place) : undefined;
  if (decided !== undefined) return decided;
  const { path, before } = place;
  const { file, checker } = project.typed(path, textWithName(place));
  const named = namedAt(ts, file, before.length);
  if (typeof named === "string") return unknown(named);
  const { specifier, declaration } = named;
  const modifiers = isOfTypes(ts, declaration) || isScript(ts, file) ? [] : ["type "];
  const undecided = unfinished(ts, file, named, place);
  if (undecided !== undefined) return undecided;
  const moduleSpecifier = writtenModule(ts, file, named);
  if (moduleSpecifier === undefined) {
    const declared = declaredIn(ts, checker, file);
    return mayBelong(ts, specifier, declared, place)
      ? { kind: "closed", value: [...declared, ...modifiers].sort() }
      : { kind: "open", reason: "the file does not declare what is written of the names" };
  }
  const module = checker.getSymbolAtLocation(moduleSpecifier);
  if (module === undefined) return unknown("the module is not resolved");
  const declarations = module.declarations ?? [];
  if (declarations.length === 0 || declarations.some((each) => ts.isModuleDeclaration(each) && each.body === undefined))
    return { kind: "open", reason: "the module is declared without its exports" };
  if (declarations.some((each) => isScript(ts, each)))
    return { kind: "open", reason: "the module is a script, whose exports are assignments" };
  if (declarations.includes(file)) return { kind: "open", reason: "the module is the file that is being written" };
  const exported = checker.getExportsOfModule(module);
  const others = hasDefault(ts, checker, specifier.parent) ? ["default"] : [];
  if (!mayBelong(ts, specifier, [...exported.map((symbol) => ts.symbolName(symbol)), ...others], place))
    return { kind: "open", reason: "what is written of the names is not exported by the module that follows" };
  const allowed = exported.filter((symbol) => refusals.allows(ts, checker, symbol));
  const names = new Set([...allowed.map((symbol) => ts.symbolName(symbol)), ...others]);
  return { kind: "closed", value: [...[...names].filter(isPlainName), ...modifiers].sort() };
}

/**
 * Whether the braces may be those of a module with these exports: they have the names before the place, and one of them goes on what is written of the name at the
 * place. If not, the text still to be written closes the braces and opens others.
 */
function mayBelong(
  ts: Project["ts"],
  specifier: ts.ImportSpecifier | ts.ExportSpecifier,
  exported: readonly string[],
  { after, hole = 0 }: ProgramPlace,
): boolean {
  const elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] = specifier.parent.elements;
  const before = elements.slice(0, elements.indexOf(specifier)).map(({ propertyName, name }) => propertyName ?? name);
  if (!before.every((name) => !ts.isIdentifier(name) || exported.includes(name.text))) return false;
  const [head = ""] = BEGUN_NAME.exec(after.slice(0, hole)) ?? [];
  const [tail = ""] = NAME_PART.exec(after.slice(hole)) ?? [];
  return [...exported, "type"].some((name) => name.startsWith(head) && name.endsWith(tail));
}

function isOfTypes(ts: Project["ts"], declaration: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isExportDeclaration(declaration) ? declaration.isTypeOnly : declaration.importClause?.isTypeOnly === true;
}

function isScript(ts: Project["ts"], node: ts.Node): boolean {
  return (node.flags & ts.NodeFlags.JavaScriptFile) !== 0;
}

/** Whether the compiler resolves the default export. Some options create one for every module. */
function hasDefault(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  { elements }: ts.NamedImports | ts.NamedExports,
): boolean {
  const specifier = elements.find(({ name }) => name.text === DEFAULT);
  const symbol = specifier && checker.getSymbolAtLocation(specifier.name);
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0) return false;
  return (checker.getAliasedSymbol(symbol).declarations ?? []).length > 0;
}

/** The names that the file declares or imports, including types. A name of a library cannot be exported. */
function declaredIn(ts: Project["ts"], checker: ts.TypeChecker, file: ts.SourceFile): readonly string[] {
  const all = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;
  return checker
    .getSymbolsInScope(file, all)
    .filter(({ declarations = [] }) => declarations.some((each) => each.getSourceFile() === file))
    .map(({ name }) => name)
    .filter((name) => isPlainName(name) && name !== DEFAULT);
}
