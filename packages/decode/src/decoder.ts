// The position of a text in a monitor, token by token, for users who write their own loop. States are values, and the
// history is a linked list that only grows. So a fork copies one reference, and a rollback follows references.
//
//   root ◀─ "{" ◀─ "\"a" ◀─ "\":" ◀─ here
//                     ▲
//                     └──── "b\"" ◀─ a fork's own

import { ArgumentError, excerpt, named, signature } from "@espalier/arguments";
import { checkLogits } from "@espalier/model";
import { checkedQuestions, isForgotten, type Question, questionId } from "@espalier/monitor";
import { forcedBytes, type Masked, type Masker, maskerKind, tokensBelow } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import { chooseToken } from "./choose.js";
import type { ChooseOptions } from "./choose-options.js";
import { createGivenAnswers, type GivenAnswers } from "./given-answers.js";
import { idsTo, type Moment, momentAfter, textTo } from "./moment.js";
import { createRandom, type Random } from "./random.js";
import { createSteadily, type Steadily, taped } from "./rereading.js";
import { checkSampling, isGreedy, penalize } from "./sampling.js";
import { splitPrefix } from "./split-tokens.js";

/**
 * A text that grows token by token within a monitor. The decoder stores its tokens. If the monitor has dropped the
 * state of a text (`StaleStateError` in @espalier/monitor), the decoder reads its tokens again, so forks and rollbacks
 * work however old they are.
 */
export interface Decoder<State> {
  readonly state: State;
  /** The number of committed tokens. */
  readonly length: number;
  readonly byteLength: number;
  /** Whether an end token has been committed; nothing can follow it. */
  readonly ended: boolean;
  /** Whether the text may end here. */
  readonly accepts: boolean;
  /**
   * Returns the tokens that may follow. Tokens that a question with `inside: "split"` splits may be among them; the
   * other methods refuse these tokens.
   *
   * @throws {RangeError} if the text has ended.
   */
  mask(): Masked;
  /**
   * Returns the mask of those tokens after which the text can be finished within `budget` tokens, including the token
   * itself. @throws {RangeError} if the text has ended.
   */
  maskWithin(budget: number): Masked;
  /**
   * Returns the next token for the given logits of all tokens; the same choice as `generate`, and as fast. It checks
   * the model's first choice and computes a mask only if that is rejected. Returns `undefined` if no token may follow,
   * or if no allowed token leaves a way to finish within `budget`. Commits nothing, and does not change the logits.
   *
   * @throws {RangeError} if the text has ended, an option is outside its bounds, or there is a `budget` and the monitor
   * has no cost.
   * @throws {ModelError} `logits-invalid` if a logit is NaN or +∞.
   */
  choose(logits: Float32Array, options?: ChooseOptions): TokenId | undefined;
  /** Returns whether `id` may follow. Steps only this token, which costs less than a mask. */
  allows(id: TokenId): boolean;
  /** Appends `id`. If it must not follow, returns false and changes nothing. */
  commit(id: TokenId): boolean;
  /** Appends the tokens of a draft up to the first that must not follow. Returns how many were appended. */
  commitAll(draft: Iterable<TokenId>): number;
  /** Removes the last `count` tokens. @throws {RangeError} if there are fewer. */
  rollback(count: number): void;
  /** Returns an independent decoder at the same position. O(1). */
  fork(): Decoder<State>;
  /** Returns the bytes with which every continuation begins, at most `limit` of them (256 by default). */
  forced(limit?: number): Uint8Array;
  /**
   * Answers an open question of the state. If the answer allows nothing to follow, returns false and changes nothing;
   * roll back then.
   *
   * If the question arose inside the last token (`ago` > 0), an answer may reject that token.
   *
   * @throws {RangeError} if the monitor has no questions, or the state does not ask `question`.
   * @throws {MonitorError} `answers-contradict` if this decoder or a fork has received a different `closed` answer for
   * the same place of the same text.
   */
  supply(question: Question, answer: unknown): boolean;
  /** Returns the tokens so far. O(length). */
  ids(): TokenId[];
  /** Returns the bytes of the tokens; control tokens have none. O(bytes). */
  bytes(): Uint8Array;
}

