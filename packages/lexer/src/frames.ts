// What a lexer must remember of everything that is still open: blocks with their columns, brackets, and places with lexemes of their own,
// such as the body of a formatted string. A stack as a value: frames are hash-consed, so equal stacks have equal numbers, and to pop
// is to look at the parent.
//
//     0 ◀── block (4, 4) ◀── bracket ◀── …        frame 0 is the whole text: its mode is 0, its column 0

import { integer, listOf, signature } from "@espalier/arguments";
import { createPairTable, createSequenceTable } from "@espalier/monitor";

/** The number of a stack of frames. */
export type FrameId = number;

/** Everything is open that was never closed: nothing. */
export const NO_FRAME: FrameId = 0;

/** Stacks of frames. Ids are never reused. */
export interface Frames {
  /** With a frame of `mode` on top. */
  open(frames: FrameId, mode: number): FrameId;
  /** With a block on top, whose lines begin at these columns; its mode is 0. */
  indent(frames: FrameId, column: number, alternate: number): FrameId;
  /** The same, the frame on top told apart from those that are opened alike. */
  mark(frames: FrameId): FrameId;
  isMarked(frames: FrameId): boolean;
  /** Without the frame on top. */
  parent(frames: FrameId): FrameId;
  mode(frames: FrameId): number;
  isBlock(frames: FrameId): boolean;
  /** The columns of the innermost block; 0 and 0 outside of all. */
  column(frames: FrameId): number;
  alternate(frames: FrameId): number;
  /** How many blocks are open; how many other frames; of those, how many of a group. */
  blocks(frames: FrameId): number;
  depth(frames: FrameId): number;
  count(frames: FrameId, group: number): number;
  size(): number;
  bytes(): number;
}

const FIXED = 7;
const BLOCK = -1;

const checkCreateFrames = signature("createFrames", { groupOf: listOf(integer({ min: -1 })) });

/** @param groupOf by mode: the group that its frames are counted in, from 0; −1 for none. */
export function createFrames(groupOf: readonly number[] = []): Frames {
  checkCreateFrames(groupOf);
  const groups = 1 + Math.max(-1, ...groupOf);
  const STRIDE = FIXED + groups;
  const table = createSequenceTable();
  const record = new Int32Array(STRIDE);
  const at = (frames: FrameId, lane: number): number => table.pool[frames * STRIDE + lane]!;
  // Parent, mode (−1 for a block), columns, how many blocks, how many others, 1 for marked, and of the others how many of each group.
  function add(
    parent: number,
    mode: number,
    column: number,
    alternate: number,
    blocks: number,
    depth: number,
    marked: 0 | 1 = 0,
  ): number {
    const own = table.size === 0 ? -1 : mode === BLOCK ? -1 : (groupOf[mode] ?? -1);
    const counts = Array.from({ length: groups }, (_, group) => {
      const before = table.size === 0 ? 0 : at(parent, FIXED + group);
      return before + (group === own ? 1 : 0);
    });
    record.set([parent, mode, column, alternate, blocks, depth, marked, ...counts]);
    return table.intern(record, STRIDE);
  }
  add(0, 0, 0, 0, 0, 0);
  const opened = createPairTable();
  return {
    open(frames: FrameId, mode: number): FrameId {
      let inner = opened.get(frames, mode);
      if (inner < 0) {
        inner = add(frames, mode, at(frames, 2), at(frames, 3), at(frames, 4), at(frames, 5) + 1);
        opened.set(frames, mode, inner);
      }
      return inner;
    },
    indent: (frames: FrameId, column: number, alternate: number): FrameId =>
      add(frames, BLOCK, column, alternate, at(frames, 4) + 1, at(frames, 5)),
    mark: (frames: FrameId): FrameId =>
      add(at(frames, 0), at(frames, 1), at(frames, 2), at(frames, 3), at(frames, 4), at(frames, 5), 1),
    isMarked: (frames: FrameId): boolean => at(frames, 6) === 1,
    parent: (frames: FrameId): FrameId => at(frames, 0),
    mode: (frames: FrameId): number => Math.max(0, at(frames, 1)),
    isBlock: (frames: FrameId): boolean => at(frames, 1) === BLOCK,
    column: (frames: FrameId): number => at(frames, 2),
    alternate: (frames: FrameId): number => at(frames, 3),
    blocks: (frames: FrameId): number => at(frames, 4),
    depth: (frames: FrameId): number => at(frames, 5),
    count: (frames: FrameId, group: number): number => at(frames, FIXED + group),
    size(): number {
      return table.size;
    },
    bytes(): number {
      return table.bytes() + opened.bytes();
    },
  };
}
