// An optimistic variant of boundary.ts: computes what may follow each terminal, as if it competed in the lexer only
// with those terminals that are always allowed beside it. This overestimates what is possible. So what cannot be
// completed even then is dead, and no search is needed.
//
// If an item at rule state q is in the current set, the parser allows every terminal that may follow q. So a terminal
// that is read at q competes at least with these terminals. Further competitors can only make more lexemes longer. A
// byte that continues one match directly to a longer match can therefore never follow the lexeme. Every other byte
// counts as possible.
//
// A lazy competitor ends a lexeme at its first match. If another terminal matches the same text, that terminal wins
// only if its priority is higher. So any byte counts as possible after a terminal that may have a lazy competitor.

import type { LexerState, PlainLexer } from "@espalier/lexer";
import { type Boundaries, MAX_VISITED } from "./boundary.js";
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

/**
 * Returns the classes that may follow a lexeme that ends in `state`: those without a longer match directly after them.
 */
export function mayFollow(lexer: PlainLexer, state: LexerState): ClassSet {
  if (lexer.closes(state) || lexer.begins(state)) return everyClass(lexer.classCount);
  let set = 0n;
  for (let c = 0; c < lexer.classCount; c++) {
    const next = lexer.step(state, lexer.representatives[c]!);
    if (next === 0 || lexer.exit(next) === 0) set |= 1n << BigInt(c);
  }
  return set;
}

/**
 * Returns every way to spell each terminal of `context`. If there are too many, behaves as if anything could follow.
 */
function spellingsIn(
  lexer: PlainLexer,
  context: readonly number[],
  killOf: (state: LexerState, terminal: number) => number,
): ReadonlyMap<number, readonly Spelt[]> {
  const ways = new Map<number, Spelt[]>(context.map((t) => [t, []]));
  const begin = lexer.begin(context);
  let visited = 0;
  for (let first = 0; first < lexer.classCount; first++) {
    const entered = lexer.step(begin, lexer.representatives[first]!);
    if (entered === 0) continue;
    const search = endingsFrom(lexer, entered);
    while (search.more(MAX_VISITED - visited)) {
      const { state, distance, exit } = search.found[search.found.length - 1]!;
      for (const t of lexer.exitTerminals(exit)) {
        const kill = killOf(state, t);
        const known = ways.get(t)!;
        if (!known.some((way) => way.first === first && way.kill === kill)) {
          known.push({ first, kill, length: 1 + distance });
        }
      }
    }
    if (search.horizon() !== Number.POSITIVE_INFINITY) {
      for (const known of ways.values()) known.push({ first, kill: 0, length: 1 });
    }
    visited += search.visited();
  }
  return ways;
}

/**
 * Returns optimistic costs. They admit every text of the language, and also some other texts. `within(state)` lists
 * kill sets (sets of bytes that may come directly after a lexeme). Each of them contains every byte that may follow
 * `state`, so a cost that starts from it is a lower bound.
 */
export function createHopefulBoundaries(parts: Parts): Boundaries {
  const { lexer, patterns } = parts;
  const { rules } = parts.chart;
  const { sets: killSets, id } = createKillSets(lexer.classCount);
  const lowestLazy = Math.min(
    ...patterns.map(({ lazy, priority = 0 }) => (lazy ? priority : Number.POSITIVE_INFINITY)),
  );
  const cutShort = patterns.map(({ priority = 0 }) => priority > lowestLazy);
  const killOf = (state: LexerState, t: number): number => (cutShort[t] ? 0 : id(mayFollow(lexer, state)));

  const contextOf: number[] = [];
  const contexts: ReadonlyMap<number, readonly Spelt[]>[] = [];
  const known = new Map<string, number>();
  for (let q = 0; q < rules.stateCount; q++) {
    const words = rules.allowed.subarray(q * rules.allowedWords, (q + 1) * rules.allowedWords);
    const key = words.join();
    let context = known.get(key);
    if (context === undefined) {
      context = contexts.length;
      known.set(key, context);
      const allowed = patterns.flatMap((_, t) =>
        parts.skip.includes(t) || ((words[t >>> 5]! >>> (t & 31)) & 1) === 1 ? [t] : [],
      );
      contexts.push(spellingsIn(lexer, allowed, killOf));
    }
    contextOf.push(context);
  }

  const merge = mergeSurplus(killSets, rules.stateCount, (a, b) => a | b);
  const control = controlMatrix(killSets.length);
  const matrices = new Map<number, Float64Array>();
  return {
    killSets,
    spell(q: number, terminal: number): Float64Array {
      if (terminal >= patterns.length) return control;
      const context = contextOf[q]!;
      const key = context * patterns.length + terminal;
      let matrix = matrices.get(key);
      if (matrix === undefined) {
        const ways = contexts[context]!;
        const skips = parts.skip.flatMap((t) => ways.get(t) ?? []);
        matrix = spellingMatrix(killSets, merge, ways.get(terminal) ?? [], skips);
        matrices.set(key, matrix);
      }
      return matrix;
    },
    after: rules.terminals.map(() => 0),
    afterSkip: 0,
    exhaustive: false,
    within(state: LexerState): readonly number[] {
      const set = mayFollow(lexer, state);
      return killSets.flatMap((candidate, k) => ((candidate & set) === set ? [k] : []));
    },
  };
}
