// What a generation is asked for, what happens in it, and what it gives.

import type { AbortSignalLike, Model, Session } from "@espalier/model";
import type { Fuel, Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import type { Abstention, Answering } from "./answers.js";
import type { Sampling } from "./sampling.js";
import type { Soft } from "./soft.js";
import type { StopRule } from "./stop-rules.js";
import type { Clock, Timings } from "./timing.js";

/** What to generate. Only `model` and `prompt` are needed. */
export interface GenerateOptions<State = number> {
  readonly model: Model;
  /** Text, in which names of control tokens count, or token ids. Must come to at least one token. */
  readonly prompt: string | readonly TokenId[];
  /** What the text may be; absent, anything. */
  readonly monitor?: Monitor<State>;
  /** The same with a masker at hand; goes before `monitor`. */
  readonly masker?: Masker<State>;
  /** Where in the monitor the text begins; its start by default. */
  readonly from?: State;
  /** The most tokens to generate, a token that ends not counted: 1024 by default, and never more than the context holds. */
  readonly maxTokens?: number;
  /**
   * What to do when `maxTokens` may not be enough for any valid text: by default refuse, before the first token. A monitor without a
   * `cost` keeps no budget; `"refuse"` refuses that as well, and by default its text may be cut off.
   */
  readonly ifShort?: "refuse" | "go-on";
  /** How tokens are picked; by default the likeliest. */
  readonly sampling?: Sampling;
  /** For the random numbers; by default another one each time, which the result names. */
  readonly seed?: number;
  /** Texts (or bytes) that end the generation, wherever they come; they are not part of the text, which may then be no whole one. */
  readonly stop?: readonly (string | Uint8Array)[];
  /**
   * Bytes that the first tokens spell before the text begins: what a prompt left out so that a longer token may span its end
   * (`heal` of a middle's prompt). They are no part of the text; the monitor sees only what follows them.
   */
  readonly heal?: Uint8Array;
  /**
   * Where the text ends. `"last"`, the default: after the last token. `"best"`: at the best of all places where the monitor
   * accepted, by the mean log-probability that the model gives the tokens so far and an end after them, ties to the later place;
   * `"best-when-cut"`: the same, only where the model did not choose to end. Both ask the model for every token, forced ones too.
   */
  readonly stopping?: Stopping;
  /**
   * Rules for where the text is over although the model goes on, as after a line. The first part that ends where the monitor has accepted ends the text
   * there, with `finish` "part". They ask the model for every token, forced ones too.
   */
  readonly stopAfter?: readonly StopRule<State>[];
  /**
   * How much the text leans towards its end as `maxTokens` runs out, at least 0: tokens that leave more to finish become less likely,
   * the more so the less room is left (choose.ts). 0, the default, leaves the model's wishes alone within the budget; 1 to 4 is usual.
   */
  readonly lean?: number;
  /** Ends the generation between two steps; it then fails with the signal's reason. */
  readonly signal?: AbortSignalLike;
  /** A session to append to, which is not disposed; by default a fresh one. */
  readonly session?: Session;
  /**
   * Answers the monitor's questions: while the model runs, and of questions that arise inside a token before that token is taken. Called once for
   * each question, however often the text there is taken back and written again. A question that arose at a place of the text comes with it.
   */
  readonly answer?: Answering;
  /**
   * What the model does while an answer is awaited. `"draft"`, the default: it goes on as if the answer constrained nothing, so that it hides the time of
   * the answer; the text is the same as with `"wait"`, and no event is taken back for it. Tokens that an answer refuses were read in vain.
   */
  readonly whileWaiting?: "draft" | "wait";
  /** Monitors that make tokens they would refuse less likely, without ruling them out. Each begins at its own start with the text. */
  readonly soft?: readonly Soft[];
  /** Whether forced text is appended without asking the model; by default it is. */
  readonly forcing?: "on" | "off";
  /** When masks are made: once they are needed, or while the model runs, which pays if it runs in another thread. */
  readonly masks?: "lazy" | "eager";
  /** How many dead ends may be backed out of; 64 by default. Only for monitors that are not trim. */
  readonly maxRewinds?: number;
  /** What masks and steps of the text may use, in all (`createFuel` in @espalier/monitor); unbounded by default. */
  readonly fuel?: Fuel;
  /** Called with every event, before it is handed out. */
  readonly onStep?: (event: GenerationEvent<State>) => void;
  readonly clock?: Clock;
}

/** Where a text ends that may end in several places. */
export type Stopping = "last" | "best" | "best-when-cut";

/** What happened in a generation. The texts of all events, joined, are the text; a rewind starts over from its own. */
export type GenerationEvent<State = number> =
  | {
      readonly kind: "token";
      readonly id: TokenId;
      /** What it spells; empty for a control token. Do not write. */
      readonly bytes: Uint8Array;
      /** The text that became certain with it: whole characters, nothing that may belong to a stop string. */
      readonly text: string;
      readonly origin: "model" | "forced";
      /** The monitor's state after it. */
      readonly state: State;
      /** How many tokens came before it. */
      readonly index: number;
    }
  /** Tokens from `length` on were taken back; `text` is all text that is left. */
  | { readonly kind: "rewind"; readonly length: number; readonly text: string }
  /** The last event; `text` is what was held back until now. */
  | { readonly kind: "finish"; readonly text: string; readonly result: Generation<State> };

/** Why a generation is over: the model chose to end, a stop string came, there was no more room, nothing can follow, or a part of the text has ended. */
export type Finish = "end" | "stop" | "length" | "complete" | "part";

/** A generated text. */
export interface Generation<State = number> {
  readonly text: string;
  /** The bytes of `text`, which need not be UTF-8. */
  readonly bytes: Uint8Array;
  /** Every token generated, without one that ends; may spell more than `text` where it was cut or healed. */
  readonly ids: readonly TokenId[];
  readonly finish: Finish;
  /**
   * Whether the monitor accepts `text`. Always true for a trim monitor with a cost, unless a stop string cut the text off or it
   * went on regardless.
   */
  readonly accepted: boolean;
  /** The monitor's state after all of `ids`, a stop string among them; with `stopping`, after `text`. */
  readonly state: State;
  /** The stop string that ended it. */
  readonly stop?: string | Uint8Array;
  readonly seed: number;
  readonly promptTokens: number;
  /** The last of `ids`, which the session has not been given yet. Where the model was never run, neither has the prompt. */
  readonly unappended: readonly TokenId[];
  readonly timings: Timings;
  /** The questions of the text whose answers constrain nothing, and why: what the monitor would have checked and did not. */
  readonly abstentions: readonly Abstention[];
}
