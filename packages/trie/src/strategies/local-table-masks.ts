// Computes the allowed tokens if the lexer state has a table (local-table.ts). The table lists the tokens that stay
// inside the lexeme. For tokens that extend beyond it, the part after the lexeme is read from the next state.

import type { Factor } from "@espalier/monitor";
import { type LocalTable, restrictPlane, type StartCrossing, tokensWith } from "../lexer-states/local-table.js";
import type { Mask } from "../masks/mask.js";
import { addPart, type Gathered } from "../masks/mask-parts.js";
import { append, appendAll } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";
import type { Walker } from "../walks/walk.js";
import { addSuffixes, doubtPart } from "./gathered.js";

/** Adds the tokens allowed in `state`, whose local state has the table `pieces`. */
export type ReadPieces<State> = (gathered: Gathered, state: State, pieces: LocalTable) => void;

/** @param whole returns the mask of a state, and the tokens that only the state itself can decide. */
export function createPieceReader<State>(
  trie: Trie,
  walker: Walker<State>,
  factor: Factor<State>,
  whole: (state: State) => { readonly mask: Mask; readonly unsure: Uint32Array },
): ReadPieces<State> {
  /** Adds the tokens that cross the boundary before their first byte. */
  function addAcross(gathered: Gathered, state: State, start: StartCrossing): void {
    const across = factor.cross(state, start.exit);
    if (across === undefined) return;
    const { pool, offsets } = trie.vocabulary;
    const crosses = (id: number): boolean => start.kill[pool[offsets[id]!]!] === 1;
    if (factor.vague?.(across) === true) {
      appendAll(gathered.unsure, tokensWith(trie, start));
      return;
    }
    const { mask, unsure } = whole(across);
    if (mask.plane !== undefined) addPart(gathered, restrictPlane(trie, start, mask.plane));
    for (let i = 0; i < mask.extra.length; i++) if (crosses(mask.extra[i]!)) append(gathered.ids, mask.extra[i]!);
    for (let i = 0; i < unsure.length; i++) if (crosses(unsure[i]!)) append(gathered.unsure, unsure[i]!);
  }

  return (gathered, state, pieces) => {
    for (const part of pieces.inside) addPart(gathered, part);
    for (const { exit, ending, suffixes } of pieces.crossings) {
      const across = factor.cross(state, exit);
      if (across === undefined) continue;
      if (factor.vague?.(across) === true) {
        doubtPart(gathered, ending);
        if (suffixes !== undefined) appendAll(gathered.unsure, suffixes.tokens);
        continue;
      }
      addPart(gathered, ending);
      if (suffixes !== undefined) addSuffixes(gathered, walker, suffixes, across, undefined);
    }
    if (pieces.undecided !== undefined) addSuffixes(gathered, walker, pieces.undecided, state, undefined);
    if (pieces.start !== undefined) addAcross(gathered, state, pieces.start);
  };
}
