// Imports as each language resolves them, and what a broken or odd repository does to that.

import { approximateTokenizer, createRepositoryIndex, retrieve } from "@espalier/context";
import { loadSyntax, type Syntax } from "@espalier/context-syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let syntax: Syntax;
beforeAll(async () => {
  syntax = await loadSyntax();
});
afterAll(() => syntax.dispose());

/** The files that the imports of `path` lead to, import by import. */
function resolved(path: string, files: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const index = createRepositoryIndex(syntax);
  index.update(Object.entries(files).map(([at, text]) => ({ path: at, text })));
  return index.imports(path).map(({ paths }) => paths);
}

describe("Python", () => {
  test("absolute imports from the root, from src, and from a folder above", () => {
    expect(
      resolved("app/main.py", { "app/main.py": "import lib.a\nfrom lib import b", "lib/a.py": "", "lib/b.py": "" }),
    ).toEqual([["lib/a.py"], ["lib/b.py"]]);
    expect(resolved("src/app/main.py", { "src/app/main.py": "from app.deep import x", "src/app/deep.py": "" })).toEqual(
      [["src/app/deep.py"]],
    );
    expect(resolved("tools/run.py", { "tools/run.py": "import helper", "tools/helper.py": "" })).toEqual([
      ["tools/helper.py"],
    ]);
    expect(resolved("a.py", { "a.py": "import os, json.decoder" })).toEqual([[], []]);
  });

  test("relative imports, packages and stubs", () => {
    const files = {
      "p/q/m.py": "from . import n\nfrom .. import r\nfrom ..s import T\nfrom .... import out\nfrom . import *",
      "p/q/n.py": "",
      "p/q/__init__.py": "",
      "p/r/__init__.py": "",
      "p/__init__.py": "",
      "p/s.pyi": "",
    };
    expect(resolved("p/q/m.py", files)).toEqual([
      ["p/q/n.py", "p/q/__init__.py"],
      ["p/r/__init__.py", "p/__init__.py"],
      ["p/s.pyi"],
      [],
      ["p/q/__init__.py"],
    ]);
  });

  test("comments in a list of imports are no names", () => {
    const files = {
      "main.py": "from shop import Cart",
      "shop/__init__.py":
        "from .item import (\n    Item,  # (first) noqa: F401\n    # a comment, with commas\n    Cart,\n)",
      "shop/item.py": "class Cart: pass",
    };
    expect(resolved("main.py", files)).toEqual([["shop/item.py", "shop/__init__.py"]]);
  });

  test("a name is followed through the package that exports it, also in a cycle", () => {
    const files = {
      "main.py": "from shop import Cart, Loop",
      "shop/__init__.py": "from .cart import (\n    Cart,\n)\nfrom .loop import Loop",
      "shop/cart.py": "class Cart: pass",
      "shop/loop.py": "from shop import Loop",
    };
    expect(resolved("main.py", files)).toEqual([["shop/cart.py", "shop/loop.py", "shop/__init__.py"]]);
  });
});

describe("a repository without a project file", () => {
  test("resolves the imports of each language all the same", () => {
    const files = {
      "app/main.py": "from app.cart import Cart\nfrom .cart import Cart",
      "app/cart.py": "class Cart: pass",
      "web/main.ts": 'import { Cart } from "./cart"; import "cart";',
      "web/cart.ts": "export class Cart {}",
      "org/shop/Main.java": "package org.shop;\nimport org.base.Item;",
      "org/base/Item.java": "class Item {}",
    };
    expect(resolved("app/main.py", files)).toEqual([["app/cart.py"], ["app/cart.py"]]);
    expect(resolved("web/main.ts", files)).toEqual([["web/cart.ts"], []]);
    expect(resolved("org/shop/Main.java", files)).toEqual([["org/base/Item.java"]]);
  });

  test("of a language without facts has contexts by words", async () => {
    const index = createRepositoryIndex(syntax);
    index.update([{ path: "lib/price.rb", text: "def gross_price(net)\n  net * 1.19\nend\n" }]);
    const hole = { path: "app/cart.rb", prefix: "total = gross_price(", suffix: "\n" };
    const { text } = await retrieve(index, hole, { budget: 60, tokenizer: approximateTokenizer });
    expect(text).toContain("def gross_price(net)");
  });
});

