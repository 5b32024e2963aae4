// A TypeScript or JavaScript project as the compiler sees it, with the text that is being written in place of one file.

import type { Analysis } from "@espalier/analysis";
import { excerpt } from "@espalier/arguments";
import type ts from "typescript";
import { type Compiler, checkCompiler } from "./compiler.js";
import { withoutEndlessComments } from "./endless-comments.js";
import { type KeptChecker, keepChecker, type Typed } from "./kept-checker.js";
import { type ModuleView, moduleViews } from "./known-modules.js";
import { lookupsOf, watchText } from "./lookups.js";
import { moduleResolver, type ResolvingHost } from "./module-resolver.js";
import { reasonOfOverflow } from "./overflow.js";
import { disposed, unread } from "./project-error.js";
import type { SynchronousCompiler } from "./seven/modules.js";
import { snapshots } from "./snapshot.js";

/** The location of a project's files, and their compiler options. */
export interface ProjectOptions {
  /** The compiler: the module `typescript` (`import ts from "typescript"`), or the two modules of TypeScript 7's synchronous API. */
  readonly ts: Compiler | SynchronousCompiler;
  /** The path of a `tsconfig.json` or `jsconfig.json`, or of a folder. For a folder, the nearest configuration in it or above it applies. */
  readonly project: string;
  /** The file system; `ts.sys`, that of Node, by default. TypeScript 7 asks it for every file. */
  readonly system?: ts.System;
  /** The interval between two checks of the disk for changed files, in milliseconds; 1,000 by default. */
  readonly watching?: number;
}

/** A project, and views of it with a file's text replaced. */
export interface Project {
  readonly ts: Compiler;
  readonly system: ts.System;
  /** Changes whenever a file of the project has changed on disk. */
  epoch(): string;
  /**
   * The program in which the content of the file at `path` is `text`. The result is valid until the next call.
   *
   * @throws ProjectError if the project is disposed, or if the compiler does not read such a file.
   */
  withText(path: string, text: string): { readonly program: ts.Program; readonly file: ts.SourceFile };
  /**
   * Returns the types of the file at `path` if its content is `text`. Uses the checker of the last program where that is exact, and otherwise a new program.
   * The result is valid until the next call.
   *
   * @throws ProjectError as `withText` does.
   */
  typed(path: string, text: string): Typed;
  /**
   * Returns what a program in which the file at `path` has this text says about modules. Uses what the last programs said where that is the same, and otherwise
   * a new program.
   *
   * @throws ProjectError as `withText` does.
   */
  modules(path: string, text: string): ModuleView;
  /** Whether the compiler reads a file at `path`; `false` also if only a program tells. */
  reads(path: string): boolean;
  /** Adds a declaration file to all later programs. Its name has no folder, and must not occur in the project. */
  declare(name: string, text: string): void;
  /** The errors in the configuration, in the compiler's words; empty if there are none. */
  readonly configurationErrors: readonly string[];
  /** The questions that this compiler cannot answer, each with the reason. */
  readonly unanswered: Readonly<Partial<Record<keyof Analysis, string>>>;
  /** Why a question has no answer, if an exception of the compiler says so. */
  reasonOf(error: unknown): string | undefined;
  /** Makes the project usable after an exception of the compiler, which may leave its trees and its checker half changed. */
  recover(error: unknown): void;
  dispose(): void;
}

/** A file as read from disk. */
interface Stored {
  readonly hasChanged: () => boolean;
  readonly version: string;
  readonly snapshot: ts.IScriptSnapshot | undefined;
}

/**
 * Opens a project. A missing or invalid configuration does not throw: the compiler's defaults apply to what it lacks, and `configurationErrors` lists the
 * errors.
 *
 * @throws UnsupportedCompilerError for TypeScript 7.
 * @throws RangeError if there is no file system.
 */
