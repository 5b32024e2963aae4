// The compiler, which the user injects. The package never imports one, so it uses the project's own version, and pages do not load a compiler that they do not
// need.

import type ts from "typescript";

/** The module `typescript`, of a version that has the JavaScript API: 5.4 to 6. */
export type Compiler = typeof ts;

/** The given module cannot answer alone, as neither the main module of TypeScript 7 nor `typescript/unstable/sync` can. */
export class UnsupportedCompilerError extends Error {
  override readonly name = "UnsupportedCompilerError";
  /** Its version; `"7"` for `typescript/unstable/sync`, which does not tell. */
  readonly version: string;
  /** What the module lacks. */
  readonly why: string;

  constructor(version: string, why: string) {
    super(
      `TypeScript ${version}: ${why}. Pass its synchronous API as ts: { sync, ast }, the modules typescript/unstable/sync and typescript/unstable/ast. Or install TypeScript 6 beside it, for example as the alias "typescript-6": "npm:typescript@6", and pass that module, which answers more questions. Or ask the language server of TypeScript 7: lsp("typescript-7", { root }) of @espalier/analysis-lsp.`,
    );
    this.version = version;
    this.why = why;
  }
}

/** @throws UnsupportedCompilerError for a module of TypeScript 7. */
export function checkCompiler(compiler: Compiler): void {
  if (typeof compiler.createLanguageService === "function") return;
  if (isSynchronousModule(compiler))
    throw new UnsupportedCompilerError("7", "the module typescript/unstable/sync does not know the syntax of programs");
  throw new UnsupportedCompilerError(String(compiler.version), "it has no compiler API for JavaScript");
}

/** Whether a module is `typescript/unstable/sync` of TypeScript 7. */
export function isSynchronousModule(compiler: unknown): boolean {
  const { API, Checker, createLanguageService } = Object(compiler) as Readonly<Record<string, unknown>>;
  return typeof API === "function" && typeof Checker === "function" && createLanguageService === undefined;
}
