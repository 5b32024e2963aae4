// The hopeful view of boundaries: what could follow each terminal if only those competed that certainly do. What cannot be finished
// even so is dead, and no search is needed to say it.
//
// Where an item at rule state q is alive, everything that q allows is allowed, so in any real context a terminal read at q
// competes at least with those. More competitors only swallow more: the bytes that may follow a lexeme there are among those
// that, with these competitors alone, do not lead from one match straight to a longer one. (A lazy terminal elsewhere could end
// a lexeme early; a language that has one gets no use out of this view beyond its grammar.)

import type { Lexer, LexerState } from "@espalier/lexer";
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

/** The classes that may follow a lexeme that ends in `state`: no longer match is certain at once. */
export function mayFollow(lexer: Lexer, state: LexerState): ClassSet {
  if (lexer.closes(state) || lexer.begins(state)) return everyClass(lexer.classCount);
  let set = 0n;
  for (let c = 0; c < lexer.classCount; c++) {
    const next = lexer.step(state, lexer.representatives[c]!);
    if (next === 0 || lexer.exit(next) === 0) set |= 1n << BigInt(c);
  }
  return set;
}

/** Every way to spell each terminal of `context`; when there are too many to see, as if anything could follow. */
function spellingsIn(
  lexer: Lexer,
  context: readonly number[],
  killOf: (state: LexerState) => number,
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
      const kill = killOf(state);
      for (const t of lexer.exitTerminals(exit)) {
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
 * Boundaries under which every text of the language, and more, can be spelt. `within(state)` lists the kill sets that contain
 * all that may follow `state`: a cost over any of them is a lower bound.
 */
export function createHopefulBoundaries(parts: Parts): Boundaries {
  const { lexer, patterns } = parts;
  const { rules } = parts.chart;
  const anyLazy = patterns.some(({ lazy }) => lazy === true);
  const { sets: killSets, id } = createKillSets(lexer.classCount);
  const killOf = (state: LexerState): number => (anyLazy ? 0 : id(mayFollow(lexer, state)));

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
