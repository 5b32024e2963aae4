// A type that is expected at a hole, as the compiler has it.

import type { TypeSource } from "@espalier/analysis";
import type ts from "typescript";

/** An expected type. */
export interface Expectation {
  readonly text: string;
  readonly strength: "hard" | "soft";
  readonly by: TypeSource;
  /** The types that `text` is a union of, or for a callee or a receiver, what it must lead to; empty where the compiler has no such type. */
  readonly types: readonly ts.Type[];
}

/** An expectation that the language has of all programs. */
export function ruled(text: string, strength: "hard" | "soft", types: readonly ts.Type[] = []): Expectation {
  return { text, strength, by: "rule", types };
}
