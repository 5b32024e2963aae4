// What follows where the middle of a gap ends in a lexeme or at the start of a line, with given frames open.

import { DEAD_SUFFIX, type SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { Connections } from "../suffix/connections.js";
import { behindKind } from "../suffix/suffix-layout.js";
import type { LineWalks } from "./line-walks.js";

/** An end of the middle in a lexeme of kind `kind`, which ends at byte `at` of the suffix. Before a lexeme, `kind` is −1. */
export interface LexemeStop {
  readonly kind: number;
  readonly at: number;
  readonly guard: number;
}

/** How a gap restricts where its middle ends. */
export interface Stops {
  readonly connections: Connections;
  /** Whether a lexeme of the middle may end at byte `at` > 0 of the suffix. */
  mayEndIn(kind: CompiledKind, open: FrameId, at: number): boolean;
  /** Whether a comment on a line of its own may. */
  readonly swallows: boolean;
}

export interface MiddleStops {
  /** How the middle ends in a local state of the lexer; `undefined` if it cannot. */
  stopIn(local: number): LexemeStop | undefined;
  /** The suffix after the middle ends in a lexeme; dead if it cannot end there. */
  stopAt(stop: LexemeStop, open: FrameId): SuffixId;
  /** The suffix after the middle ends in a local state at the start of a line, with these frames open before it. */
  stopInLine(local: number, open: FrameId): SuffixId;
  /** Local states that differ from one only in the number of blanks, up to a column, each with the number of symbols more. */
  likeBlanks(local: number, widest: number): readonly (readonly [local: number, symbols: number])[];
}

const [TAB, SPACE] = [9, 32];

export function createMiddleStops(
  core: LexedCore,
  walks: LineWalks,
  { connections, mayEndIn, swallows }: Stops,
  suffixes: { prepend(terminal: number, suffix: SuffixId): SuffixId },
): MiddleStops {
  const { lexer, kinds } = core.compiled;
  const { lexing } = connections;
  const stopped = new Map<number, LexemeStop | undefined>();
  function stopIn(local: number): LexemeStop | undefined {
    if (stopped.has(local)) return stopped.get(local);
    let stop: LexemeStop | undefined;
    if (lexer.begins(local)) stop = { kind: -1, at: 0, guard: lexer.guardOf(local) };
    else {
      const { at, exit } = lexing.lexeme(local, 0);
      const boundary = lexer.boundary(exit);
      if (exit !== 0 && boundary.kind !== "line") stop = { kind: boundary.kind, at, guard: boundary.guard };
    }
    stopped.set(local, stop);
    return stop;
  }

  function stopAt({ kind: k, at, guard }: LexemeStop, open: FrameId): SuffixId {
    if (k < 0) return connections.mayEnter(open) ? lexing.from(0, open, guard) : DEAD_SUFFIX;
    const kind = kinds[k]!;
    if (!core.hasToClose(open, kind) || core.isFull(open, kind)) return DEAD_SUFFIX;
    if (at > 0 && !mayEndIn(kind, open, at)) return DEAD_SUFFIX;
    const after = core.framesAfter(open, kind);
    if (!connections.mayEnter(at > 0 ? open : after)) return DEAD_SUFFIX;
    return behindKind(suffixes, kind, lexing.from(at, after, guard));
  }

  function stopInLine(local: number, open: FrameId): SuffixId {
    const end = lexing.lexeme(local, 0);
    const swallowing = lexer.exit(local) === 0 && end.at > 0 && ![10, 13].includes(lexing.bytes()[0]!);
    if (swallowing && !swallows) return DEAD_SUFFIX;
    if (end.at === lexing.length) return lexer.lineMayEnd(end.local) ? lexing.from(end.at, open, 0) : DEAD_SUFFIX;
    const boundary = lexer.boundary(end.exit);
    return boundary.kind === "line"
      ? lexing.fromLine(end.at, open, [boundary.column, boundary.alternate])
      : DEAD_SUFFIX;
  }

  function likeBlanks(local: number, widest: number): readonly (readonly [number, number])[] {
    const its = walks.classOf(local);
    const found: (readonly [number, number])[] = [[local, 0]];
    if ((its !== "spaces" && its !== "tabs") || lexer.lineIsFixed(local)) return found;
    let at = local;
    for (let symbols = 0; at !== 0; ) {
      const exit = lexer.boundary(lexer.exit(at));
      if (exit.kind !== "line" || exit.column > widest) break;
      let wide = at;
      for (let more = 0; wide !== 0 && more <= widest; more++) {
        if (symbols + more > 0) found.push([wide, symbols + more]);
        wide = lexer.step(wide, SPACE);
      }
      if (its === "spaces") break;
      at = lexer.step(at, TAB);
      symbols++;
    }
    return found;
  }

  return { stopIn, stopAt, stopInLine, likeBlanks };
}
