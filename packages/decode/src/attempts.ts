// Constrained decoding as it was first published for filling gaps in code (Melcer et al. 2024, §IV), for comparison with `generate`:
// no masks, no budget. The likeliest tokens are tried one after another, at most 50; a token stays if the text can still be
// completed after it.
//
//   try the likeliest token left ──▶ can follow? ──▶ it competes with an end, where one is valid ──▶ the likelier of the two
//            ▲                          │ no
//            └── forget it; go on ◀─────┤
//                                       └── but where an end is valid, end at once, however unlikely that is
//
// An end is valid where the monitor accepts anywhere within the last token. When all attempts have failed the text ends. In
// the end the text is cut at its best stop, whoever ended it (best-stop.ts); where there is none it stays whole and is not accepted.

import { signature } from "@espalier/arguments";
import { checkLogits, type Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { type TokenId, utf8Decode } from "@espalier/vocabulary";
import { type BestStop, bestStop, logProbabilities, type ScoredToken } from "./best-stop.js";
import { attemptsKind } from "./kinds.js";
import { argmax } from "./sampling.js";

/** What to fill in, as the published protocol does. */
export interface AttemptsOptions<State = number> {
  readonly model: Model;
  readonly prompt: readonly TokenId[];
  readonly monitor: Monitor<State>;
  /** The most tokens; 500 by default. */
  readonly maxTokens?: number;
  /** The most tokens tried in one place; 50 by default. */
  readonly attempts?: number;
}

/** A text made by attempts. */
export interface AttemptedText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Whether the monitor accepts it. */
  readonly accepted: boolean;
  /** Tokens generated before the text was cut. */
  readonly tokens: number;
  /** Tokens tried. */
  readonly tried: number;
  /** What ended it: the model, attempts that all failed, or `maxTokens`. */
  readonly finish: "end" | "attempts" | "length";
}

const checkCompleteByAttempts = signature("completeByAttempts", { options: attemptsKind });

/**
 * A text by attempts, greedily.
 *
 * @throws {ModelError} what the model throws.
 * @throws {RangeError} when a number is no whole number of at least 1.
 */
export async function completeByAttempts<State = number>(options: AttemptsOptions<State>): Promise<AttemptedText> {
  checkCompleteByAttempts(options);
  const { model, prompt, monitor, maxTokens = 500, attempts = 50 } = options;
  for (const [name, value] of Object.entries({ maxTokens, attempts }))
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`${name} is ${value}; it must be a whole number of at least 1.`);
  const { vocabulary } = model;
  const tokens: ScoredToken<State>[] = [];
  const ends: number[] = [];
  let state = monitor.start;
  let endIsValid = monitor.accepts(state);
  let finish: AttemptedText["finish"] = "length";
  let tried = 0;
  const session = model.session();
  try {
    let logits = await (await session.append(prompt)).read();
    for (;;) {
      checkLogits(logits);
      const thought = logProbabilities(logits.slice(), vocabulary);
      ends.push(thought.end);
      if (tokens.length === maxTokens) break;
      let chosen: Attempt<State> | undefined;
      for (let n = 0; n < attempts && chosen === undefined && (n === 0 || !endIsValid); n++) {
        const id = likeliestText(logits, vocabulary.kinds);
        if (id < 0) break;
        tried++;
        chosen = attempt(monitor, state, id, vocabulary.bytes(id)!);
        logits[id] = Number.NEGATIVE_INFINITY;
      }
      if (chosen === undefined || (endIsValid && thought.end > thought.of(chosen.id))) {
        finish = endIsValid ? "end" : "attempts";
        break;
      }
      tokens.push({ bytes: chosen.bytes, before: state, after: chosen.state, logProbability: thought.of(chosen.id) });
      ({ state, accepts: endIsValid } = chosen);
      logits = await (await session.append([chosen.id])).read();
    }
  } finally {
    session.dispose();
  }
  const best = bestStop(monitor, tokens, ends, monitor.start);
  const bytes = cut(tokens, best);
  return { text: utf8Decode(bytes), bytes, accepted: best !== undefined, tokens: tokens.length, tried, finish };
}

interface Attempt<State> {
  readonly id: TokenId;
  readonly bytes: Uint8Array;
  readonly state: State;
  /** Whether the monitor accepts somewhere within it. */
  readonly accepts: boolean;
}

function attempt<State>(
  monitor: Monitor<State>,
  from: State,
  id: TokenId,
  bytes: Uint8Array,
): Attempt<State> | undefined {
  let state = from;
  let accepts = false;
  for (const byte of bytes) {
    const next = monitor.step(state, byte);
    if (next === undefined) return undefined;
    state = next;
    accepts ||= monitor.accepts(state);
  }
  return bytes.length === 0 ? undefined : { id, bytes, state, accepts };
}

/** The likeliest text token left; −1 when there is none. */
function likeliestText(logits: Float32Array, kinds: Uint8Array): TokenId {
  for (;;) {
    const id = argmax(logits, kinds.length);
    if (id < 0 || kinds[id] === 1) return id;
    logits[id] = Number.NEGATIVE_INFINITY;
  }
}

function cut<State>(tokens: readonly ScoredToken<State>[], best: BestStop<State> | undefined): Uint8Array {
  const kept = best === undefined ? tokens : tokens.slice(0, best.tokens);
  const all = Uint8Array.from(kept.flatMap(({ bytes }) => [...bytes]));
  if (best === undefined || best.tokens === 0) return all;
  return all.subarray(0, all.length - (tokens[best.tokens - 1]!.bytes.length - best.bytesOfLast));
}
