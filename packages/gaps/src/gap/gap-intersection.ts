// Decides whether the middle of a gap can be completed together with a finite automaton, and with how few symbols.
// Works for languages without layout whose lexer commits and has one mode.
//
// Like rule-ends.ts and rest.ts of @espalier/syntax, it computes where each rule of the grammar may end. A *place* is a
// position between two lexemes of the middle, with the state of the automaton (gap-spellings.ts). A rule may also
// continue in the suffix; the items of earley's suffix chart say where it ends there. So positions of three types have
// numbers:
//
//   3 · p        a place p of the middle
//   3 · i + 1    within a lexeme that is several terminals: the terminals that are left, and the place after the lexeme
//   3 · s + 2    the beginning of suffix s

import { DEAD_SET, type RuleEdges, type SetId, type SuffixChart, type SuffixId } from "@espalier/earley";
import { createPairTable, type Intersection, type Monitor } from "@espalier/monitor";
import { createFiniteReader, createRest, createRuleEnds } from "@espalier/syntax";
import type { LexedMachine, LexedState } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import { createPairNumbers } from "../source/pair-numbers.js";
import type { SuffixLexing } from "../suffix/suffix-lexing.js";
import { createGapSpellings, type GapSpellings } from "./gap-spellings.js";
import { walkLexeme } from "./lexeme-walk.js";

/** What an intersection needs from a gap. */
export interface DecidedGap {
  readonly machine: LexedMachine;
  readonly suffixes: SuffixChart;
  readonly lexing: SuffixLexing;
  accepts(state: LexedState): boolean;
  /** Whether a text that leads to `set`, followed by the suffix, belongs to the language. */
  complete(set: SetId, suffix: SuffixId): boolean;
  /** Whether a lexeme of the middle may end at byte `at` > 0 of the suffix. */
  mayEndIn(kind: CompiledKind, at: number): boolean;
}

/** The largest number of rows of rule ends. */
const MOST_ROWS = 200_000;
const UNFINISHABLE = 2 ** 31 - 1;
const NOTHING: readonly number[] = [];

/** Whether gaps of a language decide intersections. This requires that lexemes are the same everywhere and that lines have no meaning. */
export function decidesGaps({ compiled }: LexedCore): boolean {
  return (
    compiled.newline < 0 &&
    compiled.kindsIn.length === 1 &&
    compiled.kinds.every(({ opens, closes, onlyBefore }) => opens < 0 && closes === 0 && onlyBefore < 0)
  );
}

export function createGapIntersection(gap: DecidedGap, automaton: Monitor<number>): Intersection<LexedState> {
  const { machine } = gap;
  const { core } = machine;
  const { lexer, kinds } = core.compiled;
  const reader = createFiniteReader(automaton, lexer.classOf, []);
  const spellings = createGapSpellings(core, gap.suffixes, gap.lexing, reader, gap.mayEndIn);
  const rest = createGapRest(core, gap.suffixes, spellings);
  // Keyed by the pair (lexeme, set) and the automaton's state.
  const pairs = createPairTable();
  const costs = createPairTable();

  /** Searches, breadth first, the ways to finish the lexeme in progress, and the places in it where the middle may end. */
  function search(state: LexedState, at: number): number {
    const [from, set] = [machine.local(state), machine.set(state)];
    if (lexer.begins(from)) return rest(set, spellings.place(lexer.guardOf(from), at));
    let best = Number.POSITIVE_INFINITY;
    walkLexeme(core, reader, [from, at], (local, finite, symbols) => {
      if (symbols >= best) return false;
      if (reader.accepts(finite) && gap.complete(set, spellings.endIn(local))) {
        best = symbols;
        return false;
      }
      const exit = lexer.exit(local);
      const boundary = lexer.boundary(exit);
      if (exit !== 0 && boundary.kind !== "line") {
        const after = core.read(set, kinds[boundary.kind]!);
        if (after !== DEAD_SET) best = Math.min(best, symbols + rest(after, spellings.place(boundary.guard, finite)));
      }
      return true;
    });
    return best;
  }

  function cost(state: LexedState, at: number): number {
    if (gap.accepts(state) && automaton.accepts(at)) return 0;
    let pair = pairs.get(machine.local(state), machine.set(state));
    if (pair < 0) pairs.set(machine.local(state), machine.set(state), (pair = pairs.size));
    let known = costs.get(pair, at);
    if (known < 0) costs.set(pair, at, (known = Math.min(UNFINISHABLE, search(state, at))));
    return known === UNFINISHABLE ? Number.POSITIVE_INFINITY : known;
  }

  return { exact: true, clear: false, cost };
}

