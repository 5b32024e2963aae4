// Builds a vocabulary from its tokens. All bytes lie end to end in one pool, in the order of ids:
//
//   kinds     1      2           0      1        0 hole, 1 text, 2 control
//   offsets   0      3           3      3    7   `size + 1` of them; holes and control tokens have no bytes
//   pool      t h e                     s e l f

import { anything, listOf, named, signature, text } from "@espalier/arguments";
import { loneSurrogate, utf8Encode } from "@espalier/utf8";
import { partsKind } from "./kinds.js";
import type { TokenId, Vocabulary } from "./vocabulary.js";
import { VocabularyError } from "./vocabulary-error.js";

export const TEXT = 1;
export const CONTROL = 2;

/** An upper bound on token ids, above those of any model. A larger id in a file is an error and would waste memory. */
const MAX_SIZE = 2 ** 24;
/** Maximum size of the pool in bytes. */
const MAX_POOL = 2 ** 28;

/** The bytes of a token: an array of bytes, or text in UTF-8. */
export type Spelling = string | Uint8Array | readonly number[];

/** One token: text with its bytes, or a control token with its name. */
export type TokenPart =
  | { readonly id: TokenId; readonly bytes: Spelling }
  | { readonly id: TokenId; readonly control: string };

/** The parts of a vocabulary. */
export interface VocabularyParts {
  /** The tokens in any order. Ids may have holes. Several ids may have the same bytes, or none. */
  readonly tokens: Iterable<TokenPart>;
  /** Ids of the control tokens that end a generation. */
  readonly ends: Iterable<TokenId>;
  /** One more than the greatest id. Set it if holes follow the last token. */
  readonly size?: number;
}

const checkCreateVocabulary = signature("createVocabulary", { parts: partsKind });

/**
 * Creates a vocabulary from `parts`.
 *
 * @throws VocabularyError if an id is not an integer in [0, 2²⁴) or occurs twice, if a spelling contains a lone
 * surrogate or a number that is not a byte, or if an end is not a control token.
 *
 * @example
 * const vocabulary = createVocabulary({
 *   tokens: [{ id: 0, bytes: "the" }, { id: 1, control: "<end>" }, { id: 3, bytes: [0xc3] }],
 *   ends: [1],
 * });
 * vocabulary.size; // => 4
 */
export function createVocabulary(parts: VocabularyParts): Vocabulary {
  checkCreateVocabulary(parts);
  const spellings = new Map<TokenId, Uint8Array>();
  const names = new Map<TokenId, string>();
  let size = 0;
  let total = 0;
  for (const token of parts.tokens) {
    if (typeof token !== "object" || token === null)
      throw new VocabularyError("shape", "tokens", `${named(token)} is not a token { id, bytes } or { id, control }`);
    const { id } = token;
    checkId(id);
    if (spellings.has(id) || names.has(id)) {
      throw new VocabularyError("duplicate-id", `token ${id}`, "two tokens have this id");
    }
    if ("control" in token) {
      if (typeof token.control !== "string")
        throw new VocabularyError("shape", `token ${id}`, `${named(token.control)} is not the name of a control token`);
      names.set(id, token.control);
    } else {
      const bytes = bytesOfSpelling(token.bytes, `token ${id}`);
      spellings.set(id, bytes);
      total += bytes.length;
      if (total > MAX_POOL)
        throw new VocabularyError(
          "too-large",
          `token ${id}`,
          `the tokens up to this one have more than ${MAX_POOL} bytes in all`,
        );
    }
    if (id >= size) size = id + 1;
  }
  if (parts.size !== undefined) {
    if (!Number.isInteger(parts.size) || parts.size < size || parts.size > MAX_SIZE) {
      throw new VocabularyError("shape", "size", `${parts.size} is not an integer in [${size}, ${MAX_SIZE}]`);
    }
    size = parts.size;
  }

  const pool = new Uint8Array(total);
  const offsets = new Uint32Array(size + 1);
  const kinds = new Uint8Array(size);
  let to = 0;
  for (let id = 0; id < size; id++) {
    const bytes = spellings.get(id);
    if (bytes !== undefined) {
      pool.set(bytes, to);
      to += bytes.length;
      kinds[id] = TEXT;
    } else if (names.has(id)) kinds[id] = CONTROL;
    offsets[id + 1] = to;
  }
  const ends = new Set(parts.ends);
  for (const id of ends) {
    if (!names.has(id)) {
      throw new VocabularyError(
        "bad-end",
        `token ${named(id)}`,
        "a generation can only end with a control token, which this is not",
      );
    }
  }
  return vocabularyOver({ pool, offsets, kinds, names, ends: [...ends].sort((a, b) => a - b) });
}

