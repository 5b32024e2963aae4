// The ways to read one lexeme where some terminals certainly compete and others perhaps do: the terminals that win, and
// the guards that are left. There may be more ways than the language has, but never fewer.
//
// Further competitors can only make more lexemes longer, unless they are lazy. A lazy competitor ends a lexeme at its
// first match; if another terminal matches the same text, that terminal wins only if its priority is higher. Such a
// terminal leaves no guard, because the lazy one has ended the lexeme.

import type { LexerState } from "@espalier/lexer";
import { burn } from "@espalier/monitor";
import type { Parts } from "./parts.js";

/** One way to read a lexeme. */
export interface LexemeWay {
  /** The terminals that certainly match where the lexeme ends, ascending. */
  readonly terminals: readonly number[];
  readonly guards: number;
}

export interface LexemeWays {
  /**
   * Returns the ways at a place. Cached.
   *
   * @param context the terminals that certainly compete, ascending.
   * @param lazies lazy terminals that perhaps compete, ascending.
   */
  at(context: readonly number[], guards: number, lazies: readonly number[]): readonly LexemeWay[];
  /** Whether the ways are incomplete, because there were too many steps. */
  isCut(): boolean;
}

/** The most steps of the lexer over all ways of a generation of a language. */
const MOST_LEXEME_STEPS = 2_000_000;
/** The state of a lexer for lazy terminals after a match, where another one of them might still match. */
const ENDED = -1;

/**
 * @param addGuard returns the guards with another lexer state.
 * @param stepGuards returns the guards after a byte; −1 if one has matched.
 */
export function createLexemeWays(
  { lexer, patterns }: Parts,
  addGuard: (guards: number, state: LexerState) => number,
  stepGuards: (guards: number, byte: number) => number,
): LexemeWays {
  const known = new Map<string, readonly LexemeWay[]>();
  let steps = 0;

  function find(context: readonly number[], guards: number, lazies: readonly number[]): readonly LexemeWay[] {
    const lowest = Math.min(...lazies.map((t) => patterns[t]!.priority ?? 0));
    const beginLazy = lazies.length === 0 ? 0 : lexer.begin(lazies);
    const found = new Map<string, LexemeWay>();
    const seen = new Set<string>();
    const queue: [state: LexerState, guards: number, lazy: LexerState][] = [[lexer.begin(context), guards, beginLazy]];
    for (const [state, kept, lazy] of queue) {
      if (lexer.closes(state)) continue;
      burn("search", lexer.classCount);
      steps += lexer.classCount;
      if (steps > MOST_LEXEME_STEPS) break;
      for (const byte of lexer.representatives) {
        const next = lexer.step(state, byte);
        const held = next === 0 ? -1 : stepGuards(kept, byte);
        if (held < 0) continue;
        const stepped = lazy === ENDED || lazy === 0 ? lazy : lexer.step(lazy, byte);
        // If there is one lazy terminal, it does not compete where a lexeme is longer than its match.
        const matched = stepped !== ENDED && stepped !== 0 && lexer.exit(stepped) !== 0;
        const lazyNext = !matched ? stepped : lazies.length === 1 ? 0 : ENDED;
        const key = `${next},${held},${lazyNext},${matched}`;
        if (seen.has(key)) continue;
        seen.add(key);
        queue.push([next, held, lazyNext]);
        const terminals = lexer.exitTerminals(lexer.exit(next));
        if (terminals.length === 0) continue;
        const wins = (matched || stepped === ENDED) && (patterns[terminals[0]!]!.priority ?? 0) > lowest;
        const left = wins ? held : addGuard(held, next);
        found.set(`${terminals.join()},${left}`, { terminals, guards: left });
      }
    }
    return [...found.values()];
  }

  return {
    at(context, guards, lazies) {
      const key = `${guards}:${context.join()}:${lazies.join()}`;
      let ways = known.get(key);
      if (ways === undefined) known.set(key, (ways = find(context, guards, lazies)));
      return ways;
    },
    isCut: () => steps > MOST_LEXEME_STEPS,
  };
}
