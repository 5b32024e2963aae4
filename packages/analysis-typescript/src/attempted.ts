// Asks the compiler a question and catches its exceptions. The compiler recurses over the syntax tree, so deeply nested text overflows the stack. An exception
// leaves the compiler's trees and checker half changed; the project then discards them.

import type { Project } from "./project.js";

/** Why the compiler does not answer about a deeply nested text. */
export const TOO_DEEP = "the text is nested too deeply for the compiler";

/** The answer, or `otherwise` if the compiler overflows the stack. The caller receives any other exception. After each, the project is usable. */
export function attempted<Result>(project: Project, question: () => Result, otherwise: Result): Result {
  try {
    return question();
  } catch (error) {
    project.recover();
    if (isOverflow(error)) return otherwise;
    throw error;
  }
}

/** Whether an exception says that the stack is full: a `RangeError` in V8 and JavaScriptCore, an `InternalError` in SpiderMonkey. */
function isOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message);
}
