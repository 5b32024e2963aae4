// The frames (open blocks, brackets and strings) that matter between the start of a gap and its suffix: those that are
// open where the gap begins, and those that may be open where the suffix begins. A block that is indented deeper than
// the suffix requires is replaced by one of two representatives: the first stands for a single such block on top of a
// frame, the second for any number of nested blocks. All blocks between two columns that the suffix requires are
// replaced by one block. So the number of frames does not grow with the blocks that a text opens. The price: it may
// seem that the middle can open more blocks between two columns than fit there; the search for a completion
// (pair-costs.ts) then finds none.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Connections } from "../suffix/connections.js";
import type { Origin } from "../suffix/gap-suffix.js";
import { leadingBlanks } from "../suffix/openings.js";
import type { BLANKS } from "./layout-places.js";
import { frameOf, modeOfTop, topOfBlock, topOfFrame, topOfMode, underOf } from "./layout-tops.js";

export interface FramesOnWay {
  /** Learns frames that are open now. */
  meet(open: FrameId): void;
  /** The top of frames that have been met. */
  topOf(open: FrameId): number;
  /** Two blocks on top of a frame whose columns nothing else depends on. They stand for any number of such blocks. */
  freeBlocks(open: FrameId): readonly [outer: FrameId, inner: FrameId];
  /** The blocks on top of a frame among the frames that matter. */
  blocksOn(open: FrameId): readonly FrameId[];
  /** Whether a block stands for any number of blocks between two columns that the suffix requires. */
  isRepeated(block: FrameId): boolean;
  modeOf(top: number): number;
  isBlock(top: number): boolean;
  /** The frames of a top; `undefined` if only its mode is known. */
  framesOf(top: number): FrameId | undefined;
  /** Whether the frames that have to stay open are open in `open`. */
  stays(open: FrameId): boolean;
  /** Whether lines have meaning. */
  inLines(top: number): boolean;
  /** The mark of a suffix that begins after a block has been left. */
  markOf(block: FrameId): number;
  /** The blanks of the lines of a block. */
  blanksOf(block: FrameId): (typeof BLANKS)[number];
}

