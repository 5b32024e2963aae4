// Reads tiktoken ranks: the tokens in base64, in two line formats that may be mixed.
//
//   IQ== 0                     one token and its rank, which is its id
//   ! 100 IQ== Ig== Iw==       (js-tiktoken) an exclamation mark, the first rank, then the tokens of consecutive ranks

import { signature, text } from "@espalier/arguments";
import { decodeBase64 } from "./base64.js";
import { createVocabulary, type TokenPart } from "./create-vocabulary.js";
import { rankNamesKind } from "./kinds.js";
import type { TokenId, Vocabulary } from "./vocabulary.js";
import { VocabularyError } from "./vocabulary-error.js";

/** The tokens that a rank file does not contain. */
export interface TiktokenNames {
  /** Control tokens by name, such as `[["<|endoftext|>", 100257]]`, or a `Map`. */
  readonly controls: Iterable<readonly [name: string, id: TokenId]>;
  /** Names of the control tokens that end a generation. */
  readonly ends?: readonly string[];
}

const checkReadTiktokenRanks = signature("readTiktokenRanks", { text: text, names: rankNamesKind });

/**
 * Reads a `.tiktoken` file, or the packed ranks of js-tiktoken. O(text).
 *
 * @throws VocabularyError with the line number (from 1) if a line is neither `base64 rank` nor `! rank base64 …`.
 *
 * @example
 * const vocabulary = readTiktokenRanks("YQ== 0\nYWI= 1\n", { controls: [["<|endoftext|>", 5]], ends: ["<|endoftext|>"] });
 * vocabulary.bytes(1); // => Uint8Array.of(97, 98)
 */
export function readTiktokenRanks(text: string, names: TiktokenNames): Vocabulary {
  checkReadTiktokenRanks(text, names);
  const tokens: TokenPart[] = [];
  let lineNumber = 0;
  for (const untrimmed of text.split("\n")) {
    lineNumber++;
    const line = untrimmed.trim();
    if (line === "") continue;
    const words = line.split(" ");
    const packed = words[0] === "!";
    const [rank, spellings] = packed ? [words[1], words.slice(2)] : [words[1], words.slice(0, 1)];
    if (rank === undefined || !/^[0-9]{1,9}$/.test(rank) || (!packed && words.length !== 2)) {
      throw new VocabularyError("syntax", `line ${lineNumber}`, "neither `base64 rank` nor `! rank base64 …`");
    }
    for (const [index, spelling] of spellings.entries()) {
      const bytes = decodeBase64(spelling);
      if (bytes === undefined) {
        throw new VocabularyError("syntax", `line ${lineNumber}`, `not base64: ${spelling.slice(0, 40)}`);
      }
      tokens.push({ id: Number(rank) + index, bytes });
    }
  }
  const ends: TokenId[] = [];
  const known = new Set<string>();
  for (const [name, id] of names.controls) {
    tokens.push({ id, control: name });
    known.add(name);
    if (names.ends?.includes(name)) ends.push(id);
  }
  const missing = names.ends?.find((name) => !known.has(name));
  if (missing !== undefined) throw new VocabularyError("bad-end", "ends", `no control token is named ${missing}`);
  return createVocabulary({ tokens, ends });
}
