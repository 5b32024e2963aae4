// The interned states of a lazy language: a lexer state, the parser's set before the lexeme, whether a byte of the
// lexeme has been read, and the text of the lexeme so far if it matters. (The flag is needed because a lexeme may lead
// back to the lexer state with which it began: before the first byte the text may end, after it perhaps not.)
//
//     records[5 · (id − base) / 2]  lexer state,  set,  2 · text + 1 inside a lexeme (+ 0 before one),  cost or −1,
//                      the next state with this set and text and another lexer state, or 0
//
// Id 0 is dead. Id 1 is the *vague* state: the result of a step from an abstract state that only the actual state can
// take. Two generations of a language number their states side by side, one with even and one with odd numbers
// (generations.ts): `first`, `first` + 2, …

import type { SetId } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "../states/error.js";

export interface LazyConfigurations {
  /** Returns the state at the start of a lexeme; `text` is 0, or an unknown text. */
  before(lexeme: number, set: SetId, text: number): number;
  /** Returns the state inside a lexeme; `text` is 0 if it does not matter. */
  inside(lexeme: number, set: SetId, text: number): number;
  lexeme(id: number): number;
  set(id: number): SetId;
  isInside(id: number): boolean;
  /** Returns the text of the lexeme so far; 0 if it does not matter. */
  text(id: number): number;
  /** Returns the cached cost, or −1. */
  cost(id: number): number;
  setCost(id: number, cost: number): void;
  /** Returns the id of the next new state. */
  next(): number;
  bytes(): number;
}

const STRIDE = 5;
/** The number of reserved records. */
const RESERVED = 2;

export function createLazyConfigurations(limit: number, first: number): LazyConfigurations {
  const base = first - 2 * RESERVED;
  /** Returns the offset of a state's record. */
  const place = (id: number): number => STRIDE * ((id - base) >> 1);
  const ids = createPairTable();
  // Finds the states that store a text, by the text and the Earley set. Usually these determine the lexer state;
  // otherwise there is a linked list.
  const withText = createPairTable();
  let records = new Int32Array(256 * STRIDE);
  let count = RESERVED;

  function add(lexeme: number, set: SetId, inside: number): number {
    if (count >= limit) {
      throw new SyntaxLimitError("configurations", limit, "the text is too long; shorten it, or raise the limit");
    }
    const id = base + 2 * count;
    const at = STRIDE * count++;
    if (at >= records.length) {
      const longer = new Int32Array(4 * records.length);
      longer.set(records);
      records = longer;
    }
    records[at] = lexeme;
    records[at + 1] = set;
    records[at + 2] = inside;
    records[at + 3] = -1;
    return id;
  }

  function plain(lexeme: number, set: SetId, inside: 0 | 1): number {
    let id = ids.get(lexeme, 2 * set + inside);
    if (id < 0) {
      id = add(lexeme, set, inside);
      ids.set(lexeme, 2 * set + inside, id);
    }
    return id;
  }

  function intern(lexeme: number, set: SetId, text: number, inside: 0 | 1): number {
    if (text === 0) return plain(lexeme, set, inside);
    const first = withText.get(text, 2 * set + inside);
    for (let id = first; id > 0; id = records[place(id) + 4]!) {
      if (records[place(id)] === lexeme) return id;
    }
    const id = add(lexeme, set, 2 * text + inside);
    if (first > 0) records[place(id) + 4] = first;
    withText.set(text, 2 * set + inside, id);
    return id;
  }

  return {
    before: (lexeme: number, set: SetId, text: number): number => intern(lexeme, set, text, 0),
    inside: (lexeme: number, set: SetId, text: number): number => intern(lexeme, set, text, 1),
    lexeme: (id: number): number => records[place(id)]!,
    set: (id: number): SetId => records[place(id) + 1]!,
    isInside: (id: number): boolean => (records[place(id) + 2]! & 1) === 1,
    text: (id: number): number => records[place(id) + 2]! >> 1,
    cost: (id: number): number => records[place(id) + 3]!,
    setCost(id: number, cost: number): void {
      records[place(id) + 3] = cost;
    },
    next: (): number => base + 2 * count,
    bytes(): number {
      return ids.bytes() + withText.bytes() + records.byteLength;
    },
  };
}
