// Computes the least number of symbols that finish a text of a lazy language together with a finite automaton. In a
// lazy language, the next byte never leaves open whether a lexeme has ended (lazy-source.ts). So the state of the
// automaton is all that matters between lexemes, and each terminal is spelt by its shortest texts.
//
// After a *tracked* terminal, what may follow depends on the text of the lexeme, as for keys that may not repeat. Each
// such text may create states of its own. So the search first looks for a completion without tracked lexemes, then with
// one, then with two, and so on. Each tracked lexeme is spelt by one shortest text for each state of the automaton.
// Every completion found is valid. If the search finds no completion and has met no tracked terminal, no completion
// exists. If it finds no completion but has met a tracked terminal, the answer is *undecided*.
//
// Until it meets a tracked terminal, the search visits everything that is reachable, because only then the answer is a
// proof. After that, it looks for short completions first, then for longer ones. So it also ends where infinitely many
// rules are reachable, as for values inside each other, each with an indentation of its own.

import type { Engine } from "@espalier/automata";
import type { Chart, LazyRules, RuleEdges, SetId } from "@espalier/earley";
import { burn } from "@espalier/monitor";
import type { LazySource } from "../tracking/lazy-source.js";
import { OUTSIDE } from "../tracking/refused-texts.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";
import { type MemberTexts, spelt } from "./member-texts.js";
import { createPlaces } from "./places.js";
import { createRest, type Rest } from "./rest.js";
import { createRuleEnds, type RuleMoves } from "./rule-ends.js";
import type { TerminalRegexes } from "./terminal-regexes.js";
import { usedBytes } from "./used-bytes.js";

export interface LazyRests {
  /** Returns the least number of symbols from `set`, at the start of a lexeme, to an end; Infinity if none is known. */
  of(set: SetId, finite: number): number;
  /** The same over completions without tracked lexemes. */
  withoutTracked(set: SetId, finite: number): number;
  /** Returns whether a tracked terminal was met, or one with too many texts. Infinity then proves nothing. */
  undecided(): boolean;
  /** Returns whether every text that both read, with the automaton starting in `finite`, has a completion. */
  clearFrom(finite: number): boolean;
  /** Returns whether the caches should be dropped. */
  isFull(): boolean;
}

/** The most tracked lexemes in a completion. */
const MOST_TRACKED = 8;
/** The most rows of rule ends. The largest row observed, for literals with deep indentation, took about 50 KB. */
const MOST_ROWS = 10_000;
/** The most new rows for one answer while tracked lexemes create states. Beyond it, the answer is undecided. */
const MOST_TRACKED_ROWS = 2_000;
/**
 * The first bound on the symbols of a completion is twice the least number of symbols without the automaton, but at least
 * twice this number. The next bounds are four times as much, eight times, and so on.
 */
const USUAL = 8;
/** The last bound on the symbols of a completion, as a multiple of the least number without the automaton. */
const MOST_TIMES = 64;
/** A multiple of that number which is enough after `MOST_BOUNDED_ROWS`. */
const ENOUGH_TIMES = 8;
/** If a search has made more new rows than this, its last bound is `ENOUGH_TIMES`. */
const MOST_BOUNDED_ROWS = 500;
const NO_BYTES = new Uint8Array(0);

/** Stops the search in which the first tracked terminal is met. */
class TrackedTerminal extends Error {}

/**
 * What the search reads. It is not part of the search's tables, so it stays when these begin anew.
 *
 * `texts` finds the texts of lexemes. `least` returns the least number of symbols that complete the text after a set
 * without the automaton.
 */
export interface LazyRestsInput {
  readonly source: LazySource;
  readonly engine: Engine;
  readonly chart: Chart<LazyRules>;
  readonly reader: FiniteReader;
  readonly regexOf: TerminalRegexes;
  readonly texts: MemberTexts;
  readonly least: (set: SetId) => number;
}

