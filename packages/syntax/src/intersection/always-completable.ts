// Decides whether every text that both a language and a finite automaton read has a completion that both read. Then a
// mask of their product is the intersection of their masks, and no pair of states has to be dropped. The answer may be
// "no" although nothing would have to be dropped.
//
// By itself, the language can always be completed (`RuleCosts.alwaysFinite`). The proof spells each terminal while all
// terminals that may compete with it are allowed, too. It considers a spelling only by its first byte class and by its
// *kill set*, the bytes that end it at once (boundary.ts); call this pair a *way*. The same proof holds for the
// intersection if
//
// 1. from each state in which the automaton may be at the beginning of a lexeme, it reads a text for each way;
// 2. wherever both are inside a text of a terminal, both can reach some end of that text; and
// 3. the automaton accepts wherever a lexeme may begin.
//
// The proof considers only readings without guards. A *guard* is a longer lexeme that was possible when a lexeme was
// ended; if it matches later, the reading was wrong (reading.ts). Every text has a reading without guards: the one in
// which the longer lexeme of the oldest guard is in progress.

import type { LexerState, PlainLexer } from "@espalier/lexer";
import { burn, createPairTable, type Monitor } from "@espalier/monitor";
import { killSet } from "../parsing/boundary.js";
import { contextGroups } from "../parsing/contexts.js";
import type { Parts } from "../parsing/parts.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";

/** The most pairs of states that are visited in total. If there are more, the answer is "no". */
const MOST_PAIRS = 20_000;

/** The steps of the automaton, or trivial steps. */
type Step = Pick<FiniteReader, "step">;
/** An automaton with the single state 0, which reads everything. */
const NO_AUTOMATON: Step = { step: () => 0 };

/** Returns what ends a lexeme in a state of the lexer, as a set of bits; 0n if no lexeme ends. */
type EndsAt = (state: LexerState) => bigint;

/** The pairs of states inside a lexeme. */
interface Within {
  /** Returns the kinds of ends reachable from a pair. */
  ends(state: LexerState, finite: number): bigint;
  /** Returns whether `holds` is true for every pair. */
  every(holds: (state: LexerState, finite: number) => boolean): boolean;
}

/** Thrown and caught only in this file, if there are more than {@link MOST_PAIRS} pairs. */
class TooManyPairs extends Error {}

// Generations of a language share its lexer, so they share the answers.
const answers = new WeakMap<Monitor<number>, WeakMap<PlainLexer, boolean>>();

/** @param parts of a language that on its own always has a clean completion. */
export function alwaysCompletable(parts: Parts, automaton: Monitor<number>, reader: FiniteReader): boolean {
  let byLexer = answers.get(automaton);
  if (byLexer === undefined) answers.set(automaton, (byLexer = new WeakMap()));
  let answer = byLexer.get(parts.lexer);
  if (answer === undefined) byLexer.set(parts.lexer, (answer = isAlwaysCompletable(parts, reader, automaton.start)));
  return answer;
}

function isAlwaysCompletable(parts: Parts, reader: FiniteReader, start: number): boolean {
  if (parts.lexer !== parts.greedyLexer) return false;
  try {
    const search = createSearch(parts, reader);
    const begins = search.whereLexemesBegin(start);
    return begins !== undefined && search.readsEveryWay(begins);
  } catch (error) {
    if (error instanceof TooManyPairs) return false;
    throw error;
  }
}

