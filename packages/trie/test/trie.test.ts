// The trie itself: its nodes against a naive trie, its limits, and its blob.

import { buildTrie, deserializeTrie, serializeTrie, type Trie } from "@espalier/trie";
import { createVocabulary, type Vocabulary, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { randomFrom, randomVocabulary, SEED } from "./random.js";

/** Every path of the trie with its id, by its words alone. */
function paths(trie: Trie): string[] {
  const out: string[] = [];
  const path: number[] = [];
  for (let p = 0; p < trie.words.length; p += 2) {
    path.length = trie.words[p + 1]! & 1023;
    path.push(trie.words[p]! & 255);
    const id = trie.words[p]! >>> 8;
    out.push(`${path}:${id === trie.none ? "" : id}`);
  }
  return out;
}

/** The same from the vocabulary, through strings. */
function naivePaths(vocabulary: Vocabulary): string[] {
  const ids = new Map<string, number | "">();
  for (let id = vocabulary.size - 1; id >= 0; id--) {
    const bytes = [...(vocabulary.bytes(id) ?? [])];
    for (let end = 1; end < bytes.length; end++) {
      const key = bytes.slice(0, end).join();
      if (!ids.has(key)) ids.set(key, "");
    }
    if (bytes.length > 0) ids.set(bytes.join(), id);
  }
  const byBytes = (a: string, b: string): number => {
    const x = a.split(",").map(Number);
    const y = b.split(",").map(Number);
    for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
    return x.length - y.length;
  };
  return [...ids.keys()].sort(byBytes).map((key) => `${key}:${ids.get(key)}`);
}

test("the nodes are those of a naive trie, in depth-first order", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 400 }), (seed, size) => {
      const vocabulary = randomVocabulary(randomFrom(seed), size, seed % 2 ? "chance" : "every");
      expect(paths(buildTrie(vocabulary))).toEqual(naivePaths(vocabulary));
    }),
    { seed: SEED, numRuns: samples(60) },
  );
});

test("a blob gives the same trie", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const trie = buildTrie(randomVocabulary(randomFrom(seed), 200, "chance"));
      const { vocabulary: _, ...read } = deserializeTrie(serializeTrie(trie), trie.vocabulary);
      const { vocabulary: __, ...built } = trie;
      expect(read).toEqual(built);
    }),
    { seed: SEED, numRuns: 30 },
  );
});

test("a blob with any bit flipped is refused", () => {
  const trie = buildTrie(randomVocabulary(randomFrom(SEED), 90, "chance"));
  expect(trie.twins.length).toBeGreaterThan(0);
  const blob = serializeTrie(trie);
  const random = randomFrom(SEED + 1);
  for (let i = 0; i < 2000; i++) {
    const damaged = blob.slice();
    const at = random(blob.length);
    damaged[at] = damaged[at]! ^ (1 << random(8));
    expect(() => deserializeTrie(damaged, trie.vocabulary)).toThrow(
      expect.objectContaining({ name: "TrieFormatError" }),
    );
  }
  const codeOf = (bytes: Uint8Array, vocabulary: Vocabulary): string => {
    try {
      deserializeTrie(bytes, vocabulary);
      return "none";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const edited = (at: number): Uint8Array => blob.map((byte, i) => (i === at ? byte ^ 1 : byte));
  expect(codeOf(blob, trie.vocabulary)).toBe("none");
  expect(codeOf(blob.subarray(0, 10), trie.vocabulary)).toBe("not-a-trie");
  expect(codeOf(edited(0), trie.vocabulary)).toBe("not-a-trie");
  expect(codeOf(edited(4), trie.vocabulary)).toBe("version");
  expect(codeOf(edited(20), trie.vocabulary)).toBe("vocabulary");
  expect(codeOf(edited(12), trie.vocabulary)).toBe("damaged");
  expect(codeOf(edited(24 + 5), trie.vocabulary)).toBe("damaged");
  expect(codeOf(blob.subarray(0, blob.length - 1), trie.vocabulary)).toBe("damaged");
  expect(codeOf(blob, vocabularyOfBytes(["a"]))).toBe("vocabulary");
});

test("tokens of 1,024 bytes are held, longer ones are refused", () => {
  const of = (length: number): Vocabulary =>
    createVocabulary({ tokens: [{ id: 0, bytes: new Uint8Array(length).fill(32) }], ends: [] });
  expect(buildTrie(of(1024)).words.length).toBe(2048);
  expect(() => buildTrie(of(1025))).toThrow(RangeError);
});
