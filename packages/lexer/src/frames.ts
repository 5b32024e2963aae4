// The stack of open constructs that a lexer must remember. Each *frame* of the stack is a block with its column, a
// bracket, or a place with lexemes of its own, such as the body of a formatted string. Stacks are values: they are
// hash-consed, so equal stacks have equal ids, and closing a frame returns the id of its parent.
//
//     0 ◀── block (4, 4) ◀── bracket ◀── …        frame 0 is the whole text: its mode is 0, its column 0

import { integer, listOf, signature } from "@espalier/arguments";
import { createPairTable, createSequenceTable } from "@espalier/monitor";

/** The id of a stack of frames. */
export type FrameId = number;

/** The empty stack. */
export const NO_FRAME: FrameId = 0;

/** Stacks of frames. Ids are never reused. */
export interface Frames {
  /** Returns the stack with a frame of `mode` pushed. */
  open(frames: FrameId, mode: number): FrameId;
  /** Returns the stack with a block pushed whose lines begin at these columns. Its mode is 0. */
  indent(frames: FrameId, column: number, alternate: number): FrameId;
  /** Returns the stack with its top frame marked, which distinguishes it from an equal unmarked frame. */
  mark(frames: FrameId): FrameId;
  isMarked(frames: FrameId): boolean;
  /** Returns the stack without its top frame. */
  parent(frames: FrameId): FrameId;
  mode(frames: FrameId): number;
  isBlock(frames: FrameId): boolean;
  /** Returns the columns of the innermost block; 0 and 0 outside all blocks. */
  column(frames: FrameId): number;
  alternate(frames: FrameId): number;
  /** Return the number of open blocks, of other frames, and of other frames in a group. */
  blocks(frames: FrameId): number;
  depth(frames: FrameId): number;
  count(frames: FrameId, group: number): number;
  size(): number;
  bytes(): number;
}

const FIXED = 7;
const BLOCK = -1;

const checkCreateFrames = signature("createFrames", { groupOf: listOf(integer({ min: -1 })) });

/** @param groupOf by mode: the group in which its frames are counted, from 0; −1 for none. */
export function createFrames(groupOf: readonly number[] = []): Frames {
  checkCreateFrames(groupOf);
  const groups = 1 + Math.max(-1, ...groupOf);
  const STRIDE = FIXED + groups;
  const table = createSequenceTable();
  const record = new Int32Array(STRIDE);
  const at = (frames: FrameId, lane: number): number => table.pool[frames * STRIDE + lane]!;
  // Adds a record: the parent, the mode (−1 for a block), the columns, the number of blocks in the stack, the number of
  // other frames, 1 if the frame is marked, and the number of frames in each group.
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
