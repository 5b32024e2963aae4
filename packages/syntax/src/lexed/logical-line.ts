// The logical line that begins at a place, as the lexer alone sees it: it ends where the language ends a line, so brackets and strings that reach over
// several lines of the text belong to it.

import type { FrameId } from "@espalier/lexer";
import type { CompiledKind } from "./compiled.js";
import { freeLexing } from "./free-lexing.js";
import { lineEndAt, nonBlankAt } from "./line-shape.js";
import type { LexedCore } from "./shared-parts.js";

export interface LogicalLine {
  /** After its line break. */
  readonly next: number;
  /** Its bytes that are no blanks. Each string counts with a few bytes at most: what stands in it is text, whatever its length. */
  readonly weight: number;
}

/** Bytes of a string that count. */
const STRING = 40;
/** Bytes of a logical line that are looked at. */
const MOST = 100_000;

/** The logical line that begins at `at` with `open` frames; undefined where it cannot be lexed or no line break ends it. */
export function logicalLineAt(core: LexedCore, bytes: Uint8Array, at: number, open: FrameId): LogicalLine | undefined {
  const { compiled, frames } = core;
  const { lexer, kinds } = compiled;
  const { begin, closes } = freeLexing(core);
  let here = nonBlankAt(bytes, at);
  let its = open;
  let guard = 0;
  let weight = 0;
  while (here < bytes.length && here - at < MOST) {
    let local = begin(frames.mode(its), guard);
    let end = here;
    while (end < bytes.length && !closes(local)) {
      const next = lexer.step(local, bytes[end] as number);
      if (next === 0) break;
      local = next;
      end++;
    }
    const exit = lexer.exit(local);
    if (exit === 0 || end === here) return undefined;
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") return { next: lineEndAt(bytes, here).next, weight };
    const kind = kinds[boundary.kind] as CompiledKind;
    if (!core.hasToClose(its, kind)) return undefined;
    const own = countNonBlanks(bytes, here, end);
    weight += kind.kind.swallows === true ? Math.min(STRING, own) : own;
    its = core.framesAfter(its, kind);
    guard = boundary.guard;
    here = end;
  }
  return undefined;
}

function countNonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 32) found++;
  return found;
}
