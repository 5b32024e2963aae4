// Reads the vocabulary of a Hugging Face `tokenizer.json`. The bytes of each token follow from rules; no token is
// decoded on its own.
//
// The decoder in the file says how tokens become text, and so which bytes a single token has:
//
//   decoder                        a token of the model            example
//   ByteLevel                      the byte alphabet               Ġthe   → 20 74 68 65
//   ByteFallback (+ Replace)       <0xAB>, else text after Replace  ▁the  → 20 74 68 65
//   Metaspace, Replace (Unigram)   text after Replace               ▁the  → 20 74 68 65
//
// Strip, and the space that Metaspace drops, affect only the beginning of a sequence, so they are ignored here.
// WordPiece and `</w>` suffixes are rejected, because the text of their tokens depends on the neighbours. Added tokens
// come in addition to the model: special ones are control tokens; the others spell their content. Reading takes linear
// time.

import { anything, signature } from "@espalier/arguments";
import { loneSurrogate, utf8Encode } from "@espalier/utf8";
import { bytesOfAlphabet } from "./byte-alphabet.js";
import { createVocabulary, type TokenPart } from "./create-vocabulary.js";
import { filesKind } from "./kinds.js";
import type { TokenId, Vocabulary } from "./vocabulary.js";
import { pointer, VocabularyError } from "./vocabulary-error.js";

/** The other files of a model, as text or parsed JSON, which name the tokens that end a generation; and overrides. */
export interface TokenizerFiles {
  /** `generation_config.json`; only `eos_token_id` (a number or a list) is read. */
  readonly generation?: unknown;
  /** `config.json`; its `eos_token_id` is used if `generation` has none. */
  readonly model?: unknown;
  /** `tokenizer_config.json`; its `eos_token` (a name, or `{ content }`) is used if the other files name none. */
  readonly tokenizerConfig?: unknown;
  /** Names of the tokens that end a generation. Overrides the files; an empty list means none. */
  readonly ends?: readonly string[];
  /** Names of added tokens to treat as control tokens although the file does not mark them as special. */
  readonly controls?: readonly string[];
}

/** Limits on the decoder of a file. They are far above those of real files and stop malicious ones. */
const MAX_REPLACEMENTS = 4;
/** Maximum length of the content that a decoder inserts for another, in UTF-16 units. */
const MAX_REPLACED = 16;
/** Maximum length of the text of one token, in UTF-16 units. */
const MAX_TOKEN = 2 ** 20;

type Fields = Readonly<Record<string, unknown>>;

const checkReadTokenizerJson = signature("readTokenizerJson", { json: anything, files: filesKind });

/**
 * Reads the vocabulary of a `tokenizer.json`, given as text or parsed JSON. Supports byte-level BPE, and SentencePiece
 * BPE and Unigram with or without byte fallback. A token that is named as an end is a control token even if the file
 * does not mark it as special. If no file names an end, there are none. O(file).
 *
 * @throws VocabularyError with the position in the file: `syntax`, `shape` (malformed), `unsupported` (WordPiece, CLIP,
 * …), `bad-end` (an end that is not a token), and the errors of {@link createVocabulary}.
 *
 * @example
 * const json = { model: { type: "BPE", vocab: { a: 0, "Ġa": 1 }, merges: [] }, decoder: { type: "ByteLevel" } };
 * readTokenizerJson(json).bytes(1); // => Uint8Array.of(32, 97)
 */
export function readTokenizerJson(json: unknown, files: TokenizerFiles = {}): Vocabulary {
  checkReadTokenizerJson(json, files);
  const file = fieldsOf(typeof json === "string" ? parse(json) : json, "", "a tokenizer.json holds an object");
  const model = fieldsOf(file.model, "/model", "the model of the tokenizer");
  const spell = spellingRule(file, model);
  const added = readAdded(file.added_tokens);
  const vocab = readModelVocab(model.vocab);

  const idOfName = new Map<string, TokenId>();
  for (const [token, id] of vocab) idOfName.set(token, id);
  for (const token of added) idOfName.set(token.content, token.id);
  const ends = endsOf(files, idOfName);
  const controlNames = new Set([...(files.controls ?? []), ...unknownTokens(model, vocab)]);

  // A generator, so that the limits of createVocabulary stop a file that is designed to exhaust memory.
  function* tokens(): Generator<TokenPart, void, undefined> {
    const contentOf = new Map<TokenId, string>();
    for (const { id, content, special } of added) {
      // A file may list an added token twice. Two contents with one id are rejected as a duplicate.
      if (contentOf.get(id) === content) continue;
      contentOf.set(id, content);
      if (special || ends.has(id) || controlNames.has(content)) yield { id, control: content };
      else yield { id, bytes: spell.added(content, id) };
    }
    for (const [token, id] of vocab) {
      if (contentOf.has(id)) continue;
      if (ends.has(id) || controlNames.has(token)) yield { id, control: token };
      else yield { id, bytes: spell.model(token, id) };
    }
  }
  return createVocabulary({ tokens: tokens(), ends });
}

