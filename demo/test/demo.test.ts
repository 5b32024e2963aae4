// The demo as people run it: the report, the one JSON object, and wrong options.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const demo = (...args: string[]): ReturnType<typeof run> =>
  run(process.execPath, ["--import", "tsx", "--conditions=@espalier/source", main, ...args]);

describe.concurrent("the demo", () => {
  test("--json prints exactly one object", async () => {
    const { stdout, stderr } = await demo("--json", "--samples", "4", "--seed", "3");
    const { grammars, ...rest } = JSON.parse(String(stdout));
    expect(rest).toEqual({});
    expect(grammars.map(({ name }: { name: string }) => name)).toEqual([
      "JSON",
      "SQL",
      "timestamps",
      "Python",
      "TypeScript",
    ]);
    for (const grammar of grammars) {
      expect(grammar).toEqual({
        name: expect.any(String),
        samples: 4,
        unconstrainedValid: expect.any(Number),
        constrainedValid: 1,
        tokensPerSecond: expect.any(Number),
        maskShare: expect.any(Number),
      });
      for (const share of [grammar.unconstrainedValid, grammar.maskShare]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(grammar.tokensPerSecond).toBeGreaterThan(0);
    }
    expect(String(stderr)).toContain("SQL, within the language: 4 texts");
  });

  test("the report fits a terminal, and has no colours where there is none", async () => {
    const { stdout } = await demo("--samples", "3", "--max-tokens", "30");
    const lines = String(stdout).split("\n");
    expect(lines.filter((line) => line.includes("100.0 % of 3 valid"))).toHaveLength(5);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(String(stdout)).not.toContain("\x1b[");
  });

  test("too few tokens are refused before the report begins, in the demo's own words", async () => {
    const refused = await demo("--max-tokens", "1").catch((error) => error);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^--max-tokens is 1; .*JSON, SQL, timestamps\. Allow \d+ or more\.\n$/);
    const [enough] = /\d+(?= or more)/.exec(refused.stderr)!;
    expect(String((await demo("--max-tokens", enough, "--samples", "1")).stdout)).toContain("100.0 % of 1 valid");
  });

  test("--help", async () => {
    const { stdout, stderr } = await demo("--help");
    expect(String(stdout)).toContain("pnpm --silent demo --json");
    expect(stderr).toBe("");
  });

  test.each([["--samples", "0"], ["--samples", "x"], ["--nonsense"]])("refuses %s %s", async (...args) => {
    await expect(demo(...args)).rejects.toMatchObject({ code: 2, stdout: "" });
  });
});
