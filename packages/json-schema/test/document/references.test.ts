// Where references lead: pointers, anchors, identifiers, other documents, dynamic scopes; and what is said of those that lead nowhere.

import type { Draft } from "@espalier/json-schema";
import { describe, expect, test } from "vitest";
import { type DocumentOptions, loadDocument } from "../../src/document/document.js";
import type { Keywords, Subschema } from "../../src/document/subschema.js";
import { validates } from "../reference-validator.js";
import { issuesOf, noticesOf, refusal } from "./reading.js";

/** The pointer that the references of the root (or of its first property) lead to, through references. */
function targetOf(schema: unknown, options?: DocumentOptions): string {
  let at: Subschema = loadDocument(schema, options).root;
  if (typeof at.keywords !== "boolean" && at.keywords.properties !== undefined)
    at = [...at.keywords.properties.values()][0]!;
  for (let keywords = at.keywords; typeof keywords !== "boolean" && keywords.references; keywords = at.keywords)
    at = keywords.references[0]!;
  return at.pointer;
}

describe("within a document", () => {
  const leaf = { type: "null" };
  const cases: readonly (readonly [schema: unknown, target: string, draft?: Draft])[] = [
    [{ properties: { a: { $ref: "#" } } }, "#"],
    [{ properties: { a: { $ref: "" } } }, "#"],
    [{ $ref: "#/$defs/a", $defs: { a: leaf } }, "#/$defs/a"],
    [{ $ref: "#/$defs/a", $defs: { a: leaf } }, "#/$defs/a", "draft-04"],
    [{ $ref: "#/$defs/b", $defs: { a: leaf, b: { $ref: "#/$defs/a" } } }, "#/$defs/a"],
    [{ $ref: "#/$defs/a~1b%25%22~0", $defs: { 'a/b%"~': leaf } }, '#/$defs/a~1b%"~0'],
    [{ $ref: "#/$defs//$defs/", $defs: { "": { $defs: { "": leaf } } } }, "#/$defs//$defs/"],
    [{ $ref: "#/$defs/__proto__", $defs: JSON.parse('{"__proto__":{"type":"null"}}') }, "#/$defs/__proto__"],
    [{ $ref: "#/anyOf/1", anyOf: [true, leaf] }, "#/anyOf/1"],
    [{ $ref: "#/x-own/deep/0", "x-own": { deep: [leaf] } }, "#/x-own/deep/0"],
    [{ $ref: "#/examples/0", examples: [leaf] }, "#/examples/0"],
    [{ $ref: "#here", $defs: { a: { $anchor: "here", ...leaf } } }, "#/$defs/a"],
    [{ $ref: "#here", $defs: { a: { $dynamicAnchor: "here", ...leaf } } }, "#/$defs/a"],
    [{ $ref: "#here", definitions: { a: { $id: "#here", ...leaf } } }, "#/definitions/a", "draft-07"],
    [{ $ref: "#here", definitions: { a: { id: "#here", ...leaf } } }, "#/definitions/a", "draft-04"],
    [{ $ref: "b", $defs: { a: { $id: "b", ...leaf } } }, "#/$defs/a"],
    [{ $ref: "urn:b", $defs: { a: { $id: "urn:b", ...leaf } } }, "#/$defs/a"],
    [{ $id: "http://x/y/", $ref: "b#/$defs/c", $defs: { a: { $id: "b", $defs: { c: leaf } } } }, "#/$defs/a/$defs/c"],
    [{ $id: "http://x/y/", $ref: "http://x/b", $defs: { a: { $id: "../b", ...leaf } } }, "#/$defs/a"],
    [{ $id: "http://x/y", properties: { a: { $ref: "http://x/y#/$defs/b" } }, $defs: { b: leaf } }, "#/$defs/b"],
    // A pointer that passes an identifier goes on from there.
    [
      { $ref: "#/$defs/a/$defs/b", $defs: { a: { $id: "http://x/", $defs: { b: { $ref: "#/$defs/c" }, c: leaf } } } },
      "#/$defs/a/$defs/c",
    ],
    // Neither `enum` nor unknown keywords hold schemas, whatever they look like.
    [
      { $ref: "urn:b", enum: [{ $id: "urn:b" }], x: { $id: "urn:b" }, $defs: { a: { $id: "urn:b", ...leaf } } },
      "#/$defs/a",
    ],
    // Up to draft 7 an identifier beside a `$ref` counts for nothing below; the document itself may still be called by it.
    [
      {
        $id: "http://x/y",
        $ref: "#/definitions/a",
        definitions: { a: { $ref: "http://x/y#/definitions/b" }, b: leaf },
      },
      "#/definitions/b",
      "draft-07",
    ],
  ];
  for (const [schema, target, draft] of cases) {
    test(`${JSON.stringify(schema)} ${draft ?? ""}`, () => expect(targetOf(schema, { draft })).toBe(target));
  }
});

