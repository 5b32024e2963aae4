// Reads a text in one pass, lexeme by lexeme. The result is the same as that of stepping a language byte by byte
// (machine.ts). But no state is created for every byte, and nothing checks what else could follow. Intended for
// prefixes and whole files, which are long and mostly correct.

import { DEAD_SET, type SetId } from "@espalier/earley";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { remembered } from "../source/remembered.js";
import { freeLexing } from "./free-lexing.js";
import type { LexedCore } from "./shared-parts.js";

/** The parts of the state after a text. */
export interface Place {
  readonly local: number;
  readonly set: SetId;
  readonly frames: FrameId;
}

/** The place after `bytes`, read from `from`; `undefined` if they cannot be read. A lexeme in progress may be of any kind. */
export function readText(core: LexedCore, bytes: Uint8Array, from?: Place): Place | undefined {
  return readRange(core, bytes, 0, bytes.length, from);
}

/** The same for the bytes in [first, end). */
export function readRange(
  core: LexedCore,
  bytes: Uint8Array,
  first: number,
  end: number,
  from?: Place,
): Place | undefined {
  return readerOf(core)(bytes, first, end, from);
}

type Reader = (bytes: Uint8Array, first: number, end: number, from: Place | undefined) => Place | undefined;

/** Made once for each core: a long text has thousands of lines, which are read one by one. */
const readerOf = remembered(createReader);

function createReader(core: LexedCore): Reader {
  const { compiled, frames } = core;
  const { lexer, kinds, newline } = compiled;
  const { begin: beginIn, closes } = freeLexing(core);
  const begin = (open: FrameId, guard: number): number => beginIn(frames.mode(open), guard);
  let set: SetId = core.chart.start;
  let open: FrameId = NO_FRAME;
  let local = 0;

  /** Reads the terminals of a boundary. Returns `false` if the parser cannot read them. */
  function cross(exit: number): boolean {
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") {
      const after = core.newLine(set, open, boundary.column, boundary.alternate);
      set = after.set;
      open = after.frames;
      local = begin(open, 0);
      return set !== DEAD_SET;
    }
    const kind = kinds[boundary.kind]!;
    if (core.isFull(open, kind)) return false;
    if (kind.onlyBefore >= 0 && core.chart.scan(set, kind.onlyBefore) === DEAD_SET) return false;
    set = core.read(set, kind);
    open = core.framesAfter(open, kind);
    local = begin(open, boundary.guard);
    return set !== DEAD_SET;
  }

  return (bytes, first, end, from) => {
    set = from?.set ?? core.chart.start;
    open = from?.frames ?? NO_FRAME;
    local = from?.local ?? (newline < 0 ? begin(NO_FRAME, 0) : lexer.lineStart);
    for (let at = first; at < end; at++) {
      const byte = bytes[at]!;
      let next = lexer.step(local, byte);
      if (next === 0) {
        const exit = lexer.exit(local);
        if (exit === 0 || !cross(exit)) return undefined;
        next = lexer.step(local, byte);
        if (next === 0) return undefined;
      }
      // A line may only end if the parser can read a line end, or if no line has begun.
      if (lexer.isLine(next) && !lexer.isLine(local) && core.chart.scan(set, newline) === DEAD_SET) return undefined;
      local = next;
      if (closes(local) && !cross(lexer.exit(local))) return undefined;
    }
    return { local, set, frames: open };
  };
}
