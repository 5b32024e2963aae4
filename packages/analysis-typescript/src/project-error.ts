// The error of what a project cannot take: a question after it was disposed, a file that the compiler does not read, a compiler that cannot be loaded.

import { excerpt } from "@espalier/arguments";

/**
 * `disposed`: the project was used after `dispose()`. `unread`: the compiler does not read files of this extension with the project's options. `unloaded`: the
 * compiler cannot be loaded from the given location, the script of its thread cannot be loaded, or the process of TypeScript 7 cannot be started.
 */
export type ProjectErrorCode = "disposed" | "unread" | "unloaded";

/** A question that the project cannot take, or a project that cannot be opened. */
export class ProjectError extends Error {
  override readonly name = "ProjectError";
  readonly code: ProjectErrorCode;

  constructor(code: ProjectErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const SCRIPT = /\.(js|jsx|mjs|cjs)$/i;

/** The error for a location from which no compiler can be loaded. */
export function unloaded(location: string, cause: unknown): ProjectError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ProjectError(
    "unloaded",
    `No compiler can be loaded from ${excerpt(location)}: ${excerpt(why)}. Pass the location of the module: import.meta.resolve("typescript"), or require.resolve("typescript") in CommonJS.`,
  );
}

/** The error for a thread that fails before it has opened the project. */
export function unopened(reason: string): ProjectError {
  const advice = /out of memory/.test(reason)
    ? "Give Node more memory, for example with --max-old-space-size=4096 (MB), or leave files out of the project."
    : "If a bundler moved this package, pass the location of its export ./worker as worker.";
  return new ProjectError("unloaded", `The project cannot be opened: ${reason}. ${advice}`);
}

/** The error for a process of TypeScript 7 that does not start. */
export function unstarted(reason: string): ProjectError {
  return new ProjectError(
    "unloaded",
    `TypeScript 7's process cannot be started: ${excerpt(reason)}. Install it again on this system, with its optional dependencies.`,
  );
}

/** The error for a location at which there is something else than a compiler. */
export function notACompiler(location: string): ProjectError {
  return unloaded(location, "this module is no TypeScript compiler");
}

/** The error for a path that the compiler leaves out of the program, with what to do. */
export function unread(path: string): ProjectError {
  const advice = SCRIPT.test(path)
    ? "Set allowJs in its compilerOptions, or open the project of a jsconfig.json."
    : "It reads .ts, .tsx, .mts and .cts, and with allowJs .js, .jsx, .mjs and .cjs.";
  return new ProjectError("unread", `The compiler does not read ${path} with the options of this project. ${advice}`);
}

/** The error of a call after `dispose`. */
export function disposed(): ProjectError {
  return new ProjectError("disposed", "The project was used after dispose(). Open it again, or dispose of it later.");
}
