// The intersection of two languages: both monitors read every symbol. If both number their states (`table`), a pair is
// interned as an integer; otherwise a state is a pair of their states (paired-product.ts).

import { optionally, signature } from "@espalier/arguments";
import { checkedCost } from "./checked-cost.js";
import type { DeadEnds } from "./dead-ends.js";
import { expectedOfBoth, type Side } from "./expected-of-both.js";
import { deadEndsOf } from "./find-dead-ends.js";
import { isFiniteAutomaton } from "./finite.js";
import { monitorKind, productOptionsKind } from "./kinds.js";
import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import { type Living, livingPairs } from "./living-pairs.js";
import type { Monitor } from "./monitor.js";
import { paired } from "./paired-product.js";
import { commonClasses, DEAD, type Part, partsOf } from "./parts.js";
import type { Budgeted, ProductCost, ProductOptions, ProductState } from "./product-options.js";
import { tupled } from "./tupled.js";

const checkProduct = signature("product", { a: monitorKind, b: monitorKind, options: optionally(productOptionsKind) });

/**
 * Returns the texts that are in both languages. A control symbol that only one of them has is not in the intersection;
 * see `ignoreControls`. A step costs one step of each.
 *
 * If one language decides intersections (`intersection`: grammars, JSON Schemas, and such products) and the other is a
 * finite automaton (`fromAutomaton`, `strings`, `deny`, `until`, regular expressions, and any monitor with at most
 * 4,096 states), the product is *decided*: it is known which pairs of states have a completion. It is then trim (it has
 * no dead ends), and has `cost` and `witness`. It is empty if its start has no step, does not accept, and costs
 * Infinity.
 *
 * Other products have `deadEnds`: which part prevents the proof, and why. Such a product is *not* trim, even if both
 * parts are: each part may continue where no common text does ({aa} and {a}, after `a`). So they have no `trim`, and no
 * `cost` unless `options.cost` provides it. Without a cost, they cannot keep a budget.
 *
 * `expected` never names a next byte that either part rejects. It is the description of one part if the other can read
 * all of that, and otherwise the bytes that both can read, `[a-c]`; empty if there are none. Beyond the next byte, it
 * guarantees nothing.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow; only if both parts number their
 * states.
 * @throws MonitorError `cost-result` from `cost`, if the function `options.cost` returns no number of symbols.
 *
 * @example
 * const monitor = product(strings(["ab", "cd"]), deny(["c"]));
 * verdict(monitor, "ab").kind; // => "accepted"
 */
export function product<A, B>(a: Monitor<A>, b: Monitor<B>, options: ProductCost<A, B>): Budgeted<ProductState>;
export function product<A, B>(a: Monitor<A>, b: Monitor<B>, options?: ProductOptions): Monitor<ProductState>;
export function product<A, B>(
  a: Monitor<A>,
  b: Monitor<B>,
  given: ProductOptions | ProductCost<A, B> = {},
): Monitor<ProductState> {
  checkProduct(a, b, given);
  const options = typeof given.cost === "function" ? { ...given, cost: checkedCost(given.cost) } : given;
  const monitors = [a, b] as unknown as readonly [Monitor<unknown>, Monitor<unknown>];
  let known: DeadEnds | undefined;
  const decides = (living: Living | undefined): boolean => living?.intersection.exact === true;
  const deadEnds = (): DeadEnds => (known ??= deadEndsOf(monitors, () => decides(livingOf(a, b))));
  if (a.table === undefined || b.table === undefined || options.cost === "search")
    return { ...(paired(a, b, options) as Monitor<unknown> as Monitor<ProductState>), deadEnds };
  const limits = { ...DEFAULT_LIMITS, ...(options.states === undefined ? {} : { states: options.states }) };
  const living = options.cost === undefined ? livingOf(a, b) : undefined;
  const numbered = numberedProduct(monitors, limits, options.cost, living);
  const whole = living === undefined ? numbered : livingPairs(numbered, living);
  const whyNot = (): DeadEnds => (known ??= deadEndsOf(monitors, () => decides(living)));
  const reasons = whole.trim !== true && { deadEnds: options.cost === undefined ? whyNot : deadEnds };
  return { ...whole, ...reasons } as Monitor<unknown> as Monitor<ProductState>;
}

