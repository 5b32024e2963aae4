// The sequence of two languages if it is always clear where the first ends. This is so if no text of the first is a
// prefix of another, or if no symbol can both continue the first and begin the second. A state is then one state of one
// of the two languages, instead of a set of them, and the lexer states of the parts (`factor`) remain usable.
//
//   state 0        the start, whatever the current starts of the parts are
//   state 2s + 1   position s of the second language; used as soon as the first is over and nothing can follow in it
//   state 2s + 2   position s of the first; if it accepts, the second may begin as well

import { combinationSize } from "./combination-size.js";
import { embeddedFactor, isVague } from "./embedded-factor.js";
import { deadEndsWithin } from "./find-dead-ends.js";
import { tooMany } from "./limits.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import { commonTable } from "./parts.js";
import { symbolsOf } from "./symbols.js";

/** How many states of the first language are visited to prove that the cut is unambiguous. */
const EXPLORED = 256;
/** Each sequence within a sequence doubles the numbers of states, so the numbers of a deep one would run out. */
const DEEPEST = 8;
/** The states of both languages are below this number. */
const MOST = 2 ** 30 - 1;
const START = 0;

/**
 * Returns the sequence of `a` and `b`; `undefined` if the end of the text of `a` may be ambiguous, the parts do not number their states, or more than 8
 * combinations lie within one another.
 */
export function handOver(a: Monitor<unknown>, b: Monitor<unknown>): Monitor<number> | undefined {
  const size = combinationSize([a, b], "one");
  if (size.combinationDepth > DEEPEST) return undefined;
  // A table guarantees integer states. Questions could change where the cut may be.
  if (a.table === undefined || b.table === undefined || a.asks !== undefined || b.asks !== undefined) return undefined;
  const [first, second] = [a, b] as unknown as readonly [Monitor<number>, Monitor<number>];
  const controls = [...new Set([...(first.controls ?? []), ...(second.controls ?? [])])];
  const [inFirst, inSecond] = [symbolsOf(first.controls, controls), symbolsOf(second.controls, controls)];
  const common = { controls: controls.length, inFirst, inSecond };
  if (first.prefixFree !== true && !isCutClear(first, second, common)) return undefined;

  const ofFirst = (state: number): number => {
    if (state >= MOST) throw tooMany("states", MOST);
    // Nothing can follow in the first language, so the state is the start of the second.
    return first.prefixFree === true && !isVague(first, state) && first.accepts(state)
      ? ofSecond(second.start)
      : 2 * state + 2;
  };
  const ofSecond = (state: number): number => {
    if (state >= MOST) throw tooMany("states", MOST);
    return 2 * state + 1;
  };
  /** Returns the state itself, or the state that the start stands for. */
  const settled = (state: number): number => (state === START ? ofFirst(first.start) : state);
  const stepSecond = (state: number, symbol: number): number | undefined => {
    const own = inSecond(symbol);
    const next = own < 0 ? undefined : second.step(state, own);
    return next === undefined ? undefined : ofSecond(next);
  };
  const stepEither = (from: number, symbol: number): number | undefined => {
    const state = settled(from);
    if (isSecond(state)) return stepSecond(state >> 1, symbol);
    const own = inFirst(symbol);
    const position = positionInFirst(state);
    const next = own < 0 ? undefined : first.step(position, own);
    if (next !== undefined) return ofFirst(next);
    return first.accepts(position) ? stepSecond(second.start, symbol) : undefined;
  };
  const nesting = createNesting();
  return {
    start: START,
    ...size,
    step(from, symbol) {
      nesting.enter();
      try {
        return stepEither(from, symbol);
      } finally {
        nesting.leave();
      }
    },
    accepts(from) {
      nesting.enter();
      try {
        const state = settled(from);
        if (isSecond(state)) return second.accepts(state >> 1);
        return second.accepts(second.start) && first.accepts(positionInFirst(state));
      } finally {
        nesting.leave();
      }
    },
    ...(controls.length > 0 ? { controls } : {}),
    ...(first.trim === true && second.trim === true ? { trim: true } : deadEndsWithin([first, second])),
    // If the cut is unambiguous, text after a complete text would also follow a text of the second language.
    ...(second.prefixFree === true && (first.prefixFree === true || !second.accepts(second.start))
      ? { prefixFree: true }
      : {}),
    table: commonTable([first, second] as Monitor<unknown>[])!,
    constituents(from) {
      const state = settled(from);
      return isSecond(state)
        ? [{ index: 1, monitor: second as Monitor<unknown>, state: state >> 1 }]
        : [{ index: 0, monitor: first as Monitor<unknown>, state: positionInFirst(state) }];
    },
    // States of the first language may be split (`factor`) only if that language is prefix-free. Otherwise, the second
    // language could begin in the middle of a lexeme of the first.
    ...embeddedFactor([first, second], [first.prefixFree === true, true], {
      partAt: (from) => settled(from) & 1,
      ownOf(from) {
        const state = settled(from);
        return isSecond(state) ? state >> 1 : positionInFirst(state);
      },
      embed: (part, own) => (part === 1 ? ofSecond(own) : ofFirst(own)),
      ownSymbol: (part, symbol) => (part === 1 ? inSecond(symbol) : inFirst(symbol)),
    }),
    ...(first.cost !== undefined &&
      second.cost !== undefined && {
        cost(from: number): number {
          const state = settled(from);
          if (isSecond(state)) return second.cost!(state >> 1);
          return first.cost!(positionInFirst(state)) + second.cost!(second.start);
        },
      }),
    ...((first.expected !== undefined || second.expected !== undefined) && {
      expected(from: number): readonly string[] {
        const state = settled(from);
        if (isSecond(state)) return second.expected?.(state >> 1) ?? [];
        const position = positionInFirst(state);
        const next = first.accepts(position) ? (second.expected?.(second.start) ?? []) : [];
        return [...new Set([...(first.expected?.(position) ?? []), ...next])];
      },
    }),
  };
}

