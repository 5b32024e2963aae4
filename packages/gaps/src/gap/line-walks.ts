// Reads the starts of lines with a finite automaton for which blanks are *idempotent*: at the start of a line, any number of spaces has the effect of one
// space, and a tab has the effect of a space or cannot be read. So three columns stand for all columns: none, one space, and one tab. The exact number of
// blanks matters to the language only, not to the automaton.

import { type CommittedLexer, NO_COLUMN } from "@espalier/lexer";
import { burn, type Monitor } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { rememberedPairs } from "../source/remembered.js";

const [TAB, LINE_FEED, FORM_FEED, RETURN, SPACE] = [9, 10, 12, 13, 32];

/** States of the automaton, each followed by the number of symbols to it. */
export type LineWays = readonly number[];

/** What the start of a line, including empty lines and comments, may lead to. */
export interface LineWalk {
  /** Where a lexeme may begin: without blanks, after blanks without tabs, after blanks with tabs, and where columns do not count. */
  readonly none: LineWays;
  readonly spaces: LineWays;
  readonly tabs: LineWays;
  readonly same: LineWays;
  /** Where the middle may end: local states, each followed by its number of symbols. One blank stands for any number of them. */
  readonly stops: readonly number[];
}

/** Which blanks a local state at the start of a line has read. */
type Class = "none" | "spaces" | "tabs" | "same" | "other";

export interface LineWalks {
  /** @param local the state at the start of a line. */
  from(local: number, finite: number): LineWalk;
  /** Whether more blanks leave the meaning of a line start unchanged. */
  classOf(local: number): Class | undefined;
}

export function createLineWalks(lexer: CommittedLexer, tab: number, reader: FiniteReader): LineWalks {
  function classOf(local: number): Class | undefined {
    const exit = lexer.exit(local);
    if (exit === 0) return undefined;
    const boundary = lexer.boundary(exit);
    if (boundary.kind !== "line") return undefined;
    const { column, alternate } = boundary;
    if (column === NO_COLUMN) return "same";
    if (column === 0) return "none";
    if (column === 1 && alternate === 1) return "spaces";
    return column === tab && alternate === 1 ? "tabs" : "other";
  }

  function walk(start: number, from: number): LineWalk {
    const ways = { none: [], spaces: [], tabs: [], same: [] } as Record<Exclude<Class, "other">, number[]>;
    const stops: number[] = [];
    const seen = new Set([`${start};${from}`]);
    let level: (readonly [local: number, finite: number])[] = [[start, from]];
    for (let symbols = 0; level.length > 0; symbols++) {
      burn("search", level.length * reader.bytes.length);
      const next: typeof level = [];
      for (const [local, finite] of level) {
        const its = classOf(local);
        if (its === "other") continue;
        if (its !== undefined) addWay(ways[its], finite, symbols);
        if (reader.accepts(finite)) stops.push(local, symbols);
        for (const byte of reader.bytes) {
          const to = lexer.step(local, byte);
          const after = to === 0 || !lexer.isLine(to) ? REFUSED : reader.step(finite, byte);
          if (after === REFUSED) continue;
          const key = `${representative(lexer, to, byte)};${after}`;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push([to, after]);
        }
      }
      level = next;
    }
    return { ...ways, stops };
  }

  return { classOf, from: rememberedPairs(walk) };
}

/** Stands for a local state after `byte` at the start of a line. Once the column is fixed, the number of blanks that have been read since does not matter. */
export function representative(lexer: CommittedLexer, local: number, byte: number): string {
  if ((byte !== SPACE && byte !== TAB && byte !== FORM_FEED) || !lexer.lineIsFixed(local)) return `${local}`;
  const boundary = lexer.boundary(lexer.exit(local));
  return boundary.kind === "line" ? `fixed ${boundary.column}` : `${local}`;
}

function addWay(ways: number[], finite: number, symbols: number): void {
  for (let i = 0; i < ways.length; i += 2) if (ways[i] === finite) return;
  ways.push(finite, symbols);
}

/**
 * Whether any number of blanks at the start of a line leads the automaton to the same state as one, wherever a line may
 * start.
 */
export function blanksAreIdempotent(
  { step }: FiniteReader,
  automaton: Monitor<number>,
  states: readonly number[],
): boolean {
  const isFine = (line: number): boolean => {
    const space = step(line, SPACE);
    const tabbed = step(line, TAB);
    if (space === REFUSED) return tabbed === REFUSED;
    return step(space, SPACE) === space && (tabbed === REFUSED || tabbed === space) && step(space, TAB) === tabbed;
  };
  const lines = new Set([automaton.start]);
  for (const state of states)
    for (const byte of [LINE_FEED, RETURN]) {
      const to = automaton.step(state, byte);
      if (to !== undefined) lines.add(to);
    }
  for (const line of lines) {
    if (!isFine(line)) return false;
    // A form feed after blanks begins the line anew.
    for (const blank of [line, step(line, SPACE), step(line, TAB)]) {
      const fed = blank === REFUSED ? REFUSED : step(blank, FORM_FEED);
      if (fed !== REFUSED) lines.add(fed);
    }
  }
  return true;
}
