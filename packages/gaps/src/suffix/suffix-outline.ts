// What a suffix requires of the context before it, found by lexing alone: where it closes a bracket or a string that it did not open, and the columns to which
// its lines return. No parser is involved, so this is cheap and holds for every place that leads to the suffix.

import { NO_COLUMN, NO_FRAME } from "@espalier/lexer";
import { freeLexing } from "../lexing/free-lexing.js";
import { isSyncPoint } from "../lexing/line-shape.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Tail } from "../lexing/text-buffer.js";
import { kindsInside } from "../source/kinds-inside.js";
import { guardOf, keyOf, NO_KEY, openOf } from "./entry-key.js";
import type { TailStep } from "./tail-chain.js";
import type { OutlineLine, TailMemos } from "./tail-memo.js";

/** The columns of a line of the suffix. */
export type Columns = readonly [column: number, alternate: number];

export interface SuffixOutline {
  /**
   * Finds the lexeme that closes a bracket or string of mode `mode` that is open at `at`, and returns the offset after
   * it. Returns −1 if nothing closes the bracket or string, or if a lexeme that cannot occur inside comes first.
   */
  closing(at: number, mode: number): number;
  /** The columns of those lines from `at` on that are further left than all lines before them, down to 0: what a suffix requires of the enclosing blocks. */
  minima(at: number): readonly Columns[];
}

/** How to read a suffix, and where to cache the results. */
export interface OutlineReading {
  /** The cache, as long as it belongs to this text. */
  current(): TailMemos;
  /** Marks the text up to `reach` bytes before its end as examined. */
  seen(reach: number): void;
  /** Reads on from a local state at byte `at` to the end of the lexeme. */
  lexeme(local: number, at: number): { readonly at: number; readonly exit: number };
}

const NEVER = -1;
/** The number of bytes above which a lexeme is long. */
const LONG = 32;

export function createSuffixOutline(
  core: LexedCore,
  text: Tail,
  { current, seen, lexeme }: OutlineReading,
): SuffixOutline {
  const { frames } = core;
  const { length } = text;
  const { lexer, kinds } = core.compiled;
  const { begin } = freeLexing(core);
  const mayRead = kindsInside(core.compiled);

  /** Reads on from a sync point, entered by a key, to the next one. `found` is where the last open frame is closed, counted from `start`; or −1. */
  function toSyncPoint(start: number, entered: number): TailStep & { readonly found: number } {
    const bytes = text.bytes();
    let open = openOf(entered);
    let guard = guardOf(entered);
    let at = start;
    const ended = (found: number) => ({ span: 0, nextKey: NO_FRAME, stop: at - start, items: [], found });
    while (at < length) {
      const end = lexeme(begin(frames.mode(open), guard), at);
      const long = end.at - at >= LONG;
      const here = at;
      at = end.at;
      if (end.exit === 0 || end.at === here) return ended(NEVER);
      const boundary = lexer.boundary(end.exit);
      if (boundary.kind === "line" || !mayRead(frames.mode(open), boundary.kind)) return ended(NEVER);
      const { closes: count, opens } = kinds[boundary.kind]!;
      guard = boundary.guard;
      for (let i = 0; i < count && open !== NO_FRAME; i++) open = frames.parent(open);
      if (open === NO_FRAME) return ended(at - start);
      if (opens >= 0) open = frames.open(open, opens);
      const key = (long || isSyncPoint(bytes, at)) && at < length ? keyOf(open, guard) : NO_KEY;
      if (key !== NO_KEY) return { span: at - start, nextKey: key, stop: at - start, items: [], found: NEVER };
    }
    return ended(NEVER);
  }

  function closing(start: number, mode: number): number {
    const { closings } = current();
    const passed: number[] = [];
    let at = start;
    // How a sync point is entered: with the frames open from the requested frame on.
    let key = keyOf(frames.open(NO_FRAME, mode), 0);
    let value = NEVER;
    let reach = 0;
    while (at < length) {
      const distance = length - at;
      let entry = closings.find(distance, key);
      if (entry > 0 && closings.isCurrent(entry, distance)) {
        value = closings.value(entry);
        reach = closings.reach(entry);
        break;
      }
      // The result of a step without a next point is counted from its beginning.
      let found = entry > 0 ? closings.nextValue(entry) : NEVER;
      if (entry === 0 || closings.span(entry) < 0) {
        const step = toSyncPoint(at, key);
        entry = closings.put(distance, key, step);
        found = step.found;
      }
      const span = closings.span(entry);
      if (span === 0) {
        value = found === NEVER ? NEVER : distance - found;
        reach = distance - closings.stop(entry);
        closings.settle(entry, value, reach, found);
        break;
      }
      passed.push(entry);
      key = closings.nextKey(entry);
      at += span;
    }
    for (const entry of passed) closings.settle(entry, value, reach, value);
    seen(reach);
    return value === NEVER ? NEVER : length - value;
  }

  function minima(start: number): readonly Columns[] {
    const { minima: known } = current();
    let memo = known.get(length - start);
    if (memo === undefined) {
      memo = minimaFrom(start);
      known.set(length - start, memo);
    } else seen(memo.reach);
    return memo.columns;
  }

  /** Reads on to column 0, or to a line from which this has been done before. Then links each line to the next one that is further left. */
  function minimaFrom(start: number): { readonly columns: readonly Columns[]; readonly reach: number } {
    const { lines } = current();
    const passed: { readonly at: number; readonly columns: Columns }[] = [];
    const own: number[] = [];
    let met: OutlineLine | undefined;
    let at = start;
    let guard = 0;
    while (at < length && met === undefined) {
      const end = lexeme(begin(own[own.length - 1] ?? 0, guard), at);
      const here = at;
      at = end.at;
      if (end.exit === 0 || end.at === here) break;
      const boundary = lexer.boundary(end.exit);
      guard = 0;
      if (boundary.kind === "line") {
        const { column, alternate } = boundary;
        if (at === length || column === NO_COLUMN) continue;
        if (column === 0) break;
        const line = lines.get(length - at);
        if (line?.column === column && line.alternate === alternate) met = line;
        else passed.push({ at, columns: [column, alternate] });
        continue;
      }
      const { closes: count, opens } = kinds[boundary.kind]!;
      guard = boundary.guard;
      if (count > own.length) break;
      for (let i = 0; i < count; i++) own.pop();
      if (opens >= 0) own.push(opens);
    }
    const reach = met?.reach ?? length - at;
    seen(reach);
    let first = met;
    for (const { at, columns } of passed.reverse()) {
      const [column, alternate] = columns;
      let next = first;
      while (next !== undefined && next.column >= column) next = next.next;
      first = { column, alternate, next, reach };
      lines.set(length - at, first);
    }
    const columns: Columns[] = [];
    for (let line = first; line !== undefined; line = line.next) columns.push([line.column, line.alternate]);
    return { columns, reach };
  }

  return { closing, minima };
}
