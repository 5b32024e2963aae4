// Checks the contract of `Factor` against plain stepping. A factor splits a state into a local part (the lexer state)
// and a rest. From such a state, bytes can be read exactly if one of these holds: the local part reads all of them;
// some of them end a lexeme, and the state after it reads the others; or the factor does not decide, and the monitor's
// own step succeeds.

import { type Factor, FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";
import type { Symbols } from "./members.js";

/** The verdict of the parts of a state on some bytes. */
type Reading = "read" | "refused" | "undecided";

/** The longest text that is read with the factor. */
const LONGEST = 8;
/** The most nested boundaries without a byte between them. */
const NESTED = 64;

/**
 * Reads texts from `state` in two ways, with its `Factor` and by plain steps, and compares the results. The texts are
 * all prefixes of `path`, alone and followed by each byte of `last`. Returns how many texts were compared, and how many
 * the factor decided.
 *
 * @throws LawError
 */
export function probeFactor<State>(
  monitor: Monitor<State>,
  state: State,
  path: Symbols,
  last: ReadonlySet<number>,
  where: () => CounterExample,
): number {
  const { factor } = monitor;
  if (factor === undefined || factor.local(state) === 0) return 0;
  checkClasses(monitor, factor, factor.local(state), where);
  const control = path.findIndex((symbol) => symbol >= FIRST_CONTROL);
  const longest = Math.min(LONGEST, control < 0 ? path.length : control);
  let compared = 0;
  for (let length = 0; length <= longest; length++) {
    const read = path.slice(0, length);
    for (const text of [read, ...Array.from(last, (byte) => [...read, byte])]) {
      const reading = readByParts(monitor, factor, state, text, 0, 0);
      const after = readByStep(monitor, state, text, 0);
      if (reading === "undecided") continue;
      compared++;
      if ((reading === "read") === after) continue;
      const what = `according to the parts of the state it is ${reading}, but according to step it is ${after ? "read" : "refused"}`;
      throw new LawError("factor", what, { ...where(), after: text });
    }
  }
  return compared;
}

function readByStep<State>(monitor: Monitor<State>, from: State, text: readonly number[], offset: number): boolean {
  let state: State | undefined = from;
  for (let i = offset; i < text.length && state !== undefined; i++) state = monitor.step(state, text[i]!);
  return state !== undefined;
}

function readByParts<State>(
  monitor: Monitor<State>,
  factor: Factor<State>,
  state: State,
  text: readonly number[],
  offset: number,
  nested: number,
): Reading {
  let local = factor.local(state);
  if (local === 0) return readByStep(monitor, state, text, offset) ? "read" : "refused";
  if (nested > NESTED) return "undecided";
  const across = (exit: number, at: number): Reading => {
    const next = factor.cross(state, exit);
    if (next === undefined) return "refused";
    return readByParts(monitor, factor, next, text, at, at === offset ? nested + 1 : 0);
  };
  /** The result if no boundary is certain; undecided once a boundary was undecided. */
  let otherwise: Reading = "refused";
  for (let at = offset; ; at++) {
    const exit = factor.automaton.exit(local);
    if (factor.automaton.closes(local)) return better(exit === 0 ? "refused" : across(exit, at), otherwise);
    if (at === text.length) return "read";
    const next = factor.automaton.step(local, text[at]!);
    if (next === 0) return better(exit === 0 ? "refused" : across(exit, at), otherwise);
    if (exit !== 0 && factor.automaton.exit(next) === 0) otherwise = "undecided";
    local = next;
  }
}

function better(reading: Reading, otherwise: Reading): Reading {
  return reading === "refused" ? otherwise : reading;
}

/** Checks that bytes of one class step the local part to the same state. */
function checkClasses<State>(
  { table }: Monitor<State>,
  factor: Factor<State>,
  local: number,
  where: () => CounterExample,
): void {
  if (table === undefined) return;
  const first = new Int32Array(256).fill(-1);
  for (let byte = 0; byte < 256; byte++) {
    const its = table.classOf[byte]!;
    const next = factor.automaton.step(local, byte);
    if (first[its]! < 0) first[its] = next;
    else if (first[its] !== next) {
      const what = `bytes of class ${its} lead the local part ${local} to ${first[its]} and ${next}`;
      throw new LawError("factor", what, { ...where(), after: [byte] });
    }
  }
}
