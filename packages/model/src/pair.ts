// Checks by their sizes whether a tokenizer and a model belong together.

import { excerpt, integer, optionally, signature, text } from "@espalier/arguments";
import { type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { ModelError } from "./error.js";

// The kinds of a vocabulary's ids.
const HOLE = 0;
const TEXT = 1;

const checkCheckLogitsSize = signature("checkLogitsSize", {
  vocabulary: vocabularyKind,
  logitsSize: integer({ min: 0 }),
  path: optionally(text),
});

/** The rows of logits without a token that a model may have: so many at least, or this share of its rows. */
const PADDING_ROWS = 1024;
const PADDING_SHARE = 1 / 4;

/**
 * Checks whether a model with `logitsSize` logits for each step can belong to the tokenizer of `vocabulary`. A few control
 * tokens may have no logit, but each text token must have one. Models pad their logits up to a multiple of 64 or more
 * (Qwen 2.5 by 271 rows, Phi-2 by 905, GPT-OSS by about 1,000, DeepSeek LLM by about 2,400 of 102,400), so rows without a
 * token are allowed: 1,024, or a quarter of all rows if this is more.
 *
 * Sizes cannot tell two tokenizers of about the same size apart. O(tokens).
 *
 * @param path the model file, for the message.
 * @throws {ModelError} `vocabulary-mismatch`
 */
export function checkLogitsSize(vocabulary: Vocabulary, logitsSize: number, path?: string): void {
  checkCheckLogitsSize(vocabulary, logitsSize, path);
  let lastText = -1;
  let tokens = 0;
  for (const [id, kind] of vocabulary.kinds.entries()) {
    if (kind === TEXT) lastText = id;
    if (kind !== HOLE && id < logitsSize) tokens++;
  }
  const details = {
    ...(path === undefined ? {} : { path: excerpt(path) }),
    hint: "Take tokenizer.json and the model file from the same export.",
  };
  const rows = `the model has ${logitsSize} rows of logits`;
  if (lastText >= logitsSize)
    throw new ModelError(
      "vocabulary-mismatch",
      `The tokenizer's text tokens go up to id ${lastText} of ${vocabulary.size}, but ${rows}.`,
      details,
    );
  if (logitsSize - tokens > Math.max(PADDING_ROWS, PADDING_SHARE * logitsSize))
    throw new ModelError("vocabulary-mismatch", `The tokenizer has ${tokens} tokens, but ${rows}.`, details);
}
