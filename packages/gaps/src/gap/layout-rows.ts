// Computes where each rule of the grammar may end while a finite automaton reads the same text, and with how few
// symbols, for languages with significant line ends or several lexer modes. These are the nonterminals of the
// intersection of a context-free and a regular language (Bar-Hillel, Perles and Shamir 1961).
//
// A *row* is the key of one such result: a state of a rule, the frames (open brackets, blocks, strings) that the rule
// has opened, and a position. The position is in the middle (layout-places.ts) or in the suffix (row-numbers.ts).
//
// Frames that are open now, or that may be open where the suffix begins, are tracked exactly. All other frames close
// before the middle ends, so only their mode is tracked. Blocks are an exception: the middle may end inside any number
// of blocks that are indented deeper than the suffix requires. Two columns stand for the columns of all such blocks.

import type { SuffixChart } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { createRuleEnds, type RuleEnds } from "@espalier/syntax";
import type { LexedCore } from "../lexing/shared-parts.js";
import { createPairNumbers } from "../source/pair-numbers.js";
import type { OwnFrames } from "./frame-balance.js";
import type { FramesOnWay } from "./frames-on-way.js";
import type { LayoutPlaces } from "./layout-places.js";
import { createRowEnds } from "./row-ends.js";
import { createRowMoves } from "./row-moves.js";
import { createRowNumbers, NO_FRAMES } from "./row-numbers.js";

/** The largest number of rows. */
const MOST_ROWS = 200_000;
const NOTHING: readonly number[] = [];

export interface LayoutRows {
  /** The places, with the parent of the innermost frame, at which the rule of state `q` of a set may end from a place. */
  readonly ends: RuleEnds;
  /** A place of the middle at which a lexeme begins, with these frames open. */
  place(guard: number, finite: number, line: number, frames: FrameId): number;
  /** The smallest number of symbols from a place to the end of the text, if no rule is pending. */
  last(x: number): number;
}

/** @param topOfOpened the top of a frame of a mode that is opened, if the suffix cannot be entered in it. */
export function createLayoutRows(
  core: LexedCore,
  suffixes: SuffixChart,
  places: LayoutPlaces,
  way: FramesOnWay,
  own: OwnFrames,
  topOfOpened: (mode: number) => number,
): LayoutRows {
  const { compiled, frames } = core;
  const { rules, kinds } = compiled;
  const numbers = createRowNumbers(Math.max(1, ...kinds.map(({ terminals }) => terminals.length)));
  const moves = createRowMoves(core, places, way, numbers, topOfOpened);
  const ends = createRowEnds(core, suffixes, places, way, numbers, moves);
  const rows = createRuleEnds(
    {
      final: (state) => numbers.list(state) === NO_FRAMES && rules.edges(numbers.q(state)).final,
      terminals: moves.terminals,
      calls(state, x) {
        if (x % 3 === 2) return NOTHING;
        const [q, below] = [numbers.q(state), numbers.list(state)];
        const { calls } = rules.edges(q);
        const into: number[] = [];
        for (let i = 0; i < calls.length; i += 2)
          into.push(numbers.state(rules.startOf(calls[i]!), NO_FRAMES), numbers.state(calls[i + 1]!, below));
        return into;
      },
      given(state, x) {
        const into: number[] = [];
        if (x % 3 === 2) {
          const { suffix, top } = numbers.restAt(x);
          ends.endsIn(state, [suffix, top, 0], into);
        } else if (x % 3 === 0) for (const ending of ends.endings(x / 3)) ends.endsIn(state, ending, into);
        return into;
      },
    },
    MOST_ROWS,
  );

  // Places together with the parent of the innermost frame, for pending rules.
  const pendings = createPairNumbers();
  function topAt(x: number): number {
    if (x % 3 === 2) return numbers.restAt(x).top;
    return places.top(x % 3 === 0 ? x / 3 : numbers.withinAt(x).after);
  }
  const modeIn = (top: number): number => (way.isBlock(top) ? -1 : way.modeOf(top));

  /** The number of frames that the pending rule of `q` has opened. */
  function depthOf(q: number, top: number, parent: FrameId): number {
    for (const list of own[q]!) {
      let at = parent;
      let fits = true;
      for (let i = list.length - 1; i >= 0 && fits; i--) {
        fits = list[i] === (i === list.length - 1 ? modeIn(top) : frames.isBlock(at) ? -1 : frames.mode(at));
        if (i < list.length - 1) at = frames.parent(at);
      }
      if (fits) return list.length;
    }
    return 0;
  }

  return {
    ends: {
      of(copy, pending, most) {
        const q = rules.baseOf(copy);
        const [x, parent] = [pendings.first(pending), pendings.second(pending)];
        const depth = depthOf(q, topAt(x), parent);
        const bases: FrameId[] = [];
        for (let i = 0, at = parent; i < depth; i++, at = frames.parent(at)) bases.push(at);
        const below = bases.reduceRight((list, frame) => numbers.push(list, way.topOf(frame)), NO_FRAMES);
        const outer = depth === 0 ? parent : frames.parent(bases[depth - 1]!);
        const found = new Map<number, number>();
        for (const [y, symbols] of rows.of(numbers.state(q, below), x, most)) found.set(pendings.of(y, outer), symbols);
        return found;
      },
      complete: rows.complete,
      everyEnds: rows.everyEnds,
      bytes: rows.bytes,
    },
    place(guard, finite, line, open) {
      way.meet(open);
      return pendings.of(3 * places.of(guard, finite, line, way.topOf(open)), frames.parent(open));
    },
    last(pending) {
      const x = pendings.first(pending);
      if (x % 3 === 2) return suffixes.accepts(numbers.restAt(x).suffix) ? 0 : Number.POSITIVE_INFINITY;
      let least = Number.POSITIVE_INFINITY;
      if (x % 3 === 0)
        for (const [suffix, , symbols] of ends.endings(x / 3))
          if (suffixes.accepts(suffix)) least = Math.min(least, symbols);
      return least;
    },
  };
}
