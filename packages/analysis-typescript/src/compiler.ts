// The compiler that a user injects. The package never imports one, so a project's own version is used, and pages load none that they do not need.

import type ts from "typescript";

/** The module `typescript`, of a version that has the JavaScript API: 5.4 to 6. */
export type Compiler = typeof ts;

/** A version of the compiler that cannot be used. */
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

/** @throws UnsupportedCompilerError for TypeScript 7, which exports its version alone. */
export function checkCompiler(compiler: Compiler): void {
  if (typeof compiler.createLanguageService !== "function")
    throw new UnsupportedCompilerError(String(compiler.version));
}