export function openProject(options: ProjectOptions & { readonly ts: Compiler }): Project {
  const { ts } = options;
  checkCompiler(ts);
  const disk = options.system ?? ts.sys;
  if (disk === undefined) throw new RangeError("openProject: this host has no file system; pass one as system");
  const { watching = 1_000 } = options;
  const lookups = lookupsOf(disk);
  const { system } = lookups;
  const located = locateConfiguration(ts, system, options.project);
  let configuration = readConfiguration(ts, system, located);
  const stored = new Map<string, Stored>();
  const declared: string[] = [];
  let roots = new Set(configuration.files);
  /** Whether module names are to be resolved again in all files. */
  let isStale = false;
  let overlay: { readonly path: string; readonly text: string; readonly snapshot: ts.IScriptSnapshot } | undefined;
  let version = 0;
  let generation = 0;
  let looked = Date.now();
  let isDisposed = false;
  const versions = snapshots();
  const resolver = moduleResolver(ts, system, () => configuration);
  let kept: { readonly path: string; readonly at: string; readonly checker: KeptChecker | undefined } | undefined;

  const rootsNow = (): Set<string> =>
    new Set([...configuration.files, ...declared, ...(overlay === undefined ? [] : [overlay.path])]);
  const read = (path: string): Stored => {
    let file = stored.get(path);
    if (file === undefined) {
      const hasChanged = watchText(disk, path);
      const text = disk.readFile(path);
      const snapshot = text === undefined ? undefined : versions.of(withoutEndlessComments(text));
      stored.set(path, (file = { hasChanged, version: `disk ${++generation}`, snapshot }));
    }
    return file;
  };
  /** Drops the stored files that have changed on disk, and what was looked up if other files have. */
  const look = (): void => {
    if (isDisposed || Math.abs(Date.now() - looked) < watching) return;
    looked = Date.now();
    resolver.forget();
    for (const [path, { hasChanged }] of stored) {
      if (!hasChanged()) continue;
      stored.delete(path);
      generation++;
    }
    if (!lookups.haveChanged()) return;
    isStale = true;
    generation++;
    configuration = readConfiguration(ts, system, located);
    roots = rootsNow();
  };
  const host: ts.LanguageServiceHost & ResolvingHost = {
    getCompilationSettings: () => configuration.options,
    getScriptFileNames: () => [...roots],
    getProjectVersion: () => `${generation}.${version}`,
    getScriptVersion: (path) => (overlay?.path === path ? `written ${version}` : read(path).version),
    getScriptSnapshot: (path) => (overlay?.path === path ? overlay.snapshot : read(path).snapshot),
    getCurrentDirectory: () => configuration.folder,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (path) => overlay?.path === path || declared.includes(path) || system.fileExists(path),
    readFile: (path, encoding) => (overlay?.path === path ? overlay.text : system.readFile(path, encoding)),
    readDirectory: system.readDirectory,
    directoryExists: system.directoryExists,
    getDirectories: system.getDirectories,
    useCaseSensitiveFileNames: () => system.useCaseSensitiveFileNames,
    ...(system.realpath === undefined ? {} : { realpath: system.realpath }),
    resolveModuleNameLiterals: (...asked) => resolver.resolve(host, ...asked),
    getModuleResolutionCache: () => resolver.cache(),
    hasInvalidatedResolutions: () => isStale,
  };
  const service = ts.createLanguageService(host, ts.createDocumentRegistry(system.useCaseSensitiveFileNames));
  const views = moduleViews(ts, host, resolver);
  const place = (path: string): string =>
    normalized(system.resolvePath(isAbsolute(path) ? path : `${configuration.folder}/${path}`));
  const isOnDisk = (...paths: readonly (string | undefined)[]): boolean =>
    paths.every((path) => path === undefined || disk.fileExists(path));
  const withText = (path: string, content: string): { readonly program: ts.Program; readonly file: ts.SourceFile } => {
    if (isDisposed) throw disposed();
    look();
    const its = place(path);
    const text = withoutEndlessComments(content);
    if (overlay === undefined || overlay.path !== its || overlay.text !== text) {
      if (overlay?.path !== its && !isOnDisk(its, overlay?.path)) {
        isStale = true;
        resolver.forget();
      }
      overlay = { path: its, text, snapshot: versions.of(text) };
      version++;
      if (!roots.has(its)) roots = rootsNow();
    }
    const program = service.getProgram()!;
    isStale = false;
    const file = program.getSourceFile(its);
    if (file === undefined) throw unread(path);
    return { program, file };
  };
  return {
    ts,
    system,
    get configurationErrors() {
      return configuration.errors;
    },
    unanswered: {},
    reasonOf: reasonOfOverflow,
    epoch() {
      look();
      return String(generation);
    },
    withText,
    typed(path, text) {
      look();
      const its = place(path);
      const isKept = !isDisposed && kept?.path === its && kept.at === host.getProjectVersion!();
      const typed = isKept ? kept!.checker?.typed(withoutEndlessComments(text)) : undefined;
      if (typed !== undefined) return typed;
      const { program, file } = withText(path, text);
      kept = { path: its, at: host.getProjectVersion!(), checker: keepChecker(ts, program, its) };
      return { file, checker: program.getTypeChecker(), options: program.getCompilerOptions() };
    },
    modules(path, text) {
      look();
      const its = place(path);
      const isKept = !isDisposed && overlay?.path === its;
      const view = isKept ? views.keptView({ path: its, generation, roots }, text) : undefined;
      if (view !== undefined) return view;
      return views.viewOf(withText(path, text), { path: its, generation, roots });
    },
    reads: (path) => !isDisposed && /\.[mc]?tsx?$/u.test(path),
    declare(name, text) {
      const path = place(name);
      if (declared.includes(path)) return;
      declared.push(path);
      roots = new Set([...roots, path]);
      const snapshot = ts.ScriptSnapshot.fromString(text);
      stored.set(path, { hasChanged: watchText(disk, path), version: "declared", snapshot });
      version++;
    },
    recover() {
      versions.forget();
      views.forget();
      overlay = undefined;
      version++;
    },
    dispose() {
      isDisposed = true;
      service.dispose();
    },
  };
}