function isSecond(state: number): boolean {
  return (state & 1) === 1;
}

function positionInFirst(state: number): number {
  return (state >> 1) - 1;
}

/** The control symbols of both, in each numbering. */
interface CommonSymbols {
  readonly controls: number;
  readonly inFirst: (symbol: number) => number;
  readonly inSecond: (symbol: number) => number;
}

/** Returns whether the cut is proven unambiguous before a limit of the first language is reached. */
function isCutClear(first: Monitor<number>, second: Monitor<number>, common: CommonSymbols): boolean {
  try {
    return isClearEverywhere(first, second, common);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "limit") return false;
    throw error;
  }
}

/**
 * Visits all states and returns whether no symbol can be read both in an accepting state of the first language and at
 * the start of the second.
 */
function isClearEverywhere(
  first: Monitor<number>,
  second: Monitor<number>,
  { controls, inFirst, inSecond }: CommonSymbols,
): boolean {
  const symbols = [...firstOfClasses(first), ...Array.from({ length: controls }, (_, k) => FIRST_CONTROL + k)];
  const begins = new Set<number>();
  for (let symbol = 0; symbol < FIRST_CONTROL + controls; symbol++) {
    const own = inSecond(symbol);
    if (own >= 0 && second.step(second.start, own) !== undefined) begins.add(symbol);
  }
  const seen = new Set<number>([first.start]);
  for (const state of seen) {
    if (seen.size > EXPLORED) return false;
    const accepts = first.accepts(state);
    for (const symbol of symbols) {
      const own = inFirst(symbol);
      const next = own < 0 ? undefined : first.step(state, own);
      if (next === undefined) continue;
      seen.add(next);
      if (!accepts) continue;
      // Bytes of one class of the first language may differ in the second.
      const alike = symbol < FIRST_CONTROL ? bytesLike(first, symbol) : [symbol];
      if (alike.some((each) => begins.has(each))) return false;
    }
  }
  return true;
}

function firstOfClasses({ table }: Monitor<number>): readonly number[] {
  const firsts = new Map<number, number>();
  for (let byte = 255; byte >= 0; byte--) firsts.set(table!.classOf[byte]!, byte);
  return [...firsts.values()];
}

function bytesLike({ table }: Monitor<number>, byte: number): readonly number[] {
  const all = Array.from({ length: 256 }, (_, each) => each);
  return all.filter((each) => table!.classOf[each] === table!.classOf[byte]);
}
