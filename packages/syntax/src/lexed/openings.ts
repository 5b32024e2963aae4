// Which frames a text may have opened by the time it meets a suffix: those that the suffix closes, or asks for by its columns. From some
// frames, and from all that are left when some of them are closed, the candidates are few:
//
//     blocks     at the columns that later lines of the suffix return to, and one or two deeper, for its first line
//     brackets   as many as the suffix closes without having opened them, kind by kind, from the inside out
//
// What a suffix cannot close would leave the text unfinished, so nothing else can lead anywhere.

import type { FrameId } from "@espalier/lexer";
import type { LexedCore } from "./core.js";
import type { Columns, SuffixLexing } from "./suffix-lexing.js";

/** Frames opened on top of each other, at most; stacks tried for one place, at most. */
const DEEPEST = 12;
const MOST = 64;

export interface Openings {
  /** `frames`, and what may lie on top of them when the suffix begins. */
  above(frames: FrameId): readonly FrameId[];
}

/** @param swallows whether a mode may be opened whose lexemes run on over any text. */
export function createOpenings(core: LexedCore, lexing: SuffixLexing, swallows: boolean): Openings {
  const { frames, compiled } = core;
  const { kinds, kindsIn, newline, most } = compiled;
  /** By mode: the modes that a lexeme in it may open. */
  const opened = kindsIn.map((list) => {
    const modes = new Set<number>();
    for (const k of list) {
      const { kind, opens, closes } = kinds[k] as (typeof kinds)[number];
      if (opens >= 0 && closes === 0 && (swallows || kind.swallows !== true)) modes.add(opens);
    }
    return modes;
  });

  /** Stacks of modes, the innermost first, that the suffix closes one after the other from byte `at` on. */
  function closable(at: number, depth: number, into: (readonly number[])[], above: readonly number[]): void {
    if (depth >= DEEPEST || into.length >= MOST) return;
    for (let mode = 1; mode < kindsIn.length; mode++) {
      const inner = above[above.length - 1];
      if (inner !== undefined && opened[mode]?.has(inner) !== true) continue;
      if (!opened.some((modes) => modes.has(mode))) continue;
      const end = lexing.closing(at, mode);
      if (end < 0) continue;
      const stack = [...above, mode];
      into.push(stack);
      closable(end, depth + 1, into, stack);
    }
  }
  let stacks: (readonly number[])[] | undefined;

  function withBrackets(below: FrameId, into: Set<FrameId>): void {
    if (stacks === undefined) {
      stacks = [];
      closable(0, 0, stacks, []);
    }
    for (const stack of stacks) {
      const outermost = stack[stack.length - 1] as number;
      if (opened[frames.mode(below)]?.has(outermost) !== true) continue;
      let at = below;
      for (let i = stack.length - 1; i >= 0; i--) at = frames.open(at, stack[i] as number);
      if (frames.depth(at) <= Math.min(...stack.map((mode) => most[mode] as number))) into.add(at);
    }
  }

  function withBlocks(below: FrameId): readonly FrameId[] {
    const minima = lexing.minima(0);
    const found: FrameId[] = [];
    // The first lines may be deeper than the block they are in; then their columns are of no concern to what is around.
    for (let first = 0; first <= minima.length; first++) {
      let at = below;
      for (let i = minima.length - 1; i >= first; i--) at = indented(at, minima[i] as Columns);
      if (at !== below) found.push(at);
      const lead = leadingBlanks(lexing.bytes);
      const deeper = Math.max(1, lead - frames.column(at));
      const once = frames.indent(at, frames.column(at) + deeper, frames.alternate(at) + deeper);
      found.push(once, frames.indent(once, frames.column(once) + 1, frames.alternate(once) + 1));
    }
    return found;
  }

  function indented(below: FrameId, [column, alternate]: Columns): FrameId {
    const fits = column > frames.column(below) && alternate > frames.alternate(below);
    return fits ? frames.indent(below, column, alternate) : below;
  }

  return {
    above(below: FrameId): readonly FrameId[] {
      const all = new Set<FrameId>([below]);
      withBrackets(below, all);
      if (newline >= 0 && frames.mode(below) === 0) {
        for (const block of withBlocks(below)) {
          all.add(block);
          withBrackets(block, all);
        }
      }
      return [...all];
    },
  };
}

/** How many spaces a suffix begins with, where something follows them on the line; 0 where nothing does. */
export function leadingBlanks(bytes: Uint8Array): number {
  let count = 0;
  while (bytes[count] === 32) count++;
  const next = bytes[count];
  return next === undefined || next === 10 || next === 13 || next === 35 ? 0 : count;
}
