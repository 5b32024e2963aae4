// The files of a project, watched on disk.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FSWatcher } from "chokidar";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FileEvent } from "vscode-languageserver-protocol";
import { watchFiles } from "../src/project-files.js";

/** The watchers that were made, and whether they poll. */
const made = vi.hoisted((): { readonly watcher: FSWatcher; readonly isPolling: boolean }[] => []);
vi.mock("chokidar", async (importOriginal) => {
  const original = await importOriginal<typeof import("chokidar")>();
  return {
    watch(...[paths, options]: Parameters<typeof original.watch>) {
      const watcher = original.watch(paths, options);
      made.push({ watcher, isPolling: options?.usePolling === true });
      return watcher;
    },
  };
});

const [CREATED, CHANGED, DELETED] = [1, 2, 3];

async function watched(before: readonly string[] = [], mostWatched?: number) {
  made.length = 0;
  const root = mkdtempSync(path.join(tmpdir(), "espalier-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  for (const name of before) write(name, "1");
  const reports: (readonly FileEvent[])[] = [];
  const files = watchFiles(root, [".py"], (events) => reports.push(events), mostWatched);
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

test("files that describe a project are watched", async () => {
  const { write, seen } = await watched(["tsconfig.json"]);
  for (const name of ["package-lock.json", "pyrightconfig.json", "inner/Cargo.toml"]) write(name, "{}");
  write("tsconfig.json", "{}}");
  await vi.waitUntil(() => seen().length === 3);
  expect([...seen()].sort()).toEqual([
    `inner/Cargo.toml ${CREATED}`,
    `pyrightconfig.json ${CREATED}`,
    `tsconfig.json ${CHANGED}`,
  ]);
});

test("after the end nothing is reported", async () => {
  const { write, files, seen } = await watched();
  files.close();
  write("a.py", "1");
  await setTimeout(200);
  expect({ changes: files.changes(), seen: seen() }).toEqual({ changes: 0, seen: [] });
});

test("a project whose folder is a link: its files are reported by the path that the caller uses", async () => {
  const { root, write } = await watched(["inner/old.py"]);
  const link = path.join(root, "..", `${path.basename(root)} link`);
  symlinkSync(root, link);
  onTestFinished(() => rmSync(link));
  const reports: FileEvent[] = [];
  const files = watchFiles(link, [".py"], (events) => reports.push(...events));
  onTestFinished(() => files.close());
  await files.ready;
  write("inner/old.py", "12");
  write("new.py", "1");
  await vi.waitUntil(() => reports.length === 2);
  const uriOf = (name: string) => pathToFileURL(path.join(link, name)).href;
  expect(new Map(reports.map(({ uri, type }) => [uri, type]))).toEqual(
    new Map([
      [uriOf("inner/old.py"), CHANGED],
      [uriOf("new.py"), CREATED],
    ]),
  );
});

test("what exceeds the limit is not watched, until something that is watched goes away", async () => {
  // The project's folder counts, too.
  const { root, write, seen } = await watched(["a.py", "b.py"], 3);
  write("c.py", "1");
  write("inner/d.py", "1");
  await setTimeout(200);
  write("a.py", "12");
  await vi.waitUntil(() => seen().length > 0);
  await setTimeout(200);
  expect(seen()).toEqual([`a.py ${CHANGED}`]);
  rmSync(path.join(root, "b.py"));
  await vi.waitUntil(() => seen().length > 1);
  write("e.py", "1");
  await vi.waitUntil(() => seen().some((each) => each.endsWith(`${CREATED}`)));
  expect(seen()).toHaveLength(3);
});

test("a folder that goes away no longer counts", async () => {
  const { root, write, seen } = await watched([], 3);
  for (const name of ["first", "second", "third"]) {
    write(`${name}/a.py`, "1");
    await vi.waitUntil(() => seen().includes(`${name}/a.py ${CREATED}`));
    rmSync(path.join(root, name), { recursive: true });
    await vi.waitUntil(() => seen().includes(`${name}/a.py ${DELETED}`));
    await setTimeout(100);
  }
});

test.each(["ENOSPC", "EMFILE"])("where the system's limit is reached (%s), files are polled", async (code) => {
  const { root, write, seen } = await watched(["old.py"]);
  const [first] = made;
  expect(made.map(({ isPolling }) => isPolling)).toEqual([false]);
  for (let times = 0; times < 3; times++) first!.watcher.emit("error", Object.assign(new Error(code), { code }));
  expect(first!.watcher.closed).toBe(true);
  expect(made.map(({ isPolling }) => isPolling)).toEqual([false, true]);
  await new Promise<void>((resolve) => made[1]!.watcher.once("ready", resolve));
  // What is polled is compared with what it was at the first time, which is some time after it is ready.
  let written = 1;
  const isSeen = (kind: number, name: RegExp) => seen().some((each) => name.test(each) && each.endsWith(` ${kind}`));
  await vi.waitUntil(
    () => {
      write("old.py", "1".repeat(++written));
      write(`new${written}.py`, "1");
      return isSeen(CHANGED!, /^old/) && isSeen(CREATED!, /^new/);
    },
    { timeout: 30_000, interval: 200 },
  );
  rmSync(path.join(root, "old.py"));
  await vi.waitUntil(() => isSeen(DELETED!, /^old/), 30_000);
});

test("a limit that is reached before the files are watched: they are ready once they are polled", async () => {
  made.length = 0;
  const root = mkdtempSync(path.join(tmpdir(), "espalier-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = watchFiles(root, [".py"], () => {});
  onTestFinished(() => files.close());
  made[0]!.watcher.emit("error", Object.assign(new Error("no space"), { code: "ENOSPC" }));
  await files.ready;
  expect(made.map(({ isPolling }) => isPolling)).toEqual([false, true]);
});

test("another error changes nothing", async () => {
  const { write, seen } = await watched();
  made[0]!.watcher.emit("error", Object.assign(new Error("no permission"), { code: "EACCES" }));
  expect(made).toHaveLength(1);
  write("a.py", "1");
  await vi.waitUntil(() => seen().length > 0);
});
