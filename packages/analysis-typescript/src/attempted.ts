// Answers in spite of exceptions of the compiler. It recurses over the syntax tree, so deeply nested text overflows the stack. An exception leaves the compiler's
// trees and checker half changed; the project then discards them.

import type { Project } from "./project.js";

/** Why the compiler does not answer about a deeply nested text. */
export const TOO_DEEP = "the text is nested too deeply for the compiler";

/** The answer, or `otherwise`, which is given the reason, if the exception says why there is none. The caller receives any other exception. After each, the project is usable. */
export function attempted<Result>(
  project: Project,
  question: () => Result,
  otherwise: (reason: string) => Result,
): Result {
  try {
    return question();
  } catch (error) {
    const reason = project.reasonOf(error);
    project.recover(error);
    if (reason !== undefined) return otherwise(reason);
    throw error;
  }
}

/** The reason, if an exception says that the stack is full: a `RangeError` in V8 and JavaScriptCore, an `InternalError` in SpiderMonkey. */
export function reasonOfOverflow(error: unknown): string | undefined {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message) ? TOO_DEEP : undefined;
}
