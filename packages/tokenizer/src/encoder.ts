// Types for the part of `@huggingface/tokenizers` that this package uses (the declarations of that library become `any`
// under Node's module resolution), and two encoders built with it:
//
//   prompt    the file unchanged: names of control tokens, tokens of the template, a prefix space if the model expects one
//   literal   the same model without any of these, for text inside a sequence that must stay text
//
// The literal encoder uses a modified file without special added tokens, post-processor and prefix spaces.

import type { TokenId } from "@espalier/vocabulary";
import { Tokenizer } from "@huggingface/tokenizers";
import { TokenizerError } from "./tokenizer-error.js";

/** Encodes text to ids. An id is `undefined` if the model has neither a matching token nor an unknown token. */
export interface Encoder {
  encode(text: string): readonly (TokenId | undefined)[];
}

/** A parsed JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

interface HuggingFaceTokenizer {
  encode(
    text: string,
    options: { readonly add_special_tokens: boolean },
  ): { readonly ids: readonly (number | undefined)[] };
}

const Maker = Tokenizer as unknown as new (json: Fields, config: Fields) => HuggingFaceTokenizer;

/** Creates the encoder for prompts. @throws TokenizerError if the library rejects the file. */
export function promptEncoder(json: Fields, config: Fields): Encoder {
  return encoderOf(withRequiredKeys(json), config, true);
}

/** Creates the encoder for literal text. `isControl` identifies the added tokens that are not text. */
export function literalEncoder(json: Fields, config: Fields, isControl: (id: TokenId) => boolean): Encoder {
  const file = withRequiredKeys(json);
  const literal = {
    ...file,
    added_tokens: file.added_tokens.filter(
      (token) =>
        token.special !== true && token.lstrip !== true && token.rstrip !== true && !isControl(token.id as TokenId),
    ),
    post_processor: null,
    normalizer: withoutPrefix(file.normalizer, "normalizers"),
    pre_tokenizer: withoutPrefix(file.pre_tokenizer, "pretokenizers"),
  };
  const { remove_space: _, do_lowercase_and_remove_accent: __, ...plain } = config;
  return encoderOf(literal, plain, false);
}

function encoderOf(json: Fields, config: Fields, template: boolean): Encoder {
  let tokenizer: HuggingFaceTokenizer;
  try {
    tokenizer = new Maker(json, config);
  } catch (error) {
    throw new TokenizerError("load", `@huggingface/tokenizers refused the file: ${String(error)}`);
  }
  // Without a template, the library returns nothing for the empty text.
  return { encode: (text) => tokenizer.encode(text, { add_special_tokens: template }).ids };
}

/** The library reads these keys even if the file lacks them, and does not infer the type of a model from its merges. */
function withRequiredKeys(json: Fields): Fields & { readonly added_tokens: readonly Fields[] } {
  const model = json.model as Fields;
  const isUnigram = Array.isArray(model.vocab);
  return {
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    ...json,
    added_tokens: ((json.added_tokens ?? []) as Fields[]).filter((token) => token.content !== ""),
    model: { type: isUnigram ? "Unigram" : "BPE", ...(isUnigram ? {} : { merges: [] }), ...model },
  };
}

/** Returns a normaliser or pre-tokenizer that adds no space before the text. */
function withoutPrefix(step: unknown, member: "normalizers" | "pretokenizers"): unknown {
  if (typeof step !== "object" || step === null) return step;
  const fields = step as Fields;
  switch (fields.type) {
    case "Sequence": {
      const steps = (fields[member] ?? []) as unknown[];
      return {
        ...fields,
        [member]: steps.map((inner) => withoutPrefix(inner, member)).filter((inner) => inner !== null),
      };
    }
    case "Prepend":
      return null;
    case "Metaspace":
      return { ...fields, prepend_scheme: "never", add_prefix_space: false };
    case "ByteLevel":
      return { ...fields, add_prefix_space: false };
    default:
      return step;
  }
}
