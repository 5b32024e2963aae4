// Picks a token from logits: penalty, temperature, and the three usual ways to truncate a distribution. These are pure
// functions over candidates, which are ids with logits, so a mask is applied by omitting ids.
//
//   logits ─▶ penalise ─▶ candidates ─▶ ÷ temperature ─▶ top k ─▶ top p ─▶ min p ─▶ distribution ─▶ draw
//
// Sources: top k, Fan et al. 2018 (§5.4); top p, Holtzman et al. 2020 (§3.1); min p, Nguyen et al. 2024 (§3); the
// penalty, Keskar et al. 2019 (§4.1). Each truncation works on the renormalised probabilities of the previous one.

import { iterable, number, signature, typedArray } from "@espalier/arguments";
import { checkLogits } from "@espalier/model";
import type { TokenId } from "@espalier/vocabulary";
import { exponential } from "./exponential.js";
import { candidatesKind, distributionKind, samplingKind } from "./kinds.js";

/** How to pick a token. If `temperature` is absent or 0, the likeliest token is taken, and truncation has no effect. */
export interface Sampling {
  /** Divides the logits; at least 0. */
  readonly temperature?: number;
  /** Keeps only this many of the likeliest tokens; at least 1. */
  readonly topK?: number;
  /** Keeps only the fewest likeliest tokens that together have this probability; in (0, 1]. */
  readonly topP?: number;
  /** Keeps only tokens at least this likely relative to the likeliest; in [0, 1]. */
  readonly minP?: number;
  /** Divides (if positive) or multiplies the logits of tokens in the prompt or the text so far; above 0, 1 for none. */
  readonly repetitionPenalty?: number;
}

/** Tokens and their logits, in parallel arrays. */
export interface Candidates {
  readonly ids: ArrayLike<TokenId>;
  readonly logits: ArrayLike<number>;
}

/**
 * Tokens and their probabilities, sorted by probability if a truncation sorted them. The probabilities sum to 1 up to
 * rounding.
 */
export interface Distribution {
  readonly ids: Int32Array;
  readonly probabilities: Float64Array;
}

/** @throws {RangeError} naming the first setting outside its bounds. */
export function checkSampling(sampling: Sampling): void {
  const check = (name: keyof Sampling, bounds: string, holds: (value: number) => boolean): void => {
    const value = sampling[name];
    if (value !== undefined && !holds(value)) throw new RangeError(`${name} is ${value}; it must be ${bounds}.`);
  };
  check("temperature", "a finite number of at least 0", (t) => t >= 0 && t < Number.POSITIVE_INFINITY);
  check("topK", "a whole number of at least 1", (k) => Number.isInteger(k) && k >= 1);
  check("topP", "in (0, 1]", (p) => p > 0 && p <= 1);
  check("minP", "in [0, 1]", (p) => p >= 0 && p <= 1);
  check("repetitionPenalty", "a finite number above 0", (r) => r > 0 && r < Number.POSITIVE_INFINITY);
}

/** Returns whether the likeliest token is taken. */
export function isGreedy(sampling: Sampling): boolean {
  return (sampling.temperature ?? 0) === 0;
}

const GREATEST = 3.4028234663852886e38;

const checkPenalize = signature("penalize", { logits: typedArray("Float32Array"), seen: iterable, penalty: number() });

/** Makes tokens that occurred less likely, in place; each id counts once. Finite logits stay finite. */
export function penalize(logits: Float32Array, seen: Iterable<TokenId>, penalty: number): void {
  checkPenalize(logits, seen, penalty);
  if (penalty === 1) return;
  for (const id of new Set(seen)) {
    if (id >= logits.length || logits[id] === Number.NEGATIVE_INFINITY) continue;
    const value = logits[id]! > 0 ? logits[id]! / penalty : logits[id]! * penalty;
    logits[id] = Math.max(-GREATEST, Math.min(GREATEST, value));
  }
}

/**
 * Returns the id of the greatest logit among the first `count`, the lowest such id; −1 if every logit is −∞. O(count).
 */
export function argmax(logits: Float32Array, count: number = logits.length): TokenId {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < count && id < logits.length; id++) {
    if (logits[id]! > most) {
      most = logits[id]!;
      best = id;
    }
  }
  return best;
}

/**
 * {@link argmax} combined with `checkLogits`, in one pass over the row.
 *
 * @throws ModelError `logits-invalid`.
 */
export function checkedArgmax(logits: Float32Array, count: number): TokenId {
  const end = Math.min(count, logits.length);
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < end; id++) {
    const logit = logits[id]!;
    // The comparison is false for NaN.
    if (logit <= most) continue;
    if (!(logit < Number.POSITIVE_INFINITY)) checkLogits(logits);
    most = logit;
    best = id;
  }
  for (let id = end; id < logits.length; id++) if (!(logits[id]! < Number.POSITIVE_INFINITY)) checkLogits(logits);
  return best;
}

