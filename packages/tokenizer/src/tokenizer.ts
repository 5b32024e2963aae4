// Converts text to token ids and back. Encoding uses `@huggingface/tokenizers`. Decoding does not: the exact bytes of
// every token are known, so they are concatenated and read as UTF-8.
//
// The encoder's result for literal text is checked byte for byte. It can differ from the text: a normaliser composes an
// accent, a SentencePiece model cannot distinguish a literal ▁ from a space, or a name becomes a control token. Lines
// that differ are split into the fewest tokens instead, which is exact by construction.

import { anything, listOf, options, signature, text } from "@espalier/arguments";
import {
  createUtf8Stream,
  readTokenizerJson,
  type TokenId,
  type TokenizerFiles,
  type Utf8Stream,
  utf8Encode,
  type Vocabulary,
} from "@espalier/vocabulary";
import { type Encoder, type Fields, literalEncoder, promptEncoder } from "./encoder.js";
import { segmenterOf } from "./segment.js";
import { TokenizerError } from "./tokenizer-error.js";

/** Whether decoded text contains the names of control tokens. */
export type Controls = "hide" | "show";

/** Decodes token ids one at a time. */
export interface TokenStream {
  /**
   * Returns the text that this token completed; empty while a character is unfinished.
   *
   * @throws RangeError if `id` is not a token.
   */
  push(id: TokenId): string;
  /** Returns U+FFFD if a character is unfinished, else the empty text. */
  flush(): string;
}

/** Converts between text and token ids for one model. */
export interface Tokenizer {
  /** The vocabulary of the model. */
  readonly vocabulary: Vocabulary;
  /**
   * Returns the ids of `text`. As a `prompt`, names of control tokens become control tokens, the model's template
   * applies (a beginning-of-text token, a prefix space), and the model's own pipeline may lose parts of the text. As
   * `literal`, the ids spell exactly the UTF-8 bytes of `text`, whatever it contains. A lone surrogate counts as
   * U+FFFD.
   *
   * @throws TokenizerError `unspellable` if no tokens spell the literal text.
   */
  encode(text: string, how: "prompt" | "literal"): TokenId[];
  /**
   * Returns the text of `ids`. Control tokens give nothing, or their names with `show`. Nothing is cleaned up or
   * stripped: the text of a SentencePiece prompt begins with the space that encoding added.
   *
   * @throws RangeError if an id is not a token.
   */
  decode(ids: Iterable<TokenId>, controls?: Controls): string;
  /**
   * Creates a decoder for ids that arrive one at a time. It returns a character only once all its tokens have arrived.
   */
  stream(controls?: Controls): TokenStream;
}

const checkLoadTokenizer = signature("loadTokenizer", {
  tokenizerJson: anything,
  tokenizerConfig: anything,
  files: options({ generation: anything, model: anything, ends: listOf(text), controls: listOf(text) }),
});

/**
 * Loads the tokenizer of a model from the parsed JSON (or the text) of its `tokenizer.json` and
 * `tokenizer_config.json`. `files` are the other files that name the ends of a generation, as for `readTokenizerJson`.
 *
 * @throws VocabularyError if a file is malformed or its tokens have no fixed bytes.
 * @throws TokenizerError `load` if `@huggingface/tokenizers` rejects the file.
 *
 * @example
 * const tokenizer = loadTokenizer({
 *   model: { type: "BPE", vocab: { a: 0, b: 1, ab: 2, "<end>": 3, "<": 4, e: 5, n: 6, d: 7, ">": 8 }, merges: ["a b"] },
 *   added_tokens: [{ id: 3, content: "<end>", special: true }],
 *   decoder: { type: "ByteLevel" },
 * }, { eos_token: "<end>" });
 * tokenizer.encode("abb<end>", "prompt"); // => [2, 1, 3]
 */
