// Random sentences of a language, by a walk that always ends.
//
// At each state the bytes that may follow are put into groups by where they lead, so that "any letter of a string" is one way
// to go on and "the closing quote" another; a way is drawn, then a byte of it, preferring what people write. Ways into states
// with many ways of their own weigh more, so that `[` is met as often as all of `true`, `false` and `null`; ways that stay
// (another letter) weigh by their bytes, so that words have some length. Ways after which the text could not be finished
// within `maxBytes` (the language's `cost`) are left out, and ways that lead further from an end get lighter as the text
// grows, so that sentences close early instead of being closed at the limit.

import { integer, type KindsOf, signature } from "@espalier/arguments";
import { createRandom, type Random } from "@espalier/decode";
import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import { optionsOf } from "@espalier/values";
import { utf8Decode } from "@espalier/vocabulary";
import { languageKind } from "./arguments.js";

/** How sentences are drawn. */
export interface SampleOptions {
  /** How many; 10 when absent. */
  readonly count?: number;
  /** Equal seeds give equal sentences; another one each time when absent. */
  readonly seed?: number;
  /** The most bytes of a sentence (included), a control symbol counting as one; 120 when absent. */
  readonly maxBytes?: number;
}

const OPTIONS: KindsOf<SampleOptions> = {
  count: integer({ min: 0 }),
  seed: integer(),
  maxBytes: integer({ min: 0 }),
};
const checkSample = signature("sample", { language: languageKind, options: optionsOf(OPTIONS) });

/** The shortest sentence of a language is longer than sentences may be. */
class SampleLengthError extends Error {
  override readonly name = "SampleLengthError";
  readonly code = "too-short";
  /** Bytes of the shortest sentence known; Infinity when none is. */
  readonly needed: number;
  readonly maxBytes: number;

  /** @param proven whether there is no sentence where none is known. */
  constructor(needed: number, maxBytes: number, proven: boolean) {
    super(
      needed === Number.POSITIVE_INFINITY
        ? `No text ${proven ? "belongs to this language" : "of this language is known: a part with a cost may lead the search of a product to one"}.`
        : `The shortest sentence takes ${needed} bytes; at most ${maxBytes} were allowed.`,
    );
    this.needed = needed;
    this.maxBytes = maxBytes;
  }
}

/** A byte or control symbol that may follow, with the others that lead to the same state. */
interface Way<State> {
  readonly next: State;
  readonly symbols: readonly number[];
  /** The weights of `symbols`, summed up from the left. */
  readonly sums: readonly number[];
  readonly weight: number;
}

/** What ending the text weighs, where it may end. */
const END_WEIGHT = 2;
/** How much lighter, per byte further from an end, a way is in a text of full length: e⁻⁴. */
const PRESSURE = 4;
const MEMO_STATES = 20_000;

/**
 * Random sentences of a language with a `cost` (grammars, regexes and string sets have one; products do where `cost` is among their options). Control symbols
 * appear as their names, and bytes that are not UTF-8 as U+FFFD.
 *
 * @throws SampleLengthError when the shortest sentence is longer than `maxBytes`.
 * @throws ArgumentError when an option is unknown, or the language is none.
 * @throws RangeError when the language knows no cost, or an option is no count.
 * @example
 * sample(regex("(red|green)( (light|dark))?"), { seed: 3, count: 3 }).length; // => 3
 */
export function sample<State>(language: Monitor<State>, options: SampleOptions = {}): string[] {
  checkSample(language, options);
  const count = options.count ?? 10;
  const draw = createSampler(language, options);
  return Array.from({ length: count }, draw);
}

/** A function that gives one sentence a call; see {@link sample}. */
export function createSampler<State>(language: Monitor<State>, options: SampleOptions): () => string {
  const { maxBytes = 120, seed = Math.floor(Math.random() * 0x100000000) } = options;
  if (language.cost === undefined)
    throw new RangeError(
      'Sentences can be drawn from a language with a cost only. A product has one with { cost: "search" }: product(language, monitor, { cost: "search" }).',
    );
  const needed = language.cost(language.start);
  if (needed > maxBytes) throw new SampleLengthError(needed, maxBytes, language.trim === true);
  const random = createRandom(seed);
  const walk = { language, cost: (state: State) => language.cost!(state), ...waysOf(language), random, maxBytes };
  return () => sentence(walk);
}

interface Walk<State> {
  readonly language: Monitor<State>;
  readonly cost: (state: State) => number;
  /** The state whose ways stand for those of `state`: what they lead to is as wide as what follows `state`, and costs as much. */
  readonly alike: (state: State) => State;
  /** How a state may go on. */
  readonly ways: (state: State) => readonly Way<State>[];
  /** How many ways there are from what a way leads to. */
  readonly breadth: (next: State) => number;
  readonly random: Random;
  readonly maxBytes: number;
}

