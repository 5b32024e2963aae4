// A language as a logit processor of WebLLM. The engine owns the loop. For each token it hands over the logits, samples from what it gets back, and then
// names the token:
//
//   resetState?   processLogits → processSampledToken   processLogits → processSampledToken   …   the token of an end
//
// The engine calls `resetState` when it begins a conversation anew, which it also does after a reply that was cut off or interrupted.
// It calls nothing when a conversation goes on after a whole reply, so the token of an end begins the next text.

import { integer, type KindsOf, options, signature } from "@espalier/arguments";
import { checkBudget, createDecoder, type Decoder, maskerFor, maskLogits } from "@espalier/decode";
import { checkLogitsSize } from "@espalier/model";
import { type Monitor, monitorKind } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type TokenId, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";

/** What went wrong. */
export type WebLlmErrorCode =
  /** The engine sampled a token that the processor had masked. */
  | "token-refused"
  /** No token that may follow has a logit above −∞. */
  | "all-masked";

/** The processor cannot go on. The engine's request rejects with this error. Tell errors apart by `name` and `code`. */
export class WebLlmError extends Error {
  override readonly name = "WebLlmError";
  readonly code: WebLlmErrorCode;

  constructor(code: WebLlmErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** How the texts of a language are generated. */
export interface TextOptions {
  /**
   * Finish each text within this many tokens. Give the number that the request has as `max_tokens`. The end of a text is no part of it, so a text that
   * takes all tokens is whole although the request ends with the reason `length`.
   */
  readonly maxTokens?: number;
}

/** A `LogitProcessor` of WebLLM, for one model of one engine. */
export interface LanguageLogitProcessor {
  /**
   * Masks the logits in place and returns them. Tokens that may not follow get the least number of 32 bits, as the library's own grammars give them.
   *
   * @throws DeadEndError when nothing may follow the text.
   * @throws BudgetError at the first token, when `maxTokens` may be too few for a whole text.
   * @throws ModelError `vocabulary-mismatch` when the model has another tokenizer; `logits-invalid` for NaN and +∞.
   * @throws WebLlmError `all-masked`.
   */
  processLogits: (logits: Float32Array) => Float32Array;
  /** Reads the token that was sampled. @throws WebLlmError `token-refused`. */
  processSampledToken: (token: TokenId) => void;
  /** Begins the text anew. The engine calls this. */
  resetState: () => void;
  /** Begins a text of `language`: what is generated from now on. A text in progress is dropped. */
  begin<State>(language: Monitor<State>, options?: TextOptions): void;
  /** Leaves logits as they are from now on, until `begin`. */
  release(): void;
  /** The text: its tokens so far, and whether it is whole if it ends here. `undefined` after `release`. */
  progress(): { readonly ids: readonly TokenId[]; readonly accepted: boolean } | undefined;
}

const TEXT: KindsOf<TextOptions> = { maxTokens: integer({ min: 1 }) };
const textOptions = options(TEXT, { maxnewtokens: "maxTokens" });
const checkCreate = signature("createLogitProcessor", {
  vocabulary: vocabularyKind,
  language: monitorKind,
  options: textOptions,
});
const checkBegin = signature("begin", { language: monitorKind, options: textOptions });

/** The least finite number of 32 bits: softmax gives it the probability 0, and no difference of two logits is NaN. */
const LEAST: number = -(2 - 2 ** -23) * 2 ** 127;

/** A language that texts are of, and the text in progress. */
interface Text {
  mask(logits: Float32Array): void;
  read(token: TokenId): void;
  restart(): void;
  progress(): { readonly ids: readonly TokenId[]; readonly accepted: boolean };
}

/**
 * A logit processor that keeps each text of a model within `language`.
 *
 * ```js
 * const processor = createLogitProcessor(vocabulary, language);
 * const engine = new MLCEngine({ logitProcessorRegistry: new Map([[model, processor]]) });
 * ```
 *
 * @param vocabulary of the model's `tokenizer.json`, with the `stop_token_ids` of its `mlc-chat-config.json` as ends.
 * @throws ArgumentError when an argument is wrong.
 */
export function createLogitProcessor<State>(
  vocabulary: Vocabulary,
  language: Monitor<State>,
  options: TextOptions = {},
): LanguageLogitProcessor {
  checkCreate(vocabulary, language, options);
  let text: Text | undefined = textOf(maskerFor(vocabulary, language), options);
  return {
    processLogits(logits) {
      text?.mask(logits);
      return logits;
    },
    processSampledToken: (token) => text?.read(token),
    resetState: () => text?.restart(),
    begin(language, options = {}) {
      checkBegin(language, options);
      text = textOf(maskerFor(vocabulary, language), options);
    },
    release() {
      text = undefined;
    },
    progress: () => text?.progress(),
  };
}

function textOf<State>(masker: Masker<State>, { maxTokens }: TextOptions): Text {
  let decoder: Decoder<State> = createDecoder(masker);
  return {
    mask(logits) {
      if (decoder.ended) decoder = createDecoder(masker);
      if (decoder.length === 0) {
        checkLogitsSize(masker.trie.vocabulary, logits.length);
        if (maxTokens !== undefined) checkBudget(masker, maxTokens);
      }
      if (!maskLogits(masker, decoder, logits, maxTokens))
        throw new WebLlmError("all-masked", "Every token that may follow has the logit −∞.");
      for (let id = 0; id < logits.length; id++) if (logits[id] === Number.NEGATIVE_INFINITY) logits[id] = LEAST;
    },
    read(token) {
      if (decoder.commit(token)) return;
      throw new WebLlmError(
        "token-refused",
        `The engine sampled token ${token}, which was masked. Leave logit_bias, ignore_eos and response_format out of requests with a language.`,
      );
    },
    restart() {
      decoder = createDecoder(masker);
    },
    progress: () => ({ ids: decoder.ids(), accepted: decoder.ended || decoder.accepts }),
  };
}
