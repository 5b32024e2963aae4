// What a suffix asks of what is open in front of it, found by lexing alone: where it closes a bracket or a string that it did not open, and
// to which columns its lines go back. No parser is asked, so it costs little and holds for every place that leads to the suffix.

import { NO_COLUMN } from "@espalier/lexer";
import type { CompiledKind } from "./compiled.js";
import { freeLexing } from "./free-lexing.js";
import type { LexedCore } from "./shared-parts.js";
import type { TailMemo, TailMemos } from "./tail-memo.js";

/** The columns of a line of the suffix. */
export type Columns = readonly [column: number, alternate: number];

export interface SuffixOutline {
  /** Where the frame of `mode`, open at `at`, is closed: just behind the lexeme that closes it; −1 when it never is. */
  closing(at: number, mode: number): number;
  /** The columns of the lines from `at` on, where each is less than all before, down to 0: what a suffix asks of the blocks around. */
  minima(at: number): readonly Columns[];
}

/** How a suffix is read, and where that is remembered. */
export interface OutlineReading {
  /** What is known, as long as it is of this text. */
  current(): TailMemos;
  /** What was looked at for an entry counts as looked at. */
  seen(memo: TailMemo, entry: number): void;
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): { readonly at: number; readonly exit: number };
}

const NEVER = -1;
/** Bytes of a long lexeme. */
const LONG = 32;

export function createSuffixOutline(
  core: LexedCore,
  bytes: Uint8Array,
  { current, seen, lexeme }: OutlineReading,
): SuffixOutline {
  const { lexer, kinds } = core.compiled;
  const { begin } = freeLexing(core);

  function closing(start: number, mode: number): number {
    const { closings } = current();
    // Frames that the suffix opens itself: `own` up to `depth`, innermost last.
    const own: number[] = [mode];
    let depth = 1;
    const places: number[] = [];
    let at = start;
    let found = NEVER;
    let guard = 0;
    let landmark = true;
    while (at < bytes.length) {
      if (depth === 1 && guard === 0) {
        const memo = closings.find(bytes.length - at, mode);
        if (memo > 0) {
          seen(closings, memo);
          found = closings.value(memo);
          if (found !== NEVER) found = bytes.length - found;
          at = bytes.length - closings.reach(memo);
          break;
        }
        // Where lines begin and long lexemes end, readings that began elsewhere meet.
        if (landmark) places.push(at);
      }
      const end = lexeme(begin(own[depth - 1] as number, guard), at);
      landmark = end.at - at >= LONG || bytes[end.at - 1] === 10;
      const here = at;
      at = end.at;
      if (end.exit === 0 || end.at === here) break;
      const boundary = lexer.boundary(end.exit);
      if (boundary.kind === "line") break;
      const { closes: count, opens } = kinds[boundary.kind] as CompiledKind;
      guard = boundary.guard;
      if (count >= depth) {
        found = at;
        break;
      }
      depth -= count;
      if (opens >= 0) own[depth++] = opens;
    }
    const value = found === NEVER ? NEVER : bytes.length - found;
    for (const place of places) closings.add(bytes.length - place, mode, value, bytes.length - at);
    return found;
  }

  function minima(start: number): readonly Columns[] {
    const { minima: known, columns } = current();
    const memo = known.find(bytes.length - start, 0);
    if (memo > 0) {
      seen(known, memo);
      return columns[known.value(memo)] as readonly Columns[];
    }
    const list: Columns[] = [];
    const own: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    let at = start;
    let guard = 0;
    while (at < bytes.length && least > 0) {
      const end = lexeme(begin(own[own.length - 1] ?? 0, guard), at);
      const here = at;
      at = end.at;
      if (end.exit === 0 || end.at === here) break;
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
    known.add(bytes.length - start, 0, columns.push(list) - 1, bytes.length - at);
    return list;
  }

  return { closing, minima };
}