export function createLazyRests({ source, engine, chart, reader, regexOf, texts, least }: LazyRestsInput): LazyRests {
  const { rules } = source;
  const places = createPlaces();
  let tracked = false;
  let rows = 0;
  let rowsAtStart: number | undefined;
  let clear = true;
  // Cached, because lazy rules may create a new edge on each call.
  const edgesBy = new Map<number, RuleEdges>();

  function edgesOf(q: number): RuleEdges {
    let edges = edgesBy.get(q);
    if (edges === undefined) edgesBy.set(q, (edges = rules.edges(q)));
    return edges;
  }

  /** The steps over an edge whose text decides what follows. */
  function follow(terminal: number, edge: number, x: number, into: number[]): void {
    if (!tracked) {
      tracked = true;
      throw new TrackedTerminal();
    }
    const left = places.label(x);
    if (left === 0n) return;
    const regex = source.allowed?.(edge) ?? regexOf(terminal);
    const refusedFrom = source.refused?.(edge) ?? OUTSIDE;
    for (const text of texts.of(engine.intern(regex), refusedFrom, places.state(x), usedBytes(regex))) {
      const target = rules.follow?.(edge, spelt(text, NO_BYTES)) ?? -1;
      if (target >= 0) into.push(target, places.of(left - 1n, text.finite), text.length);
    }
  }

  const moves: RuleMoves = {
    final(q) {
      rows++;
      return edgesOf(q).final;
    },
    terminals(q, x) {
      const { terminals } = edgesOf(q);
      const found: number[] = [];
      for (let i = 0; i < terminals.length; i += 2) {
        const [terminal, target] = [terminals[i]!, terminals[i + 1]!];
        if (rules.tracked?.(terminal) === true) {
          follow(terminal, target, x, found);
          continue;
        }
        const regex = regexOf(terminal);
        if (regex.kind === "literal") {
          // There may be many long ones, such as the indentation at each depth. They become no expressions.
          const { bytes } = regex;
          burn("search", 1 + (bytes.length >>> 4));
          let end = places.state(x);
          for (let n = 0; n < bytes.length && end !== REFUSED; n++) end = reader.step(end, bytes[n]!);
          clear &&= end !== REFUSED;
          if (end !== REFUSED) found.push(target, places.of(places.label(x), end), bytes.length);
          continue;
        }
        const [expr, used] = [engine.intern(regex), usedBytes(regex)];
        clear &&= texts.clear(expr, places.state(x), used);
        for (const text of texts.of(expr, OUTSIDE, places.state(x), used))
          found.push(target, places.of(places.label(x), text.finite), text.length);
      }
      return found;
    },
    calls(q) {
      const { calls } = edgesOf(q);
      const found: number[] = [];
      for (let i = 0; i < calls.length; i += 2) found.push(rules.startOf(calls[i]!), calls[i + 1]!);
      return found;
    },
  };
  const last = (place: number): number => (reader.accepts(places.state(place)) ? 0 : Number.POSITIVE_INFINITY);
  let ends = createRuleEnds(moves, MOST_ROWS);
  const restOver = (): Rest => createRest(chart, (q) => rules.ruleOf(q), ends, last);
  let rest = restOver();

  /** Returns the least number of symbols over completions without tracked lexemes; Infinity if none is known. */
  function withoutTracked(set: SetId, finite: number): number {
    if (tracked) return withTracked(0, set, finite);
    try {
      return rest.of(set, places.of(0n, finite));
    } catch (error) {
      if (!(error instanceof TrackedTerminal)) throw error;
      ends = createRuleEnds(moves, MOST_ROWS);
      rest = restOver();
      return withTracked(0, set, finite);
    }
  }

  /** The same with at most so many tracked lexemes, after the first tracked terminal was met. */
  function withTracked(lexemes: number, set: SetId, finite: number): number {
    const place = places.of(BigInt(lexemes), finite);
    const before = rows;
    const usual = Math.max(USUAL, least(set));
    for (let times = 2; times <= MOST_TIMES; times *= 2) {
      const symbols = rest.of(set, place, times * usual);
      if (symbols !== Number.POSITIVE_INFINITY || rest.proves()) return symbols;
      if (times >= ENOUGH_TIMES && rows - before > MOST_BOUNDED_ROWS) break;
    }
    return Number.POSITIVE_INFINITY;
  }

  function fewest(set: SetId, finite: number): number {
    const before = rows;
    let symbols = withoutTracked(set, finite);
    for (let lexemes = 1; tracked && symbols === Number.POSITIVE_INFINITY; lexemes++) {
      if (lexemes > MOST_TRACKED || rows - before > MOST_TRACKED_ROWS) break;
      symbols = withTracked(lexemes, set, finite);
    }
    return symbols;
  }

  return {
    of(set, finite) {
      const symbols = fewest(set, finite);
      rowsAtStart ??= rows;
      return symbols;
    },
    withoutTracked,
    // The first answer always needs its rows, so only the rows created since then count.
    isFull: () => rowsAtStart !== undefined && 2 * (rows - rowsAtStart) > MOST_ROWS - rowsAtStart,
    clearFrom(finite) {
      const whole = ends.of(rules.startOf(rules.start), places.of(0n, finite));
      const ended = [...whole.keys()].every((place) => reader.accepts(places.state(place)));
      return clear && !tracked && texts.complete() && ends.everyEnds() && whole.size > 0 && ended;
    },
    undecided: () => tracked || !texts.complete(),
  };
}
