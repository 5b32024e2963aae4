// Which token comes next, given what may come and what the model wants. The order of questions is by cost: may the model's own
// choice follow (a few steps of the monitor); what may follow at all (a mask); what leaves a way to finish in time (a mask by
// the cost after every token).
//
//   greedy      likeliest of all ─ allowed, in time ─▶ it          no mask was made
//               likeliest of the mask ─ in time ─▶ it
//               likeliest of the mask within the budget
//
//   sampling    the definition: mask, then cuts, then condition on being in time. Without cuts a draw from all tokens that
//               happens to be allowed has the same distribution as a draw from the mask, so it is tried first.

import { argmaxAllowed, type Mask, type Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import type { Random } from "./random.js";
import {
  argmax,
  type Candidates,
  distributionOf,
  draw,
  drawPlain,
  isGreedy,
  restrict,
  type Sampling,
} from "./sampling.js";

/** A place in a text where a token is wanted. */
export interface Place<State> {
  readonly masker: Masker<State>;
  readonly state: State;
  readonly logits: Float32Array;
  /** How many tokens there may be, this one included, if the text must be finished within them. */
  readonly budget: number | undefined;
  /** Tokens that were tried here and led nowhere. */
  readonly forbidden: ReadonlySet<TokenId>;
}

/** The next token; `undefined` when none may follow. */
export function chooseToken<State>(place: Place<State>, sampling: Sampling, random: Random): TokenId | undefined {
  return isGreedy(sampling) ? likeliest(place) : sampled(place, sampling, random);
}

function likeliest<State>(place: Place<State>): TokenId | undefined {
  const { masker, state, logits, forbidden } = place;
  let best: TokenId | undefined = argmax(logits, masker.trie.size);
  if (best < 0 || forbidden.has(best) || !masker.allows(state, best)) best = bestOf(masker.mask(state).mask, place);
  if (best === undefined || inTime(place, best)) return best;
  return bestOf(masker.maskWithin(state, place.budget!).mask, place);
}

function bestOf<State>(mask: Mask, { logits, forbidden }: Place<State>): TokenId | undefined {
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

function sampled<State>(place: Place<State>, sampling: Sampling, random: Random): TokenId | undefined {
  const { masker, state, logits, forbidden } = place;
  const { temperature = 1, topK, topP = 1, minP = 0 } = sampling;
  if (topK === undefined && topP === 1 && minP === 0) {
    const id = drawPlain(logits, masker.trie.size, temperature, random.next());
    if (id >= 0 && !forbidden.has(id) && masker.allows(state, id) && inTime(place, id)) return id;
  }
  const candidates = candidatesOf(masker.mask(state).mask, place);
  if (candidates.ids.length === 0) return undefined;
  const distribution = distributionOf(candidates, sampling);
  const id = draw(distribution, random.next());
  if (inTime(place, id)) return id;
  const within = masker.maskWithin(state, place.budget!).mask;
  const left = restrict(distribution, (other) => within.has(other));
  if (left !== undefined) return draw(left, random.next());
  const others = candidatesOf(within, place);
  return others.ids.length === 0 ? undefined : draw(distributionOf(others, sampling), random.next());
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

/** Whether the text can be finished within what the budget leaves after `id`. A token that ends finishes it. */
function inTime<State>({ masker, state, budget }: Place<State>, id: TokenId): boolean {
  if (budget === undefined) return true;
  const next = masker.push(state, id);
  return next === undefined || masker.finishesWithin(next, budget - 1);
}