const checkCreateDecoder = signature("createDecoder", { masker: maskerKind });

/**
 * Creates a decoder at the start of `masker`'s monitor, or at `state`.
 *
 * @example
 * import { buildTrie, createMasker } from "@espalier/trie";
 * import { createVocabulary } from "@espalier/vocabulary";
 *
 * const vocabulary = createVocabulary({ tokens: [{ id: 0, bytes: "a" }, { id: 1, control: "<end>" }], ends: [1] });
 * const pair = { start: 2, step: (left: number, byte: number) => (byte === 97 && left > 0 ? left - 1 : undefined), accepts: (left: number) => left === 0 };
 * const decoder = createDecoder(createMasker(buildTrie(vocabulary), pair));
 * const fork = decoder.fork();
 * [fork.commit(0), fork.commit(0), fork.commit(0)]; // => [true, true, false]
 * [fork.length, decoder.length]; // => [2, 0]
 */
export function createDecoder<State>(masker: Masker<State>, state?: State): Decoder<State> {
  checkCreateDecoder(masker);
  const begin = state === undefined ? masker.monitor.start : state;
  if (!isState(masker, begin))
    throw new ArgumentError(
      "wrong-type",
      "state",
      `createDecoder: state must be a state of the masker's monitor, not ${named(begin)}.`,
    );
  const root = { before: undefined, id: -1, state: begin, length: 0, byteLength: 0, ended: false };
  return new Here(masker, root, createSteadily(masker), createGivenAnswers());
}

const NOTHING_FORBIDDEN: ReadonlySet<TokenId> = new Set();
/** A greedy choice draws no random numbers. */
const NO_RANDOM: Random = { next: () => 0 };

/** Names a question in a message: its key, and how long ago it arose. */
function questionIn({ key, ago }: Question): string {
  const name = excerpt(key, 80);
  return ago === undefined ? name : `${name}, ${ago} bytes ago`;
}

/**
 * Returns whether `state` is a state of the masker's monitor. Always true for the start state, and for monitors that
 * accept any value as a state.
 */
function isState<State>({ monitor }: Masker<State>, state: State): boolean {
  if (state === monitor.start) return true;
  try {
    return typeof monitor.accepts(state) === "boolean";
  } catch (error) {
    if (isForgotten(error)) throw error;
    return false;
  }
}

/** The only implementation. It is a class, so that a fork allocates four fields and no functions. */
class Here<State> implements Decoder<State> {
  readonly #masker: Masker<State>;
  #moment: Moment<State>;
  readonly #read: Steadily<State>;
  readonly #given: GivenAnswers;
  #random: Random | undefined;

  constructor(masker: Masker<State>, moment: Moment<State>, read: Steadily<State>, given: GivenAnswers) {
    this.#masker = masker;
    this.#moment = moment;
    this.#read = read;
    this.#given = given;
  }

  get state(): State {
    return this.#moment.state;
  }

  get length(): number {
    return this.#moment.length;
  }

  get byteLength(): number {
    return this.#moment.byteLength;
  }

  get ended(): boolean {
    return this.#moment.ended;
  }

  get accepts(): boolean {
    return this.#steadily(({ state }) => this.#masker.monitor.accepts(state));
  }

  mask(): Masked {
    this.#open();
    return this.#steadily(({ state }) => this.#masker.mask(state));
  }

  maskWithin(budget: number): Masked {
    this.#open();
    return this.#steadily(({ state }) => this.#masker.maskWithin(state, budget));
  }

