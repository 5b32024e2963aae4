// What the lines and blocks of a suffix are in earley's suffix chart: line ends, the blocks that a line opens or leaves, and the end of the text.

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { type FrameId, NO_COLUMN } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { Columns } from "./suffix-outline.js";

export interface SuffixLayout {
  /** The empty suffix, with these frames open: lines end, and blocks are left. */
  ending(open: FrameId): SuffixId;
  /** The frames after a line that begins at these columns; `undefined` if they do not fit. */
  line(open: FrameId, columns: Columns): FrameId | undefined;
  /** The suffix from the end of a line on. `before` were open on that line, and `after` are open on the next. */
  lineEnding(before: FrameId, after: FrameId, rest: SuffixId): SuffixId;
  /**
   * The suffix in which these items precede another suffix. Two numbers are one lexeme: its kind and the frames before
   * it. For a line end, the first number is −1 − (the frames after it).
   */
  behindItems(items: ArrayLike<number>, last: SuffixId): SuffixId;
}

/** The suffix in which a lexeme of a kind precedes another suffix; dead if the grammar does not have one of its terminals. */
export function behindKind(
  { prepend }: Pick<SuffixChart, "prepend">,
  { terminals }: CompiledKind,
  last: SuffixId,
): SuffixId {
  let id = last;
  for (let t = terminals.length - 1; t >= 0 && id !== DEAD_SUFFIX; t--)
    id = terminals[t]! < 0 ? DEAD_SUFFIX : prepend(terminals[t]!, id);
  return id;
}

export function createSuffixLayout({ compiled, frames, columnId }: LexedCore, suffixes: SuffixChart): SuffixLayout {
  const { kinds, newline, indent, dedent, deepest } = compiled;

  /** Leaves the blocks from `inner` out to `outer`, which stays open, before `rest`. What follows a block is marked with its columns, so that it does not match another block. */
  function leaving(inner: FrameId, outer: FrameId, rest: SuffixId): SuffixId {
    const closed: FrameId[] = [];
    for (let at = inner; at !== outer; at = frames.parent(at)) closed.push(at);
    let id = rest;
    for (let i = closed.length - 1; i >= 0 && id !== DEAD_SUFFIX; i--) {
      const block = closed[i]!;
      const mark = 1 + columnId(frames.column(block), frames.alternate(block));
      id = suffixes.prepend(dedent, suffixes.mark(id, mark));
    }
    return id;
  }

  function lineEnding(before: FrameId, after: FrameId, rest: SuffixId): SuffixId {
    const opens = after !== 0 && frames.parent(after) === before;
    return suffixes.prepend(newline, opens ? suffixes.prepend(indent, rest) : leaving(before, after, rest));
  }

  return {
    ending(open) {
      if (frames.depth(open) > 0) return DEAD_SUFFIX;
      if (newline < 0) return suffixes.end;
      let outer = open;
      while (frames.isBlock(outer)) outer = frames.parent(outer);
      const id = leaving(open, outer, suffixes.end);
      return suffixes.either(suffixes.prepend(newline, id), id);
    },
    line(open, [column, alternate]) {
      if (column === NO_COLUMN) return open;
      if (column > frames.column(open)) {
        const fits = alternate > frames.alternate(open) && frames.blocks(open) < deepest;
        return fits ? frames.indent(open, column, alternate) : undefined;
      }
      let after = open;
      while (column < frames.column(after)) after = frames.parent(after);
      return column === frames.column(after) && alternate === frames.alternate(after) ? after : undefined;
    },
    lineEnding,
    behindItems(items, last) {
      let id = last;
      for (let i = items.length - 2; i >= 0 && id !== DEAD_SUFFIX; i -= 2) {
        const what = items[i]!;
        if (what < 0) id = lineEnding(items[i + 1]!, -1 - what, id);
        else id = behindKind(suffixes, kinds[what]!, id);
      }
      return id;
    },
  };
}
