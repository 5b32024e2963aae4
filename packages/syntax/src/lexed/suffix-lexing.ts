// The text behind a gap as the parser will read it. Since the lexer commits, what a suffix is depends only on where it is entered and on
// the frames open there: brackets decide whether line breaks matter, blocks what indentation means. So it is lexed forwards once for
// each (position, frames), and becomes a value of the suffix chart from its end; two entries that meet again share the rest.
//
//     x |)\n    y\n          in a bracket in a block at 4:   `)` NEWLINE y NEWLINE DEDENT, end
//                            outside of all brackets:        dead, nothing to close

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { type FrameId, NO_COLUMN, NO_FRAME } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import type { CompiledKind } from "./compiled.js";
import type { LexedCore } from "./shared-parts.js";

/** Where a lexeme ended in the suffix, and what its boundary hands on; `exit` 0 where the text ended in the middle of it. */
export interface LexemeEnd {
  readonly at: number;
  readonly local: number;
  readonly exit: number;
}

/** The columns of a line of the suffix. */
export type Columns = readonly [column: number, alternate: number];

export interface SuffixLexing {
  readonly bytes: Uint8Array;
  /** The suffix from byte `at` on, entered before a lexeme with `frames` open, behind a boundary with `guard`. */
  from(at: number, frames: FrameId, guard: number): SuffixId;
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): LexemeEnd;
  /** Where the frame of `mode`, open at `at`, is closed: just behind the lexeme that closes it; −1 when it never is. */
  closing(at: number, mode: number): number;
  /** The columns of the lines from `at` on, where each is less than all before, down to 0: what a suffix asks of the blocks around. */
  minima(at: number): readonly Columns[];
  /** The farthest position that any lexing reached before it failed. */
  readonly farthest: number;
  readonly memory: number;
}

/** A lexeme, or a line's end, that was passed on the way forwards: where, with which frames, and what the parser reads there. */
interface Passed {
  readonly at: number;
  readonly open: FrameId;
  readonly guard: number;
  readonly what: readonly number[] | { readonly after: FrameId };
}

const NEVER = -1;

