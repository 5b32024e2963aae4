// That `pnpm bench:monitors-table` works, on little: its results, and that a run goes on where an earlier one ended.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const main = fileURLToPath(new URL("table.ts", import.meta.url));

const SOURCE = `interface User { name: string; age: number }
export function label(user: User, sign = "!"): string {
  const text = user.name.toUpperCase();
  const half = Math.round(user.age / 2);
  return text.concat(sign, String(half));
}
export const all = [label({ name: "a", age: 1 })];
${"// some words that ask nothing\n".repeat(30)}`;

test("a project is judged once, and its table is printed", { timeout: 180_000 }, () => {
  const root = mkdtempSync(path.join(tmpdir(), "espalier-table-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const compilerOptions = { strict: true, target: "es2022", types: [] };
  writeFileSync(path.join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["a.ts"] }));
  writeFileSync(path.join(root, "a.ts"), SOURCE);
  const out = path.join(root, "out.json");
  const bench = (members: number): string => {
    const conditions = ["--import", "tsx", "--conditions=@espalier/source"];
    const judged = ["--members", String(members), "--signatures", "3", "--inScope", "2", "--others", "0"];
    const little = [
      "--project",
      root,
      "--out",
      out,
      ...judged,
      "--programs",
      "2",
      "--generations",
      "1",
      "--holes",
      "9",
    ];
    return execFileSync(process.execPath, [...conditions, main, ...little], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  };
  const first = bench(4);
  const { entries } = JSON.parse(readFileSync(out, "utf8"));
  expect(entries.map(({ subject }: { subject: string }) => subject)).toEqual([
    "members",
    "signatures",
    "inScope",
    "fires",
    "holes",
  ]);
  const [members, signatures, , fires, holes] = entries.map(({ tally }: { tally: object }) => tally);
  expect(members).toMatchObject({ closed: 4, judged: 4, wrongNames: 0, maskedNames: 0, unconstrained: 0, programs: 2 });
  expect(signatures).toMatchObject({ closed: 3, wrongCounts: 0, maskedCalls: 0 });
  expect(fires).toMatchObject({ dereferences: 5, fired: 5, elsewhere: 0, generations: 1 });
  expect(holes).toMatchObject({ holes: 9, maskedTokens: 0, maskedWrongTokens: 0, examples: [] });
  expect(first).toContain("| 5 of 5 | 100 % |");
  // All parts are known, so nothing runs again.
  expect(bench(5)).toBe(first);
});
