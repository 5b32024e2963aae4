// Numbers the *places* in the middle of a gap: positions where a lexeme may begin, while a finite automaton reads the
// same text. The file also says what may come directly after a place: lexemes, line ends, and the end of the middle. It
// is for languages with significant line ends or several lexer modes. A place has four parts:
//
//   guard    what must not come directly after the previous lexeme
//   finite   the state of the automaton
//   line     whether a line has just begun, and the blanks at its start
//   top      an abstraction of the innermost open frame (layout-tops.ts)

import type { SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import { type FiniteReader, SyntaxLimitError } from "@espalier/syntax";
import type { LexedMachine } from "../language/machine.js";
import { freeLexing } from "../lexing/free-lexing.js";
import type { CompiledKind } from "../source/compiled.js";
import { rememberedBy } from "../source/remembered.js";
import { ANY_STATE, createAnyStates } from "./any-states.js";
import { frameOf, isLoose, modeOfTop, topOfFrame, topOfLooseMode, topOfMode } from "./layout-tops.js";
import { createLexemeAheads, type LexemeAhead } from "./lexeme-aheads.js";
import type { LineWalks } from "./line-walks.js";
import { createMiddleStops, type Stops } from "./middle-stops.js";
import { createRepresentatives } from "./place-representatives.js";
import { createPlaceWays, type LineEnds, type Ways } from "./place-ways.js";

/**
 * Where a place is in its line. `INSIDE`: not at the start of a line. `BEGUN`: at the start of a line whose newline and
 * indentation terminals have been read. `COLUMN + n`: at the start of a line whose terminals have not been read yet,
 * after blanks of type n in {@link BLANKS}. `LEFT + n`: the same, after a block has been left.
 */
export const INSIDE = 0;
export const BEGUN = 1;
export const COLUMN = 2;
export const LEFT = 5;
/** The blanks at the start of a line: none, without tabs, with tabs. */
export const BLANKS = ["none", "spaces", "tabs"] as const;

export interface LayoutPlaces {
  of(guard: number, finite: number, line: number, top: number): number;
  /** The places after a lexeme of kind `k`. There are several if it leads out of a mode in which the state of the automaton is not followed. */
  after(k: number, guard: number, finite: number, top: number): readonly number[];
  guard(place: number): number;
  finite(place: number): number;
  line(place: number): number;
  top(place: number): number;
  /** The places after blanks, each with its symbols; with comments up to the end of the line on request. */
  skipped(place: number, comments: boolean): ReadonlyMap<number, number>;
  /** What follows directly, without blanks. */
  ahead(place: number): LexemeAhead;
  /** The same for a lexeme in progress. */
  inside(local: number, finite: number): LexemeAhead;
  /** The suffixes that follow if the middle ends here, or in a lexeme or line that begins here, with exactly these frames open. */
  ends(place: number, open: FrameId): Ways;
  /** Ways over the end of the line. */
  lines(place: number): LineEnds;
  /** Whether a lexeme had so many states that some ways may be missing. */
  isIncomplete(): boolean;
}

/** The largest number of states of the automaton where lexemes begin. */
const MOST_FINITE = 512;

/** @param states all states of the automaton. */
export function createLayoutPlaces(
  { core }: LexedMachine,
  reader: FiniteReader,
  walks: LineWalks,
  stops: Stops,
  suffixes: { prepend(terminal: number, suffix: SuffixId): SuffixId },
  states: readonly number[],
): LayoutPlaces {
  const { frames, compiled } = core;
  const { kinds, kindsIn } = compiled;
  const { connections } = stops;
  const { begin } = freeLexing(core);
  const byLexer = createPairTable();
  const byLine = createPairTable();
  const places = createPairTable();
  const [guards, finites, lines, tops]: number[][] = [[], [], [], []];
  const met = new Set<number>();

  const representativeOf = createRepresentatives(core, reader);
  const { anyAhead, statesAfter, isIncomplete: isAnyIncomplete } = createAnyStates(core, reader, states);
  function placesAfter(k: number, guard: number, finite: number, top: number): readonly number[] {
    if (finite !== ANY_STATE || isLoose(top)) return [placeOf(guard, finite, INSIDE, top)];
    return [...new Set(statesAfter(k).map((state) => placeOf(guard, state, INSIDE, top)))];
  }

  function placeOf(givenGuard: number, given: number, line: number, top: number): number {
    if (isLoose(top)) return intern(0, ANY_STATE, line, top);
    const [guard, finite] = representativeOf(givenGuard, given, modeOfTop(top, frames.mode), line !== INSIDE);
    return intern(guard, finite, line, top);
  }
  function intern(guard: number, finite: number, line: number, top: number): number {
    let first = byLexer.get(guard, finite);
    if (first < 0) {
      byLexer.set(guard, finite, (first = byLexer.size));
      if (met.add(finite).size > MOST_FINITE)
        throw new SyntaxLimitError(
          "searchSteps",
          MOST_FINITE,
          "the other part has too many states where lexemes begin",
        );
    }
    let second = byLine.get(first, line);
    if (second < 0) byLine.set(first, line, (second = byLine.size));
    let place = places.get(second, top);
    if (place < 0) {
      places.set(second, top, (place = guards!.length));
      guards!.push(guard);
      finites!.push(finite);
      lines!.push(line);
      tops!.push(top);
    }
    return place;
  }
  const modeOf = (place: number): number => modeOfTop(tops![place]!, frames.mode);

  const middle = createMiddleStops(core, walks, stops, suffixes);
  const aheadOf = createLexemeAheads(core, reader, (local) => {
    const stop = middle.stopIn(local);
    return stop && `${stop.kind};${stop.at};${stop.guard}`;
  });
  const ahead = rememberedBy((place: number): LexemeAhead => {
    const mode = modeOf(place);
    const follow = lines![place] === INSIDE ? aheadOf.begin : aheadOf.beginLine;
    return isLoose(tops![place]!) ? anyAhead(mode) : follow(begin(mode, guards![place]!), finites![place]!);
  });

  const withComments = rememberedBy((place: number) => skip(place, true));
  const withoutComments = rememberedBy((place: number) => skip(place, false));
  const skipped = (place: number, comments: boolean): ReadonlyMap<number, number> =>
    comments ? withComments(place) : withoutComments(place);
  function skip(place: number, comments: boolean): ReadonlyMap<number, number> {
    const least = new Map([[place, 0]]);
    const queue: (number[] | undefined)[] = [[place]];
    for (let symbols = 0; symbols < queue.length; symbols++) {
      for (const here of queue[symbols] ?? []) {
        if (least.get(here) !== symbols) continue;
        for (const k of kindsIn[modeOf(here)]!) {
          const { terminals, opens, onlyBefore, closes } = kinds[k]!;
          if (terminals.length > 0 || (onlyBefore >= 0 && !comments)) continue;
          const top = closes === 0 ? tops![here]! : replaced(tops![here]!, kinds[k]!, opens);
          for (const { guard, finite, symbols: more } of ahead(here).ends.get(k) ?? []) {
            const next = placeOf(guard, finite, INSIDE, top);
            if (symbols + more >= (least.get(next) ?? Number.POSITIVE_INFINITY)) continue;
            least.set(next, symbols + more);
            (queue[symbols + more] ??= []).push(next);
          }
        }
      }
    }
    return least;
  }
  function replaced(top: number, kind: CompiledKind, opens: number): number {
    const frame = frameOf(top);
    if (frame !== undefined) return topOfFrame(core.framesAfter(frame, kind));
    return isLoose(top) ? topOfLooseMode(opens) : topOfMode(opens);
  }

  const { ends, lines: linesFrom } = createPlaceWays(core, walks, connections, middle, {
    skipped,
    ahead,
    top: (place) => tops![place]!,
  });

  return {
    of: placeOf,
    after: placesAfter,
    guard: (place) => guards![place]!,
    finite: (place) => finites![place]!,
    line: (place) => lines![place]!,
    top: (place) => tops![place]!,
    skipped,
    ahead,
    inside: aheadOf.inside,
    ends,
    lines: linesFrom,
    isIncomplete: () => aheadOf.isIncomplete() || isAnyIncomplete(),
  };
}
