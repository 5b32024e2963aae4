// Finds which frames (blocks, brackets, strings) a text may have opened when the suffix follows. Only frames that the
// suffix closes, or that its indentation requires, are candidates. A text starts with given frames, closes some of
// them, and then opens few others:
//
//     blocks     at the columns that later lines of the suffix return to, and one or two deeper, for its first line
//     brackets   as many as the suffix closes without having opened them, kind by kind, from the inside out
//
// A frame that the suffix does not close would leave the text unfinished, so no other candidates exist.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Compiled } from "../source/compiled.js";
import { lazily } from "../source/lazily.js";
import { remembered } from "../source/remembered.js";
import type { LexemeKind } from "../source/source.js";
import type { SuffixLexing } from "./suffix-lexing.js";
import type { Columns } from "./suffix-outline.js";

/** Limits: frames opened on top of each other, and stacks tried for one place. */
const DEEPEST = 12;
/** The number of frame stacks that are tried for one place. */
const MOST = 256;

export interface Openings {
  /** `frames`, and all stacks that may lie on top of them when the suffix begins. */
  above(frames: FrameId): readonly FrameId[];
  /** The columns that lines of the suffix may require, each once. */
  columns(): readonly Columns[];
  /** Whether a limit cuts off some of the stacks. */
  readonly cut: boolean;
}

/** The modes of frames that a suffix closes one after the other, innermost first. `end` is after the last of them. */
interface Stack {
  readonly modes: readonly number[];
  readonly end: number;
}

/**
 * Returns the frames (blocks, brackets, strings) that a text may have opened when the suffix follows.
 *
 * @param starts the offsets where reading the suffix may start: 0, and the ends of lexemes that began before the
 * suffix.
 * @param modes the modes in which a text may be when the suffix follows.
 * @param openable what the text may open: only blocks; blocks and brackets; or also modes such as strings, whose
 * lexemes can contain any text.
 */
export function createOpenings(
  core: LexedCore,
  lexing: SuffixLexing,
  starts: readonly number[],
  modes: ReadonlySet<number>,
  openable: "blocks" | "brackets" | "all",
): Openings {
  const { frames, compiled } = core;
  const { kindsIn, newline, groupOf, most } = compiled;
  const lead = leadingBlanks(core, lexing.bytes());
  const { all, plain } = openedModes(compiled);
  const opened = openable === "all" ? all : plain;
  // First brackets, which nearly every suffix closes; then what may continue over any text, as far as there is room.
  let cut = false;
  const stacks: Stack[] = starts.map((start) => ({ modes: [], end: start }));
  if (openable !== "blocks") grow(plain, starts.length + MOST);
  if (openable === "all") grow(opened, stacks.length + MOST);

  function grow(by: readonly ReadonlySet<number>[], most: number): void {
    const met = new Set(stacks.map(({ modes, end }) => `${end};${modes.join()}`));
    for (const { modes: inside, end } of stacks) {
      for (let mode = 1; mode < kindsIn.length; mode++) {
        const inner = inside[inside.length - 1];
        if (!modes.has(mode) || (inner !== undefined && by[mode]?.has(inner) !== true)) continue;
        if (!by.some((all) => all.has(mode))) continue;
        const closed = lexing.closing(end, mode);
        const stack: Stack = { modes: [...inside, mode], end: closed };
        const key = `${closed};${stack.modes.join()}`;
        if (closed < 0 || met.has(key)) continue;
        if (inside.length >= DEEPEST || stacks.length >= most) {
          cut = true;
          if (stacks.length >= most) return;
          break;
        }
        met.add(key);
        stacks.push(stack);
      }
    }
  }

  /** The frames with a stack on top; `undefined` if it cannot be there. */
  function on(below: FrameId, { modes }: Stack): FrameId | undefined {
    const outermost = modes[modes.length - 1];
    if (outermost === undefined) return below;
    if (opened[frames.mode(below)]?.has(outermost) !== true) return undefined;
    let at = below;
    for (let i = modes.length - 1; i >= 0; i--) at = frames.open(at, modes[i]!);
    const full = modes.some((mode) => groupOf[mode] !== -1 && frames.count(at, groupOf[mode]!) > most[mode]!);
    return full ? undefined : at;
  }

  /** Blocks on top of a block that the lines from `end` on may be in. */
  function blocksOn(below: FrameId, end: number): readonly FrameId[] {
    const minima = lexing.minima(end);
    const found: FrameId[] = [];
    // The first lines may be deeper than their block. Their columns then do not affect the enclosing blocks.
    for (let first = 0; first <= minima.length; first++) {
      let at = below;
      for (let i = minima.length - 1; i >= first; i--) at = indented(at, minima[i]!);
      if (at !== below) found.push(at);
      const once = indented(at, lead);
      const deeper = once === at ? frames.indent(at, frames.column(at) + 1, frames.alternate(at) + 1) : once;
      found.push(deeper, frames.indent(deeper, frames.column(deeper) + 1, frames.alternate(deeper) + 1));
    }
    return found;
  }

  function indented(below: FrameId, [column, alternate]: Columns): FrameId {
    const fits = column > frames.column(below) && alternate > frames.alternate(below);
    return fits ? frames.indent(below, column, alternate) : below;
  }

  return {
    above(below: FrameId): readonly FrameId[] {
      const all = new Set<FrameId>();
      const inLines = newline >= 0 && frames.mode(below) === 0;
      for (const stack of stacks) {
        for (const block of inLines ? [below, ...blocksOn(below, stack.end)] : [below]) {
          const open = on(block, stack);
          if (open !== undefined) all.add(open);
        }
      }
      return [...all];
    },
    cut,
    columns: lazily(() => {
      const each = new Map<string, Columns>();
      const ends = newline < 0 ? [] : new Set(stacks.map(({ end }) => end));
      for (const end of ends) for (const columns of lexing.minima(end)) each.set(columns.join(), columns);
      return [...each.values()];
    }),
  };
}