describe("TypeScript and JavaScript", () => {
  test("relative paths, as they are written and as they are meant", () => {
    const files = {
      "a/main.ts":
        'import "./b.js"; import "./c"; import "../d"; import "./e.json"; import "../../out"; import * as r from "react";',
      "a/b.ts": "",
      "a/c/index.tsx": "",
      "d.d.ts": "",
      "a/e.json": "{}",
    };
    expect(resolved("a/main.ts", files)).toEqual([["a/b.ts"], ["a/c/index.tsx"], ["d.d.ts"], [], [], []]);
    expect(resolved("m.cjs", { "m.cjs": 'const { x } = require("./n")', "n.cjs": "" })).toEqual([["n.cjs"]]);
  });

  test("paths and baseUrl of a configuration, its comments, and what it inherits", () => {
    const files = {
      "tsconfig.base.json":
        '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"], "exact": ["src/one"] } } }',
      "tsconfig.json":
        '{ // a comment with "quotes"\n "extends": "./tsconfig.base", "compilerOptions": { "strict": true, }, }',
      "src/app/main.ts": 'import "~/lib/x"; import "exact"; import "src/lib/x"; import "~/none";',
      "src/lib/x.ts": "",
      "src/one.ts": "",
    };
    expect(resolved("src/app/main.ts", files)).toEqual([["src/lib/x.ts"], ["src/one.ts"], ["src/lib/x.ts"], []]);
    const cycle = {
      "tsconfig.json": '{ "extends": "./tsconfig.json" }',
      "a.ts": 'import "b"',
      "broken/tsconfig.json": "{ nothing",
      "broken/b.ts": 'import "c"',
    };
    expect(resolved("a.ts", cycle)).toEqual([[]]);
    expect(resolved("broken/b.ts", cycle)).toEqual([[]]);
  });

  test("packages of the same repository", () => {
    const files = {
      "packages/core/package.json": '{ "name": "@shop/core" }',
      "packages/core/src/index.ts": "",
      "packages/core/src/deep.ts": "",
      "packages/web/src/main.ts": 'import "@shop/core"; import "@shop/core/deep"; import "@other/core";',
    };
    expect(resolved("packages/web/src/main.ts", files)).toEqual([
      ["packages/core/src/index.ts"],
      ["packages/core/src/deep.ts"],
      [],
    ]);
  });

  test("configurations and manifests of the wrong shape are as if they were not there", () => {
    const main = { "src/main.ts": 'import "lib/x"; import "./y";', "src/y.ts": "", "lib/x.ts": "" };
    const shapes = ["null", "5", "[]", '{ "compilerOptions": null }', '{ "compilerOptions": [], "extends": 5 }'];
    const paths = ["null", "5", '"*"', "[null]", '{ "lib/*": null }', '{ "lib/*": [null, 5, {}] }', '{ "*": "lib" }'];
    for (const text of [...shapes, ...paths.map((one) => `{ "compilerOptions": { "paths": ${one} } }`)])
      expect(resolved("src/main.ts", { ...main, "tsconfig.json": text })).toEqual([[], ["src/y.ts"]]);
    for (const text of [...shapes, '{ "name": ["lib"] }', '{ "name": "lib", "main": null }'])
      expect(resolved("src/main.ts", { ...main, "package.json": text })[1]).toEqual(["src/y.ts"]);
  });

  test("names that are strings, and have signs that patterns know", () => {
    const files = {
      "main.ts": 'import { "(" as open, "a|b" as either, $el } from "./shop";',
      "shop.ts": 'export * from "./signs";',
      "signs.ts": 'const x = 1; export const $el = 1; export { x as "(" };',
    };
    expect(resolved("main.ts", files)).toEqual([["signs.ts", "shop.ts"]]);
  });

  test("a name is followed through files that export it again, also in a cycle", () => {
    const files = {
      "main.ts": 'import { Cart, Loop } from "./shop";',
      "shop/index.ts": 'export * from "./cart"; export { Loop } from "./loop"; export * from "./other";',
      "shop/cart.ts": "export class Cart {}",
      "shop/other.ts": "export const other = 1;",
      "shop/loop.ts": 'export { Loop } from "./index";',
    };
    const [found] = resolved("main.ts", files);
    expect(found).toContain("shop/cart.ts");
    expect(found).not.toContain("shop/other.ts");
    expect(found?.at(-1)).toBe("shop/index.ts");
  });
});