  choose(logits: Float32Array, options: ChooseOptions = {}): TokenId | undefined {
    const { budget, lean = 0, forbidden = NOTHING_FORBIDDEN, prompt = [], random, ...sampling } = options;
    this.#open();
    const masker = this.#masker;
    checkSampling(sampling);
    checkLogits(logits);
    if (!(lean >= 0 && lean < Number.POSITIVE_INFINITY))
      throw new RangeError(`lean is ${lean}; it must be at least 0.`);
    if (budget !== undefined) {
      if (!Number.isInteger(budget) || budget < 0)
        throw new RangeError(`budget is ${budget}; it must be a whole number of at least 0.`);
      if (masker.monitor.cost === undefined)
        throw new RangeError(
          "The monitor has no cost, so a budget cannot be kept; a product accepts a cost as an option.",
        );
      if (budget === 0 || !this.#steadily(({ state }) => masker.finishesWithin(state, budget))) return undefined;
    }
    const penalty = sampling.repetitionPenalty ?? 1;
    let weighed = logits;
    if (penalty !== 1) {
      weighed = logits.slice();
      penalize(weighed, [...prompt, ...this.ids()], penalty);
    }
    const place = { masker, logits: weighed, budget, lean };
    const tape = taped(isGreedy(sampling) ? NO_RANDOM : (random ?? this.#ownRandom()));
    return this.#steadily(({ state }) => {
      for (let excluded = forbidden; ; ) {
        tape.rewind();
        const id = chooseToken({ ...place, forbidden: excluded, state }, sampling, tape);
        const prefix = id === undefined ? undefined : splitPrefix(masker, state, id);
        if (prefix === undefined) return id;
        excluded = new Set([...excluded, ...tokensBelow(masker.trie, prefix)]);
      }
    });
  }

  /** Returns the result of `work` for the current moment. Reads the text again if the monitor has dropped its state. */
  #steadily<Result>(work: (moment: Moment<State>) => Result): Result {
    const { moment, result } = this.#read(this.#moment, work);
    this.#moment = moment;
    return result;
  }

  #ownRandom(): Random {
    this.#random ??= createRandom(Math.floor(Math.random() * 0x100000000));
    return this.#random;
  }

  allows(id: TokenId): boolean {
    return (
      !this.#moment.ended &&
      this.#steadily(
        ({ state }) => this.#masker.allows(state, id) && splitPrefix(this.#masker, state, id) === undefined,
      )
    );
  }

  commit(id: TokenId): boolean {
    const after = this.#moment.ended
      ? undefined
      : this.#steadily((moment) =>
          splitPrefix(this.#masker, moment.state, id) === undefined ? momentAfter(this.#masker, moment, id) : undefined,
        );
    if (after === undefined) return false;
    this.#moment = after;
    return true;
  }

  commitAll(draft: Iterable<TokenId>): number {
    let count = 0;
    for (const id of draft) {
      if (!this.commit(id)) break;
      count++;
    }
    return count;
  }

  rollback(count: number): void {
    if (!Number.isInteger(count) || count < 0 || count > this.#moment.length) {
      throw new RangeError(`rollback: cannot take back ${count} tokens, because the text has ${this.#moment.length}.`);
    }
    for (let n = 0; n < count; n++) this.#moment = this.#moment.before!;
  }

  fork(): Decoder<State> {
    return new Here(this.#masker, this.#moment, this.#read, this.#given);
  }

  forced(limit = 256): Uint8Array {
    if (this.#moment.ended) return new Uint8Array(0);
    return this.#steadily(({ state }) => forcedBytes(this.#masker.monitor, state, limit));
  }

  supply(question: Question, answer: unknown): boolean {
    const { monitor } = this.#masker;
    const { asks, supply } = checkedQuestions(monitor);
    if (supply === undefined) throw new RangeError("supply: the monitor asks no questions, so it accepts no answers.");
    const open = asks?.(this.#moment.state) ?? [];
    if (!open.some((its) => questionId(its) === questionId(question))) {
      const asked = open.length === 0 ? "it asks nothing" : `it asks ${open.map(questionIn).join(", ")}`;
      const place = `After ${this.#moment.length} tokens, the state`;
      throw new RangeError(`${place} does not ask ${questionIn(question)}; ${asked}. An answer can be given once.`);
    }
    const state = supply(this.#moment.state, question, answer);
    this.#given.note(question, textTo(this.#masker, this.#moment), answer);
    if (state === undefined) return false;
    this.#moment = { ...this.#moment, state };
    return true;
  }

  ids(): TokenId[] {
    return idsTo(this.#moment);
  }

  bytes(): Uint8Array {
    return textTo(this.#masker, this.#moment);
  }

  #open(): Moment<State> {
    if (this.#moment.ended) throw new RangeError("The text has ended; roll back before asking what may follow.");
    return this.#moment;
  }
}
