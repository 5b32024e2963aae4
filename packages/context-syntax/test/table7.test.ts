// All 63 published proposals on three small repositories, against texts written by hand.

import {
  candidatesFor,
  createRepositoryIndex,
  createSite,
  NOTHING,
  publishedProposals,
  publishedText,
  type Semantics,
  type Site,
} from "@espalier/context";
import { loadSyntax, type Syntax } from "@espalier/context-syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { javaShop } from "./shops/java.js";
import { pythonShop } from "./shops/python.js";
import type { Shop } from "./shops/shop.js";
import { typescriptShop } from "./shops/typescript.js";

let syntax: Syntax;
beforeAll(async () => {
  syntax = await loadSyntax();
});
afterAll(() => syntax.dispose());

function siteOf({ files }: Pick<Shop, "files">, semantics?: Semantics): Site {
  const index = createRepositoryIndex(syntax);
  const [path, marked] = Object.entries(files).find(([, text]) => text.includes("│"))!;
  const [prefix = "", hidden = "", suffix = ""] = marked.split("│");
  index.update(Object.entries(files).map(([at, text]) => ({ path: at, text: text.replaceAll("│", "") })));
  return createSite(index, { path, prefix, suffix, hidden }, semantics === undefined ? {} : { semantics });
}

function shownAt(site: Site): Record<string, readonly string[]> {
  const { candidates } = candidatesFor(site, publishedProposals(site.semantics), { characters: 100_000 });
  const applicable = candidates.filter(({ proposal }) => proposal !== NOTHING);
  return Object.fromEntries(applicable.map(({ proposal: { id }, pieces }) => [id, pieces.map(publishedText)]));
}

describe("table 7", () => {
  test.each([
    ["Java", javaShop],
    ["Python", pythonShop],
    ["TypeScript", typescriptShop],
  ])("%s", (_, shop) => {
    expect(shownAt(siteOf(shop))).toEqual(shop.shown);
  });
});

describe("the published code's semantics", () => {
  test("types among the names, with repetitions; names without signatures; bodies by their brace; the last parent of a name", () => {
    const shown = shownAt(siteOf(javaShop, "rlpg-code"));
    expect(shown["Par.I"]).toEqual(["[Basket]\nbase base Bag Basket bag label count Bag String"]);
    expect(shown["Par.MN"]).toEqual(["[Basket]\ncount"]);
    expect(shownAt(siteOf(pythonShop, "rlpg-code"))["Par.MNB"]).toBeUndefined();
    const twoParents = { ...javaShop.files, "zoo/Basket.java": "package zoo;\nclass Basket { int zebra; }\n" };
    expect(shownAt(siteOf({ files: twoParents }, "rlpg-code"))["Par.FD"]).toEqual(["[Basket]\nint zebra;"]);
    expect(shownAt(siteOf({ files: twoParents }))["Par.FD"]).toEqual(javaShop.shown["Par.FD"]);
  });

  test("the last use of an import counts, and an import that is not used does not", () => {
    const text = `package shop;
import base.Basket;
import util.Clock;
import util.Money;
class Till {
  Money first;
  int pay() {
    return su│m();│
  }
  Basket near;
  int a;
  Money last;
}
`;
    const files = { ...javaShop.files, "shop/Cart.java": "class Cart { }\n", "shop/Till.java": text };
    // Money is used two lines above the hole, and last four below it; Basket two below, and its import comes first; Clock nowhere.
    expect(shownAt(siteOf({ files }))["Imp.I"]?.map((one) => one.split("\n")[0])).toEqual([
      "[Basket]",
      "[Money]",
      "[Clock]",
    ]);
    expect(shownAt(siteOf({ files }, "rlpg-code"))["Imp.I"]?.map((one) => one.split("\n")[0])).toEqual([
      "[Basket]",
      "[Money]",
    ]);
  });

  test("names of files are split at changes of case only", () => {
    const files = {
      "shop/cart_item.py": "x = to│tal│\n",
      "web/cart_view.py": "y = 1\n",
    };
    expect(shownAt(siteOf({ files }))["Sim.I"]).toEqual(["[cart_view]\ny"]);
    expect(shownAt(siteOf({ files }, "rlpg-code"))["Sim.I"]).toBeUndefined();
  });
});
