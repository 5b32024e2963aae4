// Table-driven automata as expressions. An expression is a pair (automaton, state); its derivative is one table read.
//
// When an arena loads an automaton, it computes the distance of every state. States with distance `Infinity` are dead.
import type { Arena, Expr, LoadedAutomaton } from "./arena.js";
import { AUTOMATON, claimBytes, EMPTY_EXPR, EPSILON_EXPR, internNode, spend } from "./arena.js";
import type { ByteAutomaton } from "./automaton.js";
import { automatonDistances } from "./automaton.js";
import { addByteRange, type ByteSet, createByteSet, internByteSet } from "./byte-sets.js";

/**
 * Returns the expression for the language of `automaton` from `state`. Automata are compared by identity.
 *
 * @throws RangeError if the table is malformed or has no such state; LimitError past a limit.
 */
export function automatonFrom(arena: Arena, automaton: ByteAutomaton, state: number): Expr {
  let id = arena.automatonIds.get(automaton);
  if (id === undefined) {
    id = arena.automata.length;
    arena.automata.push(load(arena, automaton));
    arena.automatonIds.set(automaton, id);
  }
  if (!Number.isInteger(state) || state < 0 || state >= automaton.accepting.length) {
    throw new RangeError(`state ${state} is not one of the automaton's ${automaton.accepting.length}`);
  }
  return automatonExpr(arena, id, state);
}

function automatonExpr(arena: Arena, id: number, state: number): Expr {
  const { automaton, distance } = arena.automata[id]!;
  if (distance[state] === Number.POSITIVE_INFINITY) return EMPTY_EXPR;
  if (automaton.accepting[state] === 1) {
    const from = state * automaton.classCount;
    let ends = true;
    for (let k = 0; k < automaton.classCount && ends; k++) {
      const next = automaton.next[from + k]!;
      ends = next < 0 || distance[next] === Number.POSITIVE_INFINITY;
    }
    if (ends) return EPSILON_EXPR;
  }
  return internNode(arena, AUTOMATON, id, state, 0);
}

/** Returns the derivative of an AUTOMATON node. */
function automatonStep(arena: Arena, expr: Expr, byte: number): Expr {
  const id = arena.a[expr]!;
  const { automaton } = arena.automata[id]!;
  const next = automaton.next[arena.b[expr]! * automaton.classCount + automaton.classOf[byte]!]!;
  return next < 0 ? EMPTY_EXPR : automatonExpr(arena, id, next);
}

/** The distances of an automaton's states, for all engines that load it. */
const distancesOf = new WeakMap<ByteAutomaton, Float64Array>();

function load(arena: Arena, automaton: ByteAutomaton): LoadedAutomaton {
  const { classOf, classCount } = automaton;
  const states = automaton.accepting.length;
  spend(arena, states);
  // The engine keeps the table itself, too.
  claimBytes(arena, states * 8 + automaton.next.byteLength + automaton.accepting.byteLength);
  let distance = distancesOf.get(automaton);
  if (distance === undefined) distancesOf.set(automaton, (distance = automatonDistances(automaton)));
  return {
    automaton,
    distance,
    sets: classSets(arena, classOf, classCount),
    fronts: new Map(),
    step: automatonStep,
    frontSets: automatonFrontSets,
  };
}

/** For each byte class, the id of its byte set. */
export function classSets(arena: Arena, classOf: Uint8Array, classCount: number): readonly number[] {
  const sets = Array.from({ length: classCount }, createByteSet);
  for (let byte = 0; byte < 256; byte++) addByteRange(sets[classOf[byte]!]!, byte, byte);
  return sets.map((set) => internByteSet(arena, set));
}

/** The byte sets that a step from an AUTOMATON node distinguishes: one for each target state. */
function automatonFrontSets(arena: Arena, expr: Expr): readonly number[] {
  const loaded = arena.automata[arena.a[expr]!]!;
  const state = arena.b[expr]!;
  let front = loaded.fronts.get(state);
  if (front === undefined) {
    front = frontSetsOf(arena, loaded, state);
    claimBytes(arena, ENTRY + 8 * front.length);
    loaded.fronts.set(state, front);
  }
  return front;
}

/** Bytes of an entry of `LoadedAutomaton.fronts`, roughly, without its numbers. */
const ENTRY = 64;

function frontSetsOf(arena: Arena, { automaton, sets }: LoadedAutomaton, state: number): readonly number[] {
  const from = state * automaton.classCount;
  const byTarget = new Map<number, ByteSet>();
  for (let k = 0; k < automaton.classCount; k++) {
    const target = automaton.next[from + k]!;
    if (target < 0) continue;
    let together = byTarget.get(target);
    if (together === undefined) byTarget.set(target, (together = createByteSet()));
    for (let word = 0; word < 8; word++) together[word]! |= arena.sets[8 * sets[k]! + word]!;
  }
  spend(arena, automaton.classCount);
  return Array.from(byTarget.values(), (set) => internByteSet(arena, set));
}