const checkDistributionOf = signature("distributionOf", { candidates: candidatesKind, sampling: samplingKind });

/**
 * Returns the distribution of `candidates` after temperature and truncation. The likeliest candidate always remains;
 * equal candidates keep their order. If every logit is −∞, all candidates are equally likely.
 *
 * Cost: O(n), plus a selection for top k and top p; only the kept part is sorted.
 *
 * @throws {RangeError} if there is no candidate.
 *
 * @example
 * const logits = [Math.log(6), Math.log(3), Math.log(1)];
 * const { ids, probabilities } = distributionOf({ ids: [10, 11, 12], logits }, { temperature: 1, topP: 0.7 });
 * Array.from(ids); // => [10, 11]
 * Math.round(probabilities[0]! * 9); // => 6
 */
export function distributionOf(candidates: Candidates, sampling: Sampling): Distribution {
  checkDistributionOf(candidates, sampling);
  const { ids, logits } = candidates;
  const count = ids.length;
  if (count === 0) throw new RangeError("A distribution needs at least one candidate.");
  const temperature = sampling.temperature ?? 1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) most = Math.max(most, logits[i]!);
  const weights = new Float64Array(count);
  if (most === Number.NEGATIVE_INFINITY) weights.fill(1);
  else if (temperature === 0) for (let i = 0; i < count; i++) weights[i] = logits[i] === most ? 1 : 0;
  else for (let i = 0; i < count; i++) weights[i] = Math.exp((logits[i]! - most) / temperature);

  const { topK = count, topP = 1, minP = 0 } = sampling;
  const order = topK < count || topP < 1 ? nucleus(weights, Math.min(topK, count), topP) : undefined;
  return normalized(order, ids, weights, minP);
}

/**
 * Keeps the candidates of an order, by default all as they come, without those below `least` and those with weight 0.
 */
function normalized(
  order: Int32Array | undefined,
  ids: ArrayLike<TokenId>,
  weights: Float64Array,
  least: number,
): Distribution {
  const count = order === undefined ? weights.length : order.length;
  const keptIds = new Int32Array(count);
  const kept = new Float64Array(count);
  let length = 0;
  let total = 0;
  for (let n = 0; n < count; n++) {
    const i = order === undefined ? n : order[n]!;
    const weight = weights[i]!;
    // The greatest weight is 1, so the least is minP itself.
    if (!(weight >= least && weight > 0)) continue;
    keptIds[length] = ids[i]!;
    kept[length++] = weight;
    total += weight;
  }
  for (let n = 0; n < length; n++) kept[n] = kept[n]! / total;
  return { ids: keptIds.subarray(0, length), probabilities: kept.subarray(0, length) };
}

const checkDraw = signature("draw", { distribution: distributionKind, at: number({ min: 0, max: 1 }) });

/** Returns the token of the distribution at `at`, a number in [0, 1), if the probabilities are laid end to end. */
export function draw(distribution: Distribution, at: number): TokenId {
  checkDraw(distribution, at);
  const { ids, probabilities } = distribution;
  let sum = 0;
  for (let i = 0; i < ids.length; i++) {
    sum += probabilities[i]!;
    if (at < sum) return ids[i]!;
  }
  // Rounding may leave the sum slightly below 1.
  return ids[ids.length - 1]!;
}

/**
 * Returns the distribution with each probability multiplied by a factor in [0, 1], renormalised; `undefined` if nothing
 * remains.
 */
export function reweigh(distribution: Distribution, factorOf: (id: TokenId) => number): Distribution | undefined {
  const { ids, probabilities } = distribution;
  const weights = Float64Array.from(probabilities);
  for (let i = 0; i < weights.length; i++) weights[i] = weights[i]! * factorOf(ids[i]!);
  const left = normalized(undefined, ids, weights, 0);
  return left.ids.length === 0 ? undefined : left;
}

/**
 * Returns a function that draws repeatedly from one distribution: one pass over it, and a binary search for each draw.
 */
export function drawer({ ids, probabilities }: Distribution): (at: number) => TokenId {
  const sums = new Float64Array(probabilities.length);
  let sum = 0;
  for (let i = 0; i < sums.length; i++) sums[i] = sum += probabilities[i]!;
  return (at) => ids[firstAbove(sums, at, sums.length - 1)]!;
}

/** A buffer for the sums of one draw, reused by the next. */
let drawn = new Float64Array(0);
/** Tokens less likely than e to this power, relative to the likeliest, are not drawn: together they come to less than a rounding error. */
const NEGLIGIBLE = -44;

/**
 * Draws a token among the first `count` by temperature alone; like `distributionOf` without truncation, but without
 * allocation. Returns −1 if every logit is −∞.
 *
 * @param best the id of the greatest logit, if known.
 */
