// What follows a place of layout-places.ts after blanks: the ends of the middle, and the starts of lines after the end of the line.

import { DEAD_SUFFIX, type SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import { rememberedBy, rememberedPairs } from "../source/remembered.js";
import type { Connections } from "../suffix/connections.js";
import { leadingBlanks } from "../suffix/openings.js";
import { frameOf } from "./layout-tops.js";
import type { LexemeAhead } from "./lexeme-aheads.js";
import type { LineWalks } from "./line-walks.js";
import type { MiddleStops } from "./middle-stops.js";

/** Targets, each followed by its number of symbols. */
export type Ways = readonly number[];

/** States of the automaton where a line begins, by the blanks at its start; `same`, where columns do not count. */
export interface LineEnds {
  readonly none: Ways;
  readonly spaces: Ways;
  readonly tabs: Ways;
  readonly same: Ways;
}

/** What the ways of a place are made of. */
interface PlaceSteps {
  /** The places after blanks, each with its symbols; with comments up to the end of the line on request. */
  skipped(place: number, comments: boolean): ReadonlyMap<number, number>;
  /** What follows a place directly, without blanks. */
  ahead(place: number): LexemeAhead;
  /** The innermost open frame of a place, as far as it is followed. */
  top(place: number): number;
}

export interface PlaceWays {
  /** The suffixes that follow if the middle ends at a place, or in a lexeme or line that begins there, with exactly these frames open. */
  ends(place: number, open: FrameId): Ways;
  lines(place: number): LineEnds;
}

export function createPlaceWays(
  core: LexedCore,
  walks: LineWalks,
  connections: Connections,
  middle: MiddleStops,
  { skipped, ahead, top }: PlaceSteps,
): PlaceWays {
  const { frames, compiled } = core;
  const { newline, source } = compiled;
  const tab = source.layout?.tab ?? 1;
  const [lead] = leadingBlanks(core, connections.lexing.bytes());
  function findEnds(place: number, given: FrameId): Ways {
    const found: number[] = [];
    const offer = (id: SuffixId, symbols: number): void => {
      if (id !== DEAD_SUFFIX) addWay(found, id, symbols);
    };
    const widest = Math.max(frames.column(given), lead, 0, ...connections.columns().flat()) + 2 + tab;
    for (const [here, before] of skipped(place, true)) {
      const moved = frameOf(top(here));
      const open = top(here) === top(place) ? given : moved;
      if (open === undefined) continue;
      const its = ahead(here);
      for (const [local, symbols] of its.stops) offer(middle.stopAt(middle.stopIn(local)!, open), before + symbols);
      if (newline < 0 || frames.mode(open) !== 0) continue;
      for (const [local, finite, symbols] of its.lines) {
        const walk = walks.from(local, finite);
        for (let i = 0; i < walk.stops.length; i += 2)
          for (const [like, more] of middle.likeBlanks(walk.stops[i]!, widest))
            offer(middle.stopInLine(like, open), before + symbols + walk.stops[i + 1]! + more);
      }
    }
    return found;
  }

  function linesFrom(place: number): LineEnds {
    const found = { none: [] as number[], spaces: [] as number[], tabs: [] as number[], same: [] as number[] };
    for (const [here, before] of skipped(place, true))
      for (const [local, finite, symbols] of ahead(here).lines) {
        const walk = walks.from(local, finite);
        for (const each of ["none", "spaces", "tabs", "same"] as const)
          for (let i = 0; i < walk[each].length; i += 2)
            addWay(found[each], walk[each][i]!, before + symbols + walk[each][i + 1]!);
      }
    return found;
  }

  return { ends: rememberedPairs(findEnds), lines: rememberedBy(linesFrom) };
}

/** Adds a way, or lowers the symbols of an existing one. */
export function addWay(ways: number[], to: number, symbols: number): void {
  for (let i = 0; i < ways.length; i += 2) {
    if (ways[i] !== to) continue;
    if (symbols < ways[i + 1]!) ways[i + 1] = symbols;
    return;
  }
  ways.push(to, symbols);
}