/** The compiler's errors of a project that has no files. */
const NO_FILES: ReadonlySet<number> = new Set([18002, 18003]);

interface Configuration {
  readonly options: ts.CompilerOptions;
  readonly files: readonly string[];
  readonly folder: string;
  readonly errors: readonly string[];
}

/** Where a project is, and the path of its configuration, if there is one. */
interface Located {
  readonly path: string;
  readonly found: string | undefined;
}

function locateConfiguration(ts: Compiler, system: ts.System, project: string): Located {
  const path = system.resolvePath(project);
  return { path, found: system.fileExists(path) ? path : configurationAbove(ts, system, path) };
}

function readConfiguration(ts: Compiler, system: ts.System, { path, found }: Located): Configuration {
  const folder = normalized(found === undefined ? path : folderOf(found));
  const errors: string[] = [];
  const note = (diagnostic: ts.Diagnostic): unknown => errors.push(messageOf(ts, diagnostic));
  let json: unknown = { compilerOptions: { allowJs: true, strict: true } };
  if (found === undefined) errors.push(`no tsconfig.json or jsconfig.json in ${path}, nor above`);
  else {
    const { config, error } = ts.readConfigFile(found, system.readFile);
    if (error !== undefined) note(error);
    json = config ?? json;
  }
  const parsed = ts.parseJsonConfigFileContent(json, system, folder, undefined, found);
  for (const diagnostic of parsed.errors) if (found !== undefined || !NO_FILES.has(diagnostic.code)) note(diagnostic);
  const others = parsed.projectReferences?.map(({ originalPath, path: its }) => originalPath ?? its) ?? [];
  if (others.length > 0 && parsed.fileNames.length === 0)
    errors.push(
      `${found} has no files, only references to other projects: pass the one that contains the file (${excerpt(others.join(", "))}) as project`,
    );
  return { options: { ...parsed.options, noEmit: true }, files: parsed.fileNames.map(normalized), folder, errors };
}

/** The text of a diagnostic, after its file, line and column where it has them. */
function messageOf(ts: Compiler, { file, start, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (file === undefined || start === undefined) return message;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1}: ${message}`;
}

function configurationAbove(ts: Compiler, system: ts.System, folder: string): string | undefined {
  return (
    ts.findConfigFile(folder, system.fileExists, "tsconfig.json") ??
    ts.findConfigFile(folder, system.fileExists, "jsconfig.json")
  );
}

const normalized = (path: string): string => path.replaceAll("\\", "/");
const folderOf = (path: string): string => normalized(path).replace(/\/[^/]*$/, "");
const isAbsolute = (path: string): boolean => /^([\\/]|[A-Za-z]:)/.test(path);