export function loadTokenizer(
  tokenizerJson: unknown,
  tokenizerConfig: unknown = {},
  files: Omit<TokenizerFiles, "tokenizerConfig"> = {},
): Tokenizer {
  checkLoadTokenizer(tokenizerJson, tokenizerConfig, files);
  const json = parsed(tokenizerJson);
  const config = parsed(tokenizerConfig);
  const vocabulary = readTokenizerJson(json, { ...files, tokenizerConfig: config });
  // The vocabulary could be read, so `json` is an object with a model.
  const prompt = promptEncoder(json as Fields, config as Fields);
  const toLiteral = lazily(() =>
    literalSpeller(
      vocabulary,
      literalEncoder(json as Fields, config as Fields, (id) => vocabulary.control(id) !== undefined),
    ),
  );

  function encode(text: string, how: "prompt" | "literal"): TokenId[] {
    const wellFormed = replaceLoneSurrogates(text);
    return how === "literal" ? toLiteral()(wellFormed) : promptIds(vocabulary, prompt, wellFormed);
  }

  function stream(controls: Controls = "hide"): TokenStream {
    const utf8 = createUtf8Stream();
    return { push: (id) => textOfToken(vocabulary, utf8, id, controls), flush: () => utf8.flush() };
  }

  function decode(ids: Iterable<TokenId>, controls: Controls = "hide"): string {
    const tokens = stream(controls);
    let text = "";
    for (const id of ids) text += tokens.push(id);
    return text + tokens.flush();
  }

  return { vocabulary, encode, decode, stream };
}

function promptIds(vocabulary: Vocabulary, encoder: Encoder, text: string): TokenId[] {
  return encoder.encode(text).map((id) => {
    if (id !== undefined && id < vocabulary.size && vocabulary.kinds[id] !== 0) return id;
    throw new TokenizerError(
      "unspellable",
      "The model has neither a token for a part of the prompt nor an unknown token",
    );
  });
}

function literalSpeller(vocabulary: Vocabulary, encoder: Encoder): (text: string) => TokenId[] {
  const segment = lazily(() => segmenterOf(vocabulary));
  const exact = (text: string): TokenId[] | undefined => {
    const ids = encoder.encode(text);
    return spells(vocabulary, ids, utf8Encode(text)) ? (ids as TokenId[]) : undefined;
  };
  return (text) => {
    if (text === "") return [];
    const whole = exact(text);
    if (whole !== undefined) return [...whole];
    const ids: TokenId[] = [];
    let offset = 0;
    for (const line of text.split(/(?<=\n)/)) {
      const bytes = utf8Encode(line);
      try {
        for (const id of exact(line) ?? segment()(bytes)) ids.push(id);
      } catch (error) {
        if (!(error instanceof TokenizerError)) throw error;
        const at = offset + error.offset;
        throw new TokenizerError("unspellable", `No tokens of the vocabulary spell the text from byte ${at} on`, at);
      }
      offset += bytes.length;
    }
    return ids;
  };
}

/**
 * Returns whether the concatenated bytes of `ids` are `bytes`. Control tokens have no bytes and count as a difference.
 */
function spells(vocabulary: Vocabulary, ids: readonly (TokenId | undefined)[], bytes: Uint8Array): boolean {
  let at = 0;
  for (const id of ids) {
    const spelt = id === undefined ? undefined : vocabulary.bytes(id);
    if (spelt === undefined || at + spelt.length > bytes.length) return false;
    for (let i = 0; i < spelt.length; i++) if (spelt[i] !== bytes[at + i]) return false;
    at += spelt.length;
  }
  return at === bytes.length;
}

function textOfToken(vocabulary: Vocabulary, utf8: Utf8Stream, id: TokenId, controls: Controls): string {
  const bytes = vocabulary.bytes(id);
  if (bytes !== undefined) return utf8.push(bytes);
  const name = vocabulary.control(id);
  if (name === undefined) throw new RangeError(`${id} is not a token of this vocabulary of ${vocabulary.size} ids`);
  return controls === "show" ? utf8.flush() + name : "";
}

function replaceLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** Parses JSON text. Returns invalid text unchanged; `readTokenizerJson` then rejects it with a reason. */
function parsed(json: unknown): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
