// The modules that an import can name: files and packages in the folders that the compiler searches. The compiler resolves each of them.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { declaresModule } from "./declared-module.js";
import { type FoundModules, foundModules } from "./module-folders.js";
import { nodeAt } from "./placeholder.js";
import type { Project } from "./project.js";

type Texts = Answer<readonly string[]>;

const unknown = (reason: string): Texts => ({ kind: "unknown", reason });

/** The largest number of names to resolve; resolving more would take too long. */
const MOST_NAMES = 4_096;

export function modulesAt(project: Project, { path, before, after }: ProgramPlace): Texts {
  const { ts, system } = project;
  const quote = Math.max(before.lastIndexOf('"'), before.lastIndexOf("'"));
  const written = before.slice(quote + 1);
  const rest = after.replace(/^[^"'\n]*["']?/u, "");
  const { program, file } = project.withText(path, `${before}${before[quote]}${rest}`);
  const literal = specifierAt(ts, file, quote);
  if (literal === undefined) return unknown("the compiler finds no module specifier here");
  const options = program.getCompilerOptions();
  const checker = program.getTypeChecker();
  const names = checker.getAmbientModules().map((symbol) => symbol.name.slice(1, -1));
  if (names.some((name) => name.includes("*")))
    return { kind: "open", reason: "the project declares modules by a pattern" };
  const found = foundModules({ ts, system, options, file: file.fileName, written, names });
  if (typeof found === "string") return { kind: "open", reason: found };
  if (found.modules.size > MOST_NAMES) return unknown(`there are over ${MOST_NAMES} modules to choose from`);
  const mode = ts.getModeForUsageLocation(file, literal, options);
  const cache = ts.createModuleResolutionCache(program.getCurrentDirectory(), (name) => name, options);
  const declared = new Set(names);
  // A TypeScript script is not a module, so it can only be imported for its side effects.
  const isForEffects = ts.isImportDeclaration(literal.parent) && literal.parent.importClause === undefined;
  const resolves = (name: string): boolean => {
    if (declared.has(name)) return true;
    const { resolvedModule } = ts.resolveModuleName(name, file.fileName, options, system, cache, undefined, mode);
    if (resolvedModule === undefined || !isImported(ts, options, resolvedModule)) return false;
    const { resolvedFileName } = resolvedModule;
    if (isForEffects || !/\.[mc]?tsx?$/u.test(resolvedFileName)) return true;
    const its = program.getSourceFile(resolvedFileName);
    return its === undefined
      ? declaresModule(ts, system, resolvedFileName, name)
      : checker.getSymbolAtLocation(its) !== undefined;
  };
  return { kind: "closed", value: textsOf(found, written, resolves) };
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
