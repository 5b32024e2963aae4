// Finds the types of a changed file with a checker that already exists. A new checker would merge the globals of all libraries and compute every type again,
// which takes tens of milliseconds for each question. A checker can also resolve the names of a file that is not in its program. The result is exact if no file
// that the text refers to, directly or indirectly, refers back to the text. Otherwise the checker could meet the old version of the file, which is in its
// program.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** A file and the checker that gives its types. Valid until the next question to the project. */
export interface Typed {
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly options: ts.CompilerOptions;
}

/** What the compiler stores in files and programs but omits from its declarations, in all versions from 5.4 to 6. */
interface InternalFile {
  path?: string;
  resolvedPath?: string;
  originalFileName?: string;
  packageJsonLocations?: unknown;
  packageJsonScope?: unknown;
  imports?: readonly ts.Node[];
  moduleAugmentations?: readonly ts.Node[];
  ambientModuleNames?: readonly string[];
  readonly externalModuleIndicator?: unknown;
  readonly commonJsModuleIndicator?: unknown;
  readonly jsGlobalAugmentations?: unknown;
  readonly redirectInfo?: unknown;
  readonly symbol?: { readonly globalExports?: unknown };
  readonly scriptKind?: ts.ScriptKind;
  readonly setExternalModuleIndicator?: unknown;
  readonly jsDocParsingMode?: unknown;
}
export interface InternalProgram {
  readonly resolvedModules?: ReadonlyMap<
    string,
    { forEach(visit: (resolution: { readonly resolvedModule?: ts.ResolvedModuleFull }) => void): void }
  >;
}
interface InternalCompiler {
  bindSourceFile?(file: ts.SourceFile, options: ts.CompilerOptions): void;
}

const internal = (file: ts.SourceFile): InternalFile => file as unknown as InternalFile;

/** After this many questions, a new checker replaces the old one, whose tables contain an entry for each node that it has seen. */
const MOST_QUESTIONS = 200;
/** The same for the total length of the texts, in UTF-16 units. */
const MOST_UNITS = 2_000_000;

/** The checker of one program, for later versions of one file. */
export interface KeptChecker {
  /** The types of the file if it has this text; `undefined` if a new program is needed. */
  typed(text: string): Typed | undefined;
}

/** A checker for versions of the file at `path`; it must be in `program`. `undefined` if the types of other files may depend on it. */
export function keepChecker(ts: Compiler, program: ts.Program, path: string): KeptChecker | undefined {
  const bind = (ts as unknown as InternalCompiler).bindSourceFile;
  const old = program.getSourceFile(path);
  if (bind === undefined || old === undefined || !isSeparate(program, old)) return undefined;
  const options = program.getCompilerOptions();
  const known = new Set(importsOf(ts, old)?.map(({ key }) => key));
  // Imports that the compiler adds itself are part of no text.
  if ((internal(old).imports ?? []).some(({ pos }) => pos < 0)) return undefined;
  let questions = 0;
  let units = 0;
  return {
    typed(text) {
      units += text.length;
      if (++questions > MOST_QUESTIONS || units > MOST_UNITS) return undefined;
      const file = versionOf(ts, old, text, "unset");
      const imports = importsOf(ts, file);
      if (imports === undefined || !imports.every(({ key }) => known.has(key))) return undefined;
      if (!isPlainModule(file) || headOf(old) !== headOf(file)) return undefined;
      const its = internal(file);
      its.imports = imports.map(({ name }) => name);
      its.moduleAugmentations = [];
      its.ambientModuleNames = [];
      bind(file, options);
      return its.symbol?.globalExports === undefined ? { file, checker: program.getTypeChecker(), options } : undefined;
    },
  };
}

/** The file with another text, as the program would contain it. Binding a file sets the parents of its nodes; a file that is not bound may need them before. */
export function versionOf(ts: Compiler, old: ts.SourceFile, text: string, parents: "set" | "unset"): ts.SourceFile {
  const { scriptKind, setExternalModuleIndicator, jsDocParsingMode } = internal(old);
  const how = {
    languageVersion: old.languageVersion,
    ...(old.impliedNodeFormat === undefined ? {} : { impliedNodeFormat: old.impliedNodeFormat }),
    setExternalModuleIndicator,
    jsDocParsingMode,
  };
  const file = ts.createSourceFile(
    old.fileName,
    text,
    how as ts.CreateSourceFileOptions,
    parents === "set",
    scriptKind,
  );
  return placedAs(file, old);
}