/** Converts a token to bytes. The id is for error messages. */
interface SpellingRule {
  model(token: string, id: TokenId): Uint8Array;
  added(content: string, id: TokenId): Uint8Array;
}

function spellingRule(file: Fields, model: Fields): SpellingRule {
  refuseContextual(model);
  const decoders = flatten(file.decoder, "decoders", "/decoder");
  const preTokenizers = flatten(file.pre_tokenizer, "pretokenizers", "/pre_tokenizer");
  const replacements: { from: string; to: string }[] = [];
  let byteLevel = decoders.length === 0 && preTokenizers.some(({ step }) => step.type === "ByteLevel");
  let byteFallback = model.byte_fallback === true;
  for (const { step, path } of decoders) {
    switch (step.type) {
      case "ByteLevel":
        byteLevel = true;
        break;
      case "ByteFallback":
        byteFallback = true;
        break;
      case "Metaspace":
        replacements.push({ from: typeof step.replacement === "string" ? step.replacement : "\u2581", to: " " });
        break;
      case "Replace":
        replacements.push(readReplace(step, path));
        break;
      case "Fuse":
      case "Strip":
        break;
      default:
        throw new VocabularyError(
          "unsupported",
          path,
          `decoder ${String(step.type)} makes the text of a token depend on its neighbours`,
          "byte-level and SentencePiece tokenizers are supported",
        );
    }
  }
  if (decoders.length === 0 && !byteLevel) {
    throw new VocabularyError(
      "unsupported",
      "/decoder",
      "without a decoder or a ByteLevel pre-tokenizer it is unknown what a token spells",
      "byte-level and SentencePiece tokenizers are supported",
    );
  }

  if (replacements.length > MAX_REPLACEMENTS) {
    throw new VocabularyError("too-large", "/decoder", `more than ${MAX_REPLACEMENTS} Replace steps`);
  }
  const replace = (token: string, id: TokenId): string => {
    let text = token;
    for (const { from, to } of replacements) text = text.replaceAll(from, to);
    if (text.length <= MAX_TOKEN) return text;
    throw new VocabularyError(
      "too-large",
      `token ${id}`,
      `its text has ${text.length} code units; at most ${MAX_TOKEN} are allowed`,
    );
  };
  const literal = (token: string, id: TokenId): Uint8Array => {
    const lone = loneSurrogate(token);
    if (lone < 0) return utf8Encode(token);
    throw new VocabularyError("bad-spelling", `token ${id}`, `a lone surrogate at code unit ${lone} of its text`);
  };
  if (byteLevel) {
    return { model: (token, id) => bytesOfAlphabet(replace(token, id)) ?? literal(token, id), added: literal };
  }
  const text = (token: string, id: TokenId): Uint8Array => literal(replace(token, id), id);
  const byteToken = /^<0x([0-9A-Fa-f]{2})>$/;
  return {
    model: (token, id) => {
      const byte = byteFallback && token.length === 6 ? byteToken.exec(token) : null;
      return byte === null ? text(token, id) : Uint8Array.of(Number.parseInt(byte[1]!, 16));
    },
    added: text,
  };
}

function refuseContextual(model: Fields): void {
  const refuse = (path: string, what: string): never => {
    throw new VocabularyError(
      "unsupported",
      path,
      `${what}: the text of a token depends on its neighbours, so a token has no bytes by itself`,
      "byte-level and SentencePiece tokenizers are supported",
    );
  };
  if (model.type === "WordPiece" || model.type === "WordLevel") refuse("/model/type", String(model.type));
  if (model.type === undefined && "max_input_chars_per_word" in model) refuse("/model", "WordPiece");
  if (model.end_of_word_suffix) refuse("/model/end_of_word_suffix", "a word-end suffix, as in CLIP");
  if (model.continuing_subword_prefix) refuse("/model/continuing_subword_prefix", "a continuation prefix");
  if (model.type !== undefined && model.type !== "BPE" && model.type !== "Unigram") {
    throw new VocabularyError("unsupported", "/model/type", `unknown model ${JSON.stringify(model.type) ?? "type"}`);
  }
}

/**
 * Returns the tokens of the model with their ids, from either format: `{ token: id }` or, for Unigram, `[[token,
 * score], …]`.
 */
function readModelVocab(vocab: unknown): (readonly [token: string, id: TokenId])[] {
  if (Array.isArray(vocab)) {
    return vocab.map((entry: unknown, id) => {
      if (Array.isArray(entry) && typeof entry[0] === "string") return [entry[0], id] as const;
      throw new VocabularyError("shape", pointer("model", "vocab", id), "an entry is [token, score]");
    });
  }
  const fields = fieldsOf(vocab, "/model/vocab", "a vocabulary is { token: id } or [[token, score], …]");
  return Object.entries(fields).map(([token, id]) => {
    checkId(id, () => pointer("model", "vocab", token));
    return [token, id as TokenId] as const;
  });
}

