// A *reading* is one way to split a text into lexemes. It consists of the lexeme in progress (a lexer state), the
// parser's Earley set before that lexeme, and guards.
//
// A step by a byte follows the definition of contextual maximal munch (README, "The language, exactly"):
//
// - The reading continues the lexeme if some terminal can still match.
// - If the text so far is a lexeme, the lexeme may end and a new one begin with this byte, unless the longer text is a
//   lexeme too. If the longer text might still become a lexeme, the reading keeps that lexer state as a *guard*: if the
//   guard ever matches, there was a longer lexeme, and the reading was wrong.
//
// Nearly always the next byte decides, so that only one of the two readings remains and no guard is needed. Languages
// without a lexer (`munch: "none"`) always keep both readings, without guards.

import { DEAD_SET, type SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import type { EndedLexeme } from "../states/lexeme-steps.js";
import { createGuards, NO_GUARDS } from "./guards.js";
import type { Parts } from "./parts.js";

export interface Reading {
  readonly lexeme: LexerState;
  readonly set: SetId;
  /** The id of a set of lexer states, none of which may ever match; {@link NO_GUARDS} for the empty set. */
  readonly guards: number;
}

/** The steps of readings over one language's machines. */
export interface Reader {
  /** The reading before any byte. */
  readonly start: Reading;
  /** Appends to `out` the readings after `byte`. */
  step(reading: Reading, byte: number, out: Reading[]): void;
  /** Appends to `out` the readings after control symbol `k` (its index, not 256 + k). */
  control(reading: Reading, k: number, out: Reading[]): void;
  accepts(reading: Reading): boolean;
  /** Visits the readings after `byte` for each choice of terminals, with the lexemes that end. */
  stepLexemes(reading: Reading, byte: number, visit: (next: Reading, ended: readonly EndedLexeme[]) => void): void;
  /** The same for control symbol `k`. */
  controlLexemes(reading: Reading, k: number, visit: (next: Reading, ended: readonly EndedLexeme[]) => void): void;
  /**
   * Visits each terminal with which the text may end: −1 for an ignored one, `undefined` if no lexeme is in progress.
   */
  finishLexemes(reading: Reading, visit: (terminal: number | undefined) => void): void;
  /** Returns the set after the lexeme in progress ends with exit `exit` from `set`. */
  cross(set: SetId, exit: number): SetId;
  /** Visits the set after it for each terminal that the lexeme may be; −1 for an ignored one. */
  crossEach(set: SetId, exit: number, visit: (after: SetId, terminal: number) => void): void;
  /** Returns the guards after one more byte; −1 if one of them has matched. */
  stepGuards(guards: number, byte: number): number;
  /** Returns the lexer states of a set of guards. */
  guardStates(guards: number): readonly LexerState[];
  /** Returns the reading at the start of a lexeme after `set`. */
  at(set: SetId): Reading;
  /** Returns the memory held by the caches, in bytes. */
  bytes(): number;
}

/** How a lexer's matches become lexemes. */
export type Munch = "maximal" | "none";

export function createReader(parts: Parts, munch: Munch): Reader {
  const { lexer, chart, skip } = parts;
  const crossings = createPairTable();
  const beginnings: LexerState[] = [];
  const guarding = createGuards(lexer);
  const { stepGuards, addGuard } = guarding;

  function begin(set: SetId): LexerState {
    const lookahead = chart.lookahead(set);
    let state = beginnings[lookahead];
    if (state === undefined) {
      const patterns = chart.lookaheadTerminals(lookahead).filter((t) => t < parts.patterns.length);
      state = lexer.begin([...new Set([...patterns, ...skip])].sort((a, b) => a - b));
      beginnings[lookahead] = state;
    }
    return state;
  }

  function cross(set: SetId, exit: number): SetId {
    const known = crossings.get(set, exit);
    if (known >= 0) return known;
    let after: SetId = DEAD_SET;
    for (const t of lexer.exitTerminals(exit)) {
      after = chart.merge(after, skip.includes(t) ? set : chart.scan(set, t));
      if (skip.includes(t) && chart.lookaheadTerminals(chart.lookahead(set)).includes(t)) {
        after = chart.merge(after, chart.scan(set, t));
      }
    }
    crossings.set(set, exit, after);
    return after;
  }

  /** For each terminal that a lexeme with exit `exit` may be, the set after it; −1 for an ignored one. */
  function crossEach(set: SetId, exit: number): readonly { readonly terminal: number; readonly after: SetId }[] {
    const each: { readonly terminal: number; readonly after: SetId }[] = [];
    const allowed = chart.lookaheadTerminals(chart.lookahead(set));
    let skipped = false;
    for (const t of lexer.exitTerminals(exit)) {
      skipped ||= skip.includes(t);
      const after = skip.includes(t) && !allowed.includes(t) ? DEAD_SET : chart.scan(set, t);
      if (after !== DEAD_SET) each.push({ terminal: t, after });
    }
    if (skipped) each.push({ terminal: -1, after: set });
    return each;
  }

  function settleEach(
    { lexeme, set, guards }: Reading,
    ended: readonly EndedLexeme[],
    visit: (next: Reading, ended: readonly EndedLexeme[]) => void,
  ): void {
    const closes = lexer.closes(lexeme);
    if (closes || (munch === "none" && lexer.exit(lexeme) !== 0)) {
      for (const { terminal, after } of crossEach(set, lexer.exit(lexeme)))
        visit({ lexeme: begin(after), set: after, guards }, [...ended, { terminal, at: "after" }]);
    }
    if (!closes) visit({ lexeme, set, guards }, ended);
  }

  const at = (set: SetId): Reading => ({ lexeme: begin(set), set, guards: NO_GUARDS });

  /** Appends the reading with `lexeme` in progress. Ends the lexeme if that is already decided. */
  function settle(lexeme: LexerState, set: SetId, guards: number, out: Reading[]): void {
    const closes = lexer.closes(lexeme);
    if (closes || (munch === "none" && lexer.exit(lexeme) !== 0)) {
      const after = cross(set, lexer.exit(lexeme));
      if (after !== DEAD_SET) out.push({ lexeme: begin(after), set: after, guards });
    }
    if (!closes) out.push({ lexeme, set, guards });
  }

  return {
    start: at(chart.start),
    cross,
    crossEach(set, exit, visit): void {
      for (const { terminal, after } of crossEach(set, exit)) visit(after, terminal);
    },
    stepGuards,
    guardStates: guarding.states,
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
      // A control token is not text: it ends the current lexeme, and no guard can match across it.
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
    stepLexemes({ lexeme, set, guards }, byte, visit): void {
      const left = stepGuards(guards, byte);
      if (left < 0) return;
      const longer = lexer.step(lexeme, byte);
      if (longer !== 0) settleEach({ lexeme: longer, set, guards: left }, [], visit);
      const exit = munch === "none" ? 0 : lexer.exit(lexeme);
      if (exit === 0 || (longer !== 0 && lexer.exit(longer) !== 0)) return;
      for (const { terminal, after } of crossEach(set, exit)) {
        const next = lexer.step(begin(after), byte);
        if (next === 0) continue;
        const reading = { lexeme: next, set: after, guards: longer === 0 ? left : addGuard(left, longer) };
        settleEach(reading, [{ terminal, at: "before" }], visit);
      }
    },
    controlLexemes({ lexeme, set }, k, visit): void {
      const take = (ready: SetId, ended: readonly EndedLexeme[]): void => {
        for (const terminal of parts.controlTerminals[k] ?? []) {
          const after = chart.scan(ready, terminal);
          if (after !== DEAD_SET) visit(at(after), [...ended, { terminal, at: "after" }]);
        }
      };
      if (lexer.begins(lexeme)) take(set, []);
      if (munch === "none" || lexer.exit(lexeme) === 0) return;
      for (const { terminal, after } of crossEach(set, lexer.exit(lexeme))) take(after, [{ terminal, at: "before" }]);
    },
    finishLexemes({ lexeme, set }, visit): void {
      if (lexer.begins(lexeme)) {
        if (chart.accepts(set)) visit(undefined);
        return;
      }
      if (munch === "none" || lexer.exit(lexeme) === 0) return;
      for (const { terminal, after } of crossEach(set, lexer.exit(lexeme))) if (chart.accepts(after)) visit(terminal);
    },
    bytes(): number {
      return crossings.bytes() + guarding.bytes();
    },
  };
}
