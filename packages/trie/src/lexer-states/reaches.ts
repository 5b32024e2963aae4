// The pairs of which reaches (reach-table.ts) consist. Here, a *part* is a numbered set of tokens, and *places* are nodes
// of the trie (cuts.ts):
//
//   CERTAIN part           the tokens of the part can be read
//   DOUBTED part           an abstract state cannot decide about these tokens
//   WITHIN reach           the tokens of another reach: what was read after the end of a lexeme
//   DOUBTED_BELOW places   an abstract state cannot decide about the tokens at and below these nodes
//
// gather-reach.ts collects the pairs.

import type { Plane } from "../masks/mask.js";
import type { Gathered } from "../masks/mask-parts.js";
import { addSpellings } from "../masks/spellings.js";
import { type IdList, reserve } from "../memory/id-list.js";
import { push } from "../memory/numbers.js";
import { endOfPlace, firstOf } from "../tree/places.js";
import type { Trie } from "../tree/trie.js";
import { appendPayloads } from "../walks/walk.js";
import type { Cuts } from "./cuts.js";
import type { ReachTable } from "./reach-table.js";

export const CERTAIN = 0;
export const WITHIN = 1;
export const DOUBTED = 2;
export const DOUBTED_BELOW = 3;

type PairKind = typeof CERTAIN | typeof WITHIN | typeof DOUBTED | typeof DOUBTED_BELOW;

export interface Reaches {
  /** Adds a pair to the list under construction. */
  add(kind: PairKind, argument: number): void;
  isEmpty(reach: number): boolean;
  /** Appends the payloads (token ids or suffix numbers) of a reach, and those that only the state itself can decide. */
  read(reach: number, ids: IdList, unsure: IdList): void;
  /** Adds the tokens of a reach of a trie whose payloads are tokens. */
  addTokens(reach: number, into: Gathered): void;
}

export function createReaches(trie: Trie, cuts: Cuts, { lists, pending }: ReachTable): Reaches {
  /** Large parts of tokens go to `large`, if given. */
  function readInto(reach: number, ids: IdList, unsure: IdList, large: Plane[] | undefined): void {
    const to = lists.offset(reach + 1);
    for (let at = lists.offset(reach); at < to; at += 2) {
      const argument = lists.pool[at + 1]!;
      switch (lists.pool[at]) {
        case CERTAIN: {
          const plane = large === undefined ? undefined : cuts.planeOf(argument, trie.size);
          if (plane !== undefined) large!.push(plane);
          else appendPart(argument, ids);
          break;
        }
        case WITHIN:
          readInto(argument, ids, unsure, large);
          break;
        case DOUBTED:
          appendPart(argument, unsure);
          break;
        default:
          appendBelow(argument, unsure);
      }
    }
  }

  function appendPart(part: number, into: IdList): void {
    const { parts } = cuts;
    const { pool } = parts;
    const from = parts.offset(part);
    const count = parts.offset(part + 1) - from;
    reserve(into, count);
    const { array, length } = into;
    for (let i = 0; i < count; i++) array[length + i] = pool[from + i]!;
    into.length = length + count;
  }

  function appendBelow(places: number, into: IdList): void {
    const nodes = cuts.registry.nodesOf(places);
    const list = cuts.registry.listOf(places);
    for (let i = 0; i < list.length; i++) appendPayloads(nodes, firstOf(list[i]!), endOfPlace(nodes, list[i]!), into);
  }

  return {
    add(kind: PairKind, argument: number): void {
      push(pending, kind);
      push(pending, argument);
    },
    isEmpty: (reach: number): boolean => lists.offset(reach) === lists.offset(reach + 1),
    read: (reach: number, ids: IdList, unsure: IdList): void => readInto(reach, ids, unsure, undefined),
    addTokens(reach: number, { ids, unsure, planes: large }: Gathered): void {
      if (trie.next.length === 0) {
        readInto(reach, ids, unsure, large);
        return;
      }
      const from = ids.length;
      const unsureFrom = unsure.length;
      readInto(reach, ids, unsure, undefined);
      addSpellings(trie, ids, from);
      addSpellings(trie, unsure, unsureFrom);
    },
  };
}