function readAdded(added: unknown): { id: TokenId; content: string; special: boolean }[] {
  if (added === undefined || added === null) return [];
  if (!Array.isArray(added)) throw new VocabularyError("shape", "/added_tokens", "the added tokens are an array");
  return added.map((entry: unknown, index) => {
    const token = fieldsOf(entry, pointer("added_tokens", index), "an added token is { id, content, special }");
    checkId(token.id, () => pointer("added_tokens", index, "id"));
    if (typeof token.content !== "string") {
      throw new VocabularyError("shape", pointer("added_tokens", index, "content"), "the content is a string");
    }
    return { id: token.id as TokenId, content: token.content, special: token.special === true };
  });
}

/**
 * Returns the names of the unknown tokens, which stand for text that the model cannot spell and have no text of their
 * own.
 */
function unknownTokens(model: Fields, vocab: readonly (readonly [string, TokenId])[]): string[] {
  const names: string[] = [];
  if (typeof model.unk_token === "string") names.push(model.unk_token);
  if (Array.isArray(model.vocab) && typeof model.unk_id === "number") {
    const entry = vocab[model.unk_id];
    if (entry !== undefined) names.push(entry[0]);
  }
  return names;
}

/** Parses one of the other files; `undefined` if it is absent. */
function otherFile(value: unknown, name: string): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  return fieldsOf(typeof value === "string" ? parse(value, name) : value, name, "the file holds an object", "");
}

function endsOf(files: TokenizerFiles, idOfName: ReadonlyMap<string, TokenId>): Set<TokenId> {
  const ids = new Set(idOfName.values());
  const named = (name: string, path: string): TokenId => {
    const id = idOfName.get(name);
    if (id !== undefined) return id;
    throw new VocabularyError("bad-end", path, `no token is named ${JSON.stringify(name)}`);
  };
  if (files.ends !== undefined) return new Set(files.ends.map((name) => named(name, "ends")));
  const sources = [
    ["generation_config.json/eos_token_id", otherFile(files.generation, "generation_config.json")],
    ["config.json/eos_token_id", otherFile(files.model, "config.json")],
  ] as const;
  for (const [path, source] of sources) {
    const value = source?.eos_token_id;
    if (value === undefined || value === null) continue;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    for (const id of list) {
      if (!ids.has(id as TokenId)) {
        throw new VocabularyError(
          "bad-end",
          path,
          `${JSON.stringify(id)} is not a token id here`,
          "name the ends in `ends`",
        );
      }
    }
    return new Set(list as TokenId[]);
  }
  const config = otherFile(files.tokenizerConfig, "tokenizer_config.json")?.eos_token;
  const name = isFields(config) ? config.content : config;
  if (name === undefined || name === null) return new Set();
  if (typeof name === "string") return new Set([named(name, "tokenizer_config.json/eos_token")]);
  throw new VocabularyError("shape", "tokenizer_config.json/eos_token", "the end token is a string or { content }");
}

interface Step {
  readonly step: Fields;
  readonly path: string;
}

/**
 * Returns the steps of a decoder or pre-tokenizer with nested `Sequence`s flattened. A limit on the number of steps
 * stops malicious nesting.
 */
function flatten(root: unknown, member: string, path: string): Step[] {
  const steps: Step[] = [];
  const pending: { value: unknown; path: string }[] = [{ value: root, path }];
  for (let seen = 0; pending.length > 0; seen++) {
    const next = pending.pop()!;
    if (next.value === null || next.value === undefined) continue;
    if (seen > 1000) throw new VocabularyError("shape", path, "more than 1,000 steps");
    const step = fieldsOf(next.value, next.path, "a step is an object with a type");
    const children = step.type === "Sequence" ? step[member] : undefined;
    if (!Array.isArray(children)) {
      steps.push({ step, path: next.path });
      continue;
    }
    if (children.length > 1000) throw new VocabularyError("shape", next.path, "more than 1,000 steps");
    for (let at = children.length - 1; at >= 0; at--) {
      pending.push({ value: children[at], path: `${next.path.slice(0, 200)}/${member}/${at}` });
    }
  }
  return steps;
}

function readReplace(step: Fields, path: string): { from: string; to: string } {
  const from = isFields(step.pattern) ? step.pattern.String : undefined;
  const to = step.content;
  if (typeof from === "string" && from !== "" && typeof to === "string" && to.length <= MAX_REPLACED)
    return { from, to };
  throw new VocabularyError(
    "unsupported",
    path,
    "a Replace without a short literal pattern and content",
    `only { pattern: { String }, content } with at most ${MAX_REPLACED} characters is known to act on each token by itself`,
  );
}

function parse(text: string, path = ""): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new VocabularyError("syntax", path, `not JSON: ${problem}`, "is the file complete?");
  }
}

function checkId(id: unknown, path: () => string): void {
  if (Number.isInteger(id) && (id as number) >= 0) return;
  throw new VocabularyError("bad-id", path(), "a token id is a non-negative integer");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(
  value: unknown,
  path: string,
  expected: string,
  hint: string = path === "" ? "" : "is this a tokenizer.json?",
): Fields {
  if (isFields(value)) return value;
  let found: string = typeof value;
  if (value === null) found = "null";
  else if (Array.isArray(value)) found = "an array";
  throw new VocabularyError("shape", path, `${expected}; found ${found}`, hint);
}
