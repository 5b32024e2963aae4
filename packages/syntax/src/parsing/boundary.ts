// Computes where a lexeme may end: which next bytes prove that nothing longer matches, and the cost of each terminal
// between two such boundaries.
//
// After a lexeme, the next byte must not prolong it. The set of bytes that end it at once is the *kill set* of its
// lexer state. The fewer terminals compete, the larger is the kill set. To be valid everywhere, the costs are computed
// for the worst case: each terminal t is lexed together with all terminals that may ever compete with it (contexts.ts).
// The result is
//
//     (kill set before) — t → (kill set after)   at the least number of bytes
//
// for the finitely many kill sets that occur: a finite weighted transducer over terminals. What it can spell can also
// be spelt where fewer terminals compete. Kill set 0 contains every byte. It applies at the start of the text, and
// after a lexeme that nothing can prolong.

import type { LexerState, PlainLexer } from "@espalier/lexer";
import { burn } from "@espalier/monitor";
import { contextGroups } from "./contexts.js";
import { endingsFrom } from "./endings.js";
import {
  type ClassSet,
  controlMatrix,
  createKillSets,
  everyClass,
  mergeSurplus,
  type Spelt,
  spellingMatrix,
} from "./kill-sets.js";
import type { Parts } from "./parts.js";

/** The costs of terminals between kill sets 0 … `count` − 1. */
export interface Boundaries {
  /** The kill sets; 0 contains every class. */
  readonly killSets: readonly ClassSet[];
  /**
   * Returns the costs of terminal t at rule state q, including ignored lexemes before it. Entry a · count + b is the
   * least number of bytes if the previous lexeme left kill set a and this one leaves kill set b; `Infinity` if that is
   * impossible. (A kill set contains the bytes that end a lexeme at once.) Do not modify the array.
   */
  spell(q: number, terminal: number): Float64Array;
  /** The kill sets that terminal t may leave, as bits; never too few if `exhaustive`. */
  readonly after: readonly number[];
  /** The kill sets that a skipped lexeme may leave, as bits. */
  readonly afterSkip: number;
  /** Whether every lexer state was visited. Every kill set at run time then contains a listed one. */
  readonly exhaustive: boolean;
  /** Returns the listed kill sets inside the one of `state`; only maximal ones. */
  within(state: LexerState): readonly number[];
}

/** The most lexer states visited for each context. If there are more, the analysis is incomplete… */
const MAX_VISITED = 1_500;
/** …but at least this many after each first byte. */
const MIN_VISITED = 64;
/** The longest text, in bytes, that is tried for a terminal for which such a search found none, … */
const LONGEST_DIRECT = 256;
/** … and how many terminals are tried, times how many compete: that bounds the work. */
const DIRECT_WORK = 4_000_000;

export function killSet(lexer: PlainLexer, state: LexerState): ClassSet {
  if (lexer.closes(state) || lexer.begins(state)) return everyClass(lexer.classCount);
  let set = 0n;
  for (let c = 0; c < lexer.classCount; c++) {
    if (lexer.step(state, lexer.representatives[c]!) === 0) set |= 1n << BigInt(c);
  }
  return set;
}

/** Without munch, any split counts: there is one kill set, and a terminal costs its shortest text. */
function looseBoundaries(parts: Parts): Boundaries {
  const { lexer } = parts;
  const spell = parts.patterns.map((_, t) => Float64Array.of(lexer.distance(lexer.begin([t]))));
  for (const _ of parts.controls) spell.push(Float64Array.of(1));
  return {
    killSets: [everyClass(lexer.classCount)],
    spell: (_, t: number): Float64Array => spell[t]!,
    after: spell.map(() => 1),
    afterSkip: 0,
    exhaustive: true,
    within: () => [0],
  };
}

/**
 * Finds the shortest spelling of each terminal while the terminals in `context` compete, for each first byte class and
 * each kill set (the bytes that may come directly after the lexeme). A spelling counts only if no lazy terminal ends
 * the lexeme earlier. But the kill set is that of the lexer without lazy terminals, because these need not be allowed
 * where the spelling is used. So the search follows two lexer states.
 */
function spellings(
  parts: Parts,
  context: readonly number[],
  killOf: (state: LexerState) => number,
): { readonly ways: ReadonlyMap<number, Spelt[]>; readonly complete: boolean } {
  const { lexer, greedyLexer, patterns } = parts;
  const ways = new Map<number, Spelt[]>();
  const begin = lexer.begin(context);
  const beginUncut = greedyLexer.begin(context);
  let visited = 0;
  let complete = true;
  for (let first = 0; first < lexer.classCount; first++) {
    const byte = lexer.representatives[first]!;
    const entered = lexer.step(begin, byte);
    if (entered === 0) continue;
    const queue: [LexerState, LexerState, number][] = [[entered, greedyLexer.step(beginUncut, byte), 1]];
    const seen = new Set([`${entered},${queue[0]?.[1]}`]);
    for (const [state, uncut, length] of queue) {
      // A long terminal must not use up the limit for the short ones, so every first byte gets some states.
      if (seen.size > Math.max(MAX_VISITED - visited, MIN_VISITED)) {
        complete = false;
        break;
      }
      for (const t of lexer.exitTerminals(lexer.exit(state))) {
        const kill = patterns[t]?.lazy === true ? 0 : killOf(uncut);
        const known = ways.get(t) ?? [];
        ways.set(t, known);
        if (!known.some((way) => way.first === first && way.kill === kill)) known.push({ first, kill, length });
      }
      if (lexer.closes(state)) continue;
      for (const next of lexer.representatives) {
        const after = lexer.step(state, next);
        if (after === 0) continue;
        const uncutAfter = greedyLexer.step(uncut, next);
        const key = `${after},${uncutAfter}`;
        if (seen.has(key)) continue;
        seen.add(key);
        queue.push([after, uncutAfter, length + 1]);
      }
    }
    visited += seen.size;
  }
  if (!complete) {
    const missing = context.filter((terminal) => !ways.has(terminal));
    for (const t of missing.slice(0, Math.ceil(DIRECT_WORK / context.length))) {
      const way = directSpelling(parts, context, t, killOf);
      if (way !== undefined) ways.set(t, [way]);
    }
  }
  return { ways, complete };
}

