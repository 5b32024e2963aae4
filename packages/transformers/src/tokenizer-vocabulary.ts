// The vocabulary of a transformers.js tokenizer. The object contains its parsed tokenizer.json, so nothing is fetched
// again.

import { readTokenizerJson, type TokenId, type Vocabulary, VocabularyError } from "@espalier/vocabulary";
import { type TransformersTokenizer, tokenizerFile } from "./kinds.js";
import { ProcessorError } from "./processor-error.js";

/**
 * A cache of vocabularies. The first key is the tokenizer; the second is the list of end tokens, as a string.
 * Generations with the same keys share a vocabulary, and therefore its trie and masks.
 */
const known = new WeakMap<object, Map<string, Vocabulary>>();

/**
 * Returns the vocabulary of `tokenizer`, whose texts end with one of `ends` (by default the tokenizer's own
 * `eos_token_id`). The first call for a tokenizer reads its whole file, which takes 50–250 ms for 32,000–128,000
 * tokens; later calls return the same vocabulary.
 *
 * @throws ProcessorError `no-end` if there is no end.
 * @throws VocabularyError if the tokens of the file have no fixed bytes, or an end is not a token.
 */
export function tokenizerVocabulary(
  tokenizer: TransformersTokenizer,
  ends: TokenId | readonly TokenId[] | undefined = tokenizer.eos_token_id ?? undefined,
): Vocabulary {
  const list = [...new Set([ends ?? []].flat())].sort((a, b) => a - b);
  if (list.length === 0)
    throw new ProcessorError(
      "no-end",
      "The tokenizer has no eos_token_id, so no token could end a text. Pass the option ends: model.generation_config.eos_token_id.",
    );
  const key = list.join();
  const ofTokenizer = known.get(tokenizer) ?? new Map<string, Vocabulary>();
  known.set(tokenizer, ofTokenizer);
  const vocabulary = ofTokenizer.get(key) ?? read(tokenizer, list);
  ofTokenizer.set(key, vocabulary);
  return vocabulary;
}

function read(tokenizer: TransformersTokenizer, ends: readonly TokenId[]): Vocabulary {
  try {
    return readTokenizerJson(tokenizerFile(tokenizer), { generation: { eos_token_id: [...ends] } });
  } catch (error) {
    if (!(error instanceof VocabularyError) || error.code !== "bad-end") throw error;
    // The library's tokenizer has no file of generation settings: the ids are those of the option.
    throw new VocabularyError("bad-end", "ends", `not all of ${ends.join(", ")} are token ids of this tokenizer`);
  }
}
