// Lexemes of languages without layout, as a quotient reads them: one after the other, with every kind allowed.

import { DEAD_STATE } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import { QuotientError } from "./refusal.js";

export interface Lexemes {
  /** The lexer state before a lexeme, after a boundary with `guard`. */
  begin(guard: number): number;
  /** Reads one lexeme of `text` from a lexer state. Returns where and how it ends; `exit` is 0 if the text ends inside it. */
  read(text: Uint8Array, from: number, local: number): { at: number; exit: number; local: number };
  /** The kind of the lexeme that ended, and its guard. @throws QuotientError at the end of a line. */
  ended(exit: number): { readonly kind: number; readonly guard: number };
  /** The terminals of a kind; `undefined` for one that no rule names. */
  namesOf(kind: number): readonly (string | undefined)[];
}

export function isTrivia(kind: CompiledKind): boolean {
  return kind.terminals.length === 0;
}

export function createLexemes(core: LexedCore): Lexemes {
  const { lexer, kinds, kindsIn, terminals } = core.compiled;
  const all = lexer.kinds(kindsIn[0]!);
  return {
    begin: (guard) => lexer.begin(0, all, 0, guard),
    read(text, from, first) {
      let at = from;
      let local = first;
      while (at < text.length && !lexer.closes(local)) {
        const to = lexer.step(local, text[at]!);
        if (to === DEAD_STATE) break;
        local = to;
        at++;
      }
      return { at, exit: lexer.exit(local), local };
    },
    ended(exit) {
      const boundary = lexer.boundary(exit);
      if (boundary.kind === "line") throw new QuotientError("layout", "lines and indentation matter in its language");
      return boundary;
    },
    namesOf: (kind) => kinds[kind]!.terminals.map((t) => terminals[t]),
  };
}