/**
 * Spells terminal t by a shortest text of its pattern, as if there were no other terminals. Returns `undefined` if the
 * lexer reads this text differently while the terminals in `context` compete. This finds spellings of long names for
 * which a search among all terminals would take too long.
 */
function directSpelling(
  { lexer, greedyLexer, patterns }: Parts,
  context: readonly number[],
  t: number,
  killOf: (state: LexerState) => number,
): Spelt | undefined {
  let alone = lexer.begin([t]);
  let state = lexer.begin(context);
  let uncut = greedyLexer.begin(context);
  let first = -1;
  const length = lexer.distance(alone);
  if (length > LONGEST_DIRECT) return undefined;
  for (let left = length - 1; left >= 0; left--) {
    burn("search", lexer.representatives.length);
    const by = lexer.representatives.findIndex((byte) => lexer.distance(lexer.step(alone, byte)) === left);
    if (by < 0 || lexer.closes(state)) return undefined;
    const byte = lexer.representatives[by]!;
    if (first < 0) first = by;
    alone = lexer.step(alone, byte);
    state = lexer.step(state, byte);
    uncut = greedyLexer.step(uncut, byte);
    if (state === 0) return undefined;
  }
  if (!lexer.exitTerminals(lexer.exit(state)).includes(t)) return undefined;
  return { first, kill: patterns[t]?.lazy === true ? 0 : killOf(uncut), length };
}

/**
 * For each terminal of `context`, returns every kill set (the bytes that may come directly after a lexeme) that a
 * lexeme of the terminal may leave while all terminals of `context` compete; `undefined` if there are too many.
 */
function lastKills(
  { greedyLexer, patterns }: Parts,
  context: readonly number[],
  killOf: (state: LexerState) => number,
): ReadonlyMap<number, ReadonlySet<number>> | undefined {
  const kills = new Map<number, Set<number>>(context.map((t) => [t, new Set(patterns[t]?.lazy === true ? [0] : [])]));
  const search = endingsFrom(greedyLexer, greedyLexer.begin(context));
  while (search.more(MAX_VISITED)) {
    const { state } = search.found[search.found.length - 1]!;
    const kill = killOf(state);
    // All possible terminals, not only the winners: a terminal of lower priority wins where the others are not allowed.
    for (const t of greedyLexer.possible(state)) if (patterns[t]?.lazy !== true) kills.get(t)?.add(kill);
  }
  return search.horizon() === Number.POSITIVE_INFINITY ? kills : undefined;
}

/** Reads the lexer once for each distinct context. Cost: O(contexts · classes · lexer states). */
export function createBoundaries(parts: Parts, munch: "maximal" | "none"): Boundaries {
  if (munch === "none") return looseBoundaries(parts);
  const { lexer, patterns, skip } = parts;
  const { sets: killSets, id: killId } = createKillSets(lexer.classCount);
  const spelt = patterns.map((): readonly Spelt[] => []);
  const skipped = patterns.map((): readonly Spelt[] => []);
  const left = patterns.map((): ReadonlySet<number> => new Set());
  const leftBySkip = new Set<number>();
  const killOf = (state: LexerState): number => killId(killSet(parts.greedyLexer, state));
  let exhaustive = true;
  for (const { terminals, context } of contextGroups(parts)) {
    const { ways, complete } = spellings(parts, context, killOf);
    const kills = lastKills(parts, context, killOf);
    exhaustive &&= complete && kills !== undefined;
    const skips = skip.flatMap((t) => ways.get(t) ?? []);
    for (const t of terminals) {
      spelt[t] = ways.get(t) ?? [];
      skipped[t] = skips;
      left[t] = kills?.get(t) ?? new Set();
    }
    for (const t of skip) for (const kill of kills?.get(t) ?? []) leftBySkip.add(kill);
  }
  const merge = mergeSurplus(killSets, parts.chart.rules.stateCount);
  const control = controlMatrix(killSets.length);
  const spell = patterns.map((_, t) => spellingMatrix(killSets, merge, spelt[t]!, skipped[t]!));
  const bits = (kills: Iterable<number>): number => [...kills].reduce((set, kill) => set | (1 << merge(kill)), 0);
  const withinOf = new Map<LexerState, readonly number[]>();
  return {
    killSets,
    spell: (_, t: number): Float64Array => spell[t] ?? control,
    after: [...patterns.map((_, t) => bits(left[t]!)), ...parts.controls.map(() => 1)],
    afterSkip: bits(leftBySkip),
    exhaustive,
    within(state: LexerState): readonly number[] {
      let known = withinOf.get(state);
      if (known === undefined) {
        const set = killSet(lexer, state);
        const inside = killSets.flatMap((candidate, id) => ((candidate & set) === candidate ? [id] : []));
        known = inside.filter(
          (id) => !inside.some((other) => other !== id && isSubset(killSets[id]!, killSets[other]!)),
        );
        withinOf.set(state, known);
      }
      return known;
    },
  };
}

function isSubset(a: ClassSet, b: ClassSet): boolean {
  return (a & b) === a;
}
