// What each package exports, as a file to review: `packages/NAME/api.md` has the declarations of its build without their comments. `pnpm run api`
// writes the reports; with `--check` it writes nothing, and fails where one differs. Either fails where a package exports too much. Needs a build.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { packages } from "../test/support/tarballs.js";

const ENTRIES = ["index", "page", "plain", "patterns", "worker"];

/** A package exports so many values at most; the front door so many names, values and types. */
const MOST_VALUES = 20;
const MOST_NAMES = 45;

/** Packages that export more, and how many. A number grows only for a function that users call. */
const MORE_VALUES: Readonly<Record<string, number>> = {
  "@espalier/arguments": 23,
  "@espalier/automata": 42,
  "@espalier/context": 48,
  "@espalier/laws": 21,
  "@espalier/monitor": 53,
};

const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

/** The name that a statement declares; what declares none (imports, exports) goes by its text. */
function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]!.name.getText();
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? statement.getText() : name.getText();
}

/** A file of declarations. Entries of one package share some of theirs in further files, under short names. */
interface Declarations {
  readonly source: ts.SourceFile;
  /** What it exports, by name, as it is written: `type Trie`, `buildTrie`. */
  readonly exported: ReadonlyMap<string, string>;
  readonly declared: readonly ts.Statement[];
}

function read(file: string): Declarations {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true);
  const shared: Declarations[] = [];
  /** What is imported from files of the same package, by its name here. */
  const imported = new Map<string, string>();
  const exported = new Map<string, string>();
  const sharedBy = ({
    moduleSpecifier: from,
  }: ts.ImportDeclaration | ts.ExportDeclaration): Declarations | undefined => {
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith(".")) return undefined;
    const its = read(path.join(path.dirname(file), from.text.replace(/\.js$/, ".d.ts")));
    shared.push(its);
    return its;
  };
  /** An exported name, with the word `type` if it is one. */
  const written = (name: string, as: string | undefined): string => (as?.startsWith("type ") ? `type ${name}` : name);
  for (const statement of source.statements) {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) continue;
    const its = sharedBy(statement);
    const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    if (names === undefined || !(ts.isNamedImports(names) || ts.isNamedExports(names))) continue;
    for (const { name, propertyName = name, isTypeOnly } of names.elements) {
      const known = its?.exported.get(propertyName.text) ?? (isTypeOnly ? "type " : undefined);
      if (isImport) imported.set(name.text, known ?? "");
      else {
        const as = known ?? imported.get(propertyName.text);
        const isRenamed = its === undefined && !imported.has(propertyName.text) && propertyName.text !== name.text;
        exported.set(name.text, written(isRenamed ? `${propertyName.text} as ${name.text}` : name.text, as));
      }
    }
  }
  const own = source.statements.filter(
    (statement) => !ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement),
  );
  return { source, exported, declared: [...new Set(shared)].flatMap(({ declared }) => declared).concat(own) };
}

/**
 * An entry's declarations, ordered by name, and how many values and types it exports.
 *
 * @param told declarations that other entries of the package have; they are left out, and new ones are added.
 */
function describe(
  file: string,
  told: Set<string>,
): { readonly text: string; readonly values: number; readonly types: number } {
  const { exported, declared } = read(file);
  const printer = ts.createPrinter({ removeComments: true });
  const print = (node: ts.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  const names = [...exported.values()].toSorted();
  const types = names.filter((name) => name.startsWith("type ")).length;
  const once = new Map(declared.map((statement) => [print(statement), statement] as const));
  const sorted = [...once].toSorted(([, a], [, b]) => (nameOf(a) < nameOf(b) ? -1 : 1)).map(([text]) => text);
  const untold = sorted.filter((each) => !told.has(each));
  for (const each of untold) told.add(each);
  const text = [...untold, `export {\n${names.map((name) => `    ${name},`).join("\n")}\n};`].join("\n");
  return { text, values: names.length - types, types };
}

/** Whether `name` exports more than it may. */
function isTooWide(name: string, values: number, types: number): boolean {
  return name === "espalier" ? values + types > MOST_NAMES : values > (MORE_VALUES[name] ?? MOST_VALUES);
}

const differing: string[] = [];
const tooWide: string[] = [];
for (const { name, folder } of packages()) {
  const told = new Set<string>();
  const sections = ENTRIES.map((entry) => path.join(folder, "dist", `${entry}.d.ts`))
    .filter((file) => existsSync(file))
    .map((file) => {
      const { text, values, types } = describe(file, told);
      const entry = path.basename(file, ".d.ts");
      if (entry === "index" && isTooWide(name, values, types))
        tooWide.push(`${name} (${values} values, ${types} types)`);
      const from = entry === "index" ? name : `${name}/${entry}`;
      return `## ${from}: ${values} values, ${types} types\n\n\`\`\`\`ts\n${text}\n\`\`\`\`\n`;
    });
  const report = `# What ${name} exports\n\n\`pnpm run api\` writes this file.\n\n${sections.join("\n")}`;
  const file = path.join(folder, "api.md");
  if (existsSync(file) && readFileSync(file, "utf8") === report) continue;
  differing.push(name);
  if (!options.check) writeFileSync(file, report);
}
const verb = options.check ? "differ from what the packages export; run `pnpm run api`" : "written";
console.log(differing.length === 0 ? "All API reports are up to date" : `${differing.join(", ")}: API reports ${verb}`);
if (tooWide.length > 0) console.log(`Too many exports: ${tooWide.join(", ")}; a package has ${MOST_VALUES} values`);
process.exitCode = (options.check && differing.length > 0) || tooWide.length > 0 ? 1 : 0;
