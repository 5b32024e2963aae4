// The product of a language and a finite automaton, if the language can tell which pairs of their states have a common
// completion (its capability `intersection`). If it can tell this for all pairs, those without a completion are dead,
// and the product is trim (it has no dead ends). The product itself knows a completion of each state (`witness`) and
// has the capability `intersection`.

import type { Intersection } from "./engine/intersection.js";
import { burn } from "./fuel.js";
import { createPairTable } from "./interning.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { commonClasses } from "./parts.js";
import { symbolsOf, symbolsToTry } from "./symbols.js";

/** A language beside a finite automaton. */
export interface Living {
  readonly automaton: Monitor<number>;
  readonly intersection: Intersection<unknown>;
  readonly whole: Pick<Monitor<unknown>, "intersection" | "whyUndecided">;
  /** Which part is the language. */
  readonly language: 0 | 1;
  /** Which part is read where: the states of both after a symbol; `undefined` if one of them refuses it. */
  step(language: unknown, other: number, symbol: number): readonly [unknown, number] | undefined;
}

/** A completion: its first symbol, and the completion of the state after it. */
interface Ending {
  readonly symbol: number;
  readonly rest: Ending | undefined;
}

/** The most states whose witnesses are remembered, each in about 100 bytes. */
const MOST_ENDINGS = 20_000;

/** Returns `whole` restricted to pairs with a completion, with the capabilities that this allows. */
export function livingPairs(whole: Monitor<number>, living: Living): Monitor<number> {
  const { conjunction, ...own } = whole;
  const { stateOf } = conjunction!;
  const symbols = symbolsToTry(whole);
  // The witnesses of states that were passed. Budgets ask for the witness of each state along a text, and most meet again.
  const endings = new Map<number, Ending>();

  return {
    ...own,
    // A token that both parts can read may lead to a pair without a completion. If that is possible, the mask is not
    // the intersection of the parts' masks.
    ...(whole.trim === true && !living.intersection.clear ? {} : { conjunction: conjunction! }),
    ...(whole.trim === true && living.intersection.unproven && unprovenOf(living, stateOf)),
    witness(from) {
      const text: number[] = [];
      const passed: number[] = [];
      let state = from;
      let known: Ending | undefined;
      for (let left = whole.cost!(state); left > 0; left = whole.cost!(state)) {
        if (left === Number.POSITIVE_INFINITY) return undefined;
        known = endings.get(state);
        if (known !== undefined) break;
        const symbol = symbols.find((each) => {
          const next = whole.step(state, each);
          return next !== undefined && whole.cost!(next) < left;
        });
        const next = symbol === undefined ? undefined : whole.step(state, symbol);
        // The cost of a sketch may be a lower bound only.
        if (symbol === undefined || next === undefined) return undefined;
        text.push(symbol);
        passed.push(state);
        state = next;
      }
      burn("search", passed.length);
      for (let at = known; at !== undefined; at = at.rest) text.push(at.symbol);
      if (endings.size > MOST_ENDINGS) endings.clear();
      for (let i = passed.length - 1; i >= 0; i--) {
        known = { symbol: text[i]!, rest: known };
        endings.set(passed[i]!, known);
      }
      return text;
    },
    ...deciding(living, stateOf),
  };
}

/** What a product with finite automata is made of: one language, and the product of all automata. */
interface Composition {
  readonly automaton: Monitor<number>;
  /** The states of both in a state of the product. */
  languageOf(state: never): unknown;
  automatonOf(state: never): number;
  /** The product of the automaton with another. */
  with(another: Monitor<number>): Pairs;
  decide(another: Monitor<number>): Intersection<unknown> | undefined;
  whyUndecided(another: Monitor<number>): string | undefined;
}

// By the capability `intersection` of a product, which copies of the product share.
const compositions = new WeakMap<object, Composition>();

