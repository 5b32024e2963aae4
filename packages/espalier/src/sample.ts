// Random sentences of a language, by a random walk that always ends.
//
// At each state, the possible bytes are grouped by the state that they lead to, so that "any letter of a string" is one
// group ("way") and "the closing quote" another. The walk draws a way, then a byte of it, preferring common characters.
// Ways to states with many ways of their own have more weight, so that `[` is as frequent as `true`, `false` and `null`
// together. Ways that lead back to the same state (another letter) are weighted by their bytes, so that words have some
// length. Ways after which the text could not be finished within `maxBytes` (by the language's `cost`) are excluded.
// Ways that lead away from an end lose weight as the text grows, so that sentences end early instead of being cut short
// at the limit.

import { integer, type KindsOf, signature } from "@espalier/arguments";
import { createRandom, type Random } from "@espalier/decode";
import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import { optionsOf } from "@espalier/values";
import { utf8Decode } from "@espalier/vocabulary";
import { languageKind } from "./arguments.js";

/** Options of {@link sample}. */
export interface SampleOptions {
  /** The number of sentences; 10 by default. */
  readonly count?: number;
  /** Equal seeds give equal sentences; random by default. */
  readonly seed?: number;
  /** The most bytes of a sentence (included), where a control symbol counts as one; 120 by default. */
  readonly maxBytes?: number;
}

const OPTIONS: KindsOf<SampleOptions> = {
  count: integer({ min: 0 }),
  seed: integer(),
  maxBytes: integer({ min: 0 }),
};
const checkSample = signature("sample", { language: languageKind, options: optionsOf(OPTIONS) });

/** The shortest sentence of a language exceeds the maximum length. */
class SampleLengthError extends Error {
  override readonly name = "SampleLengthError";
  readonly code = "too-short";
  /** The length in bytes of the shortest known sentence; Infinity if none is known. */
  readonly needed: number;
  readonly maxBytes: number;

  /** @param proven whether an unknown length means that there is no sentence. */
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

/** A set of bytes and control symbols that lead to the same state. */
interface Way<State> {
  readonly next: State;
  readonly symbols: readonly number[];
  /** The cumulative weights of `symbols`. */
  readonly sums: readonly number[];
  readonly weight: number;
}

/** The weight of ending the text, if it may end. */
const END_WEIGHT = 2;
/** How much weight a way loses, for each byte further from an end, in a text of maximum length: e⁻⁴. */
const PRESSURE = 4;
const MEMO_STATES = 20_000;

/**
 * Returns random sentences of a language with a `cost` (grammars, regexes and string sets have one; products do if
 * `cost` is among their options). Control symbols appear as their names, and invalid UTF-8 as U+FFFD.
 *
 * @throws SampleLengthError if the shortest sentence is longer than `maxBytes`.
 * @throws ArgumentError if an option is unknown, or `language` is not a language.
 * @throws RangeError if the language has no cost, or an option is out of range.
 *
 * @example
 * sample(regex("(red|green)( (light|dark))?"), { seed: 3, count: 3 }).length; // => 3
 */
export function sample<State>(language: Monitor<State>, options: SampleOptions = {}): string[] {
  checkSample(language, options);
  const count = options.count ?? 10;
  const draw = createSampler(language, options);
  return Array.from({ length: count }, draw);
}

/** Returns a function that returns one sentence for each call; see {@link sample}. */
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
  /** Returns a state with the same ways as `state`, of the same breadth and cost. */
  readonly alike: (state: State) => State;
  /** Returns the ways from a state. */
  readonly ways: (state: State) => readonly Way<State>[];
  /** Returns the number of ways from the next state. */
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

/** Returns what identifies a state. */
function keyOf<State>(language: Monitor<State>, state: State): unknown {
  return language.key === undefined ? state : language.key(state);
}

/**
 * Caches, for each state, its *ways*: the possible bytes, grouped by the state that they lead to. Some languages have a
 * separate state for each byte of each text, for example for keys that must not repeat. For such a state, the cache
 * uses the ways of its *sketch*, an abstract state that many texts share.
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

  /** Returns whether the next state after a sketch has the same cost as the next state after what was sketched. */
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

/** Groups the bytes that the language never distinguishes. */
function classesOf<State>({ table, classes: partition = table }: Monitor<State>): readonly number[][] {
  const classes: number[][] = Array.from({ length: 256 }, () => []);
  for (let byte = 0; byte < 256; byte++) classes[partition?.classOf[byte] ?? byte]!.push(byte);
  return classes;
}

/** The weight of a symbol within its way: letters and digits first, then other keyboard characters. */
function weightOf(symbol: number): number {
  if (symbol >= FIRST_CONTROL) return 1;
  if (symbol >= 0x61 && symbol <= 0x7a) return "aeiou".includes(String.fromCharCode(symbol)) ? 2 : 1;
  if ((symbol >= 0x30 && symbol <= 0x39) || symbol === 0x20) return 0.6;
  if (symbol >= 0x41 && symbol <= 0x5a) return 0.3;
  if (symbol > 0x20 && symbol < 0x7f) return 0.1;
  if (symbol === 0x0a) return 0.1;
  return symbol < 0x80 ? 0.001 : 0.0005;
}

/** Draws an index by weight; the list's length if it is empty. */
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
  // If all weights are zero, the last index.
  return found < 0 ? Math.max(0, sums.length - 1) : found;
}
