// Masks along texts of several languages, as digests: run in Node and in a page, where both must give the same.

import { createDecoder } from "../../packages/decode/src/index.js";
import { jsonSchema, lark, python, regex } from "../../packages/espalier/src/index.js";
import type { Monitor } from "../../packages/monitor/src/index.js";
import { loadTokenizer } from "../../packages/tokenizer/src/index.js";
import { buildTrie, createMasker } from "../../packages/trie/src/index.js";

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
    const decoder = createDecoder(createMasker(trie, language()));
    let digest = 0x811c9dc5;
    const ids = [...tokenizer.encode(text, "literal"), -1];
    for (const id of ids) {
      const words = decoder.mask().mask.toBitset();
      for (const word of words) digest = Math.imul(digest ^ word, 0x01000193) >>> 0;
      if (id >= 0 && !decoder.commit(id)) throw new Error(`${name} refuses token ${id}.`);
    }
    return { name, steps: ids.length, digest };
  });
}

Object.assign(globalThis, { maskDigests });
