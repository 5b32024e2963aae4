// What is known about the tails of a text, for all its gaps and across its edits.

import { createTailChain, type TailChain } from "./tail-chain.js";
import { createTailEditions } from "./tail-editions.js";

/** The columns of lines. */
type ColumnList = readonly (readonly [column: number, alternate: number])[];

/** What is known about the tails of one text. */
export interface TailMemos {
  /** By frames and guard: the suffix that the tail is. */
  readonly known: TailChain;
  /** By the frames around the tail, and a guard: the distance after the lexeme that closes the last of them; −1 if none does. */
  readonly closings: TailChain;
  /** By the lexer state in a multi-line lexeme: the distance where it ends, with its last state as the next value. */
  readonly lexemes: TailChain;
  /** By distance from the end: the columns to which lines of the tail return, and how far it was read for them. */
  readonly minima: Map<number, { readonly columns: ColumnList; readonly reach: number }>;
  /** The number of edits. */
  edition(): number;
  /** The bytes at the end that no edit since `edition` has changed. */
  keptSince(edition: number): number;
  /** Reports an edit of the text: `inserted` bytes have replaced the `removed` bytes before the last `kept`. */
  edit(kept: number, removed: number, inserted: number): void;
  bytes(): number;
}

/** The number of column lists that are kept across an edit. */
const MOST_MINIMA = 256;

export function createTailMemos(): TailMemos {
  const editions = createTailEditions();
  const chains = [createTailChain(editions), createTailChain(editions), createTailChain(editions)] as const;
  const [known, closings, lexemes] = chains;
  const minima: TailMemos["minima"] = new Map();
  return {
    known,
    closings,
    lexemes,
    minima,
    edition: editions.edition,
    keptSince: editions.keptSince,
    edit(kept: number, removed: number, inserted: number): void {
      editions.edit(kept);
      for (const chain of chains) chain.edit(kept, removed, inserted);
      if (minima.size > MOST_MINIMA) minima.clear();
      for (const distance of minima.keys()) if (distance > kept) minima.delete(distance);
    },
    bytes: () => chains.reduce((sum, chain) => sum + chain.bytes(), 128 * minima.size),
  };
}