function createSearch(parts: Parts, reader: FiniteReader) {
  const { lexer, patterns, controlNames } = parts;
  let pairs = 0;

  /** Follows all texts of `context` from `begin`, together with an automaton in each of `states`. */
  function within(context: readonly number[], states: Iterable<number>, { step }: Step, endsAt: EndsAt): Within {
    const numbers = createPairTable();
    const lexemes: LexerState[] = [];
    const finite: number[] = [];
    const ends: bigint[] = [];
    const sources: number[][] = [];
    const visit = (state: LexerState, at: number, from: number): void => {
      if (state === 0 || at === REFUSED) return;
      let number = numbers.get(state, at);
      if (number < 0) {
        if (++pairs > MOST_PAIRS) throw new TooManyPairs();
        burn("search", 1);
        number = lexemes.length;
        numbers.set(state, at, number);
        lexemes.push(state);
        finite.push(at);
        ends.push(endsAt(state));
        sources.push([]);
      }
      if (from >= 0) sources[number]!.push(from);
    };
    const begin = lexer.begin(context);
    for (const at of states) for (const byte of reader.bytes) visit(lexer.step(begin, byte), step(at, byte), -1);
    for (let number = 0; number < lexemes.length; number++) {
      const [state, at] = [lexemes[number]!, finite[number]!];
      for (const byte of reader.bytes) visit(lexer.step(state, byte), step(at, byte), number);
    }
    // Propagates ends backwards to the pairs that reach them.
    const changed = lexemes.map((_, number) => number);
    for (let number = changed.pop(); number !== undefined; number = changed.pop()) {
      for (const source of sources[number]!) {
        const all = ends[source]! | ends[number]!;
        if (all === ends[source]) continue;
        ends[source] = all;
        changed.push(source);
      }
    }
    return {
      ends: (state, at) => ends[numbers.get(state, at)] ?? 0n,
      every: (holds) => lexemes.every((state, number) => holds(state, finite[number]!)),
    };
  }

  const isEnd: EndsAt = (state) => (lexer.exit(state) === 0 ? 0n : 1n);

  /**
   * Returns the states of the automaton where a lexeme may begin; `undefined` if the automaton blocks a text of some
   * terminal, or if one of these states does not accept.
   */
  function whereLexemesBegin(start: number): ReadonlySet<number> | undefined {
    const begins = new Set([start]);
    for (const at of begins) {
      if (!reader.accepts(at)) return undefined;
      for (let k = 0; k < controlNames.length; k++) {
        const next = reader.control(at, k);
        if (next === REFUSED) return undefined;
        begins.add(next);
      }
      for (let t = 0; t < patterns.length; t++) {
        const texts = within([t], [at], reader, isEnd);
        const finishes = texts.every((state, finite) => {
          if (lexer.exit(state) !== 0) begins.add(finite);
          return texts.ends(state, finite) !== 0n;
        });
        if (!finishes) return undefined;
      }
    }
    return begins;
  }

  /** Returns whether, from all of `begins`, the automaton reads a text for each way of each terminal. */
  function readsEveryWay(begins: ReadonlySet<number>): boolean {
    return contextGroups(parts).every(({ context }) => {
      const endsAt = kindsOfEnds(parts);
      const alone = within(context, [0], NO_AUTOMATON, endsAt);
      const beside = within(context, begins, reader, endsAt);
      const begin = lexer.begin(context);
      for (const at of begins) {
        const entered = new Set(
          reader.bytes.flatMap((byte) => (reader.step(at, byte) === REFUSED ? [] : [lexer.classOf[byte]!])),
        );
        for (let c = 0; c < lexer.classCount; c++)
          if (!entered.has(c) && lexer.step(begin, lexer.representatives[c]!) !== 0) return false;
      }
      return beside.every((state, finite) => beside.ends(state, finite) === alone.ends(state, 0));
    });
  }

  return { whereLexemesBegin, readsEveryWay };
}

/** One bit for each terminal and kill set with which a lexeme ends. */
function kindsOfEnds({ lexer }: Parts): EndsAt {
  const bits = new Map<string, bigint>();
  return (state) => {
    let ends = 0n;
    for (const t of lexer.exitTerminals(lexer.exit(state))) {
      const kind = `${t} ${killSet(lexer, state)}`;
      const bit = bits.get(kind) ?? 1n << BigInt(bits.size);
      bits.set(kind, bit);
      ends |= bit;
    }
    return ends;
  };
}
