// Pairs of a state of a gap and a state of a finite automaton, as a machine whose completions can be searched (witness.ts).

import type { CommittedLexer } from "@espalier/lexer";
import { createPairTable, type Monitor } from "@espalier/monitor";
import type { Goal, Spelling } from "../language/goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "../language/machine.js";
import { rememberedPairs } from "../source/remembered.js";

/** The number of lexer states that are examined for the rest of one lexeme. */
const MOST_LOCALS = 1_000;
/** Stands for the absence of an automaton state: nothing is read from here. */
const NO_STATE = -1;

export interface StatePairs {
  /** Its states are pairs. */
  readonly machine: LexedMachine;
  /** The number of a pair, from 1. */
  of(state: LexedState, finite: number): number;
  left(pair: number): LexedState;
  /** The state of the automaton; negative if there is none. */
  right(pair: number): number;
  /** How lexemes are written where the automaton reads along. */
  readonly spelling: Spelling;
  /** Whether a pair reaches a goal of the gap and the automaton accepts. */
  reaches(goal: Goal, pair: number): boolean;
}

/**
 * Creates a machine whose states are pairs of a state of a gap and a state of a finite automaton.
 *
 * @param step returns the state of the automaton after a byte; `undefined` if there is none.
 * @param plain the bytes that are preferred when lexemes are spelt.
 */
export function createStatePairs(
  machine: LexedMachine,
  { step, accepts }: Pick<Monitor<number>, "step" | "accepts">,
  plain: readonly number[],
): StatePairs {
  const numbers = createPairTable();
  const lefts: LexedState[] = [DEAD_STATE];
  const rights: number[] = [NO_STATE];

  function pairOf(left: LexedState, right: number): number {
    if (left === DEAD_STATE) return DEAD_STATE;
    let number = numbers.get(left, right + 1);
    if (number < 0) {
      number = lefts.length;
      numbers.set(left, right + 1, number);
      lefts.push(left);
      rights.push(right);
    }
    return number;
  }
  const left = (pair: number): LexedState => lefts[pair]!;
  const right = (pair: number): number => rights[pair]!;
  const { lexer } = machine.core.compiled;

  /** The rest of a lexeme from plain bytes; if there is none nearby, its shortest rest. */
  const shortest = rememberedPairs(
    (local, kind) => plainRest(lexer, local, kind, plain) ?? lexer.shortest(local, kind),
  );

  function reads(pair: number, bytes: readonly number[]): boolean {
    if (right(pair) === NO_STATE) return true;
    let at: number | undefined = right(pair);
    for (const byte of bytes) if (at !== undefined) at = step(at, byte);
    return at !== undefined;
  }

  return {
    machine: {
      ...machine,
      step(pair, byte) {
        const after = right(pair) === NO_STATE ? undefined : step(right(pair), byte);
        return after === undefined ? DEAD_STATE : pairOf(machine.step(left(pair), byte), after);
      },
      cross: (pair, exit) => pairOf(machine.cross(left(pair), exit), right(pair)),
      before: (set, frames, guard) => pairOf(machine.before(set, frames, guard), NO_STATE),
      local: (pair) => machine.local(left(pair)),
      set: (pair) => machine.set(left(pair)),
      frame: (pair) => machine.frame(left(pair)),
    },
    of: pairOf,
    left,
    right,
    spelling: { shortest, reads },
    reaches: (goal, pair) => right(pair) !== NO_STATE && accepts(right(pair)) && goal.reached(left(pair)),
  };
}

/** The shortest rest of a lexeme in progress as one of `kind`, with only the given bytes; `undefined` if there is none nearby. */
function plainRest(
  lexer: CommittedLexer,
  local: number,
  kind: number,
  bytes: readonly number[],
): readonly number[] | undefined {
  if (!lexer.allows(local, kind)) return undefined;
  const from = new Map<number, readonly [before: number, byte: number]>([[local, [0, -1]]]);
  for (const at of from.keys()) {
    if (from.size > MOST_LOCALS) return undefined;
    const exit = lexer.exit(at);
    if (exit !== 0 && lexer.boundary(exit).kind === kind) {
      const rest: number[] = [];
      for (let here = at; here !== local; ) {
        const [before, byte] = from.get(here) as readonly [number, number];
        rest.push(byte);
        here = before;
      }
      return rest.reverse();
    }
    if (lexer.closes(at)) continue;
    for (const byte of bytes) {
      const to = lexer.step(at, byte);
      if (to !== 0 && !lexer.isLine(to) && !from.has(to) && lexer.allows(to, kind)) from.set(to, [at, byte]);
    }
  }
  return undefined;
}
