// Holes by syntax alone, over the facts of tree-sitter: what annotations tell, and that the answers are marked as weak.

import { loadSyntax, type Syntax } from "@espalier/context-syntax";
import { askHole, syntaxHoles } from "@espalier/typed-holes";
import { afterAll, beforeAll, expect, test } from "vitest";

let syntax: Syntax;
beforeAll(async () => {
  syntax = await loadSyntax({ grammars: ["python", "typescript"] });
});
afterAll(() => syntax.dispose());

const SHOP = `class Basket:
    size: int

    def add(self, name: str) -> "Basket":
        return self


def empty() -> Basket:
    return Basket()


def price(basket: Basket) -> int:
    return 0
`;
const MARKET = `export class Basket { size = 0; add(name: string): Basket { return this; } }
export function empty(): Basket { return new Basket(); }
export function price(basket: Basket): number { return 0; }
`;
const ask = (path: string, marked: string, other: { readonly path: string; readonly text: string }) => {
  const [before, after] = marked.split("▮") as [string, string];
  const server = syntaxHoles({ facts: (of, text) => syntax.facts(of, text), files: () => [other] });
  return askHole(server, { path, before, after });
};

test.each([
  [
    "main.py",
    "from shop import Basket\n\nfirst: Basket = ▮\n",
    { path: "shop.py", text: SHOP },
    "def empty() -> Basket",
  ],
  [
    "main.py",
    "def first(name: str) -> Basket:\n    return ▮\n",
    { path: "shop.py", text: SHOP },
    "def empty() -> Basket",
  ],
  ["main.ts", "const first: Basket = ▮;\n", { path: "shop.ts", text: MARKET }, "function empty(): Basket"],
  [
    "main.ts",
    "function first(): Basket { return ▮; }\n",
    { path: "shop.ts", text: MARKET },
    "function empty(): Basket",
  ],
])("%s: %s", async (path, marked, other, header) => {
  const { expected, degraded, types, headers } = await ask(path, marked, other);
  expect(expected).toEqual({ text: "Basket", strength: "soft", by: "context" });
  expect(degraded).toContain("no types");
  expect(types.definitions.map(({ name }) => name)).toEqual(["Basket"]);
  expect(types.text).toContain("add(");
  expect(types.text).not.toMatch(/return/);
  expect(headers.headers.map(({ text }) => text.replace("export ", ""))).toEqual([header]);
});

test.each(["print(▮)", "x = ▮", "def f():\n    return ▮", "return ▮", "# x: Basket\n▮"])(
  "nothing is told at %j",
  async (marked) => {
    const { expected, reason } = await ask("main.py", marked, { path: "shop.py", text: SHOP });
    expect([expected, reason]).toEqual([undefined, "no annotation tells a type here"]);
  },
);
