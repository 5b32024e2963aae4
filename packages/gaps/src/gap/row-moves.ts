// How a rule reads its next terminal together with a finite automaton, in a row of layout-rows.ts: lexemes, line ends, and the beginnings and ends of blocks.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { FramesOnWay } from "./frames-on-way.js";
import { BEGUN, BLANKS, COLUMN, INSIDE, type LayoutPlaces, LEFT } from "./layout-places.js";
import { frameOf, topOfBlock, topOfFrame, topOfMode, underOf } from "./layout-tops.js";
import { NO_FRAMES, type RowNumbers, type Within } from "./row-numbers.js";

export interface RowMoves {
  /** Each terminal step of a row: target, place, symbols, target, place, symbols, … */
  terminals(state: number, x: number): readonly number[];
  /** Whether no terminal of the layout is missing before a lexeme. */
  isSettled(place: number): boolean;
}

/** @param topOfOpened the top of a frame of a mode that is opened, if the suffix cannot be entered in it. */
export function createRowMoves(
  core: LexedCore,
  places: LayoutPlaces,
  way: FramesOnWay,
  numbers: RowNumbers,
  topOfOpened: (mode: number) => number,
): RowMoves {
  const { compiled, frames } = core;
  const { rules, kinds, newline, indent, dedent, deepest } = compiled;
  const kindsFor = compiled.terminals.map((_, t) =>
    kinds.flatMap(({ terminals }, k) => (terminals[0] === t ? [k] : [])),
  );

  /** The frames after a lexeme of a kind; `undefined` if it cannot stand there. */
  function framesAfter(
    kind: CompiledKind,
    below: number,
    top: number,
  ): readonly [below: number, top: number] | undefined {
    const { closes, opens } = kind;
    if (closes === 0 && opens < 0) return [below, top];
    const frame = way.framesOf(top);
    if (frame !== undefined && core.isFull(frame, kind)) return undefined;
    let [list, at] = [below, top];
    for (let i = 0; i < closes; i++) {
      if (way.isBlock(at) || at === topOfFrame(NO_FRAME)) return undefined;
      if (list === NO_FRAMES) {
        // It replaces a frame of the rule that called this one.
        if (i + 1 < closes || opens < 0) return undefined;
        const after = topAfter(kind, frame);
        const known = frameOf(after);
        return known !== undefined && !way.stays(known) ? undefined : [NO_FRAMES, after];
      }
      ({ parent: list, top: at } = numbers.below(list));
    }
    const left = frameOf(at);
    if (closes > 0 && left !== undefined && !way.stays(left)) return undefined;
    return opens < 0
      ? [list, at]
      : [numbers.push(list, at), topAfter(kind, way.framesOf(at) === undefined ? undefined : frame)];
  }
  /** The frame that a lexeme opens. @param frame the innermost frame before the lexeme, if it and those that the lexeme closes are known. */
  function topAfter(kind: CompiledKind, frame: FrameId | undefined): number {
    const top = frame === undefined ? topOfMode(kind.opens) : way.topOf(core.framesAfter(frame, kind));
    return frameOf(top) === undefined && underOf(top) === undefined ? topOfOpened(kind.opens) : top;
  }

  function isSettled(place: number): boolean {
    const line = places.line(place);
    if (line < COLUMN) return true;
    const blanks = BLANKS[(line - COLUMN) % BLANKS.length];
    const frame = frameOf(places.top(place));
    return blanks === (frame === undefined ? "spaces" : way.blanksOf(frame));
  }
  const moved = (place: number, line: number, top: number): number =>
    3 * places.of(places.guard(place), places.finite(place), line, top);

  function overKind(t: number, place: number, target: number, below: number, into: number[]): void {
    for (const [here, before] of places.skipped(place, false)) {
      const top = places.top(here);
      for (const k of kindsFor[t]!) {
        const kind = kinds[k]!;
        const ways = places.ahead(here).ends.get(k);
        if (ways === undefined) continue;
        if (kind.terminals.length > 1) {
          for (const { guard, finite, symbols } of ways)
            into.push(
              numbers.state(target, below),
              numbers.within(k, 1, places.of(guard, finite, INSIDE, top)),
              before + symbols,
            );
          continue;
        }
        const after = framesAfter(kind, below, top);
        if (after === undefined) continue;
        for (const { guard, finite, symbols } of ways)
          for (const next of places.after(k, guard, finite, after[1]))
            into.push(numbers.state(target, after[0]), 3 * next, before + symbols);
      }
    }
  }

  function overWithin({ k, read, after }: Within, t: number, target: number, below: number, into: number[]): void {
    const kind = kinds[k]!;
    if (kind.terminals[read] !== t) return;
    if (read + 1 < kind.terminals.length) {
      into.push(numbers.state(target, below), numbers.within(k, read + 1, after), 0);
      return;
    }
    const end = framesAfter(kind, below, places.top(after));
    if (end === undefined) return;
    for (const next of places.after(k, places.guard(after), places.finite(after), end[1]))
      into.push(numbers.state(target, end[0]), 3 * next, 0);
  }

  function overNewline(place: number, target: number, below: number, into: number[]): void {
    const top = places.top(place);
    if (!way.inLines(top)) return;
    const ways = places.lines(place);
    const add = (list: readonly number[], line: number): void => {
      for (let i = 0; i < list.length; i += 2)
        into.push(numbers.state(target, below), 3 * places.of(0, list[i]!, line, top), list[i + 1]!);
    };
    add(ways.same, BEGUN);
    for (const [i, blanks] of BLANKS.entries()) add(ways[blanks], COLUMN + i);
  }

  function overIndent(place: number, target: number, below: number, into: number[]): void {
    const [line, top] = [places.line(place), places.top(place)];
    if (!way.inLines(top) || line < COLUMN || line >= LEFT) return;
    const blanks = BLANKS[line - COLUMN]!;
    const here = frameOf(top);
    if (here !== undefined && frames.blocks(here) >= deepest) return;
    const add = (inner: number): void => {
      into.push(numbers.state(target, numbers.push(below, top)), moved(place, BEGUN, inner), 0);
    };
    if (blanks === "spaces") add(here === undefined ? top : topOfBlock(here));
    if (here === undefined) return;
    for (const block of way.blocksOn(here)) if (way.blanksOf(block) === blanks) add(topOfFrame(block));
    if (blanks === "spaces" && way.isRepeated(here)) add(top);
  }

  function overDedent(place: number, target: number, below: number, into: number[]): void {
    const [line, top] = [places.line(place), places.top(place)];
    if (below === NO_FRAMES || line < COLUMN || !way.isBlock(top)) return;
    const { parent, top: outer } = numbers.below(below);
    const frame = frameOf(outer);
    if (frame === undefined || way.stays(frame))
      into.push(numbers.state(target, parent), moved(place, line < LEFT ? line + LEFT - COLUMN : line, outer), 0);
  }

  function terminals(state: number, x: number): readonly number[] {
    const into: number[] = [];
    if (x % 3 === 2) return into;
    const [q, below] = [numbers.q(state), numbers.list(state)];
    const { terminals } = rules.edges(q);
    for (let i = 0; i < terminals.length; i += 2) {
      const [t, target] = [terminals[i]!, terminals[i + 1]!];
      if (x % 3 === 1) overWithin(numbers.withinAt(x), t, target, below, into);
      else if (t === indent) overIndent(x / 3, target, below, into);
      else if (t === dedent) overDedent(x / 3, target, below, into);
      else if (!isSettled(x / 3)) continue;
      else if (t === newline) overNewline(x / 3, target, below, into);
      else overKind(t, x / 3, target, below, into);
    }
    return into;
  }

  return { terminals, isSettled };
}