/** Returns what decides which pairs of states have a completion; `undefined` if nothing does. */
function livingOf<A, B>(a: Monitor<A>, b: Monitor<B>): Living | undefined {
  const [language, automaton, at] = a.intersection !== undefined ? [a, b, 0] : [b, a, 1];
  if (language.intersection === undefined || !isFiniteAutomaton(automaton as Monitor<unknown>)) return undefined;
  const finite = automaton as unknown as Monitor<number>;
  const intersection = language.intersection(finite) as Living["intersection"] | undefined;
  if (intersection === undefined) return undefined;
  const step: Living["step"] = (state, other, symbol) => {
    const next = (language as unknown as Monitor<unknown>).step(state, symbol);
    const beside = next === undefined ? undefined : finite.step(other, symbol);
    return beside === undefined ? undefined : [next, beside];
  };
  return {
    automaton: finite,
    intersection,
    whole: language as unknown as Living["whole"],
    language: at as 0 | 1,
    step,
  };
}

/** Returns the product of two monitors that number their states. */
function numberedProduct<A, B>(
  monitors: readonly Monitor<unknown>[],
  limits: Limits,
  cost: ((a: A, b: B) => number) | undefined,
  living: Living | undefined,
): Monitor<number> {
  const parts = partsOf(monitors, limits);
  const [left, right] = parts.all as readonly [Part, Part];
  const symbols = { controls: parts.controls, classes: commonClasses(monitors) };
  const mode = left.mode !== undefined ? { part: left, at: 0 } : { part: right, at: 1 };
  const sideOf = (part: Part, state: number): Side => ({
    reads: (symbol) => part.reads(state, symbol),
    expected: () => part.expected?.(state) ?? [],
  });
  const drops = living?.intersection.exact === true && !living.intersection.clear;
  const ask = (first: number, second: number): readonly [unknown, number] => {
    const states = [left.original(first), right.original(second)];
    // biome-ignore lint/plugin: the other part is the automaton, whose states are numbers.
    return [states[living!.language], states[1 - living!.language] as number];
  };
  const isLive = (first: number, second: number): boolean => {
    const { live } = living!.intersection;
    return live === undefined ? costOf(first, second) < Number.POSITIVE_INFINITY : live(...ask(first, second));
  };
  const costOf = (first: number, second: number): number => living!.intersection.cost(...ask(first, second));
  return tupled(
    {
      parts,
      readBy: "all",
      trim: living?.intersection.exact === true,
      prefixFree: left.prefixFree || right.prefixFree,
      conjunction: monitors,
      ...(monitors[0] === monitors[1] && { several: true as const }),
      start: (into) => into.push(left.start(), right.start()),
      step: (pair, symbol, into) => {
        const first = left.step(pair[0]!, symbol);
        if (first === DEAD) return false;
        const second = right.step(pair[1]!, symbol);
        if (second === DEAD) return false;
        into.push(first, second);
        return !drops || isLive(first, second);
      },
      accepts: (pair) => left.accepts(pair[0]!) && right.accepts(pair[1]!),
      ...(cost !== undefined && {
        cost: (pair: readonly number[]) => cost(left.original(pair[0]!) as A, right.original(pair[1]!) as B),
      }),
      ...(living !== undefined && { cost: (pair: readonly number[]) => costOf(pair[0]!, pair[1]!) }),
      ...(living?.intersection.costsAlike !== undefined &&
        !drops && {
          costsAlike: ([first, second]: readonly number[]) =>
            !left.isVague(first!) &&
            !right.isVague(second!) &&
            living.intersection.costsAlike!(...ask(first!, second!)),
        }),
      ...(mode.part.mode && { mode: (pair: readonly number[]) => mode.part.mode!(pair[mode.at]!) }),
      ...(mode.part.mode && monitors[mode.at]!.modes && { modes: monitors[mode.at]!.modes! }),
      expected: ([first, second]) => {
        const isKept = (symbol: number): boolean => {
          const next = [left.step(first!, symbol), right.step(second!, symbol)] as const;
          return !next.includes(DEAD) && isLive(...next);
        };
        return expectedOfBoth(sideOf(left, first!), sideOf(right, second!), symbols, drops ? isKept : undefined);
      },
      forEach: (pair, visit) => {
        visit(left, pair[0]!);
        visit(right, pair[1]!);
      },
      replace: (pair, by, into) => {
        into.push(by(left, pair[0]!), by(right, pair[1]!));
        return !into.includes(DEAD);
      },
    },
    limits,
  );
}
