// Marks what a module computes when it is loaded as free of side effects, so that a bundler drops the tables and checks of what nobody imports.
// Every such initialiser becomes a call that is annotated as pure:
//
//   const KINDS = { text, ...more };   ──▶   const KINDS = /* @__PURE__ */ (() => ({ text, ...more }))();
//
// This is true of our packages: what they do on loading, they do for the names that they define.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";
import ts from "typescript";

/** An esbuild plugin that annotates the initialisers of TypeScript files under `src`. */
export const pureInitialisers: Plugin = {
  name: "pure-initialisers",
  setup: ({ onLoad, initialOptions: { format } }) =>
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const { outputText } = ts.transpileModule(await readFile(file, "utf8"), {
        fileName: path.relative(process.cwd(), file),
        compilerOptions: {
          target: ts.ScriptTarget.ES2022,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          inlineSourceMap: true,
          inlineSources: true,
        },
        transformers: { before: format === "cjs" ? [annotate] : [annotate, fromEntries] },
      });
      return { contents: outputText, loader: "js", resolveDir: path.dirname(file) };
    }),
};

/** `…/page` is for pages. It has `import()`, for which a bundler that does not split code would wrap the modules of siblings. */
const NOT_FOR_SIBLINGS: ReadonlySet<string> = new Set(["src/index.ts", "src/page.ts"]);

/** Where the names of packages are exported besides their index: "@espalier/lexer/plain", by package and name. */
const furtherEntries = new Map<string, ReadonlyMap<string, string>>();

function furtherEntriesOf(name: string): ReadonlyMap<string, string> {
  const known = furtherEntries.get(name);
  if (known !== undefined) return known;
  const folder = path.resolve("..", name.replace("@espalier/", ""));
  const entries = new Map<string, string>();
  if (name.startsWith("@espalier/")) {
    for (const file of entryFiles(folder).filter((each) => !NOT_FOR_SIBLINGS.has(each))) {
      const text = readFileSync(path.join(folder, file), "utf8");
      for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022).statements) {
        const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
        if (clause !== undefined && ts.isNamedExports(clause))
          for (const each of clause.elements) entries.set(each.name.text, `${name}/${path.basename(file, ".ts")}`);
      }
    }
  }
  furtherEntries.set(name, entries);
  return entries;
}

/** Returns the sources of what a package exports: `src/index.ts` first, then those of its entries for pages. */
export function entryFiles(folder: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly "@espalier/source"?: string }>>;
  };
  return Object.values(exports).flatMap(({ "@espalier/source": source }) =>
    source === undefined ? [] : [path.posix.normalize(source)],
  );
}

/**
 * Lets a module import what siblings export as `…/plain` from there, and only the rest from their index:
 *
 *   import { createPlainLexer, openLexer } from "@espalier/lexer";
 *   ──▶   import { createPlainLexer } from "@espalier/lexer/plain";   import { openLexer } from "@espalier/lexer";
 *
 * A bundler that splits code puts whole files into a page's first download, and all files that these import.
 */
const fromEntries: ts.TransformerFactory<ts.SourceFile> = ({ factory }) => {
  const split = (declaration: ts.ImportDeclaration): readonly ts.ImportDeclaration[] => {
    const { importClause, moduleSpecifier } = declaration;
    const bindings = importClause?.namedBindings;
    if (importClause === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return [declaration];
    const name = (moduleSpecifier as ts.StringLiteral).text;
    const entries = furtherEntriesOf(name);
    if (entries.size === 0 || importClause.isTypeOnly) return [declaration];
    const byEntry = new Map<string, ts.ImportSpecifier[]>();
    for (const element of bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly)) {
      const from = entries.get((element.propertyName ?? element.name).text) ?? name;
      byEntry.set(from, [...(byEntry.get(from) ?? []), element]);
    }
    return [...byEntry].map(([from, elements]) =>
      factory.updateImportDeclaration(
        declaration,
        declaration.modifiers,
        factory.createImportClause(undefined, undefined, factory.createNamedImports(elements)),
        factory.createStringLiteral(from),
        declaration.attributes,
      ),
    );
  };
  return (source) =>
    factory.updateSourceFile(
      source,
      source.statements.flatMap((statement): readonly ts.Statement[] =>
        ts.isImportDeclaration(statement) ? split(statement) : [statement],
      ),
    );
};

const annotate: ts.TransformerFactory<ts.SourceFile> = (context) => (source) => {
  const { factory } = context;
  const annotated = (declaration: ts.VariableDeclaration): ts.VariableDeclaration => {
    const { initializer } = declaration;
    if (initializer === undefined || !ts.isIdentifier(declaration.name) || isPlain(initializer)) return declaration;
    const call = factory.createCallExpression(
      factory.createParenthesizedExpression(
        factory.createArrowFunction(
          undefined,
          undefined,
          [],
          undefined,
          undefined,
          factory.createParenthesizedExpression(initializer),
        ),
      ),
      undefined,
      [],
    );
    ts.addSyntheticLeadingComment(call, ts.SyntaxKind.MultiLineCommentTrivia, " @__PURE__ ");
    return factory.updateVariableDeclaration(declaration, declaration.name, undefined, undefined, call);
  };
  return factory.updateSourceFile(
    source,
    source.statements.map((statement) => {
      if (!ts.isVariableStatement(statement)) return statement;
      const { declarationList: list } = statement;
      const changed = factory.updateVariableDeclarationList(list, list.declarations.map(annotated));
      return factory.updateVariableStatement(statement, statement.modifiers, changed);
    }),
  );
};

/** What bundlers drop as it is. */
function isPlain(value: ts.Expression): boolean {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return isPlain(value.expression);
  if (ts.isPrefixUnaryExpression(value)) return isPlain(value.operand);
  return (
    ts.isArrowFunction(value) ||
    ts.isFunctionExpression(value) ||
    ts.isClassExpression(value) ||
    ts.isIdentifier(value) ||
    ts.isLiteralExpression(value) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(value.kind)
  );
}
