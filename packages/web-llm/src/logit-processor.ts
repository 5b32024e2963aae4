// Enforces a language as a logit processor of WebLLM. The engine runs the loop. For each token it passes the logits,
// samples from the result, and then reports the token:
//
//   resetState?   processLogits → processSampledToken   processLogits → processSampledToken   …   an end token
//
// The engine calls `resetState` at the start of a conversation, and also after a reply that was cut off or interrupted.
// It calls nothing when a conversation continues after a complete reply, so an end token starts the next text.

import { integer, type KindsOf, options, signature } from "@espalier/arguments";
import { checkBudget, createDecoder, type Decoder, maskerFor, maskLogits } from "@espalier/decode";
import { checkLogitsSize } from "@espalier/model";
import { type Monitor, monitorKind } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type TokenId, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";

/** The kind of error. */
export type WebLlmErrorCode =
  /** The engine sampled a token that the processor had masked. */
  | "token-refused"
  /** No token that may follow has a logit above −∞. */
  | "all-masked";

/**
 * The processor cannot continue. The engine's request rejects with this error. Distinguish errors by `name` and `code`.
 */
export class WebLlmError extends Error {
  override readonly name = "WebLlmError";
  readonly code: WebLlmErrorCode;

  constructor(code: WebLlmErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Options for the texts of a language. */
export interface TextOptions {
  /**
   * Finishes each text within this many tokens. Pass the `max_tokens` of the request. The end token does not count: a
   * text that uses all tokens is complete, although the request ends with the reason `length`.
   */
  readonly maxTokens?: number;
}

/** A `LogitProcessor` of WebLLM, for one model of one engine. */
export interface LanguageLogitProcessor {
  /**
   * Masks the logits in place and returns them. Tokens that must not follow get the least finite 32-bit float, as with
   * the library's own grammars.
   *
   * @throws DeadEndError if nothing can follow the text.
   * @throws BudgetError at the first token, if `maxTokens` may be too small for a complete text.
   * @throws ModelError `vocabulary-mismatch` if the model has another tokenizer; `logits-invalid` for NaN and +∞.
   * @throws WebLlmError `all-masked`.
   */
  processLogits: (logits: Float32Array) => Float32Array;
  /** Reads the sampled token. @throws WebLlmError `token-refused`. */
  processSampledToken: (token: TokenId) => void;
  /** Restarts the text. The engine calls this. */
  resetState: () => void;
  /** Starts a text of `language` with the next token. Drops a text in progress. */
  begin<State>(language: Monitor<State>, options?: TextOptions): void;
  /** Stops masking until the next `begin`. */
  release(): void;
  /** Returns the ids of the text so far, and whether it is complete if it ends here; `undefined` after `release`. */
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

/**
 * The least finite 32-bit float. Softmax turns it into the probability 0, and the difference of two logits is never
 * NaN.
 */
const LEAST: number = -(2 - 2 ** -23) * 2 ** 127;

/** A language, and the text in progress. */
interface Text {
  mask(logits: Float32Array): void;
  read(token: TokenId): void;
  restart(): void;
  progress(): { readonly ids: readonly TokenId[]; readonly accepted: boolean };
}

/**
 * Creates a logit processor that keeps each text of a model within `language`.
 *
 * ```js
 * const processor = createLogitProcessor(vocabulary, language);
 * const engine = new MLCEngine({ logitProcessorRegistry: new Map([[model, processor]]) });
 * ```
 *
 * @param vocabulary of the model's `tokenizer.json`, with the `stop_token_ids` of its `mlc-chat-config.json` as ends.
 * @throws ArgumentError for an invalid argument.
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
        throw new WebLlmError(
          "all-masked",
          "Every token that may follow has the logit −∞. Check logit_bias and the model's weights.",
        );
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
