// A real project with holes: packages of this repository with all that they import, and calls in them that are taken out. What stood there is the right filling.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Application } from "./applications.js";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
/** Packages whose sources import each other and make 260 files. */
const PACKAGES = ["json-schema", "syntax", "automata", "earley", "lexer", "grammar", "arguments"];
/** The longest filling, in UTF-16 units; all are one line. */
const LONGEST = 120;

/** Writes the configuration of the project; `project` names its file. The holes are spread evenly over all that there are. */
export function realProject(
  holes: number,
  configuration?: string,
): {
  readonly project: string;
  readonly folder: string;
  readonly files: number;
  readonly applications: readonly Application[];
} {
  const folder = mkdtempSync(join(tmpdir(), "espalier-real-project-"));
  const project = configuration ?? join(folder, "tsconfig.json");
  if (configuration === undefined)
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(REPOSITORY, "tsconfig.base.json"),
        include: PACKAGES.map((name) => join(REPOSITORY, "packages", name, "src")),
      }),
    );
  const { config } = ts.readConfigFile(project, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, join(project, ".."), undefined, project);
  const program = ts.createProgram(parsed.fileNames, { ...parsed.options, noEmit: true });
  const own = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
  const all = own.flatMap((file) => callsIn(program.getTypeChecker(), file));
  const step = Math.max(1, all.length / holes);
  const chosen = Array.from({ length: Math.min(holes, all.length) }, (_, at) => all[Math.floor(at * step)]!);
  return { project, folder, files: own.length, applications: chosen };
}

/** Calls of functions that the file imports, returned where a type with a name is written. */
function callsIn(checker: ts.TypeChecker, file: ts.SourceFile): readonly Application[] {
  const found: Application[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) {
      const call = node.expression;
      const around = ts.findAncestor(node, ts.isFunctionLike);
      if (ts.isCallExpression(call) && ts.isIdentifier(call.expression) && isNamed(around?.type)) {
        const symbol = checker.getSymbolAtLocation(call.expression);
        const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
        const filling = call.getText(file);
        if (isImported && filling.length <= LONGEST && !/[\n;]/.test(filling))
          found.push(holeOf(file, call.getStart(file), filling, call.expression.text));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether an annotation has more than a word of the language. */
function isNamed(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && (ts.isTypeReferenceNode(type) || ts.isArrayTypeNode(type) || ts.isUnionTypeNode(type));
}

function holeOf({ fileName: path, text }: ts.SourceFile, from: number, filling: string, needed: string): Application {
  const place = { path, before: text.slice(0, from), after: text.slice(from + filling.length) };
  const { line } = ts.getLineAndCharacterOfPosition(ts.createSourceFile(path, text, ts.ScriptTarget.Latest), from);
  const name = `${path.slice(path.lastIndexOf("packages/") + 9)}:${line + 1}`;
  return { name, folder: join(path, ".."), place, filling, needed: [needed], imports: "", ends: /[;\n]/ };
}

/** The characters of the modules that a file imports. */
export function importedCharacters({ place }: Application): number {
  const file = ts.preProcessFile(place.before + place.after);
  const options = {
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    module: ts.ModuleKind.NodeNext,
    customConditions: ["@espalier/source"],
  };
  const paths = file.importedFiles.flatMap(
    ({ fileName }) =>
      ts.resolveModuleName(fileName, place.path, options, ts.sys).resolvedModule?.resolvedFileName ?? [],
  );
  return paths.reduce((sum, path) => sum + readFileSync(path, "utf8").length, 0);
}
