// Chooses the next token, given the allowed tokens and the model's logits. There are three checks, the cheapest first:
// whether the model's first choice is allowed (a few steps of the monitor); which tokens are allowed at all (a mask);
// and which tokens are *in time*, that is, leave enough of the budget to finish the text. The last check computes the
// cost of finishing after a token, which may be expensive. This check is made for one token at a time; it is made for
// all tokens only after many have been rejected.
//
//   greedy      the likeliest of all tokens, if it is allowed and in time; no mask is needed
//               else the likeliest in the mask that is in time, tried in descending order
//               after many failures: the likeliest token of the mask for this budget, or the monitor's witness
//
//   sampling    defined as: apply the mask, truncate (top k, top p, min p), draw, and draw again until a token is in time.
//               Without truncation, a draw from all tokens is tried before the mask: if the token turns out to be allowed,
//               it has the same distribution as a draw from the mask.
//
// If many of the likeliest tokens are not in time and the monitor knows a completion (its witness), the choice follows
// that completion, one token at a time, because the costs of all tokens would take longer than a step of the model. For
// other monitors, the costs of all tokens are computed.
//
// The option `lean` makes tokens that leave more to finish less likely, especially near the end of the budget. If the
// text needs `cost` symbols to finish after a token and `left` tokens remain, the logit of that token is lowered by the
// penalty lean · cost ∕ (left − cost + 1). When sampling, a drawn token is kept with probability e^−penalty; otherwise
// the draw is repeated.

import { argmaxAllowed, type Mask, type Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import type { Random } from "./random.js";
import {
  argmax,
  type Candidates,
  distributionOf,
  draw,
  drawer,
  drawPlain,
  isGreedy,
  likeliest,
  reweigh,
  type Sampling,
} from "./sampling.js";

/** A place in a text where a token is needed. */
export interface Place<State> {
  readonly masker: Masker<State>;
  readonly state: State;
  readonly logits: Float32Array;
  /** The number of tokens, including this one, within which the text must be complete, if there is such a limit. */
  readonly budget: number | undefined;
  /** How strongly the text leans towards its end as the budget shrinks; 0 for not at all. */
  readonly lean: number;
  /** The id of the greatest logit, if known. */
  readonly greatest?: TokenId | undefined;
  /** Tokens that led to a dead end here. */
  readonly forbidden: ReadonlySet<TokenId>;
  /** How many tokens are checked one at a time before another strategy is used. */
  readonly tries?: number;
}

/** The default of `tries`. */
const MOST_TRIES = 64;
/** The same for a monitor with a witness, because such monitors take long to compute a cost. */
const MOST_TRIES_WITH_WITNESS = 16;

function triesOf<State>({ tries, masker }: Place<State>): number {
  return tries ?? (masker.monitor.witness === undefined ? MOST_TRIES : MOST_TRIES_WITH_WITNESS);
}

/** Returns the next token; `undefined` if none may follow. */
export function chooseToken<State>(place: Place<State>, sampling: Sampling, random: Random): TokenId | undefined {
  return isGreedy(sampling) ? greedy(place) : sampled(place, sampling, random);
}

function greedy<State>(place: Place<State>): TokenId | undefined {
  const { masker, state, logits, forbidden, greatest = argmax(logits, masker.trie.size) } = place;
  let best: TokenId | undefined = greatest;
  if (best < 0 || forbidden.has(best) || !masker.allows(state, best)) best = bestOf(masker.mask(state).mask, place);
  if (best === undefined || penaltyOf(place, best) === 0) return best;
  const candidates = candidatesOf(masker.mask(state).mask, place);
  const down = likeliest(candidates, triesOf(place));
  return bestDown(down, candidates.ids.length, place) ?? wayOut(place) ?? bestWithin(place);
}

function bestOf(mask: Mask, { logits, forbidden }: Place<unknown>): TokenId | undefined {
  if (forbidden.size === 0) {
    const id = argmaxAllowed(mask, logits);
    return id < 0 ? undefined : id;
  }
  let best: TokenId | undefined;
  for (const id of mask.ids()) {
    if (id >= logits.length || forbidden.has(id)) continue;
    if (best === undefined || logits[id]! > logits[best]!) best = id;
  }
  return best;
}

/**
 * Returns the token for which logit minus penalty is greatest. `ids` are the likeliest tokens in order; `count` is the
 * number of all candidates. Returns `undefined` if a token outside of `ids` might be better.
 */
function bestDown<State>(ids: readonly TokenId[], count: number, place: Place<State>): TokenId | undefined {
  let best: TokenId | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    if (best !== undefined && place.logits[id]! <= most) return best;
    const value = place.logits[id]! - penaltyOf(place, id);
    if (value <= most) continue;
    most = value;
    best = id;
  }
  return ids.length === count || (best !== undefined && place.logits[ids.at(-1)!]! <= most) ? best : undefined;
}

