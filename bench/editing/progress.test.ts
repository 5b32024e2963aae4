// The files that a run has written when it is cut off.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { createProgress } from "./progress.js";

test("the result so far is whole JSON after every few steps", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "progress-"));
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const file = path.join(folder, "so-far.json");
    let done = 0;
    const progress = createProgress(9, 2, () => ({ done }), file);
    const seen: unknown[] = [];
    for (done = 1; done <= 5; done++) {
      progress.step(done);
      seen.push(readdirSync(folder).length === 0 ? undefined : JSON.parse(readFileSync(file, "utf8")).done);
    }
    expect(seen).toEqual([undefined, 2, 2, 4, 4]);
    expect(readdirSync(folder)).toEqual(["so-far.json"]);
    expect(said.mock.calls.map(([text]) => text)).toEqual(["2 of 9\n", "4 of 9\n"]);
  } finally {
    said.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
