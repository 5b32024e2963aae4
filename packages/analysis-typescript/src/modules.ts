// The modules that an import can name: files and packages in the folders that the compiler searches. The compiler resolves each of them.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { declaresModule } from "./declared-module.js";
import type { ModuleView } from "./known-modules.js";
import { type FoundModules, foundModules, withDeclared } from "./module-folders.js";
import { nodeAt } from "./placeholder.js";
import type { Project } from "./project.js";

type Texts = Answer<readonly string[]>;

const unknown = (reason: string): Texts => ({ kind: "unknown", reason });

/** The largest number of names to resolve; resolving more would take too long. */
const MOST_NAMES = 4_096;
/** The largest number of answers, listings or modules that are remembered at the same time, each by its name. */
const MOST_REMEMBERED = 4_096;

export function modulesAt(project: Project, { path, before, after }: ProgramPlace): Texts {
  const { ts } = project;
  const quote = Math.max(before.lastIndexOf('"'), before.lastIndexOf("'"));
  const written = before.slice(quote + 1);
  const rest = after.replace(/^[^"'\n]*["']?/u, "");
  const view = project.modules(path, `${before}${before[quote]}${rest}`);
  const { file, options, known } = view;
  const literal = specifierAt(ts, file, quote);
  if (literal === undefined) return unknown("the compiler finds no module specifier here");
  if (known.names.some((name) => name.includes("*")))
    return { kind: "open", reason: "the project declares modules by a pattern" };
  const found = foundBy(project, view, written);
  if (typeof found === "string") return { kind: "open", reason: found };
  if (found.modules.size > MOST_NAMES) return unknown(`there are over ${MOST_NAMES} modules to choose from`);
  const mode = ts.getModeForUsageLocation(file, literal, options);
  // A TypeScript script is not a module, so it can only be imported for its side effects.
  const isForEffects = ts.isImportDeclaration(literal.parent) && literal.parent.importClause === undefined;
  const key = JSON.stringify([written, mode, isForEffects]);
  const value = remembered(known.answers, key, () =>
    textsOf(found, written, resolver(project, view, isForEffects ? "effects" : "exports", mode)),
  );
  return { kind: "closed", value };
}

/** The segments that can follow `written`, by what is on disk and what the program declares. */
function foundBy(
  { ts, system }: Project,
  { file, options, known, disk }: ModuleView,
  written: string,
): FoundModules | string {
  const key = `${file.fileName.slice(0, file.fileName.lastIndexOf("/"))}\n${written}`;
  const found = remembered(disk.found, key, () => foundModules({ ts, system, options, file: file.fileName, written }));
  return typeof found === "string" ? found : withDeclared(found, written, known.names);
}

/** Whether the compiler resolves a name to something that can be imported for its effects or its exports. */
function resolver(
  { ts, system }: Project,
  { file, options, known, disk }: ModuleView,
  isFor: "effects" | "exports",
  mode: ts.ResolutionMode,
): (name: string) => boolean {
  const declared = new Set(known.names);
  const { resolutions } = disk;
  return (name) => {
    if (declared.has(name)) return true;
    const { resolvedModule } = ts.resolveModuleName(name, file.fileName, options, system, resolutions, undefined, mode);
    if (resolvedModule === undefined || !isImported(ts, options, resolvedModule)) return false;
    const { resolvedFileName } = resolvedModule;
    if (isFor === "effects" || !/\.[mc]?tsx?$/u.test(resolvedFileName)) return true;
    return (
      known.isModule(resolvedFileName) ??
      remembered(disk.declared, `${resolvedFileName}\n${name}`, () =>
        declaresModule(ts, system, resolvedFileName, name),
      )
    );
  };
}

/** What a map has for a key, or what `make` returns, which the map then remembers. */
function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (map.size >= MOST_REMEMBERED) map.clear();
  map.set(key, value);
  return value;
}

function textsOf(
  { modules, folders }: FoundModules,
  written: string,
  resolves: (name: string) => boolean,
): readonly string[] {
  const whole = [...modules].filter((name) => resolves(written + name));
  return [...whole, ...[...folders].map((name) => `${name}/`)].sort();
}

/** Whether the compiler accepts an import of the resolved file. JSON and the extension `.ts` require options. */
function isImported(
  ts: Project["ts"],
  options: ts.CompilerOptions,
  { resolvedUsingTsExtension, extension }: ts.ResolvedModuleFull,
): boolean {
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = options;
  if (extension === ts.Extension.Json && options.resolveJsonModule === false) return false;
  return (
    resolvedUsingTsExtension !== true || allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true
  );
}

/** The string that begins at `position`, if it is a module specifier. */
function specifierAt(ts: Project["ts"], file: ts.SourceFile, position: number): ts.StringLiteral | undefined {
  const literal = nodeAt(ts, file, position, ts.isStringLiteral);
  const isSpecifier =
    literal !== undefined && (ts.isImportDeclaration(literal.parent) || ts.isExportDeclaration(literal.parent));
  return isSpecifier ? literal : undefined;
}
