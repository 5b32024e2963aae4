// The compiler, which the user injects. The package never imports one, so it uses the project's own version, and pages do not load a compiler that they do not
// need.

import type ts from "typescript";

/** The module `typescript`, of a version that has the JavaScript API: 5.4 to 6. */
export type Compiler = typeof ts;

/** The given compiler is not supported: TypeScript 7, by its main module or by `typescript/unstable/sync`. */
export class UnsupportedCompilerError extends Error {
  override readonly name = "UnsupportedCompilerError";
  /** Its version; `"7"` for `typescript/unstable/sync`, which does not tell. */
  readonly version: string;

  constructor(version: string, why: string) {
    super(
      `TypeScript ${version}: ${why}. Install TypeScript 6 beside it, for example as the alias "typescript-6": "npm:typescript@6", and pass that module as ts. Or ask the language server of TypeScript 7: lsp("typescript-7", { root }) of @espalier/analysis-lsp.`,
    );
    this.version = version;
  }
}

/** @throws UnsupportedCompilerError for TypeScript 7. */
export function checkCompiler(compiler: Compiler): void {
  if (typeof compiler.createLanguageService === "function") return;
  if (isSynchronous(compiler))
    throw new UnsupportedCompilerError(
      "7",
      "its synchronous API (typescript/unstable/sync) does not list the names in scope, resolves no module names and does not tell whether a member is accessible, and the answers need all three",
    );
  throw new UnsupportedCompilerError(String(compiler.version), "it has no compiler API for JavaScript");
}

/** Whether a module is the synchronous API of TypeScript 7. */
export function isSynchronous(compiler: unknown): boolean {
  const { API, Checker, createLanguageService } = Object(compiler) as Readonly<Record<string, unknown>>;
  return typeof API === "function" && typeof Checker === "function" && createLanguageService === undefined;
}
