// The compiler as a judge, apart from the analysis: a program of its own, in which one file reads a given text.

import { readFileSync } from "node:fs";
import ts from "typescript";

/** Errors of a member that does not exist: of a type (2339, 2551, 2550, 2568, 2570), of a namespace (2694, 2724). */
const MEMBER_ERRORS: ReadonlySet<number> = new Set([2339, 2551, 2550, 2568, 2570, 2694, 2724]);

export interface Judge {
  readonly program: ts.Program;
  /** The project's own sources that are TypeScript or JavaScript. */
  readonly files: readonly ts.SourceFile[];
  /** The codes of the errors about a member at `position`, of UTF-16 units, in a file with this text; and of all others in the file. */
  errorsAt(
    path: string,
    text: string,
    position: number,
  ): { readonly member: readonly number[]; readonly others: readonly number[] };
  /** The codes of all errors in a file with this text. */
  errorsOf(path: string, text: string): readonly number[];
  /**
   * The errors of the whole program, in which a file has this text, that the program with the file as it stands does not have: how many of each code and
   * place. Checks every file, which takes seconds.
   *
   * @param position in the changed file, in UTF-16 units.
   */
  programErrors(path: string, text: string, position: number): Readonly<Record<string, number>>;
  /** The codes of the errors that begin between two positions in a file with this text. */
  errorsWithin(path: string, text: string, from: number, to: number): readonly number[];
}

/** What the language service checks of some lines only; its declarations leave it out. */
interface Regions {
  getRegionSemanticDiagnostics?(
    path: string,
    ranges: readonly ts.TextRange[],
  ): { readonly diagnostics: readonly ts.Diagnostic[] } | undefined;
}

export function createJudge(configuration: string): Judge {
  const { config } = ts.readConfigFile(configuration, ts.sys.readFile);
  const folder = configuration.replace(/\/[^/]*$/, "");
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  let written: { readonly path: string; readonly text: string } | undefined;
  let version = 0;
  const snapshots = new Map<string, ts.IScriptSnapshot>();
  const snapshotOf = (path: string): ts.IScriptSnapshot | undefined => {
    if (path === written?.path) return ts.ScriptSnapshot.fromString(written.text);
    let snapshot = snapshots.get(path);
    if (snapshot === undefined && ts.sys.fileExists(path))
      snapshots.set(path, (snapshot = ts.ScriptSnapshot.fromString(readFileSync(path, "utf8"))));
    return snapshot;
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, noEmit: true }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === written?.path ? String(version) : "0"),
    getScriptSnapshot: snapshotOf,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const program = service.getProgram()!;
  const errorsIn = (path: string, text: string, range: ts.TextRange): readonly ts.Diagnostic[] => {
    written = { path, text };
    version++;
    const region = (service as Regions).getRegionSemanticDiagnostics?.(path, [range]);
    return region?.diagnostics ?? service.getSemanticDiagnostics(path);
  };
  /** Errors of the whole program, each as its code and where it is: in the statement at `position` of `changed`, elsewhere in that file, or in another. */
  const placed = (changed: string, position: number): readonly string[] => {
    const now = service.getProgram()!;
    const line = statementAt(now.getSourceFile(changed)!, position);
    return now.getSemanticDiagnostics().map(({ code, file, start }) => {
      if (file?.fileName !== changed) return `${code} in another file`;
      return line !== undefined && line.pos <= start! && start! < line.end
        ? `${code} in the statement`
        : `${code} in the file`;
    });
  };
  return {
    program,
    files: program
      .getSourceFiles()
      .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && fileNames.includes(fileName)),
    errorsAt(path, text, position) {
      const diagnostics = errorsIn(path, text, { pos: Math.max(0, position - 1), end: position + 1 });
      const isHere = ({ code, start }: ts.Diagnostic): boolean => MEMBER_ERRORS.has(code) && start === position;
      return {
        member: diagnostics.filter(isHere).map(({ code }) => code),
        others: diagnostics.filter((each) => !isHere(each)).map(({ code }) => code),
      };
    },
    errorsOf(path, text) {
      written = { path, text };
      version++;
      return [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].map(
        ({ code }) => code,
      );
    },
    programErrors(path, text, position) {
      written = undefined;
      version++;
      const left = countsOf(placed(path, position));
      written = { path, text };
      version++;
      const more: Record<string, number> = {};
      for (const [error, count] of Object.entries(countsOf(placed(path, position))))
        if (count > (left[error] ?? 0)) more[error] = count - (left[error] ?? 0);
      return more;
    },
    errorsWithin: (path, text, from, to) =>
      errorsIn(path, text, { pos: from, end: to })
        .filter(({ start }) => start !== undefined && from <= start && start <= to)
        .map(({ code }) => code),
  };
}

/** How often each text occurs. */
function countsOf(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** The innermost statement, or member of a class, around a position. */
function statementAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (position < node.pos || position >= node.end) return;
    if ((ts.isStatement(node) && !ts.isBlock(node)) || ts.isClassElement(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A member access in a file. */
export interface MemberSite {
  readonly path: string;
  /** After the dot or `?.`, in UTF-16 units. */
  readonly behind: number;
  readonly name: string;
  /** Whether the compiler has a type for the receiver that is neither `any` nor `unknown`. */
  readonly definite: boolean;
  /** Whether it reports the name as written. */
  readonly wrong: boolean;
}

/** All member accesses of the project's sources. */
export function sitesOf({ program, files }: Judge): readonly MemberSite[] {
  const checker = program.getTypeChecker();
  const sites: MemberSite[] = [];
  for (const file of files) {
    const wrong = new Set(
      program
        .getSemanticDiagnostics(file)
        .filter(({ code }) => MEMBER_ERRORS.has(code))
        .map(({ start }) => start),
    );
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && node.name.end > node.name.pos) {
        const dot = node.questionDotToken?.end ?? operatorEnd(file, node);
        const type = checker.getTypeAtLocation(node.expression);
        sites.push({
          path: file.fileName,
          behind: dot,
          name: node.name.text,
          definite: (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) === 0,
          wrong: wrong.has(node.name.getStart(file)),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return sites;
}

function operatorEnd(file: ts.SourceFile, node: ts.PropertyAccessExpression): number {
  const dot = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.DotToken);
  return dot?.end ?? node.name.getStart(file);
}
