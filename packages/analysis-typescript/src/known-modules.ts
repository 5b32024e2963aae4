// What a project says about modules while a file is written: which modules are declared without a file, and which files are modules. A program tells this, but
// takes tens of milliseconds. Most texts lead to the same files as the text before, so what the program told about that one is kept.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { withoutEndlessComments } from "./endless-comments.js";
import { headOf, type InternalProgram, importsOf, placedAs, versionOf } from "./kept-checker.js";
import type { FoundModules } from "./module-folders.js";
import type { ModuleResolver, ResolvingHost } from "./module-resolver.js";
import { changeBetween } from "./snapshot.js";

/** What is known about modules in a program. */
export interface KnownModules {
  /** The names of the modules that are declared without a file. */
  readonly names: readonly string[];
  /** Whether the file at a path is a module; `undefined` if it is not part of the program. */
  isModule(path: string): boolean | undefined;
  /** Answers about modules, which stay right as long as all this does. */
  readonly answers: Map<string, readonly string[]>;
}

/** What has been found out on disk. */
export interface FoundOnDisk {
  /** What a listing of folders gave, by the folder of the importing file and the start of the module name. */
  readonly found: Map<string, FoundModules | string>;
  /** Whether a file outside the program declares a module, by the file and the name. */
  readonly declared: Map<string, boolean>;
  readonly resolutions: ts.ModuleResolutionCache;
}

/** A text in a project, as far as modules go. */
export interface ModuleView {
  readonly file: ts.SourceFile;
  readonly options: ts.CompilerOptions;
  readonly known: KnownModules;
  readonly disk: FoundOnDisk;
}

/** Where a view is valid: while all these are the same. */
export interface ViewedState {
  readonly path: string;
  /** Changes with the files on disk. */
  readonly generation: number;
  /** The files with which the program begins. */
  readonly roots: ReadonlySet<string>;
}

/** The views of a project. */
export interface ModuleViews {
  /** The view of a text in a state from which a view was made; `undefined` if that takes a new program. */
  keptView(state: ViewedState, text: string): ModuleView | undefined;
  /** The view of the text of a file in a program. */
  viewOf(made: { readonly program: ts.Program; readonly file: ts.SourceFile }, state: ViewedState): ModuleView;
  forget(): void;
}

/** The largest number of sets of files whose modules are remembered at the same time. The file that is written leads to another set with each new package. */
const MOST_FILE_SETS = 32;

/** What is kept for one state. */
interface Kept {
  readonly state: ViewedState;
  readonly old: ts.SourceFile;
  readonly options: ts.CompilerOptions;
  /** Files that are part of the program for every text of the file. */
  readonly certain: ReadonlySet<string>;
  /** What is known, by what the text adds. */
  readonly known: Map<string, KnownModules>;
  /** The last text that was parsed. Parsing the next one uses parts of this tree, which is then spent. */
  last: ts.SourceFile | undefined;
}

