// The words of candidates, which come from the index's numbers, against the same words read from the candidates' texts.

import {
  allProposals,
  candidatesFor,
  createRepositoryIndex,
  createSite,
  NOTHING,
  termsOf,
  wordsOf,
} from "@espalier/context";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { analysisOf } from "../src/analysis.js";
import { countsOf } from "../src/terms.js";
import { toy, toyPlace } from "./toy.js";

test("words and terms of a candidate are those of its text, in both semantics, whatever the items cut", () => {
  let compared = 0;
  fc.assert(
    fc.property(
      toyPlace,
      fc.constantFrom("paper", "rlpg-code"),
      fc.nat({ max: 200 }),
      (place, semantics, characters) => {
        const index = createRepositoryIndex(toy);
        index.update([...place.files].map(([path, text]) => ({ path, text })));
        const text = place.files.get(place.path)!;
        const at = Math.floor(place.at * text.length);
        const hole = { path: place.path, prefix: text.slice(0, at), suffix: text.slice(at + place.length) };
        const site = createSite(index, hole, { semantics });
        for (const candidate of candidatesFor(site, allProposals(), { characters }).candidates) {
          if (candidate.proposal === NOTHING) continue;
          const items = candidate.pieces.flatMap((piece) => piece.items);
          const words = items.flatMap((item) => wordsOf(item.text));
          const terms = items.flatMap((item) => termsOf(item.text));
          const analysis = analysisOf(candidate, index.words);
          const asked = [...new Set([...words, "absent", ...wordsOf(text)])];
          const askedTerms = [...new Set([...terms, "absent", ...termsOf(text)])];
          const counts = countsOf(terms);
          expect(analysis.words()).toEqual(new Set(words));
          expect(analysis.has(asked)).toEqual(asked.map((word) => words.includes(word)));
          expect(analysis.terms.length).toBe(terms.length);
          expect([...analysis.terms.distinct()].sort()).toEqual([...counts.keys()].sort());
          expect(Array.from(analysis.terms.frequencies(askedTerms))).toEqual(
            askedTerms.map((term) => counts.get(term) ?? 0),
          );
          compared++;
        }
      },
    ),
    { numRuns: samples(300) },
  );
  expect(compared).toBeGreaterThan(samples(2_000));
});

test("an item that cuts words of its file has the words of its own text", () => {
  const index = createRepositoryIndex();
  index.update([{ path: "a.txt", text: "one twothree four" }]);
  const file = index.file("a.txt")!;
  const items = [
    { text: "two", from: 4, to: 7 },
    { text: "three four", from: 7, to: 17 },
  ];
  const piece = { path: "a.txt", heading: "", items, joiner: "\n", names: false, reason: "", file };
  const analysis = analysisOf({ proposal: allProposals()[0]!, pieces: [piece], text: "" }, index.words);
  expect([...analysis.words()]).toEqual(["two", "three", "four"]);
});
