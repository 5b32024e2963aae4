// A real project with holes: packages of this repository with all that they import, and calls in them that are taken out. What stood there is the right filling.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { seeded } from "../seeded.js";
import type { Application } from "./applications.js";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
/** Packages whose sources import each other and make 260 files. */
const PACKAGES = ["json-schema", "syntax", "automata", "earley", "lexer", "grammar", "arguments"];
/** The longest filling, in UTF-16 units; all are one line. */
const LONGEST = 120;

/**
 * Writes the configuration of the project; `project` names its file. Without a seed, the holes are spread evenly over the calls that are returned. With one, they are
 * drawn from all calls where the compiler has a contextual type that names a type.
 */
export function realProject({
  holes,
  configuration,
  seed,
}: {
  readonly holes: number;
  readonly configuration?: string | undefined;
  readonly seed?: number | undefined;
}): {
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
  const checker = program.getTypeChecker();
  const isHole = seed === undefined ? isReturned : hasNamedContext;
  const all = own.flatMap((file) => callsIn(checker, file, isHole));
  const step = Math.max(1, all.length / holes);
  const random = seed === undefined ? undefined : seeded(seed);
  const chosen = Array.from({ length: Math.min(holes, all.length) }, (_, at) =>
    random === undefined ? all[Math.floor(at * step)]! : all.splice(Math.floor(random() * all.length), 1)[0]!,
  );
  return { project, folder, files: own.length, applications: chosen };
}

type IsHole = (checker: ts.TypeChecker, call: ts.CallExpression) => boolean;

/** Calls of functions that the file imports, on one line. */
function callsIn(checker: ts.TypeChecker, file: ts.SourceFile, isHole: IsHole): readonly Application[] {
  const found: Application[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isHole(checker, node)) {
      const symbol = checker.getSymbolAtLocation(node.expression);
      const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const declared = isAlias ? checker.getAliasedSymbol(symbol).declarations?.[0]?.getSourceFile() : undefined;
      const isImported = declared !== undefined && !declared.isDeclarationFile;
      const filling = node.getText(file);
      if (isImported && filling.length <= LONGEST && !/[\n;]/.test(filling))
        found.push(holeOf(file, node.getStart(file), filling, node.expression.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a call is returned where a type with a name is written. */
function isReturned(_: ts.TypeChecker, call: ts.CallExpression): boolean {
  return ts.isReturnStatement(call.parent) && isNamed(ts.findAncestor(call, ts.isFunctionLike)?.type);
}

/** Whether a call stands where a type with a name is expected, or a list, a tuple or a function of such types. */
function hasNamedContext(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const expected = checker.getContextualType(call);
  if (expected === undefined) return false;
  const type = checker.getNonNullableType(expected);
  const parts = type.isUnion() ? type.types : [type];
  return type.aliasSymbol !== undefined || parts.some(({ flags }) => (flags & ts.TypeFlags.Object) !== 0);
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
