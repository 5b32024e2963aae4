// The checks of a project's files on disk.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FileEvent } from "vscode-languageserver-protocol";
import { watchFiles } from "../src/project-files.js";

test("a check waits until the server is free, and then sees what has changed meanwhile", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "espalier-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const events: FileEvent[] = [];
  let free!: () => void;
  let untilFree = new Promise<void>((resolve) => {
    free = resolve;
  });
  const files = watchFiles(
    root,
    [".py"],
    0,
    () => untilFree,
    (changed) => events.push(...changed),
  );
  files.look();
  await setTimeout(50);
  // The first check has not begun, so this file is there from the start.
  writeFileSync(path.join(root, "first.py"), "");
  free();
  await setTimeout(50);
  untilFree = Promise.resolve();
  writeFileSync(path.join(root, "second.py"), "");
  await vi.waitUntil(() => {
    files.look();
    return files.changes() > 0;
  });
  files.close();
  expect(events.map(({ uri, type }) => [path.basename(uri), type])).toEqual([["second.py", 1]]);
});
