// A language as a logits processor of transformers.js: the library calls it at each step with the ids of all rows and the logits of their next
// tokens; it sets to −∞ the logits of all tokens that may not follow.

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

/** How a language is enforced; everything is optional. */
export interface ProcessorOptions {
  /**
   * The tokens that end a text: `model.generation_config.eos_token_id`, a number or a list. By default the tokenizer's `eos_token_id` alone. The library
   * stops at the tokens of its generation configuration, so a text that ends with another token is whole but goes on to `max_new_tokens`.
   */
  readonly ends?: TokenId | readonly TokenId[];
  /**
   * Finish each text within this many tokens. Give the same number as `max_new_tokens`, and no text is cut off. Needs a language that knows its costs,
   * as all languages of this library do.
   */
  readonly maxTokens?: number;
}

/** A logits processor: a function that `generate` of transformers.js calls at each step. It can serve any number of generations, also at once. */
export interface LanguageProcessor {
  /**
   * Masks `logits` in place and returns them.
   *
   * @param ids all rows of the batch, each with its prompt and its generated tokens.
   * @throws DeadEndError when nothing may follow a text. The error rejects the generation of all rows.
   * @throws BudgetError at the first step, when `maxTokens` tokens may be too few for a whole text.
   * @throws ProcessorError `token-refused`, `sequence-changed` or `all-masked`.
   * @throws ModelError `vocabulary-mismatch` when the model has another tokenizer; `logits-invalid` for NaN and +∞.
   */
  <Tensor extends LogitsTensor>(ids: BatchIds, logits: Tensor): Tensor;
  /** The same function, under the name that the library's `LogitsProcessor` type has for it. */
  _call<Tensor extends LogitsTensor>(ids: BatchIds, logits: Tensor): Tensor;
  /** The tokenizer's vocabulary, with the ends that texts may have here. */
  readonly vocabulary: Vocabulary;
}

const checkLanguageProcessor = signature("languageProcessor", {
  tokenizer: tokenizerKind,
  language: monitorKind,
  options: processorOptions,
});

/**
 * A logits processor that keeps each generated text within `language`.
 *
 * ```js
 * await model.generate({ ...inputs, logits_processor: [languageProcessor(tokenizer, language)] });
 * ```
 *
 * The first processor for a tokenizer reads the vocabulary and builds its trie (0.1–0.5 s for 128,000 tokens); further ones share both. With `maxTokens`, the
 * first processor for a schema also makes the masks along the beginning of its typical text, so that the first steps do not wait for them. A step costs the masks
 * of its rows, which are remembered by state, and at most two passes over the logits (0.1–0.4 ms for 128,000).
 *
 * @throws ArgumentError when an argument is wrong.
 * @throws ProcessorError `no-end`, when neither the tokenizer nor the options name an end.
 * @throws VocabularyError when the tokens of the tokenizer have no bytes of their own, as those of WordPiece.
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

/** How far the masks of a first text are made before it begins, in bytes of the language's typical text. */
const AHEAD_BYTES = 64;

/** Makes the masks within the budget along the beginning of the typical text, so that the first steps of a generation find most of them ready. */
function lookAhead<State>({ monitor, maskWithin }: Masker<State>, maxTokens: number): void {
  try {
    let state: State | undefined = monitor.start;
    for (const byte of monitor.typical?.().subarray(0, AHEAD_BYTES) ?? []) {
      maskWithin(state, maxTokens);
      state = monitor.step(state, byte);
      if (state === undefined) return;
    }
  } catch {
    // The step that needs that mask will be told.
  }
}

/** @param maxTokens the most tokens that the whole text may have. */
function maskRow<State>(
  masker: Masker<State>,
  { decoder, end }: Row<State>,
  logits: Float32Array,
  index: number,
  maxTokens: number | undefined,
): void {
  if (end !== undefined) {
    // The library goes on with a finished row until all rows are finished, and looks only at its last token to see that it is.
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