describe("to other documents", () => {
  const documents: Readonly<Record<string, unknown>> = {
    "http://x/plain": { $defs: { a: { type: "null" } }, $ref: "#/$defs/a" },
    "http://x/renamed": { $id: "http://x/elsewhere/name", $ref: "sibling" },
    "http://x/elsewhere/sibling": true,
    "http://x/old": {
      $schema: "http://json-schema.org/draft-04/schema#",
      id: "http://x/old",
      minimum: 1,
      exclusiveMinimum: true,
    },
    "http://x/inherits": { dependencies: { a: ["b"] } },
    "http://x/string": "{}",
    "other.json": { type: "string" },
  };
  const resolve = (uri: string): unknown => documents[uri];

  test("by URI, with pointers that say which document", () => {
    expect(targetOf({ $ref: "http://x/plain" }, { resolve })).toBe("http://x/plain#/$defs/a");
    expect(targetOf({ $ref: "http://x/plain#/$defs/a" }, { resolve })).toBe("http://x/plain#/$defs/a");
    expect(targetOf({ $id: "http://x/", $ref: "plain" }, { resolve })).toBe("http://x/plain#/$defs/a");
    expect(targetOf({ $ref: "other.json" }, { resolve })).toBe("other.json#");
  });

  test("a document's own identifier is its base", () => {
    expect(targetOf({ $ref: "http://x/renamed" }, { resolve })).toBe("http://x/elsewhere/sibling#");
  });

  test("each document is asked for once, without fragment", () => {
    const asked: string[] = [];
    const counting = (uri: string): unknown => {
      asked.push(uri);
      return documents[uri];
    };
    loadDocument(
      { allOf: [{ $ref: "http://x/plain#" }, { $ref: "http://x/plain#/$defs/a" }, { $ref: "http://x/plain" }] },
      { resolve: counting },
    );
    expect(asked).toEqual(["http://x/plain"]);
  });

  test("a document is read as the draft it declares, else as the one that refers to it", () => {
    const old = loadDocument({ $ref: "http://x/old" }, { resolve }).root.keywords as Keywords;
    expect((old.references![0]!.keywords as Keywords).exclusiveMinimum).toBe(1);
    const { root } = loadDocument({ $ref: "http://x/inherits" }, { resolve, draft: "draft-07" });
    expect(((root.keywords as Keywords).references![0]!.keywords as Keywords).dependentRequired?.get("a")).toEqual([
      "b",
    ]);
  });

  test("an embedded schema may be of another draft", () => {
    const schema = {
      allOf: [{ $schema: "http://json-schema.org/draft-07/schema#", $id: "http://x/", items: [false] }],
    };
    const inner = (loadDocument(schema, { draft: "2020-12" }).root.keywords as Keywords).allOf![0]!;
    expect((inner.keywords as Keywords).prefixItems).toHaveLength(1);
  });

  test("what the resolver cannot give", () => {
    const hints = (options: DocumentOptions, $ref = "http://x/nowhere"): string =>
      issuesOf({ $ref }, options)
        .map(({ message, hint }) => `${message} · ${hint}`)
        .join();
    expect(hints({})).toMatch(/no schema has this identifier · Pass a `resolve`/);
    expect(hints({ resolve })).toMatch(/the resolver does not know it/);
    expect(hints({ resolve }, "http://x/string")).toMatch(/not a schema/);
    expect(hints({ resolve: () => Promise.resolve({}) })).toMatch(/promise/);
    expect(
      hints({
        resolve: () => {
          throw new Error("no network");
        },
      }),
    ).toMatch(/no network/);
    expect(hints({}, "http://json-schema.org/draft-07/schema#")).toMatch(
      /metaschema, which this package does not include/,
    );
    expect(hints({ resolve }, "http://x/plain#/$defs/b")).toMatch(/Did you mean http:\/\/x\/plain#\/\$defs\/a/);
  });

  test("two schemas of one name", () => {
    const twice = { $ref: "urn:a", $defs: { x: { $id: "urn:a" }, y: { $id: "urn:a", type: "null" } } };
    expect(issuesOf(twice)[0]).toMatchObject({ code: "unresolved-reference", hint: "Rename all but one" });
    const anchors = { $ref: "#a", $defs: { x: { $anchor: "a" }, y: { $anchor: "a", type: "null" } } };
    expect(issuesOf(anchors)[0]).toMatchObject({ code: "unresolved-reference", hint: "Rename all but one" });
    expect(() => loadDocument({ $defs: twice.$defs })).not.toThrow();
  });
});

describe("missing targets", () => {
  const cases: readonly (readonly [schema: unknown, pointer: string, hint: string])[] = [
    [{ $ref: "#/$defs/Foo", $defs: { foo: {} } }, "#/$ref", "Did you mean #/$defs/foo?"],
    [
      { properties: { a: { $ref: "#/definitions/b" } }, $defs: { b: {} } },
      "#/properties/a/$ref",
      "Did you mean #/$defs?",
    ],
    [{ $ref: "#/$defs/a", $defs: {} }, "#/$ref", "It is empty"],
    [{ $ref: "#/$defs/a", $defs: { one: {}, two: {} } }, "#/$ref", "It has one, two"],
    [{ $ref: "#/anyOf/2", anyOf: [{}, {}] }, "#/$ref", "It has 2 items, counted from 0"],
    [{ $ref: "#/title/x", title: "t" }, "#/$ref", "It is neither an object nor an array"],
    [{ $ref: "#adress", $defs: { a: { $anchor: "address" } } }, "#/$ref", "Did you mean #address?"],
    [{ $ref: "#a" }, "#/$ref", 'Write "$anchor": "a" where it should lead'],
    [{ $dynamicRef: "#a" }, "#/$dynamicRef", 'Write "$anchor": "a" where it should lead'],
    [{ $ref: "#/toString" }, "#/$ref", "It has $ref"],
  ];
  for (const [schema, pointer, hint] of cases) {
    test(JSON.stringify(schema), () =>
      expect(issuesOf(schema)).toMatchObject([{ code: "unresolved-reference", pointer, hint }]),
    );
  }

  test("a target that is no schema", () => {
    expect(issuesOf({ $ref: "#/title", title: "t" })).toMatchObject([{ code: "bad-value", pointer: "#/title" }]);
  });
});

describe("references that lead back without progress", () => {
  const looping: readonly unknown[] = [
    { $ref: "#" },
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    { allOf: [{ $ref: "#" }] },
    { anyOf: [{ type: "null" }, { $ref: "#" }] },
    { not: { $ref: "#" } },
    { if: { $ref: "#" } },
    { dependentSchemas: { a: { $ref: "#" } } },
    { properties: { a: { oneOf: [{ $ref: "#/properties/a" }] } } },
  ];
  for (const schema of looping) {
    test(JSON.stringify(schema), () => {
      const issues = issuesOf(schema);
      expect(issues.map(({ code }) => code)).toEqual(["endless-reference"]);
      expect(issues[0]!.message).toContain("→");
    });
  }

  const advancing: readonly unknown[] = [
    { properties: { a: { $ref: "#" } } },
    { items: { anyOf: [{ $ref: "#" }] } },
    {
      additionalProperties: { $ref: "#" },
      unevaluatedItems: { $ref: "#" },
      contains: { $ref: "#" },
      propertyNames: { $ref: "#" },
    },
    { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: { type: "object" } } },
  ];
  for (const schema of advancing) test(JSON.stringify(schema), () => expect(() => loadDocument(schema)).not.toThrow());

  test("an object that contains itself is recursion", () => {
    const tree: Record<string, unknown> = { type: "object", required: ["value"] };
    tree.properties = { value: { type: "number" }, child: tree };
    const { root, subschemas } = loadDocument(tree);
    expect(subschemas).toHaveLength(2);
    expect(validates(root, { value: 1, child: { value: 2, child: { value: 3 } } })).toBe(true);
    expect(validates(root, { value: 1, child: { value: 2, child: {} } })).toBe(false);
    tree.allOf = [tree];
    expect(issuesOf(tree).map(({ code }) => code)).toEqual(["endless-reference"]);
  });

  test("an object used in many places is read once", () => {
    let schema: unknown = { type: "null" };
    for (let level = 0; level < 60; level++) schema = { items: schema, prefixItems: [schema] };
    expect(loadDocument(schema).subschemas).toHaveLength(61);
  });
});

