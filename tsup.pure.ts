// Marks what a module computes when it is loaded as free of side effects, so that a bundler drops the tables and checks of what nobody imports.
// Every such initialiser becomes a call that is annotated as pure:
//
//   const KINDS = { text, ...more };   ──▶   const KINDS = /* @__PURE__ */ (() => ({ text, ...more }))();
//
// This is true of our packages: what they do on loading, they do for the names that they define.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";
import ts from "typescript";

/** An esbuild plugin that annotates the initialisers of TypeScript files under `src`. */
export const pureInitialisers: Plugin = {
  name: "pure-initialisers",
  setup: ({ onLoad }) =>
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
        transformers: { before: [annotate] },
      });
      return { contents: outputText, loader: "js", resolveDir: path.dirname(file) };
    }),
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