export function drawPlain(
  logits: Float32Array,
  count: number,
  temperature: number,
  at: number,
  best: TokenId = argmax(logits, count),
): TokenId {
  if (best < 0) return -1;
  const end = Math.min(count, logits.length);
  if (drawn.length < end) drawn = new Float64Array(end);
  const sums = drawn;
  const most = logits[best]!;
  let total = 0;
  for (let id = 0; id < end; id++) {
    const power = (logits[id]! - most) / temperature;
    if (power > NEGLIGIBLE) total += exponential(power);
    sums[id] = total;
  }
  const id = firstAbove(sums, at * total, end);
  return id < end ? id : best;
}

/** Returns the first place of ascending sums above `sum`, or `end`. */
function firstAbove(sums: Float64Array, sum: number, end: number): number {
  let from = 0;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sum < sums[middle]!) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Returns the ids of the `count` greatest logits, greatest first; equal ones keep their order. */
export function likeliest({ ids, logits }: Candidates, count: number): TokenId[] {
  const order = Int32Array.from({ length: ids.length }, (_, i) => i);
  const before = (i: number, j: number): number => (logits[i] === logits[j] ? i - j : logits[j]! > logits[i]! ? 1 : -1);
  select(order, count, before);
  return Array.from(order.subarray(0, count).sort(before), (i) => ids[i]!);
}

/**
 * Returns the positions of the weights that top-k and top-p truncation keep, greatest first. These are the `topK`
 * greatest weights and, of these, as many of the greatest as are needed to reach `topP` of their sum.
 */
function nucleus(weights: Float64Array, topK: number, topP: number): Int32Array {
  const before = (i: number, j: number): number => weights[j]! - weights[i]! || i - j;
  if (topK < weights.length) {
    const head = heaviest(weights, ({ count }) => count >= topK).sort(before);
    return fewest(head.subarray(0, topK), weights, topP);
  }
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i]!;
  // Slightly more than the share, because the buckets sum the weights in another order.
  const enough = topP * total * (1 + ROUNDING);
  return fewest(heaviest(weights, ({ sum }) => sum >= enough).sort(before), weights, topP, total);
}

/** A bound on the relative rounding error of the sum of a vocabulary's weights. */
const ROUNDING = 1e-9;

/** Returns the shortest prefix of `order` whose weights make up `share` of `total`, or all of it. */
function fewest(order: Int32Array, weights: Float64Array, share: number, total = sumOf(order, weights)): Int32Array {
  if (share >= 1) return order;
  let sum = 0;
  for (let n = 0; n < order.length; n++) {
    sum += weights[order[n]!]!;
    if (sum >= share * total) return order.subarray(0, n + 1);
  }
  return order;
}

function sumOf(order: Int32Array, weights: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < order.length; n++) sum += weights[order[n]!]!;
  return sum;
}

/**
 * The number of buckets for weights of at most 1, so that only a few weights need sorting. Each octave has eight
 * buckets, determined by the exponent and the first three bits of the fraction. The last bucket takes all smaller
 * weights.
 */
const BUCKETS = 64 * 8;
const REST_BITS = 17;
/** The same bits of 1, the greatest weight. */
const FIRST = 0x3ff00000 >>> REST_BITS;

/** Returns the indices of the greatest weights, unordered: whole buckets until they are `enough`, or all. O(n). */
function heaviest(weights: Float64Array, enough: (top: { count: number; sum: number }) => boolean): Int32Array {
  const counts = new Int32Array(BUCKETS);
  const sums = new Float64Array(BUCKETS);
  const words = new Uint32Array(weights.buffer, weights.byteOffset, 2 * weights.length);
  const bucketOf = (i: number): number => Math.min(BUCKETS - 1, FIRST - (words[2 * i + 1]! >>> REST_BITS));
  for (let i = 0; i < weights.length; i++) {
    const bucket = bucketOf(i);
    counts[bucket]!++;
    sums[bucket] = sums[bucket]! + weights[i]!;
  }
  const top = { count: 0, sum: 0 };
  let last = -1;
  while (last < BUCKETS - 1 && !enough(top)) {
    last++;
    top.count += counts[last]!;
    top.sum += sums[last]!;
  }
  const places = new Int32Array(top.count);
  for (let i = 0, n = 0; i < weights.length; i++) if (bucketOf(i) <= last) places[n++] = i;
  return places;
}

/** Moves the first `count` elements by `before` to the front, in any order (Hoare's selection, median of three). */
function select(order: Int32Array, count: number, before: (i: number, j: number) => number): void {
  let from = 0;
  let to = order.length - 1;
  while (from < to && count <= to) {
    const middle = (from + to) >>> 1;
    const trio = [order[from]!, order[middle]!, order[to]!].sort(before);
    const pivot = trio[1]!;
    let i = from;
    let j = to;
    while (i <= j) {
      while (before(order[i]!, pivot) < 0) i++;
      while (before(order[j]!, pivot) > 0) j--;
      if (i > j) break;
      const held = order[i]!;
      order[i++] = order[j]!;
      order[j--] = held;
    }
    if (count - 1 <= j) to = j;
    else if (count - 1 >= i) from = i;
    else return;
  }
}
