// What all texts, gaps and documents of a lexed language share: the Earley chart, the frames (stacks of open blocks and
// brackets), and what the end of a lexeme does to both. Sets and frames are values that do not belong to any text.

import { type Chart, createChart, DEAD_SET, type SetId } from "@espalier/earley";
import { createFrames, type FrameId, type Frames, NO_COLUMN, NO_FRAME } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import type { ColumnRules } from "../source/column-rules.js";
import type { Compiled, CompiledKind, CompileLimits } from "../source/compiled.js";

export interface LexedCore {
  readonly compiled: Compiled;
  readonly chart: Chart<ColumnRules>;
  readonly frames: Frames;
  /** The set after the terminals of a kind. */
  read(set: SetId, kind: CompiledKind): SetId;
  /** The frames after a lexeme of a kind. */
  framesAfter(frames: FrameId, kind: CompiledKind): FrameId;
  /** Whether the frames that a lexeme of a kind closes are open. */
  hasToClose(frames: FrameId, kind: CompiledKind): boolean;
  /** Whether a lexeme of a kind would open more frames than allowed. */
  isFull(frames: FrameId, kind: CompiledKind): boolean;
  /** The set and the frames after a line end and the blocks that it opens or closes. The set is dead if the columns do not fit. */
  newLine(set: SetId, frames: FrameId, column: number, alternate: number): SetAndFrames;
  /** The number of a pair of columns, as stored in the blocks of sets. */
  columnId(column: number, alternate: number): number;
  /** Whether the text may end after all lexemes have been read. */
  ends(set: SetId, frames: FrameId): boolean;
  /** The sizes, in bytes, of tables that are created later and belong to this core. Whoever creates one adds its size. */
  readonly counted: (() => number)[];
  /** Bytes held by everything except the engine's expressions. */
  bytes(): number;
}

export interface SetAndFrames {
  readonly set: SetId;
  readonly frames: FrameId;
}

const NOWHERE: SetAndFrames = { set: DEAD_SET, frames: NO_FRAME };

export function createCore(compiled: Compiled, limits: CompileLimits): LexedCore {
  const { newline, indent, dedent, deepest, groupOf, most } = compiled;
  const chart = createChart<ColumnRules>(compiled.rules, limits.chart);
  const frames = createFrames(compiled.groupOf);
  const columns = createPairTable();
  const indents = createPairTable();
  const counted: LexedCore["counted"] = [];

  /** The number of a pair of columns, as stored in the blocks of sets. */
  function columnId(at: number, alternate: number): number {
    let id = columns.get(at, alternate);
    if (id < 0) {
      id = columns.size;
      columns.set(at, alternate, id);
    }
    return id;
  }

  function indented(set: SetId, id: number): SetId {
    let after = indents.get(set, id);
    if (after < 0) {
      after = chart.scanFollowing(set, indent, (edge) => compiled.rules.indented(edge, id));
      indents.set(set, id, after);
    }
    return after;
  }

  function framesAfter(frame: FrameId, { closes, opens }: CompiledKind): FrameId {
    let after = frame;
    let marked = false;
    for (let i = 0; i < closes && !frames.isBlock(after); i++) {
      marked ||= frames.isMarked(after);
      after = frames.parent(after);
    }
    if (opens < 0) return after;
    // A frame that replaces a marked frame inherits the mark: for example, the rest of a format after a field in it.
    return marked ? frames.mark(frames.open(after, opens)) : frames.open(after, opens);
  }

  /** With fewer frames than this, no limit applies. */
  const leastLimit = Math.min(...most);
  const isOver = (frame: FrameId, mode: number): boolean => frames.count(frame, groupOf[mode]!) > most[mode]!;

  return {
    compiled,
    chart,
    frames,
    columnId,
    read(set: SetId, { terminals }: CompiledKind): SetId {
      let after = set;
      for (const t of terminals) after = t < 0 ? DEAD_SET : chart.scan(after, t);
      return after;
    },
    framesAfter,
    hasToClose(frame: FrameId, { closes }: CompiledKind): boolean {
      let at = frame;
      for (let i = 0; i < closes; i++) {
        if (at === NO_FRAME || frames.isBlock(at)) return false;
        at = frames.parent(at);
      }
      return true;
    },
    isFull(frame: FrameId, kind: CompiledKind): boolean {
      if (kind.opens < 0 || groupOf[kind.opens]! < 0) return false;
      return frames.depth(frame) >= leastLimit && isOver(framesAfter(frame, kind), kind.opens);
    },
    newLine(set: SetId, frame: FrameId, at: number, alternate: number): SetAndFrames {
      // Where no line can end, none has begun: this is the first line of the text.
      const ended = chart.scan(set, newline);
      let after = ended === DEAD_SET ? set : ended;
      if (at === NO_COLUMN) return { set: after, frames: frame };
      if (at > frames.column(frame)) {
        if (alternate <= frames.alternate(frame) || frames.blocks(frame) >= deepest) return NOWHERE;
        return { set: indented(after, columnId(at, alternate)), frames: frames.indent(frame, at, alternate) };
      }
      let left = frame;
      while (at < frames.column(left)) {
        after = chart.scan(after, dedent);
        left = frames.parent(left);
      }
      return at === frames.column(left) && alternate === frames.alternate(left)
        ? { set: after, frames: left }
        : NOWHERE;
    },
    ends(set: SetId, frame: FrameId): boolean {
      if (frames.depth(frame) > 0) return false;
      if (newline < 0) return chart.accepts(set);
      const ended = chart.scan(set, newline);
      let after = ended === DEAD_SET ? set : ended;
      for (let i = frames.blocks(frame); i > 0; i--) after = chart.scan(after, dedent);
      return chart.accepts(after);
    },
    counted,
    bytes(): number {
      const later = counted.reduce((sum, bytes) => sum + bytes(), 0);
      return chart.bytes() + compiled.lexer.bytes() + frames.bytes() + indents.bytes() + columns.bytes() + later;
    },
  };
}
