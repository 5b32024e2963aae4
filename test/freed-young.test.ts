// What was dropped is freed by minor collections of V8: nothing old refers to it. Another process measures it, because V8 creates
// objects old at once where many have survived before.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BALLAST_BYTES, CASES } from "./support/freed-young/cases.js";

const FLAGS = ["--expose-gc", "--no-allocation-site-pretenuring", "--import", "tsx", "--conditions=@espalier/source"];
const measure = fileURLToPath(new URL("support/freed-young/measure.ts", import.meta.url));

describe("a dropped result is freed by minor collections", () => {
  const output = execFileSync(process.execPath, [...FLAGS, measure], { encoding: "utf8" });
  const grown = JSON.parse(output) as Readonly<Record<string, number>>;

  it.each(Object.keys(CASES))("of %s", (name) => {
    expect(grown[name]).toBeLessThan(BALLAST_BYTES / 2);
  });
});