describe("Java", () => {
  test("classes, members, nested classes, whole packages, and tests that see the sources", () => {
    const files = {
      "src/main/java/org/shop/Cart.java":
        "package org.shop;\nimport org.base.Item;\nimport org.base.*;\nimport static org.base.Item.of;\nimport java.util.List;",
      "src/main/java/org/base/Item.java": "",
      "src/main/java/org/base/Bag.java": "",
      "src/test/java/org/shop/CartTest.java": "import org.shop.Cart;\nimport org.base.Item.Inner;",
    };
    const base = "src/main/java/org/base";
    expect(resolved("src/main/java/org/shop/Cart.java", files)).toEqual([
      [`${base}/Item.java`],
      [`${base}/Bag.java`, `${base}/Item.java`],
      [`${base}/Item.java`],
      [],
    ]);
    expect(resolved("src/test/java/org/shop/CartTest.java", files)).toEqual([
      ["src/main/java/org/shop/Cart.java"],
      [`${base}/Item.java`],
    ]);
  });
});

describe("files that are no program", () => {
  // Each of these once took time that grows with the square of the file: minutes.
  test("with lists of imports and exports that never close are followed in the time of their length", () => {
    const python = {
      "main.py": "from shop import Cart",
      "shop.py": "from cart import (\n".repeat(40_000),
      "cart.py": "",
    };
    expect(resolved("main.py", python)).toEqual([["shop.py"]]);
    const typescript = { "main.ts": 'import { Cart } from "./shop";', "shop.ts": "export {\n".repeat(40_000) };
    expect(resolved("main.ts", typescript)).toEqual([["shop.ts"]]);
  });

  test("have facts as far as they can be read, or none", () => {
    for (const text of ["", "\ufffd\ufffe", "class {{{ def (((", "😀".repeat(100), "\u0000"]) {
      for (const path of ["a.py", "a.ts", "a.tsx", "a.java"]) {
        const facts = syntax.facts(path, text)!;
        for (const spans of [facts.identifiers, facts.strings, facts.types, facts.fields, facts.comments])
          for (const place of spans) expect(place).toBeLessThanOrEqual(text.length);
      }
    }
    expect(syntax.facts("a.md", "# a")).toBeUndefined();
    expect(syntax.grammarOf("A.PY")).toBe("python");
  });

  test("so deeply nested that the parser would break cost their own facts, and no other file's", () => {
    const index = createRepositoryIndex(syntax);
    const report = index.update([
      { path: "deep.ts", text: "{a:".repeat(20_000) },
      { path: "deep.py", text: "x = [[".repeat(20_000) },
      { path: "good.ts", text: "export function gross(net: number) {}" },
    ]);
    const message = "More than 1000 brackets are open at once.";
    expect(report.failed).toEqual([
      { path: "deep.ts", message },
      { path: "deep.py", message },
    ]);
    expect(index.definers("gross")).toEqual(["good.ts"]);
  });

  test("places count UTF-16 units after any character", () => {
    const text = '# 😀 é 東\nname = "x"\n';
    const { identifiers, strings } = syntax.facts("a.py", text)!;
    expect(text.slice(identifiers[0], identifiers[1])).toBe("name");
    expect(text.slice(strings[0], strings[1])).toBe('"x"');
  });
});
