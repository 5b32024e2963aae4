// The vocabularies that masks are compared over: Llama 3's, and the small one of the embedded model for shorter runs.
import { readFileSync } from "node:fs";
import { buildTrie } from "@espalier/trie";
import { readTokenizerJson } from "@espalier/vocabulary";
import { llama3Vocabulary } from "../../../bench/vocabularies.js";
import { type Spellings, spellingsOf } from "./masks.js";

const remembered = (make: () => Spellings): (() => Spellings) => {
  let made: Spellings | undefined;
  return () => (made ??= make());
};

export const llama3Spellings: () => Spellings = remembered(() => spellingsOf(buildTrie(llama3Vocabulary())));

export const smallSpellings: () => Spellings = remembered(() => {
  const tokenizer = readFileSync(new URL("../../../models/tiny-fim/tokenizer.json", import.meta.url), "utf8");
  return spellingsOf(buildTrie(readTokenizerJson(tokenizer, { ends: ["<|endoftext|>"] })));
});
