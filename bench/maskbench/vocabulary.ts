// The vocabulary that MaskBench is run with, Llama 3's, and what of it every process makes for itself, once.

import { buildTrie, type Trie } from "@espalier/trie";
import { llama3Tokens } from "../corpus.js";
import { llama3Vocabulary } from "../vocabularies.js";

let trie: Trie | undefined;

export function llama3Trie(): Trie {
  trie ??= buildTrie(llama3Vocabulary());
  return trie;
}

/**
 * Llama 3's tokens of a text.
 *
 * @throws Error when their bytes are not the text's.
 */
export function tokenize(text: string): readonly number[] {
  const { vocabulary } = llama3Trie();
  const tokens = llama3Tokens(text);
  const spelt = Buffer.concat(tokens.map((token) => vocabulary.bytes(token) ?? new Uint8Array(0)));
  if (!spelt.equals(Buffer.from(text)))
    throw new Error(`the tokenizer does not spell ${JSON.stringify(text.slice(0, 100))}`);
  return tokens;
}
