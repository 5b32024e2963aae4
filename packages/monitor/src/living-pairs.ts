// The product of a language and a finite automaton, if the language can tell which pairs of their states have a common
// completion (its capability `intersection`). If it can tell this for all pairs, those without a completion are dead,
// and the product is trim (it has no dead ends). The product itself knows a completion of each state (`witness`) and
// has the capability `intersection`.

import type { Intersection } from "./engine/intersection.js";
import { createPairTable } from "./interning.js";
import type { Monitor } from "./monitor.js";
import { commonClasses } from "./parts.js";
import { symbolsOf, symbolsToTry } from "./symbols.js";

/** A language beside a finite automaton. */
export interface Living {
  readonly automaton: Monitor<number>;
  readonly intersection: Intersection<unknown>;
  /** Returns the intersection of the same language with another automaton. */
  decide(another: Monitor<number>): Intersection<unknown> | undefined;
  /** Which part is the language. */
  readonly language: 0 | 1;
}

/** Returns `whole` restricted to pairs with a completion, with the capabilities that this allows. */
export function livingPairs(whole: Monitor<number>, living: Living): Monitor<number> {
  const { conjunction, ...own } = whole;
  const { stateOf } = conjunction!;
  const symbols = symbolsToTry(whole);

  return {
    ...own,
    // A token that both parts can read may lead to a pair without a completion. If that is possible, the mask is not
    // the intersection of the parts' masks.
    ...(whole.trim === true && !living.intersection.clear ? {} : { conjunction: conjunction! }),
    witness(from) {
      const text: number[] = [];
      let state = from;
      for (let left = whole.cost!(state); left > 0; left = whole.cost!(state)) {
        if (left === Number.POSITIVE_INFINITY) return undefined;
        const symbol = symbols.find((each) => {
          const next = whole.step(state, each);
          return next !== undefined && whole.cost!(next) < left;
        });
        const next = symbol === undefined ? undefined : whole.step(state, symbol);
        // The cost of a sketch may be a lower bound only.
        if (symbol === undefined || next === undefined) return undefined;
        text.push(symbol);
        state = next;
      }
      return text;
    },
    intersection(another) {
      const pairs = pairsOf(living.automaton, another);
      const both = living.decide(pairs.monitor);
      if (both === undefined) return undefined;
      const pairOf = (state: number, other: number): number =>
        pairs.numberOf(stateOf(state, 1 - living.language) as number, other);
      return {
        exact: both.exact,
        clear: both.clear,
        cost: (state, other) => both.cost(stateOf(state, living.language), pairOf(state, other)),
        ...(both.live && {
          live: (state: number, other: number) => both.live!(stateOf(state, living.language), pairOf(state, other)),
        }),
        ...(both.costsAlike && {
          costsAlike: (state: number, other: number) =>
            both.costsAlike!(stateOf(state, living.language), pairOf(state, other)),
        }),
      };
    },
  };
}

/** Combines two finite automata into one, numbering pairs on demand. */
function pairsOf(
  a: Monitor<number>,
  b: Monitor<number>,
): { readonly monitor: Monitor<number>; numberOf(left: number, right: number): number } {
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
  return {
    numberOf,
    monitor: {
      start: numberOf(a.start, b.start),
      step(state, symbol) {
        const [own, other] = [inLeft(symbol), inRight(symbol)];
        const left = own < 0 ? undefined : a.step(lefts[state]!, own);
        if (left === undefined) return undefined;
        const right = other < 0 ? undefined : b.step(rights[state]!, other);
        return right === undefined ? undefined : numberOf(left, right);
      },
      accepts: (state) => a.accepts(lefts[state]!) && b.accepts(rights[state]!),
      ...(controls.length > 0 && { controls }),
      table: { ...commonClasses([a, b])!, generation: 0 },
    },
  };
}
