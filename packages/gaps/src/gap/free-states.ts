// Divides the states of a finite automaton, which reads the middle of a gap, into two sets. In a *free* state, the
// automaton reads nearly everything, as a typestate does between calls. In the other states it demands something, such
// as the method and the bracket of a call. unhindered.ts proves that a text can be completed from a free state. From
// the other states, hindered-costs.ts searches for a text that leads to a free state.

import { byColumns, classRepresentatives, distancesIn, EVERY_BYTE, explored, tableOf } from "@espalier/dfa";
import type { Monitor } from "@espalier/monitor";
import { type ByteSet, byteSet } from "../lexing/regex-facts.js";
import { remembered } from "../source/remembered.js";

/** The largest number of automaton states that are examined. */
const MOST_STATES = 4_096;
export const DEAD = -1;
const LINE_FEED = 10;
const [FIRST_PRINTABLE, LAST_PRINTABLE, FIRST_BEYOND] = [0x20, 0x7e, 0x80];
/** A free state reads at least this share of the printable bytes of ASCII. */
const SHARE = 0.5;

/** The states of an automaton, numbered. Those that lead to no accepting state do not count. */
export interface FreeStates {
  /** The numbers of the free states. */
  readonly free: readonly number[];
  /** The numbers of all states. */
  readonly all: readonly number[];
  /** The number of the start; {@link DEAD} if the automaton reads no text. */
  readonly start: number;
  /** The free state after a byte in a free state; {@link DEAD} if there is none. */
  step(state: number, byte: number): number;
  /** The state after a byte, free or not; {@link DEAD} if there is none. */
  next(state: number, byte: number): number;
  isFree(state: number): boolean;
  /** The number of a state of the automaton; {@link DEAD} if no accepting state can be reached from it. */
  numberOf(state: number): number;
  /** The state of the automaton with a number. */
  stateOf(number: number): number;
  /** The least number of bytes to an accepting state. */
  distance(state: number): number;
  /** The automaton with fast steps, and without the states that lead to no accepting state. */
  readonly live: Monitor<number>;
  /** The bytes that all free states read. */
  readonly plain: ByteSet;
  /** Those of `bytes` that all free states read; first the bytes that leave most of these states unchanged. */
  plainOf(bytes: Iterable<number>): readonly number[];
  /** Whether all states are free and accept. */
  readonly acceptsEverywhere: boolean;
}

const known = remembered((automaton: Monitor<number>): FreeStates | "many" => divide(automaton) ?? "many");

/** Divides the states of an automaton, once for each; `undefined` if there are more than 4,096. */
export function freeStates(automaton: Monitor<number>): FreeStates | undefined {
  const its = known(automaton);
  return its === "many" ? undefined : its;
}

function divide(automaton: Monitor<number>): FreeStates | undefined {
  const { classOf, classCount: columns } = automaton.table ?? automaton.classes ?? EVERY_BYTE;
  const firsts = classRepresentatives({ classOf, classCount: columns });
  const visit = byColumns<number>(
    columns,
    (state, column) => (firsts[column]! < 0 ? undefined : automaton.step(state, firsts[column]!)),
    (state) => automaton.accepts(state),
  );
  const found = explored(automaton.start, visit, MOST_STATES);
  if (found === undefined) return undefined;
  const { dfa, states, numbers } = found;
  const edges = tableOf(dfa, columns);
  const distance = distancesIn(dfa);
  const isLive = (number: number): boolean => number !== DEAD && distance[number] !== Number.POSITIVE_INFINITY;
  const next = (state: number, byte: number): number => {
    const to = state === DEAD ? DEAD : edges[state * columns + classOf[byte]!]!;
    return isLive(to) ? to : DEAD;
  };
  const numberOf = (state: number): number => {
    const number = numbers.get(state) ?? DEAD;
    return isLive(number) ? number : DEAD;
  };
  const all = states.map((_, number) => number).filter(isLive);
  const acceptsEverywhere = !dfa.accepting.includes(0);
  const isFree = states.map((_, number) => isLive(number) && (acceptsEverywhere || readsMost(number, next)));
  const step = (state: number, byte: number): number => {
    const to = next(state, byte);
    return to !== DEAD && isFree[to] === true ? to : DEAD;
  };
  const free = all.filter((number) => isFree[number]);
  const readByAll = firsts.map((_, column) => free.every((state) => isFree[edges[state * columns + column]!] === true));
  return {
    free,
    all,
    start: isLive(0) ? 0 : DEAD,
    step,
    next,
    isFree: (state) => isFree[state] === true,
    numberOf,
    stateOf: (number) => states[number]!,
    distance: (state) => distance[state]!,
    live: {
      start: automaton.start,
      step(state, byte) {
        const to = next(numberOf(state), byte);
        return to === DEAD ? undefined : states[to]!;
      },
      accepts: (state) => distance[numberOf(state)] === 0,
      classes: { classOf, classCount: columns },
    },
    plainOf(bytes) {
      const changes = new Map<number, number>();
      for (const byte of bytes)
        if (readByAll[classOf[byte]!]) changes.set(byte, free.filter((state) => step(state, byte) !== state).length);
      return [...changes.keys()].sort((a, b) => changes.get(a)! - changes.get(b)!);
    },
    plain: byteSet([...classOf.keys()].filter((byte) => readByAll[classOf[byte]!])),
    acceptsEverywhere,
  };
}

/** Whether a state reads line ends, what lies beyond ASCII, and most of the printable bytes. */
function readsMost(state: number, next: (state: number, byte: number) => number): boolean {
  if (next(state, LINE_FEED) === DEAD) return false;
  for (let byte = FIRST_BEYOND; byte < 256; byte++) if (next(state, byte) === DEAD) return false;
  let count = 0;
  for (let byte = FIRST_PRINTABLE; byte <= LAST_PRINTABLE; byte++) if (next(state, byte) !== DEAD) count++;
  return count >= SHARE * (LAST_PRINTABLE - FIRST_PRINTABLE + 1);
}
