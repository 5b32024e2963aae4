// The possible texts of a middle while a finite automaton reads along, for lexers that commit and have one mode. Such a
// lexer does not depend on the parser to find lexemes. A place between two lexemes is therefore a pair: the guard
// of the previous lexeme (what must not come directly after it) and the state of the automaton. There are two ways to
// continue from a place. A whole lexeme leads to another place. The last lexeme of the middle ends at the beginning of
// the suffix or inside it, and leads to the rest of the suffix.

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { NO_FRAME } from "@espalier/lexer";
import type { FiniteReader } from "@espalier/syntax";
import { freeLexing } from "../lexing/free-lexing.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import { createPairNumbers } from "../source/pair-numbers.js";
import { rememberedBy, rememberedPairs } from "../source/remembered.js";
import { behindKind } from "../suffix/suffix-layout.js";
import type { SuffixLexing } from "../suffix/suffix-lexing.js";
import { walkLexeme } from "./lexeme-walk.js";
import { addWay, type Ways } from "./place-ways.js";

export interface GapSpellings {
  /** The place after a boundary with `guard`, with the automaton in state `finite`. */
  place(guard: number, finite: number): number;
  /** The places after a lexeme of kind `k`, including blanks before it. */
  lexeme(k: number, place: number): Ways;
  /** The suffixes that can follow at the end of the middle, including blanks and the lexeme that ends there. */
  end(place: number): Ways;
  /** The rest of the suffix if the middle ends in `local`; a dead suffix if it cannot end there. */
  endIn(local: number): SuffixId;
}

/** What can follow a place directly, without blanks. */
interface Ahead {
  /** Places by kind. */
  readonly lexemes: ReadonlyMap<number, number[]>;
  readonly ends: number[];
}

const NO_WAYS: Ways = [];

/**
 * Returns the texts of a middle that a finite automaton (`reader`) can read along, as steps from one place between
 * two lexemes to the next.
 *
 * @param mayEndIn returns whether a lexeme of a given kind that begins in the middle may end at byte `at` > 0 of the
 * suffix.
 * @throws SyntaxLimitError from `lexeme` and `end`, if the product of a lexeme and the automaton has too many states.
 */
export function createGapSpellings(
  core: LexedCore,
  suffixes: SuffixChart,
  lexing: SuffixLexing,
  reader: FiniteReader,
  mayEndIn: (kind: CompiledKind, at: number) => boolean,
): GapSpellings {
  const { lexer, kinds } = core.compiled;
  const { begin } = freeLexing(core);
  const blanks = kinds.flatMap(({ terminals }, k) => (terminals.length === 0 ? [k] : []));
  // Places, by guard and automaton state.
  const places = createPairNumbers();

  function endIn(local: number): SuffixId {
    if (lexer.begins(local)) return lexing.from(0, NO_FRAME, lexer.guardOf(local));
    const { at, exit } = lexing.lexeme(local, 0);
    const boundary = lexer.boundary(exit);
    if (exit === 0 || boundary.kind === "line") return DEAD_SUFFIX;
    const kind = kinds[boundary.kind]!;
    if (at > 0 && !lexer.isMarked(local) && !mayEndIn(kind, at)) return DEAD_SUFFIX;
    return behindKind(suffixes, kind, lexing.from(at, NO_FRAME, boundary.guard));
  }

  /** Follows one lexeme from a place, together with the automaton. */
  const ahead = rememberedBy((place: number): Ahead => {
    const lexemes = new Map<number, number[]>();
    const ends: number[] = [];
    const from = [begin(0, places.first(place)), places.second(place)] as const;
    walkLexeme(core, reader, from, (local, finite, symbols) => {
      const exit = lexer.exit(local);
      const boundary = lexer.boundary(exit);
      if (exit !== 0 && boundary.kind !== "line") {
        let list = lexemes.get(boundary.kind);
        if (list === undefined) lexemes.set(boundary.kind, (list = []));
        addWay(list, places.of(boundary.guard, finite), symbols);
      }
      if (!lexer.closes(local) && reader.accepts(finite)) {
        const id = endIn(local);
        if (id !== DEAD_SUFFIX) addWay(ends, id, symbols);
      }
      return true;
    });
    return { lexemes, ends };
  });

  /** The places after any number of blanks, with the smallest number of symbols. */
  const skipped = rememberedBy((place: number): ReadonlyMap<number, number> => {
    const least = new Map([[place, 0]]);
    const queue: (number[] | undefined)[] = [[place]];
    for (let symbols = 0; symbols < queue.length; symbols++) {
      for (const at of queue[symbols] ?? []) {
        if (least.get(at) !== symbols) continue;
        for (const k of blanks) {
          const after = ahead(at).lexemes.get(k) ?? NO_WAYS;
          for (let i = 0; i < after.length; i += 2) {
            const [next, total] = [after[i]!, symbols + after[i + 1]!];
            if (total >= (least.get(next) ?? Number.POSITIVE_INFINITY)) continue;
            least.set(next, total);
            (queue[total] ??= []).push(next);
          }
        }
      }
    }
    return least;
  });

  function collected(place: number, ofPlace: (at: number) => Ways): Ways {
    const found: number[] = [];
    for (const [at, symbols] of skipped(place)) {
      const after = ofPlace(at);
      for (let i = 0; i < after.length; i += 2) addWay(found, after[i]!, symbols + after[i + 1]!);
    }
    return found;
  }

  return {
    place: places.of,
    lexeme: rememberedPairs((k, place) => collected(place, (at) => ahead(at).lexemes.get(k) ?? NO_WAYS)),
    end: rememberedBy((place: number) => collected(place, (at) => ahead(at).ends)),
    endIn,
  };
}
