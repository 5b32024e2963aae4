// Text to token ids and back. Encoding goes through `@huggingface/tokenizers`; decoding never does, since the bytes of every
// token are known exactly: they are joined, and read as UTF-8.
//
// What an encoder gives for literal text is checked byte for byte. Where it differs from the text (a normaliser composed an
// accent, a SentencePiece model cannot tell a literal ▁ from a space, a lone name was taken for a control token), the lines
// that differ are spelt with the fewest tokens instead, which is exact by construction.

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

/** Whether control tokens appear in decoded text under their names. */
export type Controls = "hide" | "show";

/** Token ids to text, one at a time. */
export interface TokenStream {
  /**
   * The text that became complete with this token; empty while a character is unfinished.
   *
   * @throws RangeError when `id` is no token.
   */
  push(id: TokenId): string;
  /** What was held back, as U+FFFD, or nothing. */
  flush(): string;
}

/** Between text and token ids, for one model. */
export interface Tokenizer {
  /** Every id with its bytes. */
  readonly vocabulary: Vocabulary;
  /**
   * The ids of `text`. As a `prompt`, names of control tokens become control tokens, and the model's template applies (a token
   * of beginning, a prefix space); what the model's own pipeline loses is lost. As `literal`, the ids spell exactly the UTF-8 bytes of `text`, whatever it contains. A
   * lone surrogate counts as U+FFFD.
   *
   * @throws TokenizerError `unspellable` when no tokens spell the literal text.
   */
  encode(text: string, how: "prompt" | "literal"): TokenId[];
  /**
   * The text of `ids`; control tokens give nothing, or with `show` their names. Nothing is cleaned up or stripped: the text of a
   * SentencePiece prompt begins with the space that its encoding put there.
   *
   * @throws RangeError when an id is no token.
   */
  decode(ids: Iterable<TokenId>, controls?: Controls): string;
  /** A decoder for ids that arrive one at a time; characters split over tokens come out whole. */
  stream(controls?: Controls): TokenStream;
}

const checkLoadTokenizer = signature("loadTokenizer", {
  tokenizerJson: anything,
  tokenizerConfig: anything,
  files: options({ generation: anything, model: anything, ends: listOf(text), controls: listOf(text) }),
});

/**
 * The tokenizer of a model, from the parsed JSON (or the text) of its `tokenizer.json` and `tokenizer_config.json`. `files` are
 * the other files that say how a generation ends, as for `readTokenizerJson`.
 *
 * @throws VocabularyError when a file is malformed or its tokens have no bytes of their own.
 * @throws TokenizerError `load` when `@huggingface/tokenizers` refuses the file.
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
  // The vocabulary has been read, so `json` is an object with a model.
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
    throw new TokenizerError("unspellable", "The model has no token for a part of the prompt, and no unknown token");
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
        throw new TokenizerError("unspellable", `No tokens spell the text beyond byte ${at}`, at);
      }
      offset += bytes.length;
    }
    return ids;
  };
}

/** Whether the bytes of `ids`, end to end, are `bytes`; control tokens spell nothing and count as a difference. */
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
  if (name === undefined) throw new RangeError(`${id} is no token of this vocabulary of ${vocabulary.size} ids`);
  return controls === "show" ? utf8.flush() + name : "";
}

function replaceLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** JSON text as a value; text that is no JSON stays text, for `readTokenizerJson` to refuse with its reason. */
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