/** The file, with what the program adds to a parsed file according to its path. */
export function placedAs(file: ts.SourceFile, old: ts.SourceFile): ts.SourceFile {
  const { path, resolvedPath, originalFileName, packageJsonLocations, packageJsonScope } = internal(old);
  return Object.assign(file, { path, resolvedPath, originalFileName, packageJsonLocations, packageJsonScope });
}

/** Whether nothing that the file's text can refer to refers to the file: neither what it imports, nor what declares globals or augments modules. */
function isSeparate(program: ts.Program, file: ts.SourceFile): boolean {
  const { resolvedModules } = program as unknown as InternalProgram;
  const { path } = internal(file);
  if (resolvedModules === undefined || path === undefined || !isPlainModule(file)) return false;
  const reached = new Set<string>();
  const reachImports = (from: string): void =>
    resolvedModules.get(from)?.forEach(({ resolvedModule }) => {
      const target = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
      if (target !== undefined) reached.add(internal(target).path!);
    });
  reachImports(path);
  for (const other of program.getSourceFiles())
    if (other !== file && changesOthers(other)) reached.add(internal(other).path!);
  // A set's iteration includes what is added meanwhile.
  for (const other of reached) {
    if (other === path) return false;
    reachImports(other);
  }
  return true;
}

/** Whether a file is a TypeScript module that declares nothing for other files except its exports. */
function isPlainModule(file: ts.SourceFile): boolean {
  const { commonJsModuleIndicator, redirectInfo } = internal(file);
  return (
    /\.[mc]?tsx?$/i.test(file.fileName) &&
    !file.isDeclarationFile &&
    commonJsModuleIndicator === undefined &&
    redirectInfo === undefined &&
    !changesOthers(file)
  );
}

/** Whether a file declares globals, or members of other modules. */
function changesOthers(file: ts.SourceFile): boolean {
  const { externalModuleIndicator, moduleAugmentations, ambientModuleNames, jsGlobalAugmentations, symbol } =
    internal(file);
  return (
    !externalModuleIndicator ||
    (moduleAugmentations?.length ?? 0) > 0 ||
    (ambientModuleNames?.length ?? 0) > 0 ||
    jsGlobalAugmentations !== undefined ||
    symbol?.globalExports !== undefined
  );
}

/** A module name in a file. */
interface Import {
  readonly name: ts.StringLiteralLike;
  /** Equal keys mean the same module, within versions of one file: the kind of the import, its attributes and the name. */
  readonly key: string;
}

/** The imports of each statement that has been read, `undefined` if it declares or augments a module, or globals. A parser may use a statement again in a later version of a file. */
const read = new WeakMap<ts.Statement, { readonly imports: readonly Import[] | undefined }>();

/** The module names in a TypeScript file; `undefined` if it declares or augments a module, or globals. */
export function importsOf(ts: Compiler, file: ts.SourceFile): readonly Import[] | undefined {
  const all: Import[] = [];
  for (const statement of file.statements) {
    let known = read.get(statement);
    if (known === undefined) read.set(statement, (known = { imports: importsIn(ts, file, statement) }));
    if (known.imports === undefined) return undefined;
    all.push(...known.imports);
  }
  return all;
}

function importsIn(ts: Compiler, file: ts.SourceFile, statement: ts.Statement): readonly Import[] | undefined {
  const imports: Import[] = [];
  const add = (node: ts.Node, name: ts.Node | undefined, attributes?: ts.Node): void => {
    if (name === undefined || !ts.isStringLiteralLike(name)) return;
    imports.push({ name, key: `${node.kind} ${attributes?.getText(file) ?? ""} ${name.text}` });
  };
  let isPlain = true;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.attributes);
    else if (ts.isExternalModuleReference(node)) add(node, node.expression);
    else if (ts.isImportTypeNode(node))
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, node.attributes);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], node.arguments[1]);
    else if (ts.isModuleDeclaration(node) && (ts.isStringLiteral(node.name) || isGlobal(ts, node))) isPlain = false;
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return isPlain ? imports : undefined;
}

function isGlobal(ts: Compiler, { flags }: ts.ModuleDeclaration): boolean {
  return (flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

/** The comments at the start of a file, some of which are options of the compiler. */
export function headOf(file: ts.SourceFile): string {
  const [first = file.endOfFileToken] = file.statements;
  return file.text.slice(0, first.getStart(file));
}
