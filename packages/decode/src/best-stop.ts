// Finds the best place to end a text that could end in several places. Candidates are all places between two bytes
// where the monitor accepted. Their score is the mean log-probability of the tokens up to there and of an end after
// them (Melcer et al. 2024, §IV):
//
//   score of a place in token n   =   (log p(token 1) + … + log p(token n) + log p(end after token n)) ∕ (n + 1)
//
// A place inside a token has the score of that token. Among equal scores, the later place wins. Probabilities are the
// model's own, before masks, temperature and penalties.

import type { Monitor } from "@espalier/monitor";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { type Moment, momentsTo } from "./moment.js";

/** The log-probabilities of one row of logits. */
export interface LogProbabilities {
  of(id: TokenId): number;
  /** The log-probability of ending, with any end token. */
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

/** A token of a text: its bytes in the text, the states around them, and its log-probabilities. */
export interface ScoredToken<State> {
  readonly bytes: Uint8Array;
  readonly before: State;
  readonly after: State;
  readonly logProbability: number;
}

/** The best place to end a text. */
export interface BestStop<State> {
  /** How many tokens the text has; the last one may be cut. */
  readonly tokens: number;
  /** How many bytes of the last token belong to the text. */
  readonly bytesOfLast: number;
  readonly state: State;
  readonly score: number;
}

/**
 * Returns the best place to end; `undefined` if the monitor accepted nowhere.
 *
 * @param ends ends[n] is the log-probability of an end after n tokens; so there is one more entry than there are
 * tokens.
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
      // At the end of the token, its questions have been answered.
      offer({ tokens: at + 1, bytesOfLast: i + 1, state: i + 1 === bytes.length ? after : state, score });
    }
  });
  return best;
}

/** Returns whether a question about a place of the text is open. A text never ends before the answer. */
function isAsked<State>(monitor: Monitor<State>, state: State): boolean {
  return monitor.asks?.(state).some(({ ago }) => ago !== undefined) === true;
}

/** A text with the model's log-probabilities, token by token. */
export interface Judged<State> {
  readonly monitor: Monitor<State>;
  readonly vocabulary: Vocabulary;
  /** Its last moment. Bytes before offset 0 are not part of the text. */
  readonly last: Moment<State>;
  /** The monitor's state at offset 0. */
  readonly begin: State;
  /** By number of tokens before it: the log-probability of the next token, and of an end. */
  readonly scores: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/**
 * Returns the best place to end the text, as a point in its history. The place may be inside a token; the point then
 * has the monitor's state and the number of bytes at that place. Returns `undefined` if the text need not be cut: the
 * best place is its end, or the monitor accepted nowhere.
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