/** By mode: the modes that a lexeme in it may open. */
interface OpenedModes {
  readonly all: readonly ReadonlySet<number>[];
  /** Without lexemes that can contain any text. */
  readonly plain: readonly ReadonlySet<number>[];
}

const openedModes = remembered(({ kinds, kindsIn }: Compiled): OpenedModes => {
  const openedBy = (may: (kind: LexemeKind) => boolean): readonly ReadonlySet<number>[] =>
    kindsIn.map((list) => {
      const its = list
        .map((k) => kinds[k]!)
        .filter(({ kind, opens, closes }) => opens >= 0 && closes === 0 && may(kind));
      return new Set(its.map(({ opens }) => opens));
    });
  return { all: openedBy(() => true), plain: openedBy((kind) => kind.swallows !== true) };
});

/**
 * Returns the modes (sets of lexemes, such as those of a string) in which a text may be when the suffix follows, if the
 * text began inside the frames (blocks, brackets and strings) `opened`.
 *
 * @param swallows whether the text may begin lexemes that can contain any text, such as strings.
 */
export function modesOnTheWay(
  { frames, compiled }: LexedCore,
  opened: FrameId,
  swallows: boolean,
): ReadonlySet<number> {
  const modes = new Set([0]);
  for (let at = opened; at !== NO_FRAME; at = frames.parent(at)) modes.add(frames.mode(at));
  for (const mode of modes) {
    for (const k of compiled.kindsIn[mode]!) {
      const { kind, opens } = compiled.kinds[k]!;
      if (opens >= 0 && (swallows || kind.swallows !== true)) modes.add(opens);
    }
  }
  return modes;
}

/** The columns to which the leading blanks of a suffix lead at the start of a line; 0 and 0 if nothing follows them on the line. */
export function leadingBlanks({ compiled }: LexedCore, bytes: Uint8Array): Columns {
  const tab = compiled.source.layout?.tab;
  if (tab === undefined) return [0, 0];
  let column = 0;
  let alternate = 0;
  while (bytes[alternate] === 32 || bytes[alternate] === 9) {
    column = bytes[alternate] === 32 ? column + 1 : (Math.floor(column / tab) + 1) * tab;
    alternate++;
  }
  const next = bytes[alternate];
  return next === undefined || next === 10 || next === 13 || next === 35 ? [0, 0] : [column, alternate];
}
