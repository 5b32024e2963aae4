// Computes the smallest number of symbols that complete the middle of a gap, from a state of the gap and a state of an
// automaton that reads the same text. It adds the rest of the lexeme in progress (or of the line start) and the rest of
// all pending rules (layout-rows.ts).

import type { FrameId } from "@espalier/lexer";
import { burn } from "@espalier/monitor";
import { type createRest, type FiniteReader, REFUSED } from "@espalier/syntax";
import { DEAD_STATE, type LexedState } from "../language/machine.js";
import { leadingBlanks } from "../suffix/openings.js";
import type { LayoutGap } from "./layout-gap.js";
import { BEGUN, INSIDE, type LayoutPlaces } from "./layout-places.js";
import type { LayoutRows } from "./layout-rows.js";
import { representative } from "./line-walks.js";

const [TAB, SPACE] = [9, 32];

/** Rows, and the rest of a text by them. */
export interface Rests {
  readonly rest: ReturnType<typeof createRest>;
  readonly rows: LayoutRows;
}

/** @returns the estimate of a pair that is not accepted; Infinity if there is no way. */
export function createEstimates(
  { machine, connections, accepts }: LayoutGap,
  reader: FiniteReader,
  places: LayoutPlaces,
): (rests: Rests, state: LexedState, at: number) => number {
  const { core } = machine;
  const { frames } = core;
  const { lexer } = core.compiled;
  const [lead] = leadingBlanks(core, connections.lexing.bytes());

  /** The estimate from before a lexeme. @param line whether a line has just begun. */
  function restOf({ rest, rows }: Rests, before: LexedState, finite: number, line: number): number {
    const open = machine.frame(before);
    return rest.of(machine.set(before), rows.place(lexer.guardOf(machine.local(before)), finite, line, open));
  }

  /** Whether more blanks at the start of a line lead nowhere else. */
  function isWide(local: number, open: FrameId): boolean {
    const exit = lexer.exit(local);
    const boundary = lexer.boundary(exit);
    if (exit === 0 || boundary.kind !== "line") return false;
    const widest = Math.max(lead, frames.column(open), frames.alternate(open), ...connections.columns().flat());
    return !lexer.lineIsFixed(local) && boundary.alternate > widest + 2;
  }

  /** The estimate from inside a lexeme. */
  function restOfLexeme(rests: Rests, state: LexedState, at: number): number {
    const { ends, stops } = places.inside(machine.local(state), at);
    let best = Number.POSITIVE_INFINITY;
    for (const [local, symbols] of stops) if (symbols < best && accepts(machine.inside(state, local))) best = symbols;
    for (const list of ends.values())
      for (const { exit, finite, symbols } of list) {
        const crossed = symbols < best ? machine.cross(state, exit) : DEAD_STATE;
        if (crossed !== DEAD_STATE) best = Math.min(best, symbols + restOf(rests, crossed, finite, INSIDE));
      }
    return best;
  }

  /** The estimate from the start of a line: searches, breadth first, the columns at which a lexeme may begin or the middle may end. */
  function restOfLine(rests: Rests, state: LexedState, at: number): number {
    let best = Number.POSITIVE_INFINITY;
    const seen = new Set<string>();
    let level: (readonly [LexedState, number])[] = [[state, at]];
    for (let symbols = 0; level.length > 0 && symbols < best; symbols++) {
      burn("search", level.length);
      const next: typeof level = [];
      for (const [here, finite] of level) {
        if (accepts(here) && reader.accepts(finite)) return symbols;
        const local = machine.local(here);
        const exit = lexer.exit(local);
        const crossed = exit === 0 ? DEAD_STATE : machine.cross(here, exit);
        if (crossed !== DEAD_STATE) best = Math.min(best, symbols + restOf(rests, crossed, finite, BEGUN));
        const wide = isWide(local, machine.frame(here));
        for (const byte of reader.bytes) {
          const longer = lexer.step(local, byte);
          if (longer === 0 || !lexer.isLine(longer) || (wide && (byte === SPACE || byte === TAB))) continue;
          const after = reader.step(finite, byte);
          const to = after === REFUSED ? DEAD_STATE : machine.inside(here, longer);
          const key = `${representative(lexer, longer, byte)};${after}`;
          if (to === DEAD_STATE || seen.has(key)) continue;
          seen.add(key);
          next.push([to, after]);
        }
      }
      level = next;
    }
    return best;
  }

  function search(rests: Rests, state: LexedState, at: number): number {
    if (accepts(state) && reader.accepts(at)) return 0;
    const local = machine.local(state);
    if (lexer.isLine(local)) return restOfLine(rests, state, at);
    return lexer.begins(local) ? restOf(rests, state, at, INSIDE) : restOfLexeme(rests, state, at);
  }

  return search;
}