const middlePlace = (place: number): number => 3 * place;
const suffixPlace = (suffix: SuffixId): number => 3 * suffix + 2;
const suffixOf = (x: number): SuffixId | undefined => (x % 3 === 2 ? (x - 2) / 3 : undefined);

/** The smallest number of symbols from a set at a place to the end of the middle, after which the suffix follows; Infinity if there is no way. */
function createGapRest(
  core: LexedCore,
  suffixes: SuffixChart,
  spellings: GapSpellings,
): (set: SetId, place: number) => number {
  const { compiled, chart } = core;
  const { rules, kinds } = compiled;
  const kindsFor = compiled.terminals.map((_, t) =>
    kinds.flatMap(({ terminals }, k) => (terminals[0] === t ? [k] : [])),
  );
  const edgesBy: (RuleEdges | undefined)[] = [];
  const edgesOf = (q: number): RuleEdges => (edgesBy[q] ??= rules.edges(q));
  // Places within a lexeme with several terminals: the kind, the number of its terminals read so far, and the place after the lexeme.
  const within = createPairNumbers();
  const most = Math.max(...kinds.map(({ terminals }) => terminals.length));

  function withinOf(k: number, read: number, after: number): number {
    const { terminals } = kinds[k]!;
    if (read === terminals.length) return middlePlace(after);
    return 3 * within.of(k * most + read, after) + 1;
  }

  /** Adds the results of reading terminal `t` at place `x`: the rule state `target`, the place after the terminal, and the symbols. */
  function over(t: number, x: number, target: number, into: number[]): void {
    if (x % 3 === 1) {
      const number = (x - 1) / 3;
      const read = within.first(number) % most;
      const k = (within.first(number) - read) / most;
      if (kinds[k]?.terminals[read] === t) into.push(target, withinOf(k, read + 1, within.second(number)), 0);
      return;
    }
    for (const k of kindsFor[t]!) {
      const ways = spellings.lexeme(k, x / 3);
      for (let i = 0; i < ways.length; i += 2) into.push(target, withinOf(k, 1, ways[i]!), ways[i + 1]!);
    }
  }

  /** Adds the results of ending the rule of state `q` inside the suffix: the remaining suffix, and the symbols. */
  function endsIn(q: number, suffix: SuffixId, symbols: number, into: number[]): void {
    for (let i = 0; i < suffixes.endCount(suffix); i++) {
      if (suffixes.moves.states.has(suffixes.statesAt(suffix, i), q))
        into.push(suffixPlace(suffixes.endAt(suffix, i)), symbols);
    }
  }

  const ends = createRuleEnds(
    {
      final: (q) => edgesOf(q).final,
      terminals(q, x) {
        const found: number[] = [];
        if (suffixOf(x) !== undefined) return found;
        const { terminals } = edgesOf(q);
        for (let i = 0; i < terminals.length; i += 2) over(terminals[i]!, x, terminals[i + 1]!, found);
        return found;
      },
      calls(q, x) {
        if (suffixOf(x) !== undefined) return NOTHING;
        return edgesOf(q).calls.map((value, i) => (i % 2 === 0 ? rules.startOf(value) : value));
      },
      given(q, x) {
        const found: number[] = [];
        const suffix = suffixOf(x);
        if (suffix !== undefined) endsIn(q, suffix, 0, found);
        else if (x % 3 === 0) {
          const ways = spellings.end(x / 3);
          for (let i = 0; i < ways.length; i += 2) endsIn(q, ways[i]!, ways[i + 1]!, found);
        }
        return found;
      },
    },
    MOST_ROWS,
  );

  /** The smallest number of symbols to the end of the text with the suffix, when no rule is pending. */
  function last(x: number): number {
    const suffix = suffixOf(x);
    if (suffix !== undefined) return suffixes.accepts(suffix) ? 0 : Number.POSITIVE_INFINITY;
    if (x % 3 === 1) return Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    const ways = spellings.end(x / 3);
    for (let i = 0; i < ways.length; i += 2) if (suffixes.accepts(ways[i]!)) least = Math.min(least, ways[i + 1]!);
    return least;
  }

  const rest = createRest(chart, (q) => rules.ruleOf(q), ends, last);
  return (set, place) => rest.of(set, middlePlace(place));
}
