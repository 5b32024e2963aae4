// What was found out about the tails of a text, for all gaps in it and across its edits.

import { createTailChain, type TailChain } from "./tail-chain.js";
import { createTailEditions } from "./tail-editions.js";

/** The columns of lines. */
type ColumnList = readonly (readonly [column: number, alternate: number])[];

/** What is known of the tails of one text. */
export interface TailMemos {
  /** By frames and guard: the suffix that the tail is. */
  readonly known: TailChain;
  /** By the frames that the tail is in: the distance after the lexeme that closes the last of them; −1 when none does. */
  readonly closings: TailChain;
  /** By the state of the lexer in a lexeme that runs on over many lines: the distance where it ends, and its last state as the next value. */
  readonly lexemes: TailChain;
  /** By the distance from the end: the columns that lines of the tail go back to, and how far it was read for them. */
  readonly minima: Map<number, { readonly columns: ColumnList; readonly reach: number }>;
  /** How many edits there have been. */
  edition(): number;
  /** The bytes at the end that no edit since `edition` has touched. */
  keptSince(edition: number): number;
  /** Another text from now on, in which `removed` bytes before the last `kept` have given way to `inserted` ones. */
  edit(kept: number, removed: number, inserted: number): void;
  bytes(): number;
}

/** Lists of columns kept across an edit. */
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