/**
 * Returns the first token of the monitor's own way to the end, which is in time; at the end, the likeliest end token.
 */
function wayOut<State>({ masker, state, logits, forbidden }: Place<State>): TokenId | undefined {
  const { monitor, trie } = masker;
  if (monitor.witness === undefined) return undefined;
  const ids = monitor.accepts(state) ? trie.vocabulary.ends : [masker.nearer(state)];
  let best: TokenId | undefined;
  for (const id of ids) {
    if (id === undefined || id >= logits.length || forbidden.has(id)) continue;
    if (best === undefined || logits[id]! > logits[best]!) best = id;
  }
  return best;
}

function bestWithin<State>(place: Place<State>): TokenId | undefined {
  const within = place.masker.maskWithin(place.state, place.budget!).mask;
  if (place.lean === 0) return bestOf(within, place);
  const { ids, logits } = candidatesOf(within, place);
  let best: TokenId | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ids.length; i++) {
    const value = logits[i]! - penaltyOf(place, ids[i]!);
    if (best !== undefined && value <= most) continue;
    most = value;
    best = ids[i]!;
  }
  return best;
}

function sampled<State>(place: Place<State>, sampling: Sampling, random: Random): TokenId | undefined {
  const { masker, state, logits, forbidden, greatest } = place;
  const { temperature = 1, topK, topP = 1, minP = 0 } = sampling;
  const keepsSome = (id: TokenId): number => Math.exp(-penaltyOf(place, id) / temperature);
  const kept = (id: TokenId): boolean => {
    const share = keepsSome(id);
    return share === 1 || (share > 0 && random.next() < share);
  };
  if (topK === undefined && topP === 1 && minP === 0) {
    const id = drawPlain(logits, masker.trie.size, temperature, random.next(), greatest);
    if (id >= 0 && !forbidden.has(id) && masker.allows(state, id) && kept(id)) return id;
  }
  const candidates = candidatesOf(masker.mask(state).mask, place);
  if (candidates.ids.length === 0) return undefined;
  const distribution = distributionOf(candidates, sampling);
  const first = draw(distribution, random.next());
  if (kept(first)) return first;
  const again = drawer(distribution);
  for (let tries = 1; tries < triesOf(place); tries++) {
    const id = again(random.next());
    if (kept(id)) return id;
  }
  const out = wayOut(place);
  if (out !== undefined) return out;
  const within = masker.maskWithin(state, place.budget!).mask;
  const left = reweigh(distribution, (id) => (within.has(id) ? keepsSome(id) : 0));
  if (left !== undefined) return draw(left, random.next());
  const others = candidatesOf(within, place);
  if (others.ids.length === 0) return undefined;
  const rest = distributionOf(others, sampling);
  return draw(reweigh(rest, keepsSome) ?? rest, random.next());
}

function candidatesOf<State>(mask: Mask, { logits, forbidden }: Place<State>): Candidates {
  const allowed = mask.ids();
  const ids =
    forbidden.size === 0 && mask.size <= logits.length
      ? allowed
      : allowed.filter((id) => id < logits.length && !forbidden.has(id));
  const values = new Float32Array(ids.length);
  for (let i = 0; i < ids.length; i++) values[i] = logits[ids[i]!]!;
  return { ids, logits: values };
}

/**
 * Returns by how much to lower the logit of `id`; Infinity if the text cannot be finished within the rest of the
 * budget. An end token finishes it.
 */
function penaltyOf<State>({ masker, state, budget, lean }: Place<State>, id: TokenId): number {
  if (budget === undefined) return 0;
  const next = masker.push(state, id);
  if (next === undefined) return 0;
  const left = budget - 1;
  if (!masker.finishesWithin(next, left)) return Number.POSITIVE_INFINITY;
  if (lean === 0) return 0;
  const cost = Math.min(left, masker.monitor.cost!(next));
  return (lean * cost) / (left - cost + 1);
}
