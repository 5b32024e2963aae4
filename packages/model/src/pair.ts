// Checks by their sizes whether a tokenizer and a model belong together.

import { excerpt, integer, optionally, signature, text } from "@espalier/arguments";
import { type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { ModelError } from "./error.js";

const checkCheckLogitsSize = signature("checkLogitsSize", {
  vocabulary: vocabularyKind,
  logitsSize: integer({ min: 0 }),
  path: optionally(text),
});

/**
 * Checks whether a model with `logitsSize` logits for each step can belong to the tokenizer of `vocabulary`. Models pad
 * their logits (Phi-2 by 905), and a few control tokens may have no logit. But if a text token has no logit, or there
 * are twice as many logits as tokens, the two do not belong together. O(1) in practice: reads the vocabulary from its
 * end to its last text token.
 *
 * @param path the model file, for the message.
 * @throws {ModelError} `vocabulary-mismatch`
 */
export function checkLogitsSize(vocabulary: Vocabulary, logitsSize: number, path?: string): void {
  checkCheckLogitsSize(vocabulary, logitsSize, path);
  let lastText = vocabulary.size - 1;
  while (lastText >= 0 && vocabulary.kinds[lastText] !== 1) lastText--;
  if (lastText < logitsSize && logitsSize <= Math.max(2 * vocabulary.size, vocabulary.size + 1024)) return;
  throw new ModelError(
    "vocabulary-mismatch",
    `The tokenizer's text tokens go up to id ${lastText} of ${vocabulary.size}, but the model has ${logitsSize} rows of logits.`,
    {
      ...(path === undefined ? {} : { path: excerpt(path) }),
      hint: "Take tokenizer.json and the model file from the same export.",
    },
  );
}
