// Interned *reaches*: what states read of parts of a trie, as lists of pairs. Equal lists have equal ids. Here, a *part*
// is a numbered set of tokens, and *places* are nodes of the trie (cuts.ts):
//
//   CERTAIN part           the tokens of the part can be read
//   DOUBTED part           an abstract state cannot decide about these tokens
//   WITHIN reach           the tokens of another reach: what was read after the end of a lexeme
//   DOUBTED_BELOW places   an abstract state cannot decide about the tokens at and below these nodes
//
// gather-reach.ts collects the pairs. While it does, a reach may need other reaches first. So the lists under construction
// stand in one array like a stack: a new list starts at the top, and is dropped from there when it is done.

import { createSequenceTable } from "@espalier/monitor";
import type { Plane } from "../masks/mask.js";
import type { Gathered } from "../masks/mask-parts.js";
import { addSpellings } from "../masks/spellings.js";
import { append, type IdList, reserve } from "../memory/id-list.js";
import { createNumbers, push } from "../memory/numbers.js";
import { DEPTH_BITS, type Trie } from "../tree/trie.js";
import type { Cuts } from "./cuts.js";

export const CERTAIN = 0;
export const WITHIN = 1;
export const DOUBTED = 2;
export const DOUBTED_BELOW = 3;

type PairKind = typeof CERTAIN | typeof WITHIN | typeof DOUBTED | typeof DOUBTED_BELOW;

export interface Reaches {
  /** Returns the place of the next pair, where a new list starts. */
  top(): number;
  add(kind: PairKind, argument: number): void;
  /** Returns the reach with the pairs added since `from`, a result of {@link Reaches.top}. */
  of(from: number): number;
  /** Removes the pairs added since `from`. */
  drop(from: number): void;
  isEmpty(reach: number): boolean;
  /** Appends the payloads (token ids or suffix numbers) of a reach, and those that only the state itself can decide. */
  read(reach: number, ids: IdList, unsure: IdList): void;
  /** Adds the tokens of a reach of a trie whose payloads are tokens. */
  addTokens(reach: number, into: Gathered): void;
  bytes(): number;
  clear(): void;
}

export function createReaches(trie: Trie, cuts: Cuts): Reaches {
  const table = createSequenceTable();
  const pending = createNumbers(); // the pairs of the reaches under construction, one list after another
  const key = createNumbers();

  /** Large parts of tokens go to `large`, if given. */
  function readInto(reach: number, ids: IdList, unsure: IdList, large: Plane[] | undefined): void {
    const to = table.offset(reach + 1);
    for (let at = table.offset(reach); at < to; at += 2) {
      const argument = table.pool[at + 1]!;
      switch (table.pool[at]) {
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
    const { words, none } = cuts.nodesOf(places);
    const list = cuts.placesOf(places);
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      const node = place < 0 ? -1 - place : place;
      const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
      for (let p = place < 0 ? node + 1 : node; p < end; p++)
        if (words[2 * p]! >>> 8 !== none) append(into, words[2 * p]! >>> 8);
    }
  }

  return {
    top: (): number => pending.length,
    add(kind: PairKind, argument: number): void {
      push(pending, kind);
      push(pending, argument);
    },
    of(from: number): number {
      const length = pending.length - from;
      while (key.array.length < length) key.array = new Int32Array(2 * key.array.length);
      for (let i = 0; i < length; i++) key.array[i] = pending.array[from + i]!;
      return table.intern(key.array, length);
    },
    drop(from: number): void {
      pending.length = from;
    },
    isEmpty: (reach: number): boolean => table.offset(reach) === table.offset(reach + 1),
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
    bytes: table.bytes,
    clear: table.clear,
  };
}