/** How a product with an automaton decides its intersections with further automata: as the language does with the product of all automata. */
function deciding(
  { automaton, language, whole }: Living,
  stateOf: (state: number, part: number) => unknown,
): Required<Pick<Monitor<number>, "intersection" | "whyUndecided">> {
  const inner = compositions.get(whole.intersection!);
  const own = (state: number): never => stateOf(state, language) as never;
  const other = (state: number): number => stateOf(state, 1 - language) as number;
  const both = inner?.with(automaton);
  const all = both === undefined ? automaton : both.monitor;
  const made = new WeakMap<Monitor<number>, Pairs>();
  const composition: Composition = {
    automaton: all,
    languageOf: inner === undefined ? own : (state) => inner.languageOf(own(state)),
    automatonOf: inner === undefined ? other : (state) => both!.numberOf(inner.automatonOf(own(state)), other(state)),
    with(another) {
      let pairs = made.get(another);
      if (pairs === undefined) made.set(another, (pairs = pairsOf(all, another)));
      return pairs;
    },
    decide: inner?.decide ?? ((another) => whole.intersection!(another)),
    whyUndecided: inner?.whyUndecided ?? ((another) => whole.whyUndecided?.(another)),
  };
  const { languageOf, automatonOf } = composition;
  function intersection(another: Monitor<number>): Intersection<number> | undefined {
    const pairs = composition.with(another);
    const its = composition.decide(pairs.monitor);
    if (its === undefined) return undefined;
    const { exact, clear, live, costsAlike, isUnproven, unproven } = its;
    const beside =
      <Result>(ask: (state: unknown, other: number) => Result) =>
      (state: number, at: number): Result =>
        ask(languageOf(state as never), pairs.numberOf(automatonOf(state as never), at));
    return {
      exact,
      clear,
      cost: beside(its.cost),
      ...(live && { live: beside(live) }),
      ...(costsAlike && { costsAlike: beside(costsAlike) }),
      ...(isUnproven && { isUnproven: beside(isUnproven) }),
      ...(unproven && { unproven }),
    };
  }
  compositions.set(intersection, composition);
  return { intersection, whyUndecided: (another) => composition.whyUndecided(composition.with(another).monitor) };
}

/** Which refusals of a decided product are not proven. */
function unprovenOf(
  { intersection, language, step }: Living,
  stateOf: (state: number, part: number) => unknown,
): Required<Pick<Monitor<number>, "unproven" | "isUnproven">> {
  return {
    unproven: () => intersection.unproven!(),
    isUnproven(state, symbol) {
      const next = step(stateOf(state, language), stateOf(state, 1 - language) as number, symbol);
      return next !== undefined && intersection.isUnproven!(...next);
    },
  };
}

interface Pairs {
  readonly monitor: Monitor<number>;
  numberOf(left: number, right: number): number;
}

/** Combines two finite automata into one, numbering pairs on demand. Steps over bytes are stored. */
function pairsOf(a: Monitor<number>, b: Monitor<number>): Pairs {
  const numbers = createPairTable();
  const lefts: number[] = [];
  const rights: number[] = [];
  const numberOf = (left: number, right: number): number => {
    let number = numbers.get(left, right);
    if (number < 0) {
      number = lefts.length;
      numbers.set(left, right, number);
      lefts.push(left);
      rights.push(right);
    }
    return number;
  };
  const controls = [...new Set([...(a.controls ?? []), ...(b.controls ?? [])])];
  const [inLeft, inRight] = [symbolsOf(a.controls, controls), symbolsOf(b.controls, controls)];
  const classes = commonClasses([a, b])!;
  const steps: (number | undefined)[] = [];
  const NOWHERE = -1;
  function find(state: number, symbol: number): number {
    const [own, other] = [inLeft(symbol), inRight(symbol)];
    const left = own < 0 ? undefined : a.step(lefts[state]!, own);
    if (left === undefined) return NOWHERE;
    const right = other < 0 ? undefined : b.step(rights[state]!, other);
    return right === undefined ? NOWHERE : numberOf(left, right);
  }
  return {
    numberOf,
    monitor: {
      start: numberOf(a.start, b.start),
      step(state, symbol) {
        let next: number | undefined;
        if (symbol < FIRST_CONTROL) {
          const at = state * classes.classCount + classes.classOf[symbol]!;
          next = steps[at] ??= find(state, symbol);
        } else next = find(state, symbol);
        return next === NOWHERE ? undefined : next;
      },
      accepts: (state) => a.accepts(lefts[state]!) && b.accepts(rights[state]!),
      ...(controls.length > 0 && { controls }),
      table: { ...classes, generation: 0 },
    },
  };
}