export function moduleViews(
  ts: Compiler,
  host: ts.LanguageServiceHost & ResolvingHost,
  resolver: ModuleResolver,
): ModuleViews {
  const canonical = (path: string): string => (host.useCaseSensitiveFileNames!() ? path : path.toLowerCase());
  let kept: Kept | undefined;
  let disk: (FoundOnDisk & { readonly generation: number }) | undefined;

  const diskAt = ({ generation }: ViewedState, options: ts.CompilerOptions): FoundOnDisk => {
    if (disk?.generation !== generation) {
      const resolutions = ts.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
      disk = { generation, found: new Map(), declared: new Map(), resolutions };
    }
    return disk;
  };
  /** What a text adds to the files of the program: equal keys mean the same files. `undefined` if it may declare modules itself. */
  const keyOf = ({ certain, options }: Kept, file: ts.SourceFile): string | undefined => {
    // Only in TypeScript are all imports known by the syntax of their statements, and only there do JavaScript packages not add to one another.
    if (!/\.[mc]?tsx?$/iu.test(file.fileName) || (options.maxNodeModuleJsDepth ?? 0) > 0) return undefined;
    const imports = importsOf(ts, file);
    if (imports === undefined) return undefined;
    const names = imports.map(({ name }) => name);
    const targets = new Set<string>();
    const resolved = resolver.resolve(host, names, file.fileName, undefined, options, file, undefined);
    for (const { resolvedModule } of resolved) {
      if (resolvedModule === undefined) continue;
      const { resolvedFileName, isExternalLibraryImport = false } = resolvedModule;
      if (!certain.has(canonical(resolvedFileName))) targets.add(`${isExternalLibraryImport} ${resolvedFileName}`);
    }
    return JSON.stringify([ts.isExternalModule(file), headOf(file), ...[...targets].sort()]);
  };
  const parsed = (its: Kept, content: string): ts.SourceFile => {
    const text = withoutEndlessComments(content);
    const { last, old } = its;
    its.last = undefined;
    const file =
      last === undefined
        ? versionOf(ts, old, text, "set")
        : placedAs(ts.updateSourceFile(last, text, changeBetween(last.text, text)), old);
    its.last = file;
    return file;
  };
  return {
    keptView(state, text) {
      if (kept === undefined || !isSame(kept.state, state)) return undefined;
      const file = parsed(kept, text);
      const key = keyOf(kept, file);
      const known = key === undefined ? undefined : kept.known.get(key);
      return known && { file, options: kept.options, known, disk: diskAt(state, kept.options) };
    },
    viewOf({ program, file }, state) {
      const options = program.getCompilerOptions();
      const known = knownIn(program, canonical);
      if (kept === undefined || !isSame(kept.state, state))
        kept = {
          state,
          old: file,
          options,
          certain: certainIn(program, state, canonical),
          known: new Map(),
          last: undefined,
        };
      const key = keyOf(kept, file);
      if (key !== undefined) {
        if (kept.known.size >= MOST_FILE_SETS) kept.known.clear();
        kept.known.set(key, known);
      }
      return { file, options, known, disk: diskAt(state, options) };
    },
    forget() {
      kept = undefined;
    },
  };
}

function isSame(one: ViewedState, other: ViewedState): boolean {
  return one.path === other.path && one.generation === other.generation && one.roots === other.roots;
}

function knownIn(program: ts.Program, canonical: (path: string) => string): KnownModules {
  const checker = program.getTypeChecker();
  const areModules = new Map(
    program
      .getSourceFiles()
      .map((file) => [canonical(file.fileName), checker.getSymbolAtLocation(file) !== undefined] as const),
  );
  return {
    names: checker.getAmbientModules().map(({ name }) => name.slice(1, -1)),
    isModule: (path) => areModules.get(canonical(path)),
    answers: new Map(),
  };
}

/**
 * Returns files that are part of the program for every text of the file at `path`: the other root files, and what they import. The compiler always follows an import of
 * one TypeScript file by another, except in files that augment modules.
 */
function certainIn(
  program: ts.Program,
  { path, roots }: ViewedState,
  canonical: (path: string) => string,
): Set<string> {
  const { resolvedModules } = program as unknown as InternalProgram;
  const certain = new Set([...roots].map(canonical));
  certain.add(canonical(path));
  if (resolvedModules === undefined) return certain;
  const paths = new Map(
    program.getSourceFiles().map((file) => [canonical(file.fileName), file as unknown as InternalPath] as const),
  );
  // A set's iteration includes what is added meanwhile.
  for (const from of certain) {
    const its = paths.get(from);
    if (its === undefined || from === canonical(path) || (its.moduleAugmentations?.length ?? 0) > 0) continue;
    if (!/\.[mc]?tsx?$/iu.test(from)) continue;
    resolvedModules.get(its.path)?.forEach(({ resolvedModule }) => {
      if (resolvedModule === undefined || !/^(?:\.d)?\.[mc]?ts$/u.test(resolvedModule.extension)) return;
      const target = canonical(resolvedModule.resolvedFileName);
      if (paths.has(target)) certain.add(target);
    });
  }
  return certain;
}

/** What the compiler stores in files but omits from its declarations. */
interface InternalPath {
  readonly path: string;
  readonly moduleAugmentations?: readonly ts.Node[];
}
