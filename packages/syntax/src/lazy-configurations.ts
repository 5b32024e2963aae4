// The states of a lazy language, interned: a lexer state, the parser's set before the lexeme, and whether a byte of the lexeme
// has been read. (A lexer state may be met again within the lexeme that it begins; the text may then not end there.)
//
//     records[4 · id]  lexer state,  set,  1 inside a lexeme,  cost or −1          id 0 = dead

import type { SetId } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "./error.js";

export interface LazyConfigurations {
  /** The state inside a lexeme (1) or at its start (0). */
  intern(lexeme: number, set: SetId, inside: 0 | 1): number;
  lexeme(id: number): number;
  set(id: number): SetId;
  inside(id: number): boolean;
  /** The remembered cost, or −1. */
  cost(id: number): number;
  setCost(id: number, cost: number): void;
  readonly bytes: number;
}

const STRIDE = 4;

export function createLazyConfigurations(limit: number): LazyConfigurations {
  const ids = createPairTable();
  let records = new Int32Array(64 * STRIDE);
  let count = 1;

  return {
    intern(lexeme: number, set: SetId, inside: 0 | 1): number {
      const place = 2 * set + inside;
      const known = ids.get(lexeme, place);
      if (known >= 0) return known;
      if (count >= limit) {
        throw new SyntaxLimitError("configurations", limit, "make a fresh language, or raise the limit");
      }
      const id = count++;
      const at = STRIDE * id;
      if (at >= records.length) {
        const longer = new Int32Array(2 * records.length);
        longer.set(records);
        records = longer;
      }
      records[at] = lexeme;
      records[at + 1] = set;
      records[at + 2] = inside;
      records[at + 3] = -1;
      ids.set(lexeme, place, id);
      return id;
    },
    lexeme: (id: number): number => records[STRIDE * id] as number,
    set: (id: number): SetId => records[STRIDE * id + 1] as SetId,
    inside: (id: number): boolean => records[STRIDE * id + 2] === 1,
    cost: (id: number): number => records[STRIDE * id + 3] as number,
    setCost(id: number, cost: number): void {
      records[STRIDE * id + 3] = cost;
    },
    get bytes(): number {
      return ids.bytes + records.byteLength;
    },
  };
}
