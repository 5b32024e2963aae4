// The compiler, which the user injects. The package never imports one, so it uses the project's own version, and pages do not load a compiler that they do not
// need.

import type ts from "typescript";

/** The module `typescript`, of a version that has the JavaScript API: 5.4 to 6. */
export type Compiler = typeof ts;

/** The given version of the compiler is not supported. */
export class UnsupportedCompilerError extends Error {
  override readonly name = "UnsupportedCompilerError";
  readonly version: string;

  constructor(version: string) {
    super(
      `TypeScript ${version} has no compiler API for JavaScript. Install TypeScript 6 beside it, for example as the alias "typescript-6": "npm:typescript@6", and pass that module as ts.`,
    );
    this.version = version;
  }
}

/** @throws UnsupportedCompilerError for TypeScript 7, which only exports its version. */
export function checkCompiler(compiler: Compiler): void {
  if (typeof compiler.createLanguageService !== "function")
    throw new UnsupportedCompilerError(String(compiler.version));
}
