// Boundaries before the first byte: where the lexeme across begins with no byte of the one that ends, all places are read from there, else
// only those that the ending lexeme cannot read.

import type { LocalAutomaton } from "@espalier/monitor";
import { buildTrie } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { createCuts } from "../src/lexer-states/cuts.js";

const tokens = ["a", "ab", "b", "bc", "c", "cd", "d", "x"].map((text, id) => ({ id, bytes: utf8Encode(text) }));
const trie = buildTrie(createVocabulary({ tokens, ends: [] }));

/** Local state 1 reads any number of a and b, and may end; 2 reads b and c, 3 c and d, each one letter. */
const LETTERS = ["", "ab", "bc", "cd"];
const automaton: LocalAutomaton = {
  step: (local, byte) => (LETTERS[local]?.includes(String.fromCharCode(byte)) === true ? (local === 1 ? 1 : 4) : 0),
  exit: (local) => (local === 1 || local === 4 ? local : 0),
  closes: (local) => local === 4,
  commits: true,
  firsts(local, into) {
    for (const letter of LETTERS[local]!) into[3] = into[3]! | (1 << (letter.charCodeAt(0) & 31));
  },
};

test("places behind a boundary before the first byte", () => {
  const cuts = createCuts(automaton);
  const whole = cuts.whole(trie);
  const cut = cuts.of(whole, 1)!;
  const read = (part: number): number[] => [
    ...cuts.parts.pool.subarray(cuts.parts.offset(part), cuts.parts.offset(part + 1)),
  ];
  expect(read(cut.inside)).toEqual([0, 1, 2]);
  // Behind "b" the lexeme ends, and "c" is read by what follows: together with what is read at once, that is one list.
  expect(cut.atOnce).toBe(0);
  const [crossing] = cut.crossings;
  const letters = (places: number): string =>
    [...Array.from(cuts.placesOf(places))].map((p) => String.fromCharCode(trie.words[2 * p]! & 255)).join("");
  expect(letters(crossing!.places)).toBe("ccdx");

  const lone = buildTrie(createVocabulary({ tokens: tokens.filter(({ id }) => id !== 3), ends: [] }));
  const all = cuts.whole(lone);
  expect(cuts.of(all, 1)).toMatchObject({ crossings: [], atOnce: 1 });
  expect(cuts.unread(all, 1, 3)).toBe(all);
  const some = cuts.unread(all, 1, 2);
  expect(some).not.toBe(all);
  expect(cuts.unread(all, 1, undefined)).toBe(some);
  expect(Array.from(cuts.placesOf(some), (p) => lone.words[2 * p]! & 255)).toEqual(
    [..."cdx"].map((c) => c.charCodeAt(0)),
  );
});
