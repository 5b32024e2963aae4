// The possible texts of a middle while a finite automaton reads along, for lexers that commit and have one mode. Such a
// lexer does not depend on the parser to find lexemes. A place between two lexemes is therefore a pair: the guard
// of the previous lexeme (what must not come directly after it) and the state of the automaton. There are two ways to
// continue from a place. A whole lexeme leads to another place. The last lexeme of the middle ends at the beginning of
// the suffix or inside it, and leads to the rest of the suffix.

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import { NO_FRAME } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import type { FiniteReader } from "@espalier/syntax";
import { freeLexing } from "../lexing/free-lexing.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { SuffixLexing } from "../suffix/suffix-lexing.js";
import { walkLexeme } from "./lexeme-walk.js";

/** The reachable places or suffixes, each followed by its number of symbols. Do not modify. */
export type Ways = readonly number[];

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
  // Places, keyed by guard and automaton state.
  const places = createPairTable();
  const guards: number[] = [];
  const states: number[] = [];
  const aheads: (Ahead | undefined)[] = [];
  const skips: (ReadonlyMap<number, number> | undefined)[] = [];
  const known = createPairTable();
  const ways: Ways[] = [];
  const endsOf: (Ways | undefined)[] = [];

  function placeOf(guard: number, finite: number): number {
    let place = places.get(guard, finite);
    if (place < 0) {
      place = guards.length;
      places.set(guard, finite, place);
      guards.push(guard);
      states.push(finite);
    }
    return place;
  }

  function endIn(local: number): SuffixId {
    if (lexer.begins(local)) return lexing.from(0, NO_FRAME, lexer.guardOf(local));
    const { at, exit } = lexing.lexeme(local, 0);
    const boundary = lexer.boundary(exit);
    if (exit === 0 || boundary.kind === "line") return DEAD_SUFFIX;
    const kind = kinds[boundary.kind]!;
    if (at > 0 && !lexer.isMarked(local) && !mayEndIn(kind, at)) return DEAD_SUFFIX;
    let id = lexing.from(at, NO_FRAME, boundary.guard);
    for (let t = kind.terminals.length - 1; t >= 0 && id !== DEAD_SUFFIX; t--) {
      const terminal = kind.terminals[t]!;
      id = terminal < 0 ? DEAD_SUFFIX : suffixes.prepend(terminal, id);
    }
    return id;
  }

  /** Follows one lexeme from a place, together with the automaton. */
  function ahead(place: number): Ahead {
    const made = aheads[place];
    if (made !== undefined) return made;
    const lexemes = new Map<number, number[]>();
    const ends: number[] = [];
    const from = [begin(0, guards[place]!), states[place]!] as const;
    walkLexeme(core, reader, from, (local, finite, symbols) => {
      const exit = lexer.exit(local);
      const boundary = lexer.boundary(exit);
      if (exit !== 0 && boundary.kind !== "line") {
        let list = lexemes.get(boundary.kind);
        if (list === undefined) lexemes.set(boundary.kind, (list = []));
        add(list, placeOf(boundary.guard, finite), symbols);
      }
      if (!lexer.closes(local) && reader.accepts(finite)) {
        const id = endIn(local);
        if (id !== DEAD_SUFFIX) add(ends, id, symbols);
      }
      return true;
    });
    const its = { lexemes, ends };
    aheads[place] = its;
    return its;
  }

  /** The places after any number of blanks, with the smallest number of symbols. */
  function skipped(place: number): ReadonlyMap<number, number> {
    const made = skips[place];
    if (made !== undefined) return made;
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
    skips[place] = least;
    return least;
  }

  function collected(place: number, ofPlace: (at: number) => Ways): Ways {
    const found: number[] = [];
    for (const [at, symbols] of skipped(place)) {
      const after = ofPlace(at);
      for (let i = 0; i < after.length; i += 2) add(found, after[i]!, symbols + after[i + 1]!);
    }
    return found;
  }

  return {
    place: placeOf,
    lexeme(k, place) {
      let number = known.get(k, place);
      if (number < 0) {
        number = ways.length;
        ways.push(collected(place, (at) => ahead(at).lexemes.get(k) ?? NO_WAYS));
        known.set(k, place, number);
      }
      return ways[number]!;
    },
    end: (place) => (endsOf[place] ??= collected(place, (at) => ahead(at).ends)),
    endIn,
  };
}

/** Adds a way, or lowers the symbols of an existing one. */
function add(ways: number[], to: number, symbols: number): void {
  for (let i = 0; i < ways.length; i += 2) {
    if (ways[i] !== to) continue;
    if (symbols < ways[i + 1]!) ways[i + 1] = symbols;
    return;
  }
  ways.push(to, symbols);
}
