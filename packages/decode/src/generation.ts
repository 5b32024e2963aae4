// The options, events and result of a generation.

import type { AbortSignalLike, Model, Session } from "@espalier/model";
import type { DeadEnds, Fuel, Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import type { Abstention, Answering } from "./answers.js";
import type { Sampling } from "./sampling.js";
import type { Soft } from "./soft.js";
import type { StopRule } from "./stop-rules.js";
import type { Clock, Timings } from "./timing.js";

/** Options of a generation. Only `model` and `prompt` are required. */
export interface GenerateOptions<State = number> {
  readonly model: Model;
  /** Text, in which names of control tokens become control tokens, or token ids. At least one token. */
  readonly prompt: string | readonly TokenId[];
  /** The language of the text; any text by default. */
  readonly monitor?: Monitor<State>;
  /** A masker for the language; overrides `monitor`. */
  readonly masker?: Masker<State>;
  /** The state of the monitor where the text begins; its start by default. */
  readonly from?: State;
  /**
   * The most tokens to generate, not counting the end token: 1024 by default, and never more than the context can hold.
   */
  readonly maxTokens?: number;
  /**
   * What to do if `maxTokens` may not suffice for any valid text; by default reject the call before the first token. A
   * monitor without a `cost` cannot keep a budget: `"refuse"` rejects such a monitor as well, and by default its text
   * may be cut off.
   */
  readonly ifShort?: "refuse" | "go-on";
  /** How to pick tokens; greedily by default. */
  readonly sampling?: Sampling;
  /** The seed of the random numbers; by default a new one, which the result contains. */
  readonly seed?: number;
  /**
   * Texts (or bytes) that end the generation wherever they occur. They are not part of the text, which may then be
   * incomplete.
   */
  readonly stop?: readonly (string | Uint8Array)[];
  /**
   * Bytes that the first tokens spell before the text begins: the part of a prompt that was removed so that a longer
   * token may span its end (`heal` of a middle's prompt). They are not part of the text; the monitor sees only what
   * follows them.
   */
  readonly heal?: Uint8Array;
  /**
   * Where the text ends. `"last"`, the default: after the last token. `"best"`: at the best of all places where the
   * monitor accepted, by the mean log-probability of the tokens up to there and an end after them; the later place wins
   * a tie. `"best-when-cut"`: like `"last"` if the model chose to end, otherwise like `"best"`. With `"best"` and
   * `"best-when-cut"`, the model runs for every token, even where the bytes are forced.
   */
  readonly stopping?: Stopping;
  /**
   * Rules that end the text although the model would continue, for example after a line. A rule divides the text into
   * parts, such as lines. The text ends with the first part in which the monitor accepts somewhere; `finish` is then
   * "part". The model runs for every token, including forced ones.
   */
  readonly stopAfter?: readonly StopRule<State>[];
  /**
   * How strongly the text tends towards its end as `maxTokens` runs out, at least 0. Tokens after which more text is
   * needed to finish become less likely, especially when few tokens remain. 0, the default, does not change the model's
   * preferences within the budget; 1 to 4 is usual.
   */
  readonly lean?: number;
  /** Ends the generation between two steps; it then fails with the signal's reason. */
  readonly signal?: AbortSignalLike;
  /** A session to append to, which is not disposed; by default a new one. */
  readonly session?: Session;
  /**
   * Answers the monitor's questions while the model runs. A question that arises inside a token is answered before that
   * token is taken. The function is called once for each question, even if text is taken back and written again. If the
   * question concerns a place in the text, the function receives the place too.
   */
  readonly answer?: Answering;
  /**
   * What the model does while an answer is awaited. `"draft"`, the default: continues as if the answer constrained
   * nothing, which hides the time that the answer takes. The text is the same as with `"wait"`, and no event is taken
   * back. Only the model's work on tokens that the answer rejects is lost.
   */
  readonly whileWaiting?: "draft" | "wait";
  /**
   * Soft monitors. A token that a soft monitor would reject becomes less likely, but stays allowed. Each soft monitor
   * starts at the beginning of the text.
   */
  readonly soft?: readonly Soft[];
  /** Whether forced text is appended without running the model; `"on"` by default. */
  readonly forcing?: "on" | "off";
  /**
   * When to compute masks: when they are needed, or while the model runs, which is faster if the model runs in another
   * thread.
   */
  readonly masks?: "lazy" | "eager";
  /** How often the generation may back out of a dead end; 64 by default. Only for monitors that are not trim. */
  readonly maxRewinds?: number;
  /** A limit on the total work of masks and steps (`createFuel` in @espalier/monitor); unlimited by default. */
  readonly fuel?: Fuel;
  /** Called with every event, before it is emitted. */
  readonly onStep?: (event: GenerationEvent<State>) => void;
  readonly clock?: Clock;
}

/** Where a text ends that may end in several places. */
export type Stopping = "last" | "best" | "best-when-cut";

/** An event of a generation. The concatenated texts of all events are the text; a rewind replaces the text so far. */
export type GenerationEvent<State = number> =
  | {
      readonly kind: "token";
      readonly id: TokenId;
      /** The bytes of the token; empty for a control token. Do not modify. */
      readonly bytes: Uint8Array;
      /** The text that became certain: whole characters, without anything that may belong to a stop string. */
      readonly text: string;
      readonly origin: "model" | "forced";
      /** The monitor's state after the token. */
      readonly state: State;
      /** The number of tokens before it. */
      readonly index: number;
    }
  /** Tokens from `length` on were taken back; `text` is all remaining text. */
  | { readonly kind: "rewind"; readonly length: number; readonly text: string }
  /** The last event; `text` is the text that was held back until now. */
  | { readonly kind: "finish"; readonly text: string; readonly result: Generation<State> };

/**
 * Why a generation ended: the model chose to end, a stop string occurred, there was no more room, nothing can follow,
 * or a part of the text ended.
 */
export type Finish = "end" | "stop" | "length" | "complete" | "part";

/** A generated text. */
export interface Generation<State = number> {
  readonly text: string;
  /** The bytes of `text`, which need not be UTF-8. */
  readonly bytes: Uint8Array;
  /** All generated tokens without an end token. They may spell more than `text` if it was cut or healed. */
  readonly ids: readonly TokenId[];
  readonly finish: Finish;
  /**
   * Whether the monitor accepts `text`. Always true for a trim monitor (one without dead ends) with a cost, unless a
   * stop string cut the text or it was started with too few tokens.
   */
  readonly accepted: boolean;
  /** The monitor's state after all of `ids`, including a stop string; with `stopping`, after `text`. */
  readonly state: State;
  /** The stop string that ended it. */
  readonly stop?: string | Uint8Array;
  readonly seed: number;
  readonly promptTokens: number;
  /**
   * The tokens at the end of `ids` that the session has not received yet. If the model was never run, the session lacks
   * the prompt, too.
   */
  readonly unappended: readonly TokenId[];
  readonly timings: Timings;
  /** The questions of the text whose answers constrain nothing, and why: what the monitor could not check. */
  readonly abstentions: readonly Abstention[];
  /**
   * The part of a product that prevents a proof that there are no dead ends. The text may have come to dead ends, from
   * which the decoder went back. Absent if the language is no product, or if its product is decided.
   */
  readonly deadEnds?: DeadEnds;
  /**
   * How many states the product has refused so far, in all texts, although it found neither a completion nor a proof
   * that there is none. Absent if the language is no product whose decision has limits.
   */
  readonly unproven?: number;
}