export function createFramesOnWay(
  core: LexedCore,
  connections: Connections,
  { frames: opened, lowest }: Pick<Origin, "frames" | "lowest">,
): FramesOnWay {
  const { compiled, frames } = core;
  const required = [...connections.columns(), leadingBlanks(core, connections.lexing.bytes())];
  const columns = Math.max(0, ...required.flat());
  // The frames in which the gap began, and those on the way to the suffix; for each, the blocks on top of it among them.
  const begun = new Set<FrameId>([NO_FRAME]);
  for (const open of [opened, lowest]) for (let at = open; at !== NO_FRAME; at = frames.parent(at)) begun.add(at);
  const onWay = new Set<FrameId>();
  const met = new Set<FrameId>();
  const blocksOn = new Map<FrameId, FrameId[]>();
  /** By frame: its two representatives for blocks on top of it; and the frame that the inner one of them lies on. */
  const free = new Map<FrameId, readonly [outer: FrameId, inner: FrameId]>();
  const underFree = new Map<FrameId, FrameId>();
  const canonical = new Map<FrameId, FrameId>();
  const spreads = new Map<FrameId, readonly FrameId[]>();
  keep(lowest);

  function freeBlocks(open: FrameId): readonly [outer: FrameId, inner: FrameId] {
    let its = free.get(open);
    if (its === undefined) {
      const first = 1 + Math.max(columns, frames.column(open), frames.alternate(open));
      const outer = frames.indent(open, first, first);
      its = [outer, frames.indent(outer, first + 1, first + 1)];
      free.set(open, its);
      underFree.set(its[1], open);
      for (const entrance of connections.entrances(its[1])) keepSpread(entrance);
    }
    return its;
  }
  /** The same frames with {@link freeBlocks} in place of blocks whose columns nothing else depends on. */
  function representative(open: FrameId): FrameId {
    if (begun.has(open)) return open;
    let its = canonical.get(open);
    if (its !== undefined) return its;
    const parent = representative(frames.parent(open));
    const [column, alternate] = [frames.column(open), frames.alternate(open)];
    if (!frames.isBlock(open)) {
      its = frames.open(parent, frames.mode(open));
      if (frames.isMarked(open)) its = frames.mark(its);
    } else if (alternate > columns && alternate === column) its = freeBlocks(underFree.get(parent) ?? parent)[1];
    else its = frames.indent(parent, column, alternate);
    canonical.set(open, its);
    return its;
  }
  function meet(open: FrameId): void {
    for (let at = representative(open); !met.has(at); at = underFree.get(at) ?? frames.parent(at)) {
      met.add(at);
      if (!underFree.has(at)) {
        for (const entrance of connections.entrances(at)) keepSpread(entrance);
        if (frames.mode(at) === 0) keep(at);
      }
      if (at === NO_FRAME) break;
    }
  }
  const hasRoom = (below: FrameId, column: number, alternate: number): boolean =>
    frames.column(below) + 1 < column && frames.alternate(below) + 1 < alternate;
  /** Frames that differ from these only in whether there is a block in each room between the columns of two blocks. */
  function spread(open: FrameId): readonly FrameId[] {
    if (begun.has(open) || underFree.has(open) || open === NO_FRAME) return [open];
    let its = spreads.get(open);
    if (its !== undefined) return its;
    const parent = frames.parent(open);
    const [column, alternate] = [frames.column(open), frames.alternate(open)];
    its = spread(parent).flatMap((below) => {
      if (!frames.isBlock(open)) {
        const bracket = frames.open(below, frames.mode(open));
        return [frames.isMarked(open) ? frames.mark(bracket) : bracket];
      }
      const own = frames.indent(below, column, alternate);
      if (!hasRoom(below, column, alternate)) return [own];
      const between = frames.indent(below, frames.column(below) + 1, frames.alternate(below) + 1);
      return [own, frames.indent(between, column, alternate)];
    });
    spreads.set(open, its);
    return its;
  }
  function keepSpread(entrance: FrameId): void {
    for (const open of spread(representative(entrance))) keep(open);
  }
  function isRepeated(block: FrameId): boolean {
    if (begun.has(block)) return false;
    const [column, alternate] = [frames.column(block), frames.alternate(block)];
    const next = required.filter((its) => its[0] >= column && its[1] >= alternate);
    return next.length > 0 && next.every(([c, a]) => hasRoom(block, c, a));
  }
  function keep(open: FrameId): void {
    for (let at = open; !onWay.has(at) && !underFree.has(at); at = frames.parent(at)) {
      onWay.add(at);
      if (at === NO_FRAME) break;
      const under = frames.parent(at);
      if (frames.isBlock(at)) blocksOn.set(under, [...(blocksOn.get(under) ?? []), at]);
    }
  }
  function topOf(open: FrameId): number {
    const its = representative(open);
    const under = underFree.get(its);
    if (under !== undefined) return topOfBlock(under);
    return onWay.has(its) ? topOfFrame(its) : topOfMode(frames.mode(its));
  }
  const modeOf = (top: number): number => modeOfTop(top, frames.mode);
  const isBlock = (top: number): boolean => {
    const frame = frameOf(top);
    return frame === undefined ? underOf(top) !== undefined : frames.isBlock(frame);
  };
  function framesOf(top: number): FrameId | undefined {
    const under = underOf(top);
    return under === undefined ? frameOf(top) : freeBlocks(under)[1];
  }
  function stays(open: FrameId): boolean {
    if (lowest === NO_FRAME) return true;
    let at = open;
    while (at > lowest) at = frames.parent(at);
    return at === lowest;
  }
  const inLines = (top: number): boolean => compiled.newline >= 0 && modeOf(top) === 0;
  const markOf = (block: FrameId): number => 1 + core.columnId(frames.column(block), frames.alternate(block));

  function blanksOf(block: FrameId): (typeof BLANKS)[number] {
    const [column, alternate] = [frames.column(block), frames.alternate(block)];
    return column === 0 ? "none" : alternate < column ? "tabs" : "spaces";
  }

  return {
    meet,
    topOf,
    freeBlocks,
    blocksOn: (open) => blocksOn.get(open) ?? [],
    isRepeated,
    modeOf,
    isBlock,
    framesOf,
    stays,
    inLines,
    markOf,
    blanksOf,
  };
}
