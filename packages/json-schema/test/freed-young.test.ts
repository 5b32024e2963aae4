// Dropped schemas and their languages are freed by minor collections of V8: nothing old refers to them.

import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { compileSchema, compileValidated, schemaSource } from "../src/index.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!.space_used_size;

const COUNT = 100;
const ITEMS = 5_000;
/** An item takes 16 bytes at least. */
const BYTES = COUNT * ITEMS * 16;

/** Values that only the schema holds. */
const schema = (more: object = {}): unknown => ({
  type: "string",
  ...more,
  examples: Array.from({ length: ITEMS }, (_, i) => ({ i })),
});

const COMPILERS: Readonly<Record<string, () => unknown>> = {
  compileSchema: () => compileSchema(schema()),
  compileValidated: () => compileValidated(schema({ pattern: "^(?=a)(?<b>c)\\k<b>" }), {}),
  schemaSource: () => schemaSource(schema()),
};

/** Drops the result, which the caller's frame would hold. */
function compileAndDrop(compile: () => unknown): void {
  compile();
}

describe("a dropped schema", () => {
  it.each(Object.keys(COMPILERS))("of %s is freed by minor collections", (name) => {
    const compile = COMPILERS[name]!;
    // What the process keeps after the first times, and what is old already.
    for (let i = 0; i < 20; i++) compileAndDrop(compile);
    collect();
    const before = oldBytes();
    for (let i = 0; i < COUNT; i++) {
      compileAndDrop(compile);
      collect({ type: "minor" });
      collect({ type: "minor" });
    }
    expect(oldBytes() - before).toBeLessThan(BYTES / 2);
  });
});
