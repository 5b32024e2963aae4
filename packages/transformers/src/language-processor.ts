// Enforces a language as a logits processor of transformers.js. The library calls it at each step with the ids of all
// rows and their next logits. The processor sets the logits of tokens that must not follow to −∞.

import { ArgumentError, signature } from "@espalier/arguments";
import { checkBudget, maskerFor, maskLogits } from "@espalier/decode";
import { checkLogitsSize } from "@espalier/model";
import { type Monitor, monitorKind } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { type LogitsTensor, processorOptions, type TransformersTokenizer, tokenizerKind } from "./kinds.js";
import { ProcessorError } from "./processor-error.js";
import { type BatchIds, beginSequences, goesOn, type Row, readOn, type Sequences } from "./sequences.js";
import { tokenizerVocabulary } from "./tokenizer-vocabulary.js";

/** Options of {@link languageProcessor}. */
export interface ProcessorOptions {
  /**
   * The tokens that end a text: `model.generation_config.eos_token_id`, a number or a list. By default only the
   * tokenizer's `eos_token_id`. The library stops at the tokens of its own generation configuration; a text that ends
   * with another token is complete, but the generation continues up to `max_new_tokens`.
   */
  readonly ends?: TokenId | readonly TokenId[];
  /**
   * Finishes each text within this many tokens. If it equals `max_new_tokens`, no text is cut off. Requires a language
   * with costs; all languages of this library have them.
   */
  readonly maxTokens?: number;
}

/**
 * A logits processor: a function that `generate` of transformers.js calls at each step. It can serve any number of
 * generations, also concurrent ones.
 */
export interface LanguageProcessor {
  /**
   * Masks `logits` in place and returns them.
   *
   * @param ids all rows of the batch, each with its prompt and its generated tokens.
   * @throws DeadEndError if nothing can follow a text. The error rejects the generation of all rows.
   * @throws BudgetError at the first step, if `maxTokens` may be too small for a complete text.
   * @throws ProcessorError `token-refused`, `sequence-changed` or `all-masked`.
   * @throws ModelError `vocabulary-mismatch` if the model has another tokenizer; `logits-invalid` for NaN and +∞.
   */
  <Tensor extends LogitsTensor>(ids: BatchIds, logits: Tensor): Tensor;
  /** The same function, under the name that the library's `LogitsProcessor` type requires. */
  _call<Tensor extends LogitsTensor>(ids: BatchIds, logits: Tensor): Tensor;
  /** The tokenizer's vocabulary with the ends of this processor. */
  readonly vocabulary: Vocabulary;
}

const checkLanguageProcessor = signature("languageProcessor", {
  tokenizer: tokenizerKind,
  language: monitorKind,
  options: processorOptions,
});

/**
 * Creates a logits processor that keeps each generated text within `language`.
 *
 * ```js
 * await model.generate({ ...inputs, logits_processor: [languageProcessor(tokenizer, language)] });
 * ```
 *
 * The first processor for a tokenizer reads the vocabulary and builds its trie (0.1–0.5 s for 128,000 tokens); later
 * ones share both. With `maxTokens`, the first processor for a schema also computes the masks along the beginning of
 * its typical text, so that the first steps do not wait for them. A step costs the masks of its rows, which are cached
 * by state, and at most two passes over the logits (0.1–0.4 ms for 128,000).
 *
 * @throws ArgumentError for an invalid argument.
 * @throws ProcessorError `no-end`, if neither the tokenizer nor the options name an end.
 * @throws VocabularyError if the tokens of the tokenizer have no fixed bytes, as those of WordPiece.
 */
export function languageProcessor<State>(
  tokenizer: TransformersTokenizer,
  language: Monitor<State>,
  options: ProcessorOptions = {},
): LanguageProcessor {
  checkLanguageProcessor(tokenizer, language, options);
  const vocabulary = tokenizerVocabulary(tokenizer, options.ends);
  const masker = maskerFor(vocabulary, language);
  if (options.maxTokens !== undefined) lookAhead(masker, options.maxTokens);
  const generations = new WeakMap<BatchIds, Sequences<State>>();
  let last: Sequences<State> | undefined;

  const sequencesOf = (ids: BatchIds, logitsSize: number): Sequences<State> => {
    const same = generations.get(ids);
    if (same !== undefined) return same;
    if (last !== undefined && goesOn(last, ids)) return last;
    checkLogitsSize(vocabulary, logitsSize);
    if (options.maxTokens !== undefined) checkBudget(masker, options.maxTokens);
    return beginSequences(masker, ids);
  };
  const process = <Tensor extends LogitsTensor>(ids: BatchIds, logits: Tensor): Tensor => {
    const values = valuesOf(logits, ids.length);
    const size = values.length / ids.length;
    const sequences = sequencesOf(ids, size);
    generations.set(ids, sequences);
    last = sequences;
    readOn(sequences, ids);
    for (const [index, row] of sequences.rows.entries())
      maskRow(masker, row, values.subarray(index * size, (index + 1) * size), index, options.maxTokens);
    return logits;
  };
  return Object.assign(process, { _call: process, vocabulary });
}

/** How many bytes of the language's typical text the look-ahead covers. */
const AHEAD_BYTES = 64;

/**
 * Computes masks in advance: those along the beginning of a typical text of the language, within the budget. So most
 * masks of the first steps are ready when they are needed.
 */
function lookAhead<State>({ monitor, maskWithin }: Masker<State>, maxTokens: number): void {
  try {
    let state: State | undefined = monitor.start;
    for (const byte of monitor.typical?.(AHEAD_BYTES).subarray(0, AHEAD_BYTES) ?? []) {
      maskWithin(state, maxTokens);
      state = monitor.step(state, byte);
      if (state === undefined) return;
    }
  } catch {
    // The step that needs that mask will throw the error.
  }
}

/** @param maxTokens the most tokens of the whole text. */
function maskRow<State>(
  masker: Masker<State>,
  { decoder, end }: Row<State>,
  logits: Float32Array,
  index: number,
  maxTokens: number | undefined,
): void {
  if (end !== undefined) {
    // transformers.js continues a finished row until all rows are finished. It recognises a finished row only by its
    // last token. So every further token of such a row must be an end token.
    logits.fill(Number.NEGATIVE_INFINITY);
    logits[end] = 0;
    return;
  }
  if (maskLogits(masker, decoder, logits, maxTokens)) return;
  throw new ProcessorError(
    "all-masked",
    "every token that may follow has the logit −∞. Check bad_words_ids, suppress_tokens, min_length and other processors.",
    index,
  );
}

/** @throws ArgumentError unless the logits are rows of 32-bit floats in main memory. */
function valuesOf({ dims, data }: LogitsTensor, rows: number): Float32Array {
  if (
    data instanceof Float32Array &&
    dims.length === 2 &&
    dims[0] === rows &&
    dims[1]! * rows === data.length &&
    rows > 0
  )
    return data;
  throw new ArgumentError(
    "wrong-type",
    "logits",
    `A processor of languageProcessor takes a float32 tensor of ${rows} rows in main memory, not one of the dimensions [${[...dims].join(", ")}].`,
  );
}
