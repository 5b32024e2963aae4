// What no language can enforce is left to a schema's own validator, where it has one.
import { compileSchema, compileValidated, readSchema } from "@espalier/json-schema";
import { run } from "@espalier/monitor";
import { type } from "arktype";
import { expect, test } from "vitest";

const backReference = { type: "string", pattern: "^(a|b)\\1$" };
const bounded = { ...backReference, maxLength: 3 };

test("patterns and formats, wherever they are", () => {
  const schema = {
    type: "object",
    properties: {
      "a/b~c %41": { items: [bounded, backReference] },
      x: { type: "string", format: "regex", pattern: "^y" },
    },
    required: ["x"],
    $schema: "http://json-schema.org/draft-07/schema#",
  };
  expect(() => compileSchema(schema)).toThrow(/.*/);
  const { language, notices } = compileValidated(schema, {});
  expect(notices.map(({ code, pointer }) => [code, pointer]).sort()).toEqual([
    ["left-to-validator", "#/properties/a~1b~0c %41/items/0/pattern"],
    ["left-to-validator", "#/properties/a~1b~0c %41/items/1/pattern"],
    ["left-to-validator", "#/properties/x/format"],
  ]);
  const accepts = (text: string): boolean => {
    const state = run(language, text);
    return state !== undefined && language.accepts(state);
  };
  // All else is enforced.
  expect(accepts('{"a/b~c %41": ["ab", "long"], "x": "y("}')).toBe(true);
  expect(accepts('{"a/b~c %41": ["long", "ab"], "x": "y("}')).toBe(false);
  expect(accepts('{"x": "n"}')).toBe(false);
});

test("what is refused for other reasons stays refused", () => {
  expect(() => compileValidated({ type: "strin", pattern: "(?<=a)" }, {})).toThrow(/strin/);
  expect(() => compileValidated(backReference, { notices: "refuse" })).toThrow(/back/);
  expect(compileValidated({ type: "string" }, {}).notices).toEqual([]);
});

test("only with a validator", () => {
  expect(readSchema(backReference).validated).toBe(false);
  const read = readSchema(type("string.date.iso"));
  expect(read.validated).toBe(true);
  expect(compileValidated(read.schema, {}).notices).toMatchObject([
    { code: "left-to-validator", pointer: "#/pattern" },
  ]);
});
