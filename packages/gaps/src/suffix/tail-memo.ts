// What is known about the tails of a text, for all its gaps and across its edits.

import { createTailChain, type TailChain } from "./tail-chain.js";
import { createTailEditions } from "./tail-editions.js";
import { createTailTable, type TailTable } from "./tail-table.js";

/** The columns of lines. */
type ColumnList = readonly (readonly [column: number, alternate: number])[];

/** A line of a tail, with the next line that is further left. Columns belong to where the line's first lexeme begins. */
export interface OutlineLine {
  readonly column: number;
  readonly alternate: number;
  /** `undefined` if no later line is further left but right of column 0, as far as the tail was read. */
  readonly next: OutlineLine | undefined;
  /** The distance from the end up to which the text was read for `next`. */
  reach: number;
}

/** What is known about the tails of one text. */
export interface TailMemos {
  /** By frames and guard: the suffix that the tail is. */
  readonly known: TailChain;
  /** By the frames around the tail, and a guard: the distance after the lexeme that closes the last of them; −1 if none does. */
  readonly closings: TailChain;
  /** By the lexer state in a multi-line lexeme: the distance where it ends, with its last state as the next value. */
  readonly lexemes: TailChain;
  /** By distance from the end: the columns to which lines of the tail return, and how far it was read for them. */
  readonly minima: TailTable<{ readonly columns: ColumnList; reach: number }>;
  /** By the distance of a line's first lexeme from the end. The blanks before it may have changed since: compare the columns. */
  readonly lines: TailTable<OutlineLine>;
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
/** The number of lines that are kept across an edit. */
const MOST_LINES = 4_096;

export function createTailMemos(): TailMemos {
  const editions = createTailEditions();
  const chains = [createTailChain(editions), createTailChain(editions), createTailChain(editions)] as const;
  const [known, closings, lexemes] = chains;
  const minima: TailMemos["minima"] = createTailTable();
  const lines: TailMemos["lines"] = createTailTable();
  return {
    known,
    closings,
    lexemes,
    minima,
    lines,
    edition: editions.edition,
    keptSince: editions.keptSince,
    edit(kept: number, removed: number, inserted: number): void {
      editions.edit(kept);
      for (const chain of chains) chain.edit(kept, removed, inserted);
      if (minima.size() > MOST_MINIMA) minima.clear();
      if (lines.size() > MOST_LINES) lines.clear();
      minima.edit(kept, removed, inserted);
      lines.edit(kept, removed, inserted);
    },
    bytes: () => chains.reduce((sum, chain) => sum + chain.bytes(), 128 * (minima.size() + lines.size())),
  };
}
