// The committed WebAssembly is what its text assembles to.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const script = new URL("../scripts/assemble.mjs", import.meta.url).href;
const { assemble, NAMES } = (await import(/* @vite-ignore */ script)) as {
  assemble(name: string): Promise<string>;
  readonly NAMES: readonly string[];
};

test.each(NAMES)("regenerating %s gives the committed file", async (name) => {
  const committed = new URL(`../src/${name}.generated.ts`, import.meta.url);
  expect(await assemble(name)).toBe(readFileSync(committed, "utf8"));
});
