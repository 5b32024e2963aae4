// Where the middle of a gap ends in a row of layout-rows.ts, and where the rule of the row then ends in the suffix.

import type { SuffixChart, SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { FramesOnWay } from "./frames-on-way.js";
import type { LayoutPlaces } from "./layout-places.js";
import { frameOf, topOfFrame, underOf } from "./layout-tops.js";
import type { RowMoves } from "./row-moves.js";
import { NO_FRAMES, type RowNumbers } from "./row-numbers.js";

/** A suffix that follows, the innermost open frame, and the symbols to the end of the middle. */
export type Ending = readonly [suffix: SuffixId, top: number, symbols: number];

export interface RowEnds {
  /** Where the middle may end at a place, or in what begins there. */
  endings(place: number): readonly Ending[];
  /** Adds the ends of the rule of a row inside a suffix, after `symbols`: position, symbols, … */
  endsIn(state: number, ending: Ending, into: number[]): void;
}

export function createRowEnds(
  { frames, compiled }: LexedCore,
  suffixes: SuffixChart,
  places: LayoutPlaces,
  way: FramesOnWay,
  numbers: RowNumbers,
  { isSettled }: RowMoves,
): RowEnds {
  /** Whether a suffix begins with the end of the block after which `end` follows. */
  function begins(suffix: SuffixId, end: SuffixId): boolean {
    const from = suffixes.prepend(compiled.dedent, end);
    const mark = suffixes.markOf(suffix);
    return suffix === (mark === 0 ? from : suffixes.mark(from, mark));
  }

  function endsIn(state: number, [suffix, top, symbols]: Ending, into: number[]): void {
    const [q, below] = [numbers.q(state), numbers.list(state)];
    let [base, block] = [top, -1];
    for (let list = below; list !== NO_FRAMES; list = numbers.below(list).parent) {
      if (way.isBlock(base)) block = base;
      base = numbers.below(list).top;
    }
    for (let i = 0; i < suffixes.endCount(suffix); i++) {
      if (!suffixes.moves.states.has(suffixes.statesAt(suffix, i), q)) continue;
      const end = suffixes.endAt(suffix, i);
      const mark = suffixes.markOf(end);
      if (block < 0) {
        into.push(numbers.rest(end, base), symbols);
        continue;
      }
      const frame = frameOf(block);
      if (frame !== undefined) {
        if (mark !== way.markOf(frame)) continue;
        if (base === topOfFrame(frames.parent(frame))) into.push(numbers.rest(end, base), symbols);
        // One of several blocks between two columns: the suffix leaves them one after the other.
        else if (base === block && begins(suffix, end)) into.push(numbers.rest(suffix, base), symbols);
        continue;
      }
      // Of three or more such blocks, the suffix leaves the inner one first, and then the outer one again and again.
      const under = underOf(block)!;
      const [outer, inner] = way.freeBlocks(under);
      if (mark === way.markOf(inner) && base === block) into.push(numbers.rest(end, base), symbols);
      if (mark === way.markOf(outer) && base === topOfFrame(under)) into.push(numbers.rest(end, base), symbols);
      if (mark === way.markOf(outer) && base === block) into.push(numbers.rest(suffix, base), symbols);
    }
  }

  function endings(place: number): readonly Ending[] {
    const its = places.top(place);
    const under = underOf(its);
    const frame = frameOf(its);
    if (!isSettled(place)) return [];
    const entered: (readonly [FrameId, number])[] = [];
    if (under !== undefined) {
      // The only block on top of a frame, or one of several.
      const [outer, inner] = way.freeBlocks(under);
      entered.push([outer, topOfFrame(outer)], [inner, its]);
    } else if (frame !== undefined) entered.push([frame, its]);
    return entered.flatMap(([open, top]) => {
      const ways = places.ends(place, open);
      return ways.flatMap((suffix, i) => (i % 2 === 0 ? [[suffix, top, ways[i + 1]!] as const] : []));
    });
  }

  return { endings, endsIn };
}
