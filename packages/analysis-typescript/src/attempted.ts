// Answers in spite of exceptions of the compiler. An exception leaves the compiler's trees and checker half changed; the project then discards them.

import type { Project } from "./project.js";

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