const checkVocabularyOfBytes = signature("vocabularyOfBytes", { tokens: listOf(anything), ends: listOf(text) });

/**
 * Creates a vocabulary whose ids are the positions in `tokens`; for tests, and for tokenizers that ship arrays. An
 * entry is a spelling, a control token `{ control: name }`, or `undefined` for a hole. `ends` names the control tokens
 * that end a generation.
 *
 * @throws VocabularyError as {@link createVocabulary}, and if no control token has a name in `ends`.
 *
 * @example
 * const vocabulary = vocabularyOfBytes(["a", "ab", [0xff], { control: "<end>" }], ["<end>"]);
 * vocabulary.bytes(1); // => Uint8Array.of(97, 98)
 */
export function vocabularyOfBytes(
  tokens: readonly (Spelling | { readonly control: string } | undefined)[],
  ends: readonly string[] = [],
): Vocabulary {
  checkVocabularyOfBytes(tokens, ends);
  const parts: TokenPart[] = [];
  const endIds: TokenId[] = [];
  for (const [id, token] of tokens.entries()) {
    if (token === undefined) continue;
    if (typeof token === "object" && token !== null && "control" in token) {
      parts.push({ id, control: token.control });
      if (ends.includes(token.control)) endIds.push(id);
    } else parts.push({ id, bytes: token });
  }
  const missing = ends.find((name) => !parts.some((part) => "control" in part && part.control === name));
  if (missing !== undefined) throw new VocabularyError("bad-end", "ends", `no control token is named ${missing}`);
  return createVocabulary({ tokens: parts, ends: endIds, size: tokens.length });
}

/** Wraps the arrays of a validated vocabulary. It takes over the arrays and does not copy them. */
export function vocabularyOver(form: {
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  readonly kinds: Uint8Array;
  readonly names: ReadonlyMap<TokenId, string>;
  readonly ends: readonly TokenId[];
}): Vocabulary {
  const { pool, offsets, kinds, names, ends } = form;
  const idsOfName = new Map<string, TokenId[]>();
  for (const id of [...names.keys()].sort((a, b) => a - b)) {
    const name = names.get(id)!;
    const ids = idsOfName.get(name);
    if (ids === undefined) idsOfName.set(name, [id]);
    else ids.push(id);
  }
  return {
    size: kinds.length,
    bytes: (id) => (kinds[id] === TEXT ? pool.subarray(offsets[id], offsets[id + 1]) : undefined),
    control: (id) => names.get(id),
    controlIds: (name) => idsOfName.get(name) ?? [],
    ends,
    pool,
    offsets,
    kinds,
  };
}

function checkId(id: unknown): void {
  if (!Number.isInteger(id) || (id as number) < 0) {
    throw new VocabularyError("bad-id", `token ${named(id)}`, "a token id is a non-negative integer");
  }
  if ((id as number) >= MAX_SIZE) {
    throw new VocabularyError("too-large", `token ${named(id)}`, `token ids go up to ${MAX_SIZE - 1}`);
  }
}

function bytesOfSpelling(spelling: Spelling, path: string): Uint8Array {
  if (typeof spelling === "string") {
    const lone = loneSurrogate(spelling);
    if (lone < 0) return utf8Encode(spelling);
    throw new VocabularyError(
      "bad-spelling",
      path,
      `a lone surrogate at code unit ${lone}`,
      "give the bytes instead of text",
    );
  }
  if (spelling instanceof Uint8Array) return spelling;
  const length: unknown = Object(spelling).length;
  if (!Number.isInteger(length) || (length as number) < 0 || (length as number) > MAX_POOL)
    throw new VocabularyError("bad-spelling", path, `${named(spelling)} is neither a text nor a list of bytes`);
  const bytes = new Uint8Array(spelling.length);
  for (let at = 0; at < spelling.length; at++) {
    const byte = spelling[at]!;
    if (!Number.isInteger(byte) || byte < 0 || byte > 255) {
      throw new VocabularyError("bad-spelling", path, `${named(byte)} at offset ${at} is not a byte`);
    }
    bytes[at] = byte;
  }
  return bytes;
}
