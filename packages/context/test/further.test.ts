// The proposals beyond the published ones, and the ranker by usage, on a small repository of the toy language. What they show is written out by hand.

import {
  createRepositoryIndex,
  createSite,
  declarationsNearby,
  identifierUsages,
  type Proposal,
  recentEdits,
  similarCode,
  source,
  usageRanker,
} from "@espalier/context";
import { expect, test } from "vitest";
import { toy } from "./toy.js";

const FILES = {
  "app.toy": "use shapes: Disc\nvar total_cost\nfun area(x) = total_cost * x\n",
  "app_test.toy": "fun check_area(a) = a * 2",
  "shapes.toy": "class Disc < Round\nvar size\nfun area(r) = r * size",
  "lib/store.toy": 'say "one"\nsay "two"\nvar keep\nfun total_cost(a) = a * keep\nsay "three"\nsay "four"',
};
const index = createRepositoryIndex(toy);
index.update(Object.entries(FILES).map(([path, text]) => ({ path, text })));
const site = createSite(
  index,
  {
    path: "app.toy",
    prefix: "use shapes: Disc\nvar total_cost\nfun area(x) = total_cost * ",
    suffix: "\n",
    hidden: "x",
  },
  {
    edits: [
      { path: "lib/store.toy", fromLine: 0, toLine: 2 },
      { path: "gone.toy", fromLine: 0, toLine: 1 },
    ],
  },
);
const shownBy = (proposal: Proposal): readonly (readonly [string, string])[] =>
  [...proposal.pieces(site)].flatMap(({ path, items }) => items.map(({ text }) => [path, text] as const));

test("uses of names near the hole: the nearest name first, with the lines around each", () => {
  expect(shownBy(identifierUsages(1))).toEqual([
    ["lib/store.toy", 'var keep\nfun total_cost(a) = a * keep\nsay "three"'],
    ["shapes.toy", "var size\nfun area(r) = r * size"],
    ["shapes.toy", "class Disc < Round\nvar size"],
  ]);
});

test("declarations of the names in the window: headers and signatures, without bodies", () => {
  expect(shownBy(declarationsNearby())).toEqual([
    ["shapes.toy", "class Disc < Round"],
    ["lib/store.toy", "fun total_cost(a) ="],
    ["shapes.toy", "fun area(r) ="],
  ]);
});

test("recently edited lines, as they are now; a file that is gone has none", () => {
  expect(shownBy(recentEdits(0))).toEqual([["lib/store.toy", 'say "one"\nsay "two"']]);
  expect(shownBy(recentEdits(1))).toEqual([["lib/store.toy", 'say "one"\nsay "two"\nvar keep']]);
});

test("the tests of a source", () => {
  expect(shownBy(source("counterpart").content("method bodies"))).toEqual([
    ["app_test.toy", "fun check_area(a) = a * 2"],
  ]);
});

test("windows like the hole's, the most similar first", () => {
  // The hole's window has eight words: use, shapes, Disc, var, total_cost, fun, area, x. Both windows share three, of five: 3 / 10.
  expect(shownBy(similarCode(2)).slice(0, 2)).toEqual([
    ["lib/store.toy", "var keep\nfun total_cost(a) = a * keep"],
    ["shapes.toy", "var size\nfun area(r) = r * size"],
  ]);
});

test("the ranker by usage adds 1, 1/2, 1/3, … for the names near the hole, the nearest first", async () => {
  const near = site.namesNearby();
  const candidate = (text: string) => {
    const items = [{ text, from: 0, to: text.length }];
    const piece = { path: "any.toy", heading: "", items, joiner: "\n", names: false, reason: "a test" };
    return { proposal: { ...similarCode(2), id: text }, pieces: [piece], text };
  };
  const texts = [near[0]!, `${near[1]} and ${near[2]}`, "nothing of it"];
  const ranked = await usageRanker().rank(site, texts.map(candidate));
  expect(ranked.map(({ candidate: { text }, score }) => [text, score])).toEqual([
    [texts[0], 1],
    [texts[1], 1 / 2 + 1 / 3],
    [texts[2], 0],
  ]);
});
