// The states of a lazy language, interned: a lexer state, the parser's set before the lexeme, whether a byte of the lexeme has been
// read, and the text of the lexeme so far where that matters. (A lexer state may be met again within the lexeme that it begins;
// the text may then not end there.)
//
//     records[4 · id]  lexer state,  set,  2 · text + 1 inside a lexeme (+ 0 before one),  cost or −1
//
// Id 0 is dead. Id 1 is the state of which nothing is known.

import type { SetId } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "./error.js";

/** The state of which nothing is known but that it is not dead for certain. */
export const VAGUE_STATE = 1;

export interface LazyConfigurations {
  /** The state at the start of a lexeme; `text` is 0, or a text that is not known. */
  before(lexeme: number, set: SetId, text: number): number;
  /** The state inside a lexeme; `text` is 0 where its text does not matter. */
  inside(lexeme: number, set: SetId, text: number): number;
  lexeme(id: number): number;
  set(id: number): SetId;
  isInside(id: number): boolean;
  /** The text of the lexeme so far; 0 where it does not matter. */
  text(id: number): number;
  /** The remembered cost, or −1. */
  cost(id: number): number;
  setCost(id: number, cost: number): void;
  readonly bytes: number;
}

const STRIDE = 4;

export function createLazyConfigurations(limit: number): LazyConfigurations {
  const ids = createPairTable();
  // By (lexer state, text), for states with a text: the number of that pair, which takes the lexer state's place below.
  const texted = createPairTable();
  const withText = createPairTable();
  let records = new Int32Array(256 * STRIDE);
  let count = 2;

  function add(lexeme: number, set: SetId, place: number): number {
    if (count >= limit) {
      throw new SyntaxLimitError("configurations", limit, "make a fresh language, or raise the limit");
    }
    const id = count++;
    const at = STRIDE * id;
    if (at >= records.length) {
      const longer = new Int32Array(4 * records.length);
      longer.set(records);
      records = longer;
    }
    records[at] = lexeme;
    records[at + 1] = set;
    records[at + 2] = place;
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
    let pair = texted.get(lexeme, text);
    if (pair < 0) {
      pair = texted.size;
      texted.set(lexeme, text, pair);
    }
    let id = withText.get(pair, 2 * set + inside);
    if (id < 0) {
      id = add(lexeme, set, 2 * text + inside);
      withText.set(pair, 2 * set + inside, id);
    }
    return id;
  }

  return {
    before: (lexeme: number, set: SetId, text: number): number => intern(lexeme, set, text, 0),
    inside: (lexeme: number, set: SetId, text: number): number => intern(lexeme, set, text, 1),
    lexeme: (id: number): number => records[STRIDE * id] as number,
    set: (id: number): SetId => records[STRIDE * id + 1] as SetId,
    isInside: (id: number): boolean => ((records[STRIDE * id + 2] as number) & 1) === 1,
    text: (id: number): number => (records[STRIDE * id + 2] as number) >> 1,
    cost: (id: number): number => records[STRIDE * id + 3] as number,
    setCost(id: number, cost: number): void {
      records[STRIDE * id + 3] = cost;
    },
    get bytes(): number {
      return ids.bytes + texted.bytes + withText.bytes + records.byteLength;
    },
  };
}
