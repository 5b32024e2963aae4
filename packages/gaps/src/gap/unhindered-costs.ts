// The smallest known number of symbols that complete a state of a gap together with a finite automaton, if every state has a completion (unhindered.ts).
// Searches completions as in witness.ts, over pairs of states.

import type { CommittedLexer } from "@espalier/lexer";
import { createPairTable, type Intersection, type Monitor } from "@espalier/monitor";
import { DEAD_STATE, type LexedMachine, type LexedState } from "../language/machine.js";
import { createWitnesses } from "../language/witness.js";
import type { Goal } from "../language/witness-moves.js";

/** The number of lexer states that are examined for the rest of one lexeme. */
const MOST_LOCALS = 1_000;
/** Stands for the absence of an automaton state: nothing is read from here. */
const NO_STATE = -1;

/** @param goals completions of the gap, whose `reached` accepts states of the gap. */
export function createUnhinderedIntersection(
  machine: LexedMachine,
  goals: readonly [Goal, ...Goal[]],
  automaton: Monitor<number>,
): Intersection<LexedState> {
  // Pairs are numbered from 1.
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

  const pairs: LexedMachine = {
    ...machine,
    step(pair, byte) {
      const after = right(pair) === NO_STATE ? undefined : automaton.step(right(pair), byte);
      return after === undefined ? DEAD_STATE : pairOf(machine.step(left(pair), byte), after);
    },
    cross: (pair, exit) => pairOf(machine.cross(left(pair), exit), right(pair)),
    before: (set, frames, guard) => pairOf(machine.before(set, frames, guard), NO_STATE),
    local: (pair) => machine.local(left(pair)),
    set: (pair) => machine.set(left(pair)),
    frame: (pair) => machine.frame(left(pair)),
  };
  const { lexer } = machine.core.compiled;
  const plain = plainBytes(automaton, lexer.representatives);
  const known = createPairTable();
  const rests: (readonly number[] | undefined)[] = [];

  /** The rest of a lexeme from bytes that every automaton state reads; if there is none nearby, its shortest rest. */
  function shortest(local: number, kind: number): readonly number[] | undefined {
    let at = known.get(local, kind);
    if (at < 0) {
      at = rests.push(plainRest(lexer, local, kind, plain) ?? lexer.shortest(local, kind)) - 1;
      known.set(local, kind, at);
    }
    return rests[at];
  }

  function reads(pair: number, bytes: readonly number[]): boolean {
    if (right(pair) === NO_STATE) return true;
    let at: number | undefined = right(pair);
    for (const byte of bytes) if (at !== undefined) at = automaton.step(at, byte);
    return at !== undefined;
  }

  const beside = (goal: Goal): Goal => ({
    ...goal,
    spelling: { shortest, reads },
    reached: (pair) => right(pair) !== NO_STATE && automaton.accepts(right(pair)) && goal.reached(left(pair)),
  });
  const [first, ...others] = goals;
  const witnesses = createWitnesses(pairs, beside(first), ...others.map(beside));
  return {
    exact: true,
    clear: true,
    cost: (state, at) => witnesses.cost(pairOf(state, at)),
    live: () => true,
  };
}

/** The subset of `bytes` that an automaton reads in all of its states. */
function plainBytes(automaton: Monitor<number>, bytes: Iterable<number>): readonly number[] {
  let plain = [...bytes];
  const met = new Set([automaton.start]);
  for (const state of met) {
    plain = plain.filter((byte) => automaton.step(state, byte) !== undefined);
    for (let byte = 0; byte < 256; byte++) {
      const to = automaton.step(state, byte);
      if (to !== undefined) met.add(to);
    }
  }
  return plain;
}

/** The shortest rest of a lexeme in progress as one of `kind`, with only the given bytes; `undefined` if there is none nearby. */
function plainRest(
  lexer: CommittedLexer,
  local: number,
  kind: number,
  bytes: readonly number[],
): readonly number[] | undefined {
  if (!lexer.welcomes(local, kind)) return undefined;
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
      if (to !== 0 && !lexer.isLine(to) && !from.has(to) && lexer.welcomes(to, kind)) from.set(to, [at, byte]);
    }
  }
  return undefined;
}
