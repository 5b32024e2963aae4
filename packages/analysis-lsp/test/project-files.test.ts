// The files of a project, watched on disk.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FileEvent } from "vscode-languageserver-protocol";
import { watchFiles } from "../src/project-files.js";

const [CREATED, CHANGED, DELETED] = [1, 2, 3];

async function watched(before: readonly string[] = []) {
  const root = mkdtempSync(path.join(tmpdir(), "espalier-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  for (const name of before) write(name, "1");
  const reports: (readonly FileEvent[])[] = [];
  const files = watchFiles(root, [".py"], (events) => reports.push(events));
  onTestFinished(() => files.close());
  await files.ready;
  const seen = (): readonly string[] =>
    reports.flat().map(({ uri, type }) => `${uri.slice(uri.indexOf("espalier-files-") + 22)} ${type}`);
  return { root, write, files, reports, seen };
}

test("what is created, changed and deleted is reported, and counted once for each report", async () => {
  const { root, write, files, reports, seen } = await watched(["old.py"]);
  expect({ changes: files.changes(), seen: seen() }).toEqual({ changes: 0, seen: [] });
  write("new.py", "1");
  write("inner/deep.py", "1");
  await vi.waitUntil(() => seen().length === 2);
  expect([...seen()].sort()).toEqual([`inner/deep.py ${CREATED}`, `new.py ${CREATED}`]);
  write("old.py", "12");
  await vi.waitUntil(() => seen().length === 3);
  rmSync(path.join(root, "inner"), { recursive: true });
  await vi.waitUntil(() => seen().length === 4);
  expect(seen().slice(2)).toEqual([`old.py ${CHANGED}`, `inner/deep.py ${DELETED}`]);
  expect(files.changes()).toBe(reports.length);
});

test("other files, installed packages and folders that begin with a dot are not watched", async () => {
  const { write, seen } = await watched();
  for (const name of ["a.txt", "node_modules/b.py", ".venv/c.py", "d.py"]) write(name, "1");
  await vi.waitUntil(() => seen().length > 0);
  await setTimeout(200);
  expect(seen()).toEqual([`d.py ${CREATED}`]);
});

test("after the end nothing is reported", async () => {
  const { write, files, seen } = await watched();
  files.close();
  write("a.py", "1");
  await setTimeout(200);
  expect({ changes: files.changes(), seen: seen() }).toEqual({ changes: 0, seen: [] });
});
