// The law of costs: the cost is 0 exactly if the text may end, and from any other state some step leads to a lower
// cost. It is tested on random walks that start after prefixes of given texts, so that they reach states deep inside a
// language.

import { checkArgument, signature } from "@espalier/arguments";
import { bytesOf, type Monitor, monitorKind, type Text } from "@espalier/monitor";
import fc from "fast-check";
import { costlyKind, costsKind } from "./kinds.js";
import { type CheckOptions, type CounterExample, guarded, LawError, tryLaw } from "./law-error.js";
import { choices } from "./members.js";
import { type Way, waysFrom } from "./ways.js";

/** Options of {@link checkCosts}. */
export interface CostsCheckOptions extends CheckOptions {
  /**
   * Random walks start after prefixes of these texts, which need not belong to the language. The empty text by default.
   */
  readonly texts?: readonly Text[];
  /** The most symbols of a random walk after the prefix (included); 12 by default. */
  readonly symbols?: number;
}

/** What was checked. All zeros mean that nothing was checked. */
export interface CostsReport {
  /** States whose cost was compared with the costs after every step. */
  readonly states: number;
  /** States from which the law was followed down to cost 0. */
  readonly followed: number;
  /** Witnesses that were read, none longer than its cost. */
  readonly witnesses: number;
  /**
   * States of cost Infinity; there are none if the monitor is trim (without dead ends). Does not count the start of an
   * empty language, from which no step leads on.
   */
  readonly infinite: number;
}

const checkCheckCosts = signature("checkCosts", { monitor: monitorKind, options: costsKind });

/**
 * Tests the law of `cost` on random texts, and that of `witness` (a completion of a state) if the monitor has it. Each
 * state takes at most 256 steps; a cost of n is followed for n steps.
 *
 * @throws LawError with the smallest counter-example found; ArgumentError if the monitor has no `cost`.
 *
 * @example
 * import { strings } from "@espalier/monitor";
 *
 * checkCosts(strings(["red", "green"]), { seed: 1 }).infinite; // => 0
 */
export function checkCosts<State>(monitor: Monitor<State>, options: CostsCheckOptions = {}): CostsReport {
  checkCheckCosts(monitor, options);
  checkArgument("checkCosts", "monitor", monitor, costlyKind);
  const { texts = [""], symbols = 12 } = options;
  const beginnings = texts.map((text): readonly number[] => [...bytesOf(text)]);
  let [states, followed, witnesses, infinite] = [0, 0, 0, 0];

  function visit(state: State, text: readonly number[]): readonly Way<State>[] {
    const where = (): CounterExample => ({ text });
    return guarded(where, () => {
      const open = waysFrom(monitor, state);
      checkCost(monitor, state, open, where);
      states++;
      if (monitor.cost?.(state) === Number.POSITIVE_INFINITY) {
        if (text.length === 0 && open.length === 0) return open;
        infinite++;
        if (monitor.trim === true) throw new LawError("cost", "the cost is Infinity, and the monitor is trim", where());
        return open;
      }
      if (checkWitness(monitor, state, where)) witnesses++;
      return open;
    });
  }

  const law = fc.record({ text: fc.constantFrom(...beginnings), cut: fc.nat(), walk: choices(symbols) });
  tryLaw(law, options, ({ text, cut, walk }) => {
    const read: number[] = [];
    let state = monitor.start;
    for (const byte of text.slice(0, cut % (text.length + 1))) {
      const next = monitor.step(state, byte);
      if (next === undefined) break;
      read.push(byte);
      state = next;
    }
    for (const number of walk) {
      const open = visit(state, [...read]);
      if (open.length === 0) break;
      const { next, symbols: its } = open[number % open.length]!;
      read.push(its[0]!);
      state = next;
    }
    visit(state, [...read]);
    if (follow(monitor, state, [...read])) followed++;
  });
  return { states, followed, witnesses, infinite };
}

/** The cost is 0 exactly in accepting states; otherwise some step lowers it. */
export function checkCost<State>(
  monitor: Monitor<State>,
  state: State,
  ways: readonly Way<State>[],
  where: () => CounterExample,
): void {
  if (monitor.cost === undefined) return;
  const cost = monitor.cost(state);
  const fail = (what: string): never => {
    throw new LawError("cost", what, where());
  };
  if (!(cost >= 0)) fail(`the cost is ${cost}`);
  if ((cost === 0) !== monitor.accepts(state)) {
    fail(`the cost is ${cost}, and the state ${monitor.accepts(state) ? "accepts" : "does not accept"}`);
  }
  if (cost === 0) return;
  const least = ways.reduce((best, { next }) => Math.min(best, monitor.cost!(next)), Number.POSITIVE_INFINITY);
  if (cost === Number.POSITIVE_INFINITY) {
    if (least !== cost) fail(`the cost is Infinity, and a step leads to cost ${least}`);
  } else if (!(least <= cost - 1)) fail(`the cost is ${cost}, and the least after a step is ${least}`);
}

/** Follows the law down to cost 0. Returns false if the cost is Infinity. */
function follow<State>(monitor: Monitor<State>, from: State, text: readonly number[]): boolean {
  const read = [...text];
  let state = from;
  while (!monitor.accepts(state)) {
    const here = state;
    const cost = monitor.cost!(here);
    if (cost === Number.POSITIVE_INFINITY) return false;
    const where = (): CounterExample => ({ text: [...read] });
    const better = guarded(where, () => waysFrom(monitor, here).find(({ next }) => monitor.cost!(next) < cost));
    if (better === undefined) throw new LawError("cost", `the cost is ${cost}, and no step lowers it`, where());
    read.push(better.symbols[0]!);
    state = better.next;
  }
  return true;
}

/**
 * Returns whether the monitor knows a witness, that is, a completion of the state, and checks it: it is no longer than
 * the cost, each symbol lowers the cost, and it leads to an accepting state.
 */
function checkWitness<State>(monitor: Monitor<State>, from: State, where: () => CounterExample): boolean {
  const witness = monitor.witness?.(from);
  if (witness === undefined) return false;
  let cost = monitor.cost!(from);
  const fail = (what: string): never => {
    throw new LawError("cost", what, { ...where(), after: Array.from(witness) });
  };
  if (witness.length > cost) fail(`the cost is ${cost}, and the witness has ${witness.length} symbols`);
  let state = from;
  for (let i = 0; i < witness.length; i++) {
    const next = monitor.step(state, witness[i]!);
    if (next === undefined) return fail(`symbol ${i} of the witness cannot be read`);
    if (monitor.cost!(next) > cost - 1) fail(`after symbol ${i} of the witness, the cost is ${monitor.cost!(next)}`);
    cost = monitor.cost!(next);
    state = next;
  }
  if (!monitor.accepts(state)) fail("the witness leads to no end");
  return true;
}
