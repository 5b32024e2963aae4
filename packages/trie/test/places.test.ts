// Lists of places: by which bytes each goes on, and that what is remembered of that counts as memory.

import { buildTrie } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { createNumbers, push } from "../src/memory/numbers.js";
import { createPlaces } from "../src/tree/places.js";

test("indexes count among the bytes held, until everything is forgotten", () => {
  const tokens = Array.from({ length: 64 * 64 }, (_, id) => ({ id, bytes: [id >> 6, id & 63] }));
  const trie = buildTrie(createVocabulary({ tokens, ends: [] }));
  const places = createPlaces();
  const list = createNumbers();
  for (let first = 0; first < 64; first++) push(list, -1 - 65 * first); // the nodes of depth 0: each has 64 below it
  const number = places.of(trie, list);
  const before = places.bytes();
  const index = places.indexOf(number);
  expect(index.map((nodes) => nodes?.length)).toEqual(Array.from({ length: 64 }, () => 64));
  expect(places.bytes() - before).toBeGreaterThan(8 * 64 * 64);
  places.clear();
  expect(places.bytes()).toBeLessThanOrEqual(before);
});
