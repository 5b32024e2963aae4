// How few symbols finish a text of a lazy language while a finite automaton reads along. Boundaries are clean by the maker's promise
// (lazy-source.ts), so a place is a state of the automaton, and a terminal is spelt by its shortest texts.
//
// What follows a tracked terminal depends on its text, and each text may make states of its own. So a completion is looked for with no tracked
// lexeme, then with one, then with two, …, each spelt by a shortest text for each state of the automaton. What is found is a completion. What
// is not found is proven only where no tracked terminal was met; else the answer is *undecided*.

import type { Engine } from "@espalier/automata";
import type { Chart, LazyRules, RuleEdges, SetId } from "@espalier/earley";
import type { Monitor } from "@espalier/monitor";
import type { LazySource } from "../tracking/lazy-source.js";
import { OUTSIDE, type RefusedTexts } from "../tracking/refused-texts.js";
import type { FiniteReader } from "./finite-reader.js";
import { createMemberTexts, type MemberTexts, spelt } from "./member-texts.js";
import { createPlaces } from "./places.js";
import { createRest, type Rest } from "./rest.js";
import { createRuleEnds } from "./rule-ends.js";
import { usedBytes } from "./used-bytes.js";

export interface LazyRests {
  readonly texts: MemberTexts;
  /** Least symbols from `set`, at the start of a lexeme, to an end; Infinity where none is known. */
  of(set: SetId, finite: number): number;
  /** Whether a tracked terminal was met, or one with too many texts: then Infinity proves nothing. */
  undecided(): boolean;
  /** Whether whatever both read, the automaton from `finite` on, has a completion. */
  clearFrom(finite: number): boolean;
  /** Whether what is remembered had better be dropped. */
  isFull(): boolean;
}

/** How many tracked lexemes a completion may have. */
const MOST_TRACKED = 8;
/** Rows of rule ends. The largest that was seen took about 50 KB: literals of a deep indentation. */
const MOST_ROWS = 10_000;
/** New rows for one answer, where tracked lexemes make the states: past it, the answer is undecided. */
const MOST_TRACKED_ROWS = 2_000;
const NOTHING_REFUSED: RefusedTexts = { next: () => OUTSIDE, refuses: () => false, bytes: () => [] };
const NO_BYTES = new Uint8Array(0);

export function createLazyRests(
  source: LazySource,
  engine: Engine,
  chart: Chart<LazyRules>,
  reader: FiniteReader,
  automaton: Monitor<number>,
): LazyRests {
  const { rules } = source;
  const refused = source.refusedTexts ?? NOTHING_REFUSED;
  const texts = createMemberTexts(engine, refused, reader, automaton);
  const places = createPlaces();
  let tracked = false;
  let rows = 0;
  let rowsAtStart: number | undefined;
  let clear = true;
  // Asked once: lazy rules may make a new edge each time.
  const edgesBy = new Map<number, RuleEdges>();

  function edgesOf(q: number): RuleEdges {
    let edges = edgesBy.get(q);
    if (edges === undefined) edgesBy.set(q, (edges = rules.edges(q)));
    return edges;
  }

  /** The steps over an edge whose text decides what follows. */
  function follow(terminal: number, edge: number, x: number, into: number[]): void {
    tracked = true;
    const left = places.label(x);
    if (left === 0n) return;
    const regex = source.allowed?.(edge) ?? source.terminal(terminal);
    const refusedFrom = source.refused?.(edge) ?? OUTSIDE;
    for (const text of texts.of(engine.intern(regex), refusedFrom, places.state(x), usedBytes(regex))) {
      const target = rules.follow?.(edge, spelt(text, NO_BYTES)) ?? -1;
      if (target >= 0) into.push(target, places.of(left - 1n, text.finite), text.length);
    }
  }

  const ends = createRuleEnds(
    {
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
          const regex = source.terminal(terminal);
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
    },
    MOST_ROWS,
  );
  const last = (place: number): number => (reader.accepts(places.state(place)) ? 0 : Number.POSITIVE_INFINITY);
  const rest: Rest = createRest(chart, (q) => rules.ruleOf(q), ends, last);

  function fewest(set: SetId, finite: number): number {
    const before = rows;
    for (let most = 0; most <= MOST_TRACKED; most++) {
      const symbols = rest.of(set, places.of(BigInt(most), finite));
      if (symbols !== Number.POSITIVE_INFINITY || !tracked || rows - before > MOST_TRACKED_ROWS) return symbols;
    }
    return Number.POSITIVE_INFINITY;
  }

  return {
    texts,
    of(set, finite) {
      const symbols = fewest(set, finite);
      rowsAtStart ??= rows;
      return symbols;
    },
    // The first answer needs its rows whenever it is asked, so only the rows made since then count.
    isFull: () => rowsAtStart !== undefined && 2 * (rows - rowsAtStart) > MOST_ROWS - rowsAtStart,
    clearFrom(finite) {
      const whole = ends.of(rules.startOf(rules.start), places.of(0n, finite));
      const ended = [...whole.keys()].every((place) => reader.accepts(places.state(place)));
      return clear && !tracked && texts.complete() && ends.everyEnds() && whole.size > 0 && ended;
    },
    undecided: () => tracked || !texts.complete(),
  };
}
