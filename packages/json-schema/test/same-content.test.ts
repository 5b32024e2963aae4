import fc from "fast-check";
import { expect, test } from "vitest";
import { loadDocument } from "../src/document/document.js";
import type { Keywords, Subschema } from "../src/document/subschema.js";
import { createContents } from "../src/nodes/contents.js";
import { randomSchema } from "./random-schemas.js";

/** What a subschema says, as JSON. References stand for the position of their target. */
function written({ keywords }: Subschema): unknown {
  if (typeof keywords === "boolean") return keywords;
  const value = (name: string, of: unknown): unknown => {
    if (name === "references") return (of as readonly Subschema[]).map(({ id }) => id);
    if (name === "const") return of;
    if (of instanceof Map) return [...of].map(([key, each]) => [key, value("", each)]);
    if (of instanceof Set) return [...of];
    if (Array.isArray(of) && name !== "enum") return of.map((each) => value("", each));
    if (typeof of === "object" && of !== null && "keywords" in of) return written(of as Subschema);
    if (typeof of === "object" && of !== null && name !== "enum")
      return Object.entries(of).map(([key, each]) => [key, value(key, each)]);
    return of === Number.POSITIVE_INFINITY ? "unbounded" : of;
  };
  return (Object.keys(keywords) as (keyof Keywords)[])
    .filter((name) => keywords[name] !== undefined)
    .map((name) => [name, value(name, keywords[name])]);
}

/** All subschemas below one, but for targets of references. */
function below(schema: Subschema, found = new Set<Subschema>()): Set<Subschema> {
  const visit = (of: unknown): void => {
    if (typeof of !== "object" || of === null) return;
    if ("keywords" in of) below(of as Subschema, found);
    else if (of instanceof Map || of instanceof Set || Array.isArray(of)) for (const each of of.values()) visit(each);
    else for (const each of Object.values(of)) visit(each);
  };
  if (found.has(schema)) return found;
  found.add(schema);
  if (typeof schema.keywords !== "boolean")
    for (const [name, each] of Object.entries(schema.keywords)) if (name !== "references") visit(each);
  return found;
}

test("subschemas have the same content only if they say the same", () => {
  let repeated = 0;
  fc.assert(
    fc.property(fc.array(randomSchema, { minLength: 1, maxLength: 4 }), (parts) => {
      const { root } = loadDocument({ $defs: { d: { items: { $ref: "#/$defs/d" } } }, anyOf: [...parts, ...parts] });
      const all = [...below(root)];
      const sameContent = createContents();
      const texts = new Map<Subschema, string>();
      for (const schema of all) {
        const text = JSON.stringify(written(schema));
        const representative = sameContent(schema);
        if (representative !== schema) repeated++;
        const first = texts.get(representative);
        if (first !== undefined) expect(text).toBe(first);
        texts.set(representative, text);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(repeated).toBeGreaterThan(500);
});

test("annotations do not tell subschemas apart, and the order of properties does", () => {
  const object = (description: string, names: readonly string[]): object => ({
    type: "object",
    description,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", description: name }])),
  });
  const { root } = loadDocument({ anyOf: [object("x", ["a", "b"]), object("y", ["a", "b"]), object("x", ["b", "a"])] });
  const [first, second, third] = (root.keywords as Keywords).anyOf!.map(createContents());
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
