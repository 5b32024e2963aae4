// Detects places in a Go program where members may exist that no server knows of yet. Any declaration of a package can add a method to any of its types, so
// unfinished code can too, if it has room for declarations.

import type { ProgramPlace } from "@espalier/analysis";
import type { DeclaredLexer } from "../lexemes/lexer.js";

/** Why more names may be valid at a place, or `undefined`. */
export function goDoubt(
  lexer: DeclaredLexer,
  { before, after, writtenFrom = before.length }: ProgramPlace,
): string | undefined {
  if (after.trim() === "") return "methods may be declared further down";
  let state = lexer.start;
  for (const byte of new TextEncoder().encode(before.slice(0, writtenFrom))) state = lexer.step(state, byte);
  return state.frame === undefined ? "methods may be declared next to the hole" : undefined;
}
