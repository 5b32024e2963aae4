// Where a Go program may get members that no server knows of yet: any declaration of a package may add a method to any of its types, so what is still
// being written may, as far as it has room for declarations.

import type { ProgramPlace } from "@espalier/analysis";
import type { DeclaredLexer } from "../lexemes/lexer.js";

/** Why more names may be right at a place; `undefined` for none. */
export function goDoubt(
  lexer: DeclaredLexer,
  { before, after, writtenFrom = before.length }: ProgramPlace,
): string | undefined {
  if (after.trim() === "") return "methods may be declared further down";
  let state = lexer.start;
  for (const byte of new TextEncoder().encode(before.slice(0, writtenFrom))) state = lexer.step(state, byte);
  return state.frame === undefined ? "methods may be declared beside the place" : undefined;
}
