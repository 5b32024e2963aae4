// The committed kernel is what kernel.wat assembles to.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("regenerating the kernel gives the committed file", async () => {
  const script = new URL("../scripts/assemble.mjs", import.meta.url).href;
  const { assemble } = (await import(/* @vite-ignore */ script)) as { assemble(): Promise<string> };
  expect(await assemble()).toBe(readFileSync(new URL("../src/kernel.generated.ts", import.meta.url), "utf8"));
});
