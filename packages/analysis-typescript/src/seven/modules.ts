// The modules of TypeScript 7's synchronous API, which the user injects.

import type * as ast from "typescript-7/unstable/ast";
import type * as sync from "typescript-7/unstable/sync";

/** The modules of TypeScript 7: its compiler runs as a process of its own, which is asked while this thread waits. */
export interface SynchronousCompiler {
  /** `import * as sync from "typescript/unstable/sync"`. */
  readonly sync: { readonly API: new (options: never) => { close(): void } };
  /** `import * as ast from "typescript/unstable/ast"`. */
  readonly ast: { readonly SyntaxKind: object };
}

/** The same modules, with what the package uses of them. */
export interface Modules {
  readonly sync: typeof sync;
  readonly ast: typeof ast;
}

export function modulesOf(compiler: SynchronousCompiler): Modules {
  return compiler as unknown as Modules;
}

/** Whether a value holds the two modules. */
export function isSynchronousCompiler(value: unknown): value is SynchronousCompiler {
  const { sync, ast } = Object(value) as Readonly<Record<string, unknown>>;
  const { API, Checker } = Object(sync) as Readonly<Record<string, unknown>>;
  const { SyntaxKind } = Object(ast) as Readonly<Record<string, unknown>>;
  return typeof API === "function" && typeof Checker === "function" && typeof SyntaxKind === "object";
}
