// Lists of kinds of lexemes by their ids. Equal lists have equal ids.

import { createPairTable, createSequenceTable } from "@espalier/monitor";
import type { LexerState, PlainLexer } from "./lexer.js";

export interface KindLists {
  /** Returns the id of a list, which must be ascending and distinct. */
  id(list: readonly number[]): number;
  /** Returns the list of an id. */
  of(id: number): readonly number[];
  has(id: number, kind: number): boolean;
  /** Returns whether two lists have a kind in common. */
  meet(id: number, other: number): boolean;
  /** Returns the list of those kinds that can still match in `state`. */
  narrow(state: LexerState, id: number): number;
  bytes(): number;
}

export function createKindLists(lexer: PlainLexer, kindCount: number): KindLists {
  const lists = createSequenceTable();
  const listed: (readonly number[])[] = [];
  // For each list: 1 for each kind in it.
  const flagged: (Uint8Array | undefined)[] = [];
  const narrowed = createPairTable();
  const common = createPairTable(); // 1 if true

  function id(list: readonly number[]): number {
    const found = lists.intern(Int32Array.from(list), list.length);
    if (found === listed.length) listed.push([...list]);
    return found;
  }

  function flagsOf(list: number): Uint8Array {
    let flags = flagged[list];
    if (flags === undefined) {
      flags = new Uint8Array(kindCount);
      for (const kind of listed[list]!) flags[kind] = 1;
      flagged[list] = flags;
    }
    return flags;
  }

  return {
    id,
    of: (list: number): readonly number[] => listed[list]!,
    has: (list: number, kind: number): boolean => flagsOf(list)[kind] === 1,
    meet(list: number, other: number): boolean {
      let known = common.get(list, other);
      if (known < 0) {
        const flags = flagsOf(list);
        known = listed[other]!.some((kind) => flags[kind] === 1) ? 1 : 0;
        common.set(list, other, known);
      }
      return known === 1;
    },
    narrow(state: LexerState, list: number): number {
      let found = narrowed.get(state, list);
      if (found >= 0) return found;
      const possible = new Set(lexer.possible(state));
      found = id(listed[list]!.filter((kind) => possible.has(kind)));
      narrowed.set(state, list, found);
      return found;
    },
    bytes: (): number => lists.bytes() + narrowed.bytes() + common.bytes(),
  };
}