export function createSuffixLexing(core: LexedCore, suffixes: SuffixChart, bytes: Uint8Array): SuffixLexing {
  const { compiled, frames } = core;
  const { lexer, kinds, kindsIn, newline, indent, dedent, deepest } = compiled;
  const known = createPairTable();
  const closings = createPairTable();
  const minimaAt = new Map<number, readonly Columns[]>();
  const all = kindsIn.map((list) => lexer.kinds(list));
  let farthest = 0;

  const begin = (mode: number, guard: number): number =>
    lexer.begin(mode, all[mode] as number, newline >= 0 && mode === 0 ? 1 : 0, guard);

  function lexeme(local: number, from: number): LexemeEnd {
    let state = local;
    let at = from;
    while (at < bytes.length && !lexer.closes(state)) {
      const next = lexer.step(state, bytes[at] as number);
      if (next === 0) break;
      state = next;
      at++;
    }
    if (at > farthest) farthest = at;
    return { at, local: state, exit: lexer.exit(state) };
  }

  /** The suffix of nothing, with these frames open: lines end, blocks are left. */
  function ending(open: FrameId): SuffixId {
    if (frames.depth(open) > 0) return DEAD_SUFFIX;
    let id = suffixes.end;
    if (newline < 0) return id;
    const closed: FrameId[] = [];
    for (let at = open; frames.isBlock(at); at = frames.parent(at)) closed.push(at);
    for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i] as FrameId, id);
    return suffixes.either(suffixes.prepend(newline, id), id);
  }

  /** A block is left, and `rest` follows. What follows is marked with its columns, so that no other block is taken for it. */
  const leaving = (block: FrameId, rest: SuffixId): SuffixId =>
    rest === DEAD_SUFFIX
      ? DEAD_SUFFIX
      : suffixes.prepend(dedent, suffixes.mark(rest, 1 + core.columnId(frames.column(block), frames.alternate(block))));

  /** The frames after a line that begins at these columns; undefined where they do not fit. */
  function line(open: FrameId, [column, alternate]: Columns): FrameId | undefined {
    if (column === NO_COLUMN) return open;
    if (column > frames.column(open)) {
      const fits = alternate > frames.alternate(open) && frames.blocks(open) < deepest;
      return fits ? frames.indent(open, column, alternate) : undefined;
    }
    let after = open;
    while (column < frames.column(after)) after = frames.parent(after);
    return column === frames.column(after) && alternate === frames.alternate(after) ? after : undefined;
  }

  /** The suffix from the end of a line on, where `before` were open on it and `after` are on the next. */
  function lineEnding(before: FrameId, after: FrameId, rest: SuffixId): SuffixId {
    let id = rest;
    if (after !== 0 && frames.parent(after) === before) id = suffixes.prepend(indent, id);
    else {
      const closed: FrameId[] = [];
      for (let at = before; at !== after; at = frames.parent(at)) closed.push(at);
      for (let i = closed.length - 1; i >= 0; i--) id = leaving(closed[i] as FrameId, id);
    }
    return suffixes.prepend(newline, id);
  }

  function from(start: number, opened: FrameId, behind: number): SuffixId {
    const passed: Passed[] = [];
    let at = start;
    let open = opened;
    let guard = behind;
    let id: SuffixId;
    for (;;) {
      const memo = guard === 0 ? known.get(at, open) : -1;
      if (memo >= 0) {
        id = memo;
        break;
      }
      if (at === bytes.length) {
        id = lexer.mayEnd(guard) ? ending(open) : DEAD_SUFFIX;
        break;
      }
      const end = lexeme(begin(frames.mode(open), guard), at);
      if (end.at === bytes.length && lexer.isLine(end.local)) {
        id = lexer.lineMayEnd(end.local) ? ending(open) : DEAD_SUFFIX;
        break;
      }
      if (end.exit === 0) {
        id = DEAD_SUFFIX;
        break;
      }
      const boundary = lexer.boundary(end.exit);
      if (boundary.kind === "line") {
        const after = line(open, [boundary.column, boundary.alternate]);
        passed.push({ at, open, guard, what: { after: after ?? NO_FRAME } });
        if (after === undefined) {
          id = DEAD_SUFFIX;
          break;
        }
        open = after;
        guard = 0;
      } else {
        const kind = kinds[boundary.kind] as CompiledKind;
        passed.push({ at, open, guard, what: kind.terminals });
        if (kind.terminals.includes(-1) || core.isFull(open, kind) || !closes(open, kind)) {
          id = DEAD_SUFFIX;
          break;
        }
        open = core.framesAfter(open, kind);
        guard = boundary.guard;
      }
      at = end.at;
    }
    for (let i = passed.length - 1; i >= 0; i--) {
      const { at: place, open: there, guard: its, what } = passed[i] as Passed;
      if (id !== DEAD_SUFFIX) {
        if ("after" in what) id = lineEnding(there, what.after, id);
        else for (let t = what.length - 1; t >= 0; t--) id = suffixes.prepend(what[t] as number, id);
      }
      if (its === 0) known.set(place, there, id);
    }
    return id;
  }

  /** Whether there are frames for a kind to close. */
  function closes(open: FrameId, { closes: count }: CompiledKind): boolean {
    let at = open;
    for (let i = 0; i < count; i++) {
      if (at === 0 || frames.isBlock(at)) return false;
      at = frames.parent(at);
    }
    return true;
  }

  function closing(start: number, mode: number): number {
    const memo = closings.get(start, mode);
    if (memo >= 0) return memo - 1;
    // Frames that the suffix opens itself, innermost last.
    const own: number[] = [mode];
    let at = start;
    let found = NEVER;
    let guard = 0;
    while (at < bytes.length) {
      const end = lexeme(begin(own[own.length - 1] as number, guard), at);
      if (end.exit === 0 || end.at === at) break;
      const boundary = lexer.boundary(end.exit);
      if (boundary.kind === "line") break;
      const { closes: count, opens } = kinds[boundary.kind] as CompiledKind;
      at = end.at;
      guard = boundary.guard;
      if (count >= own.length) {
        found = at;
        break;
      }
      own.length -= count;
      if (opens >= 0) own.push(opens);
    }
    closings.set(start, mode, found + 1);
    return found;
  }

  function minima(start: number): readonly Columns[] {
    const memo = minimaAt.get(start);
    if (memo !== undefined) return memo;
    const list: Columns[] = [];
    const own: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    let at = start;
    let guard = 0;
    while (at < bytes.length && least > 0) {
      const end = lexeme(begin(own[own.length - 1] ?? 0, guard), at);
      if (end.exit === 0 || end.at === at) break;
      at = end.at;
      const boundary = lexer.boundary(end.exit);
      guard = 0;
      if (boundary.kind === "line") {
        if (at === bytes.length || boundary.column === NO_COLUMN || boundary.column >= least) continue;
        least = boundary.column;
        if (least > 0) list.push([boundary.column, boundary.alternate]);
        continue;
      }
      const { closes: count, opens } = kinds[boundary.kind] as CompiledKind;
      guard = boundary.guard;
      if (count > own.length) break;
      own.length -= count;
      if (opens >= 0) own.push(opens);
    }
    minimaAt.set(start, list);
    return list;
  }

  return {
    bytes,
    from,
    lexeme,
    closing,
    minima,
    get farthest(): number {
      return farthest;
    },
    get memory(): number {
      return bytes.length + known.bytes + closings.bytes + 128 * minimaAt.size;
    },
  };
}
