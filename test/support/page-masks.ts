// Masks along texts of several languages, as digests: run in Node and in a page, where both must give the same.

import { createDecoder } from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { jsonSchema, lark, python, regex } from "espalier";

/** The masks along one text. */
export interface MaskDigest {
  readonly name: string;
  readonly steps: number;
  /** FNV-1a over the words of all masks, one after the other. */
  readonly digest: number;
}

const JSON_GRAMMAR = String.raw`
  start: value
  value: object | array | STRING | NUMBER | "true" | "false" | "null"
  object: "{" [pair ("," pair)*] "}"
  pair: STRING ":" value
  array: "[" [value ("," value)*] "]"
  STRING: /"([^"\\\x00-\x1f]|\\["\\\/bfnrt])*"/
  NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/
  %ignore /[ \n]+/
`;
const SCHEMA = {
  type: "object",
  properties: { name: { type: "string", minLength: 2 }, port: { type: "integer", maximum: 65535 } },
  required: ["name"],
};
const OBJECT = '{"name": "mail server", "port": 2525, "tags": ["a", {"b": null}]}';

const subjects: readonly (readonly [name: string, language: () => Monitor<number>, text: string])[] = [
  ["a regular expression", () => regex("(left|right) [0-9]{1,3}( [a-zé→]{2,9})*"), "right 270 degrees é→é"],
  ["a grammar", () => lark(JSON_GRAMMAR), OBJECT],
  ["a schema", () => jsonSchema(SCHEMA), OBJECT],
  ["Python", () => python(), 'def f(x):\n    """Doc."""\n    return [y for y in x if y]\n'],
];

/** The digests, over the vocabulary of a parsed `tokenizer.json`. */
export function maskDigests(tokenizerJson: unknown): MaskDigest[] {
  const tokenizer = loadTokenizer(tokenizerJson);
  const trie = buildTrie(tokenizer.vocabulary);
  return subjects.map(([name, language, text]) => {
    let digest = 0x811c9dc5;
    const ids = tokenizer.encode(text, "literal");
    for (const words of masksAlong(createMasker(trie, language()), ids))
      for (const word of words) digest = Math.imul(digest ^ word, 0x01000193) >>> 0;
    return { name, steps: ids.length + 1, digest };
  });
}

/** Milliseconds of the clock for the masks along each text, over a trie and a masker that nothing has been asked of before. */
export function maskTimes(tokenizerJson: unknown): number[] {
  const tokenizer = loadTokenizer(tokenizerJson);
  return subjects.map(([, language, text]) => {
    const masker = createMasker(buildTrie(tokenizer.vocabulary), language());
    const ids = tokenizer.encode(text, "literal");
    const began = performance.now();
    for (const words of masksAlong(masker, ids)) if (words.length === 0) throw new Error("A mask has no words.");
    return performance.now() - began;
  });
}

/** The mask before each token of a text, and that after the last. */
function* masksAlong(masker: Masker<number>, ids: readonly number[]): Generator<Uint32Array> {
  const decoder = createDecoder(masker);
  for (const id of ids) {
    yield decoder.mask().mask.toBitset();
    if (!decoder.commit(id)) throw new Error(`The language refuses token ${id}.`);
  }
  yield decoder.mask().mask.toBitset();
}

Object.assign(globalThis, { maskDigests, maskTimes });
