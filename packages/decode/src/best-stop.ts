// The best place to end a text that could have ended in several: every place between two bytes where the monitor accepted, by the
// mean log-probability of the tokens up to there and of an end after them (Melcer et al. 2024, §IV):
//
//   score of a place in token n   =   (log p(token 1) + … + log p(token n) + log p(end after token n)) ∕ (n + 1)
//
// A place inside a token has that token's score. Of equal scores the later place is better. Probabilities are the model's own,
// before masks, temperature and penalties.

import type { Monitor } from "@espalier/monitor";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { type Moment, momentsTo } from "./moment.js";

/** The log-probabilities that one row of logits gives. */
export interface LogProbabilities {
  of(id: TokenId): number;
  /** Of ending at all: of any token that ends. */
  readonly end: number;
}

/** @returns log-probabilities over the first `vocabulary.size` rows. O(rows). */
export function logProbabilities(
  logits: Float32Array,
  { size, ends }: Pick<Vocabulary, "size" | "ends">,
): LogProbabilities {
  const rows = Math.min(size, logits.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < rows; id++) most = Math.max(most, logits[id]!);
  let total = 0;
  for (let id = 0; id < rows; id++) total += Math.exp(logits[id]! - most);
  const all = most + Math.log(total);
  const end = ends.reduce((sum, id) => sum + (id < rows ? Math.exp(logits[id]! - most) : 0), 0);
  return { of: (id) => logits[id]! - all, end: most + Math.log(end) - all };
}

/** A token of a text: its bytes that are text, the states around them, and what the model thought of it. */
export interface ScoredToken<State> {
  readonly bytes: Uint8Array;
  readonly before: State;
  readonly after: State;
  readonly logProbability: number;
}

/** Where a text ends best. */
export interface BestStop<State> {
  /** How many tokens it takes, the last perhaps in part. */
  readonly tokens: number;
  /** How many bytes of the last of them belong to the text. */
  readonly bytesOfLast: number;
  readonly state: State;
  readonly score: number;
}

/**
 * The best place to end; `undefined` when the monitor accepted nowhere.
 *
 * @param ends by number of tokens before: the log-probability of an end there; one more entry than there are tokens.
 */
export function bestStop<State>(
  monitor: Monitor<State>,
  tokens: readonly ScoredToken<State>[],
  ends: ArrayLike<number>,
  start: State,
): BestStop<State> | undefined {
  let best: BestStop<State> | undefined;
  const offer = (stop: BestStop<State>): void => {
    if (
      monitor.accepts(stop.state) &&
      !isAsked(monitor, stop.state) &&
      (best === undefined || stop.score >= best.score)
    )
      best = stop;
  };
  offer({ tokens: 0, bytesOfLast: 0, state: start, score: ends[0]! });
  let sum = 0;
  tokens.forEach(({ bytes, before, after, logProbability }, at) => {
    sum += logProbability;
    const score = (sum + ends[at + 1]!) / (at + 2);
    if (bytes.length === 0) offer({ tokens: at + 1, bytesOfLast: 0, state: after, score });
    let state: State | undefined = before;
    for (let i = 0; i < bytes.length; i++) {
      state = monitor.step(state, bytes[i]!);
      if (state === undefined) return;
      // Where the token ends, the questions in it have been answered.
      offer({ tokens: at + 1, bytesOfLast: i + 1, state: i + 1 === bytes.length ? after : state, score });
    }
  });
  return best;
}

/** Whether a question about a place of the text is open: a text never ends before its answer. */
function isAsked<State>(monitor: Monitor<State>, state: State): boolean {
  return monitor.asks?.(state).some(({ ago }) => ago !== undefined) === true;
}

/** A text, token by token, and what the model thought along the way. */
export interface Judged<State> {
  readonly monitor: Monitor<State>;
  readonly vocabulary: Vocabulary;
  /** Its last moment; bytes before offset 0 are no part of the text. */
  readonly last: Moment<State>;
  /** The monitor's state at offset 0. */
  readonly begin: State;
  /** By number of tokens before: the log-probability of the next one, and of an end. */
  readonly scores: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/**
 * The moment where the text ends best; within a token, that token's moment with the state and the length of the place. `undefined`
 * where that is its last moment, or there is no such place.
 */
export function cutAtBest<State>({
  monitor,
  vocabulary,
  last,
  begin,
  scores,
  ends,
}: Judged<State>): Moment<State> | undefined {
  const moments = momentsTo(last);
  const tokens = moments.slice(1).map(({ id, state }, at): ScoredToken<State> => {
    const before = moments[at]!;
    const healed = Math.max(0, -before.byteLength);
    const bytes = (vocabulary.bytes(id) ?? new Uint8Array(0)).subarray(healed);
    return { bytes, before: healed === 0 ? before.state : begin, after: state, logProbability: scores[at]! };
  });
  const best = bestStop(monitor, tokens, ends, moments[0]!.state);
  if (best === undefined) return undefined;
  const dropped = best.tokens === 0 ? 0 : tokens[best.tokens - 1]!.bytes.length - best.bytesOfLast;
  if (best.tokens === last.length && dropped === 0) return undefined;
  const moment = moments[best.tokens]!;
  return { ...moment, state: best.state, byteLength: moment.byteLength - dropped };
}
