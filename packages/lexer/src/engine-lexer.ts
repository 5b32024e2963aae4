// The lexer (lexer.ts) on an engine of regular expressions, which computes its residuals.

import { signature } from "@espalier/arguments";
import { and, type Engine, engineKind, epsilon, not, shapesOf } from "@espalier/automata";
import { burn, type CharacterRanges } from "@espalier/monitor";
import { limitsKind, terminalsKind } from "./kinds.js";
import { CLOSED, type LexerState, lexerOver, type PlainLexer, type ReadVectors } from "./lexer.js";
import { DEFAULT_LEXER_LIMITS, type LexerLimits } from "./limits.js";
import type { LexerTerminal, Residuals } from "./residuals.js";

/** A lexer that also knows what its states do with many bytes. */
export interface Lexer extends PlainLexer {
  /** Returns how many characters of a set can certainly be read: see `LocalAutomaton` in @espalier/monitor. */
  run(state: LexerState, characters: CharacterRanges): number;
  /**
   * Returns a state that agrees with `state` on all texts of at most `bytes` bytes. Many states lead to the same
   * result; see `LocalAutomaton` in @espalier/monitor.
   */
  horizon(state: LexerState, bytes: number): LexerState;
}

const checkCreateLexer = signature("createLexer", { engine: engineKind, terminals: terminalsKind, limits: limitsKind });

/** Units of fuel for a terminal, which takes some 30 µs and 3 kB, in the parser too. */
const TERMINAL_FUEL = 200;

/** @throws LexerLimitError and the engine's LimitError from any method past a limit. */
export function createLexer(
  engine: Engine,
  terminals: readonly LexerTerminal[],
  limits: Partial<LexerLimits> = {},
): Lexer {
  checkCreateLexer(engine, terminals, limits);
  burn("lexer", TERMINAL_FUEL * terminals.length);
  const whole = terminals.map((terminal) => engine.intern(terminal.regex));
  const initial = terminals.map((terminal, t) =>
    engine.nullable(whole[t]!) ? engine.intern(and(terminal.regex, not(epsilon))) : whole[t]!,
  );
  const { derivative, nullable, distance } = engine;
  const residuals: Residuals = {
    matchesEmpty: whole.map(nullable),
    initial,
    ...engine.alphabet(initial),
    ...{ derivative, nullable, distance },
    bytes: () => 0,
  };
  return lexerOver(residuals, terminals, { ...DEFAULT_LEXER_LIMITS, ...limits }, hintsOf(engine, terminals));
}

function hintsOf(engine: Engine, terminals: readonly LexerTerminal[]): ReadVectors<Omit<Lexer, keyof PlainLexer>> {
  const shapes = shapesOf(engine);
  return (vectors, buffer, intern) => ({
    run(state: LexerState, characters: CharacterRanges): number {
      const from = vectors.offset(state);
      const to = vectors.offset(state + 1);
      if (vectors.pool[from] === CLOSED) return -1;
      let least = 0;
      let most = 0;
      for (let i = from + 1; i < to; i += 2) {
        if (terminals[vectors.pool[i]!]!.lazy) return -1;
        const expression = vectors.pool[i + 1]!;
        least = Math.max(least, shapes.leastRun(expression, characters));
        most = Math.max(most, shapes.mostRun(expression, characters));
      }
      return least === Number.POSITIVE_INFINITY || least === most ? least : -1;
    },
    horizon(state: LexerState, bytes: number): LexerState {
      const from = vectors.offset(state);
      const length = vectors.offset(state + 1) - from;
      if (length === 0 || vectors.pool[from] === CLOSED) return state;
      let changed = false;
      buffer[0] = vectors.pool[from]!;
      for (let i = 1; i < length; i += 2) {
        const expression = vectors.pool[from + i + 1]!;
        buffer[i] = vectors.pool[from + i]!;
        buffer[i + 1] = shapes.horizon(expression, bytes);
        changed ||= buffer[i + 1] !== expression;
      }
      return changed ? intern(length) : state;
    },
  });
}
