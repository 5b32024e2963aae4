// The part of `@huggingface/tokenizers` that is used, under our own types (its declarations turn into `any` under Node's
// module resolution), and the two encoders made with it:
//
//   prompt    the file as it is: control tokens by name, the template's tokens, a prefix space where the model was trained so
//   literal   the same model without any of that, for text in the middle of a sequence that must stay text
//
// The literal one is a rewrite of the file: special added tokens, the post-processor and every prefix space are taken out.

import type { TokenId } from "@espalier/vocabulary";
import { Tokenizer } from "@huggingface/tokenizers";
import { TokenizerError } from "./tokenizer-error.js";

/** Text to ids. An id is `undefined` where the model has no token and no unknown token either. */
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

/** The encoder that a prompt goes through. @throws TokenizerError when the library refuses the file. */
export function promptEncoder(json: Fields, config: Fields): Encoder {
  return encoderOf(withRequiredKeys(json), config, true);
}

/** The encoder of text that is only text; `isControl` tells the added tokens that are not. */
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
  // The library takes the empty text for no text at all when there is no template.
  return { encode: (text) => tokenizer.encode(text, { add_special_tokens: template }).ids };
}

/** The library reads these keys whether or not the file has them, and does not guess a model's type from its merges. */
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

/** A normaliser or pre-tokenizer that puts no space before the text. */
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
