// One language after another where the place of the cut is never in doubt: no text of the first begins another, or what may go on in
// the first cannot begin the second. Then a position in one of the two is all there is to remember, no sets are needed, and
// what the parts know of their local states (`factor`) holds for the whole.
//
//   state 0        the start, whatever number the parts' starts have now
//   state 2s + 1   position s of the second language; also at once where the first is over and nothing can follow in it
//   state 2s + 2   position s of the first; where it accepts, the second may begin as well

import { embeddedFactor, isVague } from "./embedded-factor.js";
import { tooMany } from "./limits.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import { commonTable } from "./parts.js";
import { symbolsOf } from "./symbols.js";

/** How many states of a first language are looked at to see that the cut is never in doubt. */
const EXPLORED = 256;
/** States of both languages are below this number. */
const MOST = 2 ** 30 - 1;
const START = 0;

/** The sequence of `a` and `b`; `undefined` where the cut may be in doubt, or the parts do not number their states. */
export function handOver(a: Monitor<unknown>, b: Monitor<unknown>): Monitor<number> | undefined {
  // A table promises that states are integers. Questions could change where the cut may be.
  if (a.table === undefined || b.table === undefined || a.asks !== undefined || b.asks !== undefined) return undefined;
  const [first, second] = [a, b] as unknown as readonly [Monitor<number>, Monitor<number>];
  const controls = [...new Set([...(first.controls ?? []), ...(second.controls ?? [])])];
  const [inFirst, inSecond] = [symbolsOf(first.controls, controls), symbolsOf(second.controls, controls)];
  const common = { controls: controls.length, inFirst, inSecond };
  if (first.prefixFree !== true && !isCutClear(first, second, common)) return undefined;

  const ofFirst = (state: number): number => {
    if (state >= MOST) throw tooMany("states", MOST);
    // Nothing follows in the first: only the second is left. (Of a first that is explored, its own step says so again.)
    return first.prefixFree === true && !isVague(first, state) && first.accepts(state)
      ? ofSecond(second.start)
      : 2 * state + 2;
  };
  const ofSecond = (state: number): number => {
    if (state >= MOST) throw tooMany("states", MOST);
    return 2 * state + 1;
  };
  /** The state itself; for the start, the one that it stands for. */
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
    ...(first.trim === true && second.trim === true ? { trim: true } : {}),
    // With a clear cut, what follows a whole text would follow one of the second.
    ...(second.prefixFree === true && (first.prefixFree === true || !second.accepts(second.start))
      ? { prefixFree: true }
      : {}),
    table: commonTable(
      [first, second] as Monitor<unknown>[],
      () => first.table!.generation + second.table!.generation,
    )!,
    constituents(from) {
      const state = settled(from);
      return isSecond(state)
        ? [{ index: 1, monitor: second as Monitor<unknown>, state: state >> 1 }]
        : [{ index: 0, monitor: first as Monitor<unknown>, state: positionInFirst(state) }];
    },
    // States of the first language have local parts only where that language is prefix-free. Then only its own boundaries end a lexeme.
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

/** The control symbols of both, as each numbers them. */
interface CommonSymbols {
  readonly controls: number;
  readonly inFirst: (symbol: number) => number;
  readonly inSecond: (symbol: number) => number;
}

/** Whether the cut is seen to be clear before a limit of the first is reached. */
function isCutClear(first: Monitor<number>, second: Monitor<number>, common: CommonSymbols): boolean {
  try {
    return isClearEverywhere(first, second, common);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "limit") return false;
    throw error;
  }
}

/** Whether nothing can be read both in the first where it accepts and at the start of the second: seen by looking everywhere. */
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
      // Bytes of one class of the first may differ in the second.
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
