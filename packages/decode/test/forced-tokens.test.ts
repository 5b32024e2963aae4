// Forced tokens against a twin that reads whole masks.

import { forcedBytes, type Masker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { forcedTokens } from "../src/forced-tokens.js";
import { maskerFor } from "../src/masker-for.js";
import {
  fakeModel,
  inOrder,
  monitorOf,
  noise,
  oneOf,
  or,
  type Regex,
  star,
  text,
  vocabularyWith,
} from "./small-languages.js";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 5 });
const language: fc.Arbitrary<Regex> = fc
  .tuple(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean(), word)
  .map(([first, others, repeats, last]) => {
    const middle = or(...others.map(text));
    return inOrder(text(first), repeats ? star(middle) : middle, text(last), star(oneOf("c")));
  });

/** The same by definition: up to four tokens at the end are left off if the mask before one has a token that is longer. */
function byMasks(masker: Masker<number>, state: number, encode: (text: string) => readonly number[]): number[] {
  const { vocabulary } = masker.trie;
  const ids = [...encode(utf8Decode(forcedBytes(masker.monitor, state, 256)))];
  const states = [state];
  for (const id of ids) states.push(masker.push(states.at(-1)!, id)!);
  const textOf = (some: readonly number[]): string => some.map((id) => utf8Decode(vocabulary.bytes(id)!)).join("");
  let left = ids.length;
  for (let from = ids.length - 1; from >= Math.max(0, ids.length - 4); from--) {
    const suffix = textOf(ids.slice(from));
    const allowed = [...masker.mask(states[from]!).mask.ids()].filter((id) => vocabulary.bytes(id) !== undefined);
    if (allowed.some((id) => textOf([id]).startsWith(suffix) && textOf([id]) !== suffix)) left = from;
  }
  return ids.slice(0, left);
}

test("the tokens at the end that a longer token may replace are those that masks tell, and no mask is made", () => {
  let chopped = 0;
  fc.assert(
    fc.property(language, fc.array(word, { maxLength: 12 }), (regex, words) => {
      const vocabulary = vocabularyWith(words);
      const monitor = monitorOf(regex);
      const masker = maskerFor(vocabulary, monitor);
      const model = fakeModel(vocabulary, noise(vocabulary.size, 1));
      const encode = (its: string): readonly number[] => model.encode(its, "literal");
      const withoutMasks: Masker<number> = { ...masker, mask: () => expect.unreachable() };
      const expected = byMasks(masker, monitor.start, encode);
      expect([...forcedTokens(withoutMasks, monitor.start, { encode }, [])]).toEqual(expected);
      if (expected.length < encode(utf8Decode(forcedBytes(monitor, monitor.start, 256))).length) chopped++;
    }),
    { numRuns: samples(300) },
  );
  expect(chopped).toBeGreaterThan(samples(300) / 10);
});
