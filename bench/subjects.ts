// What is measured: vocabularies with their tries and tokenizers, and grammars with the texts that belong to them. Each is
// made when first asked for and then shared; languages and maskers are made anew by whoever measures them.

import { readLark } from "@espalier/notation";
import type { SyntaxSource } from "@espalier/syntax";
import { buildTrie, type Trie } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { encode as o200kEncode } from "gpt-tokenizer/encoding/o200k_base";
import { cExpressions, jsonDocuments, llama3Tokens } from "./corpus.js";
import { C_EBNF, C_LARK, JSON_EBNF, JSON_LARK } from "./grammars.js";
import { cl100kVocabulary, llama3Vocabulary, o200kVocabulary } from "./vocabularies.js";

export type VocabularyName = "llama3" | "o200k" | "cl100k";

const MAKERS = { llama3: llama3Vocabulary, o200k: o200kVocabulary, cl100k: cl100kVocabulary };
const vocabularies = new Map<VocabularyName, Vocabulary>();
const tries = new Map<VocabularyName, Trie>();

export function vocabularyOf(name: VocabularyName): Vocabulary {
  const vocabulary = vocabularies.get(name) ?? MAKERS[name]();
  vocabularies.set(name, vocabulary);
  return vocabulary;
}

export function trieOf(name: VocabularyName): Trie {
  const trie = tries.get(name) ?? buildTrie(vocabularyOf(name));
  tries.set(name, trie);
  return trie;
}

export interface Subject {
  readonly name: "JSON" | "C-like";
  /** Read anew by each call: part of what making a language costs. */
  source(): SyntaxSource;
  readonly ebnf: string;
  texts(count: number, seed: number): readonly string[];
  /** One text of the language made of many: what a long output looks like. */
  joined(texts: readonly string[]): string;
}

export const JSON_SUBJECT: Subject = {
  name: "JSON",
  source: () => readLark(JSON_LARK),
  ebnf: JSON_EBNF,
  texts: jsonDocuments,
  joined: (texts) => `[${texts.join(",\n")}]`,
};

export const C_SUBJECT: Subject = {
  name: "C-like",
  source: () => readLark(C_LARK),
  ebnf: C_EBNF,
  texts: cExpressions,
  joined: (texts) => `${texts.map((text) => text.slice(0, -1)).join(", ")};`,
};

export const SUBJECTS: readonly Subject[] = [JSON_SUBJECT, C_SUBJECT];

/**
 * The tokens of each text under the vocabulary's own tokenizer.
 *
 * @throws Error when their bytes are not the text's.
 */
export function tokensOf(name: "llama3" | "o200k", texts: readonly string[]): readonly (readonly number[])[] {
  const vocabulary = vocabularyOf(name);
  const encode = name === "llama3" ? llama3Tokens : o200kEncode;
  return texts.map((text) => {
    const ids = encode(text);
    const spelt = Buffer.concat(ids.map((id) => vocabulary.bytes(id) ?? new Uint8Array(0)));
    if (!spelt.equals(Buffer.from(text))) throw new Error(`${name} does not spell its own tokens of ${text}`);
    return ids;
  });
}

/** The first `length` tokens of a text of the language that is long enough. */
export function longOutput(
  subject: Pick<Subject, "texts" | "joined">,
  length: number,
  seed: number,
): readonly number[] {
  for (let texts = 64; ; texts *= 2) {
    const [ids] = tokensOf("llama3", [subject.joined(subject.texts(texts, seed))]);
    if (ids!.length >= length) return ids!.slice(0, length);
  }
}
