// Children by their byte: the tables against a look at every node. Vocabularies are wide enough that both ways of looking are taken.

import { buildTrie, type Trie } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf } from "../src/tree/children.js";
import { randomFrom, SEED } from "./random.js";

/** The children of each node by byte, from depths alone. */
function naiveChildren({ words }: Trie): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const children = new Map<number, Map<number, number>>();
  const path: number[] = [];
  for (let p = 0; 2 * p < words.length; p++) {
    const depth = words[2 * p + 1]! & 1023;
    children.set(p, new Map());
    if (depth > 0) children.get(path[depth - 1]!)!.set(words[2 * p]! & 255, p);
    path[depth] = p;
  }
  return children;
}

test("are found by byte, of every node", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomFrom(seed);
      const tokens = Array.from({ length: 400 }, (_, id) => ({
        id,
        bytes: [random(3), random(120), random(120), random(4)].slice(0, 1 + random(4)),
      }));
      const trie = buildTrie(createVocabulary({ tokens, ends: [] }));
      const bytes = Array.from({ length: 125 }, (_, byte) => byte);
      for (const [node, children] of naiveChildren(trie))
        expect(bytes.map((byte) => childOf(trie, node, byte))).toEqual(bytes.map((byte) => children.get(byte) ?? -1));
    }),
    { seed: SEED, numRuns: 8 },
  );
});