function sentence<State>({ language, cost, alike, ways, breadth, random, maxBytes }: Walk<State>): string {
  const isSame = (a: State, b: State): boolean => keyOf(language, a) === keyOf(language, b);
  let state = language.start;
  let text = "";
  let bytes: number[] = [];
  const flush = (): void => {
    text += utf8Decode(Uint8Array.from(bytes));
    bytes = [];
  };
  for (let length = 0; ; length++) {
    const from = alike(state);
    const open = ways(from).filter(({ next }) => cost(next) <= maxBytes - length - 1);
    const accepts = language.accepts(state);
    const here = cost(state);
    const pressure = (PRESSURE * length) / maxBytes;
    const weights = open.map(({ next, weight }) => {
      const own = isSame(next, from) ? weight : Math.min(1, weight) * Math.log2(2 + breadth(next));
      return own * Math.exp(-pressure * (cost(next) - here + 1));
    });
    const at = pick(random, accepts ? [...weights, END_WEIGHT] : weights);
    const way = open[at];
    if (way === undefined) {
      flush();
      return text;
    }
    const symbol = way.symbols[pickFromSums(random, way.sums)]!;
    if (symbol < FIRST_CONTROL) bytes.push(symbol);
    else {
      flush();
      text += language.controls![symbol - FIRST_CONTROL]!;
    }
    state = language.step(state, symbol) as State;
  }
}

/** What makes states equal. */
function keyOf<State>(language: Monitor<State>, state: State): unknown {
  return language.key === undefined ? state : language.key(state);
}

/**
 * Ways by state, remembered. Where a text matters to a state, as that of a key that may not come again, there is a state for each
 * byte of each text; then the ways are those of its sketch, which many texts share.
 */
function waysOf<State>(language: Monitor<State>): Pick<Walk<State>, "alike" | "ways" | "breadth"> {
  const classes = classesOf(language);
  const controls = language.controls?.length ?? 0;
  const { factor } = language;
  const memo = new Map<unknown, readonly Way<State>[]>();

  function own(state: State): readonly Way<State>[] {
    const from = keyOf(language, state);
    const known = memo.get(from);
    if (known !== undefined) return known;
    const symbolsTo = new Map<unknown, { readonly next: State; readonly symbols: number[] }>();
    const add = (next: State | undefined, symbols: readonly number[]): void => {
      if (next === undefined) return;
      const key = keyOf(language, next);
      let to = symbolsTo.get(key);
      if (to === undefined) symbolsTo.set(key, (to = { next, symbols: [] }));
      for (const symbol of symbols) to.symbols.push(symbol);
    };
    for (const symbols of classes) if (symbols[0] !== undefined) add(language.step(state, symbols[0]), symbols);
    for (let k = 0; k < controls; k++) add(language.step(state, FIRST_CONTROL + k), [FIRST_CONTROL + k]);
    const ways = [...symbolsTo.values()].map(({ next, symbols }) => {
      let sum = 0;
      const sums = symbols.map((symbol) => (sum += weightOf(symbol)));
      return { next, symbols, sums, weight: Math.sqrt(sum) };
    });
    if (memo.size >= MEMO_STATES) memo.clear();
    memo.set(from, ways);
    return ways;
  }

  /** Whether a state that follows a sketch tells the cost of those that follow what was sketched. */
  const tells = ({ next }: Way<State>): boolean =>
    factor?.vague?.(next) !== true && factor?.costsAlike?.(next) !== false;

  return {
    alike(state) {
      const sketch = factor?.sketch?.(state) ?? state;
      if (sketch === state || factor?.costsAlike?.(sketch) === false) return state;
      return own(sketch).every(tells) ? sketch : state;
    },
    ways: own,
    breadth: (next) => own(factor?.sketch?.(next) ?? next).length,
  };
}

/** The bytes, put together where the language never tells them apart. */
function classesOf<State>({ table, classes: partition = table }: Monitor<State>): readonly number[][] {
  const classes: number[][] = Array.from({ length: 256 }, () => []);
  for (let byte = 0; byte < 256; byte++) classes[partition?.classOf[byte] ?? byte]!.push(byte);
  return classes;
}

/** How readily a symbol is drawn among its like: letters and digits first, then what else is on a keyboard. */
function weightOf(symbol: number): number {
  if (symbol >= FIRST_CONTROL) return 1;
  if (symbol >= 0x61 && symbol <= 0x7a) return "aeiou".includes(String.fromCharCode(symbol)) ? 2 : 1;
  if ((symbol >= 0x30 && symbol <= 0x39) || symbol === 0x20) return 0.6;
  if (symbol >= 0x41 && symbol <= 0x5a) return 0.3;
  if (symbol > 0x20 && symbol < 0x7f) return 0.1;
  if (symbol === 0x0a) return 0.1;
  return symbol < 0x80 ? 0.001 : 0.0005;
}

/** An index by weight; the list's length when it is empty. */
function pick(random: Random, weights: readonly number[]): number {
  let sum = 0;
  return pickFromSums(
    random,
    weights.map((weight) => (sum += weight)),
  );
}

function pickFromSums(random: Random, sums: readonly number[]): number {
  const at = random.next() * (sums.at(-1) ?? 0);
  const found = sums.findIndex((sum) => at < sum);
  // Weights that came to nothing: the last.
  return found < 0 ? Math.max(0, sums.length - 1) : found;
}
