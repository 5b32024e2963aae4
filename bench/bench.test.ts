// That `pnpm bench` works, on little; how long anything took is not judged here.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { judgedOn, slowness } from "./machine-speed.js";
import { type Row, rowOf, statistics, withRatio } from "./row.js";
import { formatTable } from "./table.js";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function bench(...options: readonly string[]): string {
  const conditions = ["--import", "tsx", "--conditions=@espalier/source"];
  return execFileSync(process.execPath, [...conditions, main, "--quick", ...options], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

describe("rows", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);

  test.each([
    [[3, 1, 2], { n: 3, avg: 2, p50: 2, p90: 3, p99: 3, max: 3 }],
    [hundred, { n: 100, avg: 50.5, p50: 51, p90: 91, p99: 100, max: 100 }],
    [[7], { n: 1, avg: 7, p50: 7, p90: 7, p99: 7, max: 7 }],
  ])("statistics of samples", (samples, expected) => expect(statistics(samples)).toEqual(expected));

  test("no samples are refused", () => expect(() => statistics([])).toThrow(RangeError));

  test("targets in units of time grow with the calibration row, and never shrink", () => {
    const walk = (ns: number): Row =>
      rowOf({ name: "full walk a node, vocabulary 1 (a)", unit: "ns", limits: { p50: 3 } }, [{ samples: [ns] }]);
    expect([slowness([walk(2.4)]), slowness([walk(1)]), slowness([])]).toEqual([2.4 / 1.6, 1, undefined]);
    const row = rowOf({ name: "a", unit: "us", limits: { p50: 4, max: 9 } }, [{ samples: [5] }]);
    expect([row.pass, judgedOn(1.5, row).pass, judgedOn(1.5, row).limits]).toEqual([
      false,
      true,
      { p50: 6, max: 13.5 },
    ]);
    const bytes = rowOf({ name: "b", unit: "bytes", limits: { max: 4 } }, [{ samples: [5] }]);
    expect([judgedOn(2, bytes).pass, judgedOn(2, walk(4)).pass]).toEqual([false, false]);
  });

  test("a statistic is the median of the runs' own", () => {
    const row = rowOf({ name: "a", unit: "us" }, [{ samples: [1, 9] }, { samples: [2, 3] }, { samples: [5, 50] }]);
    expect([row.p50, row.max, row.target, row.pass]).toEqual([9, 9, null, null]);
  });

  test.each([
    [{ p50: 3 }, true, 3, "p50"],
    [{ p50: 2 }, false, 2, "p50"],
    [{ p50: 3, max: 8 }, false, 3, "p50"],
    [{ p99: 9 }, true, 9, "p99"],
  ])("limits %o", (limits, pass, target, targetOf) => {
    const row = rowOf({ name: "a", unit: "us", limits }, [{ samples: [1, 3, 9] }]);
    expect(row).toMatchObject({ pass, target, targetOf });
  });

  test("a ratio minds the units", () => {
    const base = rowOf({ name: "base", unit: "ms" }, [{ samples: [2] }]);
    expect(withRatio(rowOf({ name: "a", unit: "us" }, [{ samples: [500] }]), base).ratio).toMatchObject({
      over: "base",
      p50: 0.25,
    });
  });

  test("as a table", () => {
    const row = rowOf({ name: "a row", unit: "us", limits: { p50: 2 } }, [{ samples: [3], notes: { texts: 4 } }]);
    expect(formatTable([row])).toContain("texts 4");
    expect(formatTable([row])).toMatch(/a row +µs +3 +3 +3 +3 +1 +p50 ≤ 2 +FAILS/);
  });
});

describe("the command", () => {
  test("--json writes one object; masks along texts allow the texts", () => {
    const only = "along C-like texts, llama3";
    const { rows, seed } = JSON.parse(bench("--json", "--seed", "7", "--only", only)) as { rows: Row[]; seed: number };
    expect(seed).toBe(7);
    const asked = rows.filter(({ name }) => name.includes(only));
    expect(asked).toHaveLength(7);
    for (const { name, unit, p50, p99, max, n } of rows) {
      expect(name).not.toBe("");
      expect(unit).toMatch(/^(ns|us|ms|bytes|x)$/);
      expect(n).toBeGreaterThan(0);
      expect(p50).toBeLessThanOrEqual(p99);
      expect(p99).toBeLessThanOrEqual(max);
    }
    expect(rows.filter(({ name }) => !name.includes(only)).map(({ name }) => name)).toEqual(["full walk, llama3"]);
  });

  test("without it, a table; nothing when no row has that name", () => {
    expect(bench("--only", "build trie, llama3")).toMatch(/build trie, llama3 \(CPU\) +ms/);
    expect(JSON.parse(bench("--json", "--only", "no such row"))).toMatchObject({ rows: [] });
  });
});
