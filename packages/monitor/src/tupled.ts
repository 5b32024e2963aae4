// A combination as a monitor. Its states are the numbers of tuples (tuples.ts).

import type { Combination, CostOf } from "./combination.js";
import type { Constituent } from "./engine/conjunction.js";
import { deadEndsWithin } from "./find-dead-ends.js";
import { burn } from "./fuel.js";
import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import type { Part } from "./parts.js";
import type { Question } from "./question.js";
import { questionId } from "./question-id.js";
import { sketchesOfTuples } from "./sketched-tuples.js";
import { createTuples } from "./tuples.js";

const costOfPart: CostOf = (part, state) => part.cost!(state);

/** Steps of larger tuples take fuel: a sequence or a star has a part for each position where the next round may have begun. */
const FEW = 16;

/** Creates the monitor of a combination. */
export function tupled(combination: Combination, limits: Limits = DEFAULT_LIMITS): Monitor<number> {
  const { parts } = combination;
  const { tuple, next, load, numberNext, once, size, stepUnits, start, own } = createTuples(combination, limits);
  // All calls share the tuples, so calls must not be nested.
  const nesting = createNesting(1);
  const collect = <T>(state: number, method: (part: Part) => ((state: number) => readonly T[]) | undefined): T[] => {
    const all: T[] = [];
    load(state);
    combination.forEach(tuple, (part, inner) => {
      for (const value of method(part)?.(inner) ?? []) all.push(value);
    });
    return all;
  };

  const replaced = (state: number, by: (part: Part, own: number) => number): number => {
    load(state);
    next.length = 0;
    combination.replace(tuple, by, next);
    return next.length === tuple.length && next.every((each, at) => each === tuple[at]) ? state : numberNext();
  };
  const every = (state: number, question: (part: Part, own: number) => boolean): boolean => {
    let all = true;
    load(state);
    combination.forEach(tuple, (part, own) => {
      all &&= question(part, own);
    });
    return all;
  };

  const leastBy = (state: number, symbol: number): number => {
    load(state);
    return combination.cost?.(tuple, (part, own) => part.leastBy(own, symbol)) ?? 0;
  };

  const costsAlike = (state: number): boolean => {
    if (combination.costsAlike === undefined) return every(state, (part, own) => part.costsAlike(own));
    load(state);
    return combination.costsAlike(tuple);
  };

  const has = (method: "expected" | "asks"): boolean => parts.all.some((part) => part[method] !== undefined);
  const shared = parts.table(own);
  const { cost, mode, conjunction } = combination;
  const expected = once((state): readonly string[] => {
    if (combination.expected === undefined) return [...new Set(collect(state, (part) => part.expected))];
    load(state);
    return combination.expected(tuple);
  });
  // A search may find more the next time.
  const isSearched = parts.all.some(({ monitor }) => monitor.searchingWithin !== undefined);
  const costOf = isSearched ? (answer: (state: number) => number) => answer : once<number>;
  return {
    start,
    ...size,
    step: once((state, symbol) => {
      nesting.enter();
      try {
        load(state);
        if (tuple.length > FEW) burn("search", 2 * tuple.length);
        if (stepUnits > 0) burn("steps", stepUnits);
        next.length = 0;
        return combination.step(tuple, symbol, next) ? numberNext() : undefined;
      } finally {
        nesting.leave();
      }
    }),
    accepts: once((state) => {
      nesting.enter();
      try {
        load(state);
        return combination.accepts(tuple);
      } finally {
        nesting.leave();
      }
    }),
    ...(parts.controls.length > 0 ? { controls: parts.controls } : {}),
    ...(combination.trim ? { trim: true } : deadEndsWithin(parts.all.map(({ monitor }) => monitor))),
    ...(combination.prefixFree ? { prefixFree: true } : {}),
    // Equal tuples have equal numbers, and no number is reused for another tuple.
    ...(shared === undefined ? { key: (state: number) => state } : { table: shared }),
    // Masks of intersections are computed from those of their parts instead.
    ...((conjunction === undefined || combination.costsAlike !== undefined) &&
      parts.all.some(({ sketches }) => sketches) && {
        factor: sketchesOfTuples({ replaced, every, leastBy, costsAlike }),
      }),
    ...(conjunction && {
      conjunction: {
        parts: conjunction,
        stateOf(state: number, part: number): unknown {
          load(state);
          return parts.all[part]!.original(tuple[part]!);
        },
      },
    }),
    ...(cost && {
      cost: costOf((state) => {
        nesting.enter();
        try {
          load(state);
          return cost(tuple, costOfPart);
        } finally {
          nesting.leave();
        }
      }),
    }),
    ...(combination.modes && { modes: combination.modes }),
    ...(mode && {
      mode(state: number): string {
        load(state);
        return mode(tuple);
      },
    }),
    ...(has("expected") && { expected }),
    constituents(state: number): readonly Constituent[] {
      const found: Constituent[] = [];
      load(state);
      combination.forEach(tuple, (part, inner) => {
        if (combination.reading?.includes(part) === false) return;
        found.push({ index: parts.all.indexOf(part), monitor: part.monitor, state: part.original(inner) });
      });
      return found;
    },
    ...(has("asks") && {
      asks(state: number): readonly Question[] {
        const byId = new Map<string, Question>();
        for (const question of collect(state, (part) => part.asks)) byId.set(questionId(question), question);
        return [...byId.values()];
      },
      supply(state: number, question: Question, answer: unknown): number | undefined {
        load(state);
        next.length = 0;
        const by = (part: Part, inner: number): number =>
          part.asks?.(inner).some((its) => questionId(its) === questionId(question))
            ? part.supply(inner, question, answer)
            : inner;
        return combination.replace(tuple, by, next) ? numberNext() : undefined;
      },
    }),
  };
}