describe("dynamic references", () => {
  // A list whose items are whatever the one who uses it says.
  const list = {
    $id: "list",
    items: { $dynamicRef: "#item" },
    $defs: { item: { $dynamicAnchor: "item" } },
  };
  const listOf = (name: string, type: string) => ({
    $id: name,
    $ref: "list",
    $defs: { item: { $dynamicAnchor: "item", type } },
  });

  test("one place means two things in two scopes", () => {
    const { root, subschemas } = loadDocument({
      $id: "http://x/root",
      properties: { strings: { $ref: "strings" }, numbers: { $ref: "numbers" }, any: { $ref: "list" } },
      $defs: { list, strings: listOf("strings", "string"), numbers: listOf("numbers", "number") },
    });
    expect(validates(root, { strings: ["a"], numbers: [1], any: ["a", 1, null] })).toBe(true);
    expect(validates(root, { strings: [1] })).toBe(false);
    expect(validates(root, { numbers: ["a"] })).toBe(false);
    expect(subschemas.filter(({ pointer }) => pointer === "#/$defs/list")).toHaveLength(3);
  });

  test("with one anchor of the name there are no scopes to tell apart", () => {
    const { subschemas } = loadDocument({
      $id: "http://x/",
      properties: { a: { $ref: "list" }, b: { $ref: "list" } },
      $defs: { list },
    });
    expect(subschemas.filter(({ pointer }) => pointer === "#/$defs/list")).toHaveLength(1);
  });

  test("an anchor that comes with a later document counts too", () => {
    const resolve = (uri: string): unknown =>
      uri === "http://x/late" ? { ...listOf("http://x/late", "number"), $ref: "http://x/list" } : undefined;
    const { root } = loadDocument(
      { $id: "http://x/", properties: { any: { $ref: "list" }, numbers: { $ref: "late" } }, $defs: { list } },
      { resolve },
    );
    expect(validates(root, { any: ["a"], numbers: [1] })).toBe(true);
    expect(validates(root, { numbers: ["a"] })).toBe(false);
  });

  test("issues and notices come once though reading starts over", () => {
    const schema = {
      $id: "http://x/root",
      "x-mine": 1,
      properties: { strings: { $ref: "strings" }, numbers: { $ref: "numbers" } },
      $defs: { list, strings: listOf("strings", "string"), numbers: listOf("numbers", "number") },
    };
    expect(noticesOf(schema)).toEqual(["unknown-keyword #/x-mine"]);
    expect(issuesOf({ ...schema, minLength: -1 })).toHaveLength(1);
  });

  test("scopes without end are bounded", () => {
    // Each resource may or may not bind its own name before the next is entered: 2^n scopes.
    const names = Array.from({ length: 24 }, (_, index) => `r${index}`);
    const $defs: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const next = names[index + 1] ?? "last";
      $defs[name] = { $id: name, anyOf: [{ $ref: next }, { $ref: `${name}-bound` }] };
      $defs[`${name}-bound`] = { $id: `${name}-bound`, $dynamicAnchor: name, $ref: next };
      $defs[`${name}-other`] = { $id: `${name}-other`, $dynamicAnchor: name };
    }
    $defs.last = { $id: "last", items: { allOf: names.map((name) => ({ $dynamicRef: `${name}-other#${name}` })) } };
    const error = refusal({ $id: "http://x/", $ref: "r0", $defs }, { limits: { subschemas: 5_000 } });
    expect(error.code).toBe("schema-limit");
  });
});
