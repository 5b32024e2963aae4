// Guards, also known as follow restrictions. The guard of a lexeme says what must not come directly after it: bytes
// that would have made the lexeme longer, certain kinds of lexemes, and, after an unfinished lexeme, the end of the
// text. Equal guards have equal ids. Guard 0 forbids nothing.

import { createPairTable } from "@espalier/monitor";
import type { Lexer } from "./engine-lexer.js";
import { DEAD_LEXER_STATE, type LexerState } from "./lexer.js";

export interface Guard {
  /** By byte: 1 where it may not come first. Undefined where every byte may. */
  readonly forbidden: Uint8Array | undefined;
  /** Kinds that may not begin. */
  readonly notBefore: readonly number[];
  /** Whether the text may not end. */
  readonly unfinished: boolean;
}

export interface Guards {
  /** The guard after a lexeme of a kind that ends in a state of the lexer. */
  behind(state: LexerState, kind: number): number;
  of(guard: number): Guard;
  bytes(): number;
}

export function createGuards(lexer: Lexer, kinds: readonly Pick<Guard, "notBefore" | "unfinished">[]): Guards {
  const guards: Guard[] = [{ forbidden: undefined, notBefore: [], unfinished: false }];
  const byContent = new Map<string, number>();
  const known = createPairTable();

  function find(state: LexerState, { notBefore, unfinished }: Pick<Guard, "notBefore" | "unfinished">): number {
    const bytes: number[] = [];
    if (!lexer.closes(state)) {
      for (let byte = 0; byte < 256; byte++) if (lexer.step(state, byte) !== DEAD_LEXER_STATE) bytes.push(byte);
    }
    if (bytes.length === 0 && notBefore.length === 0 && !unfinished) return 0;
    const key = `${bytes.join()};${notBefore.join()};${unfinished}`;
    let id = byContent.get(key);
    if (id === undefined) {
      const forbidden = new Uint8Array(256);
      for (const byte of bytes) forbidden[byte] = 1;
      id = guards.push({ forbidden, notBefore, unfinished }) - 1;
      byContent.set(key, id);
    }
    return id;
  }

  return {
    behind(state: LexerState, kind: number): number {
      let id = known.get(state, kind);
      if (id < 0) known.set(state, kind, (id = find(state, kinds[kind]!)));
      return id;
    },
    of: (guard) => guards[guard]!,
    bytes: () => 320 * guards.length,
  };
}
