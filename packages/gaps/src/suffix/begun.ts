// Distinguishes strings that the prefix has begun from strings that the middle begins. A middle may close a string of
// the prefix and open its own, which looks the same to lexer and parser; but only the prefix's string may extend over
// text of the suffix. So the frames (open strings, brackets and blocks) that the prefix has opened are marked.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { freeLexing } from "../lexing/free-lexing.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { StraddlePolicy } from "../source/policy.js";
import { remembered } from "../source/remembered.js";
import type { SuffixLexing } from "./suffix-lexing.js";

/** Modes whose lexemes continue over any text. */
interface TextModes {
  /** The inside of a string, which a kind with `swallows` opens. */
  readonly swallowing: ReadonlySet<number>;
  /** Other text, such as the format of a field. */
  readonly other: ReadonlySet<number>;
}

const textModes = remembered(({ compiled: { kinds, source } }: LexedCore): TextModes => {
  const opened = kinds.flatMap(({ kind, opens }) => (kind.swallows === true && opens >= 0 ? [opens] : []));
  const swallowing = new Set(opened);
  const text = source.modes.flatMap(({ place = "code" }, mode) => (place === "code" ? [] : [mode]));
  return { swallowing, other: new Set(text.filter((mode) => !swallowing.has(mode))) };
});

/** The place with marks on the lexeme in progress, if any, and on the open frames whose text continues. */
export function asBegun(core: LexedCore, place: Place): Place {
  const { lexer } = core.compiled;
  const inComment = lexer.isLine(place.local) && lexer.exit(place.local) === 0;
  const inLexeme = !lexer.isLine(place.local) && !lexer.begins(place.local);
  return {
    ...place,
    local: inComment || inLexeme ? lexer.marked(place.local) : place.local,
    frames: markedFrames(core, place.frames),
  };
}

function markedFrames(core: LexedCore, open: FrameId): FrameId {
  const { frames } = core;
  const { swallowing, other } = textModes(core);
  const path: FrameId[] = [];
  for (let at = open; at !== NO_FRAME; at = frames.parent(at)) path.push(at);
  const isText = (at: FrameId): boolean => swallowing.has(frames.mode(at)) || other.has(frames.mode(at));
  const first = path.findLastIndex(isText);
  if (first < 0) return open;
  let at = path[first + 1] ?? NO_FRAME;
  for (let i = first; i >= 0; i--) {
    const frame = path[i]!;
    at = frames.isBlock(frame)
      ? frames.indent(at, frames.column(frame), frames.alternate(frame))
      : frames.open(at, frames.mode(frame));
    if (isText(frame)) at = frames.mark(at);
  }
  return at;
}

/**
 * Returns a function that decides whether the suffix may begin with given frames (blocks, brackets and strings) open.
 * It may not begin inside a string or other text that the middle has opened. A format specification that the suffix
 * ends at once is allowed, as in `{x:.2f|}`.
 */
export function mayMeet(core: LexedCore, lexing: SuffixLexing, policy: StraddlePolicy): (open: FrameId) => boolean {
  if (policy === "all") return () => true;
  const { frames } = core;
  const { swallowing, other } = textModes(core);
  const first = createFirstKind(core, lexing);
  return (open: FrameId): boolean => {
    for (let at = open; at !== NO_FRAME; at = frames.parent(at)) {
      if (frames.isMarked(at)) continue;
      const mode = frames.mode(at);
      if (swallowing.has(mode) || (other.has(mode) && (at !== open || (first(mode)?.closes ?? 0) === 0))) return false;
    }
    return true;
  };
}

/**
 * Returns a function that decides whether a lexeme of the middle may extend into the suffix, up to byte `at`, while
 * given frames are open. A lexeme of code may extend to byte `at` if that byte is not inside a lexeme of the suffix.
 * The text of a string may extend to `at` if the suffix itself begins with such text or closes the string.
 */
export function mayReach(
  core: LexedCore,
  lexing: SuffixLexing,
): (kind: CompiledKind, open: FrameId, at: number) => boolean {
  const { other } = textModes(core);
  const { frames } = core;
  const first = createFirstKind(core, lexing);
  return ({ kind, closes }: CompiledKind, open: FrameId, at: number): boolean => {
    const mode = frames.mode(open);
    if (kind.swallows === true || (other.has(mode) && !frames.isMarked(open))) return false;
    if ((kind.place ?? "code") === "code") return !tears(core, lexing, mode, at);
    const alone = first(mode);
    return alone !== undefined && ((alone.kind.place ?? "code") !== "code" || (closes > 0 && alone.closes > 0));
  };
}

/** Whether byte `at` is inside a lexeme of the suffix, read by itself in a mode. */
function tears(core: LexedCore, lexing: SuffixLexing, mode: number, at: number): boolean {
  const { lexer } = core.compiled;
  const { begin } = freeLexing(core);
  let from = 0;
  for (let guard = 0; from < at; ) {
    const end = lexing.lexeme(begin(mode, guard), from);
    const boundary = lexer.boundary(end.exit);
    if (end.at === from || end.exit === 0 || boundary.kind === "line") return false;
    from = end.at;
    guard = boundary.guard;
  }
  return from > at;
}

/** The first lexeme of the suffix, read in a mode, or `undefined`. */
function createFirstKind(core: LexedCore, lexing: SuffixLexing): (mode: number) => CompiledKind | undefined {
  const { lexer, kinds } = core.compiled;
  const { begin } = freeLexing(core);
  const known = new Map<number, CompiledKind | undefined>();
  return (mode: number): CompiledKind | undefined => {
    if (!known.has(mode)) {
      const { at, exit } = lexing.lexeme(begin(mode, 0), 0);
      const boundary = lexer.boundary(exit);
      known.set(mode, at === 0 || boundary.kind === "line" ? undefined : kinds[boundary.kind]);
    }
    return known.get(mode);
  };
}
