// Dropped schemas and their languages are freed by minor collections of V8: nothing old refers to them.

import { describe, expect, it } from "vitest";
import { BALLAST_BYTES, ballast, oldGrowth } from "../../../test/support/old-growth.js";
import { compileSchema, compileValidated, schemaSource } from "../src/index.js";

/** A schema that holds some memory. */
const schema = (more: object = {}): unknown => ({ type: "string", ...more, examples: ballast() });

const COMPILERS: Readonly<Record<string, () => unknown>> = {
  compileSchema: () => compileSchema(schema()),
  compileValidated: () => compileValidated(schema({ pattern: "^(?=a)(?<b>c)\\k<b>" }), {}),
  schemaSource: () => schemaSource(schema()),
};

describe("a dropped schema", () => {
  it.each(Object.keys(COMPILERS))("of %s is freed by minor collections", (name) => {
    expect(oldGrowth(COMPILERS[name]!)).toBeLessThan(BALLAST_BYTES / 2);
  });
});
