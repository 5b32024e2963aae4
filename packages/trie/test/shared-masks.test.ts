// Equal masks of one masker are one object, whatever made them; different ones never are.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, equalMasks } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const words = Array.from({ length: 9000 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}${i}`);
const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const trie = buildTrie(vocabularyOfBytes([...words, ...bytes]));

/** Texts that begin with a letter from `state mod 13` on; every step leads to a state of its own. */
const monitor: Monitor<number> = {
  start: 0,
  step: (state, byte) => (state > 1000 || byte >= 97 + (state % 13) ? 100_000 + state : undefined),
  accepts: () => true,
  table: { classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte), classCount: 256, generation: 0 },
};

test("states that allow the same share one mask", () => {
  const masker = createMasker(trie, monitor);
  const masks = Array.from({ length: 130 }, (_, state) => masker.mask(state).mask);
  expect(new Set(masks).size).toBe(13);
  for (let a = 0; a < 26; a++) {
    for (let b = 0; b < 26; b++) {
      expect(equalMasks(masks[a]!, masks[b]!)).toBe(a % 13 === b % 13);
      expect(masks[a] === masks[b]).toBe(a % 13 === b % 13);
    }
  }
});
