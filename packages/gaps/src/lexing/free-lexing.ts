// Lexes a text without a parser. This is possible because a committing lexer finds the same lexemes whatever the parser
// expects. The module caches what every byte and every lexeme need. Each language has one instance.

import { remembered } from "../source/remembered.js";
import type { LexedCore } from "./shared-parts.js";

export interface FreeLexing {
  /** The state before a lexeme in a mode, after a boundary with `guard`. */
  begin(mode: number, guard: number): number;
  /** Whether a lexeme ends at once, because nothing longer can match. */
  closes(local: number): boolean;
}

export const freeLexing: (core: LexedCore) => FreeLexing = remembered(create);

function create({ compiled }: LexedCore): FreeLexing {
  const { lexer, kindsIn, newline } = compiled;
  const all = kindsIn.map((list) => lexer.kinds(list));
  const beginnings: number[][] = all.map(() => []);

  return {
    begin(mode: number, guard: number): number {
      const own = beginnings[mode]!;
      const known = own[guard];
      if (known !== undefined) return known;
      const local = lexer.begin(mode, all[mode]!, newline >= 0 && mode === 0 ? 1 : 0, guard);
      own[guard] = local;
      return local;
    },
    closes: lexer.closes,
  };
}
