// One way to read a text: a lexeme in progress, the parser's set before it, and guards.
//
// A reading steps by a byte as the definition of contextual maximal munch says (README, "The language, exactly"):
//
// - it goes on with the lexeme, if some terminal can still match; and
// - if what was read so far is a lexeme, it may be handed on and a new lexeme begin with this byte, unless the longer text
//   is a lexeme too. If the longer text might still become one, the reading carries that lexer state as a *guard*: should it
//   ever match, a longer lexeme existed after all and the reading was wrong.
//
// Where the next byte decides (nearly always) only one of the two is left and no guard arises. Scannerless languages have no
// munch: both are always taken, and nothing is guarded.

import { DEAD_SET, type SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { createPairTable, createSequenceTable } from "@espalier/monitor";
import type { Parts } from "./parts.js";

export interface Reading {
  readonly lexeme: LexerState;
  readonly set: SetId;
  /** The id of a set of lexer states, none of which may ever match; {@link NO_GUARDS} for the empty set. */
  readonly guards: number;
}

/** The empty set of guards. */
export const NO_GUARDS = 0;

/** The moves of readings over one language's machines. */
export interface Reader {
  /** The reading before any byte. */
  readonly start: Reading;
  /** Appends to `out` what `reading` becomes after `byte`. */
  step(reading: Reading, byte: number, out: Reading[]): void;
  /** Appends to `out` what `reading` becomes after control symbol `k` (its index, not 256 + k). */
  control(reading: Reading, k: number, out: Reading[]): void;
  accepts(reading: Reading): boolean;
  /** The set after the lexeme in progress is handed on as `exit` from `set`. */
  cross(set: SetId, exit: number): SetId;
  /** The reading at the start of a lexeme after `set`. */
  at(set: SetId): Reading;
  /** Bytes held by what is remembered. */
  bytes(): number;
}

/** How a lexer's matches become lexemes. */
export type Munch = "maximal" | "none";

export function createReader(parts: Parts, munch: Munch): Reader {
  const { lexer, chart, skip } = parts;
  const crossings = createPairTable();
  const beginnings: LexerState[] = [];
  // Sets of guards, hash-consed, with remembered moves: the next set + 1, or 0 when a guard has matched.
  const guardSets = createSequenceTable();
  guardSets.intern(new Int32Array(0), 0);
  const guardSteps = createPairTable();
  const guardAdditions = createPairTable();

  function begin(set: SetId): LexerState {
    const context = chart.context(set);
    let state = beginnings[context];
    if (state === undefined) {
      const patterns = chart.contextTerminals(context).filter((t) => t < parts.patterns.length);
      state = lexer.begin([...new Set([...patterns, ...skip])].sort((a, b) => a - b));
      beginnings[context] = state;
    }
    return state;
  }

  function cross(set: SetId, exit: number): SetId {
    const known = crossings.get(set, exit);
    if (known >= 0) return known;
    let after: SetId = DEAD_SET;
    for (const t of lexer.exitTerminals(exit)) {
      after = chart.merge(after, skip.includes(t) ? set : chart.scan(set, t));
      if (skip.includes(t) && chart.contextTerminals(chart.context(set)).includes(t)) {
        after = chart.merge(after, chart.scan(set, t));
      }
    }
    crossings.set(set, exit, after);
    return after;
  }

  const at = (set: SetId): Reading => ({ lexeme: begin(set), set, guards: NO_GUARDS });

  /** Appends the reading with `lexeme` in progress; hands the lexeme on where that is decided already. */
  function settle(lexeme: LexerState, set: SetId, guards: number, out: Reading[]): void {
    const closes = lexer.closes(lexeme);
    if (closes || (munch === "none" && lexer.exit(lexeme) !== 0)) {
      const after = cross(set, lexer.exit(lexeme));
      if (after !== DEAD_SET) out.push({ lexeme: begin(after), set: after, guards });
    }
    if (!closes) out.push({ lexeme, set, guards });
  }

  function guardStates(guards: number): number[] {
    return [...guardSets.pool.subarray(guardSets.offset(guards), guardSets.offset(guards + 1))];
  }

  function guardSet(states: readonly LexerState[]): number {
    const sorted = Int32Array.from(new Set(states)).sort();
    return guardSets.intern(sorted, sorted.length);
  }

  /** The guards after `byte`; −1 when one has matched. */
  function stepGuards(guards: number, byte: number): number {
    if (guards === NO_GUARDS) return NO_GUARDS;
    const byteClass = lexer.classOf[byte] as number;
    let known = guardSteps.get(guards, byteClass);
    if (known < 0) {
      const states = guardStates(guards).map((guard) => lexer.step(guard, byte));
      known = states.some((state) => lexer.exit(state) !== 0) ? 0 : guardSet(states.filter((state) => state !== 0)) + 1;
      guardSteps.set(guards, byteClass, known);
    }
    return known - 1;
  }

  function addGuard(guards: number, state: LexerState): number {
    let known = guardAdditions.get(guards, state);
    if (known < 0) {
      known = guardSet([...guardStates(guards), state]);
      guardAdditions.set(guards, state, known);
    }
    return known;
  }

  return {
    start: at(chart.start),
    cross,
    at,
    step({ lexeme, set, guards }: Reading, byte: number, out: Reading[]): void {
      const left = stepGuards(guards, byte);
      if (left < 0) return;
      const longer = lexer.step(lexeme, byte);
      if (longer !== 0) settle(longer, set, left, out);
      const exit = munch === "none" ? 0 : lexer.exit(lexeme);
      if (exit === 0 || (longer !== 0 && lexer.exit(longer) !== 0)) return;
      const after = cross(set, exit);
      if (after === DEAD_SET) return;
      const next = lexer.step(begin(after), byte);
      if (next === 0) return;
      settle(next, after, longer === 0 ? left : addGuard(left, longer), out);
    },
    control({ lexeme, set }: Reading, k: number, out: Reading[]): void {
      // A control token is not text: whatever was being matched ends here, and no guard can match across it.
      const before: SetId[] = lexer.begins(lexeme) ? [set] : [];
      if (munch === "maximal" && lexer.exit(lexeme) !== 0) before.push(cross(set, lexer.exit(lexeme)));
      for (const ready of before) {
        for (const t of parts.controlTerminals[k] ?? []) {
          const after = chart.scan(ready, t);
          if (after !== DEAD_SET) out.push(at(after));
        }
      }
    },
    accepts({ lexeme, set }: Reading): boolean {
      if (lexer.begins(lexeme)) return chart.accepts(set);
      const exit = munch === "none" ? 0 : lexer.exit(lexeme);
      return exit !== 0 && chart.accepts(cross(set, exit));
    },
    bytes(): number {
      return crossings.bytes() + guardSets.bytes() + guardSteps.bytes() + guardAdditions.bytes();
    },
  };
}
