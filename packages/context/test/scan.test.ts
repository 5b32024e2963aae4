// Indexing: what is read, what is skipped and why, and that nothing is lost.

import {
  approximateTokenizer,
  createRepositoryIndex,
  createScanner,
  type ListedFile,
  type RepositoryReader,
  retrieve,
  type Unread,
} from "@espalier/context";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toy, toyText } from "./toy.js";

/** A reader over a map that can be changed between scans. */
function readerOf(files: Map<string, string | Unread | Error>): RepositoryReader & { reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    list: () => [...files].map(([path, text]): ListedFile => ({ path, stamp: String(text) })),
    read: async (path) => {
      reads.push(path);
      const found = files.get(path) ?? { reason: "vanished" as const };
      if (found instanceof Error) throw found;
      return found;
    },
  };
}

describe("scanning", () => {
  test("reads only what changed, and reports what it did", async () => {
    const files = new Map<string, string | Unread>([
      ["a.toy", "var a"],
      ["b.toy", "var b"],
      ["c.toy", "var c"],
    ]);
    const reader = readerOf(files);
    const index = createRepositoryIndex(toy);
    const scanner = createScanner(index, reader);
    expect(await scanner.scan()).toMatchObject({ added: 3, changed: 0, complete: true, skipped: [] });
    reader.reads.length = 0;
    expect(await scanner.scan()).toMatchObject({ added: 0, unchanged: 3 });
    expect(reader.reads).toEqual([]);
    files.set("b.toy", "var bb");
    files.delete("c.toy");
    expect(await scanner.scan()).toMatchObject({ changed: 1, removed: 1, unchanged: 1 });
    expect(reader.reads).toEqual(["b.toy"]);
    expect(index.paths()).toEqual(["a.toy", "b.toy"]);
  });

  test("files that cannot be used are skipped with their reason, and the others are there", async () => {
    const files = new Map<string, string | Unread | Error>([
      ["binary.toy", "a\0b"],
      ["broken.toy", { reason: "invalid-utf8" }],
      ["denied.toy", new Error("EACCES")],
      ["gone.toy", { reason: "vanished" }],
      ["good.toy", "var a"],
      ["huge.toy", "x".repeat(2000)],
      ["zz.toy", "var z"],
    ]);
    const index = createRepositoryIndex(toy);
    const report = await createScanner(index, readerOf(files)).scan({ maxFileBytes: 1000, maxFiles: 6 });
    expect(index.paths()).toEqual(["good.toy"]);
    expect(report.skipped.map(({ path, reason }) => [path, reason])).toEqual([
      ["binary.toy", "binary"],
      ["broken.toy", "invalid-utf8"],
      ["denied.toy", "unreadable"],
      ["gone.toy", "vanished"],
      ["huge.toy", "too-large"],
      ["zz.toy", "too-many"],
    ]);
    expect(report.complete).toBe(true);
  });

  test("ten thousand files are all there, and a hole sees the right one", async () => {
    const files = new Map<string, string>();
    const module = (at: number): string => `d${at % 300}.${at.toString(36)}q`;
    const pathOf = (at: number): string => `${module(at).replace(".", "/")}.toy`;
    for (let at = 0; at < 10_000; at++) files.set(pathOf(at), `use ${module(at + 1)}: fn${at + 1}\nfun fn${at}(a)`);
    const index = createRepositoryIndex(toy);
    const seen: number[] = [];
    const report = await createScanner(index, readerOf(files)).scan({ onProgress: ({ done }) => void seen.push(done) });
    expect(report).toMatchObject({ added: 10_000, skipped: [], complete: true });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toBe(10_000);
    const hole = { path: pathOf(7), prefix: `use ${module(8)}: fn8\nfun fn7(a) = f`, suffix: "\n" };
    const { blocks, tokens } = await retrieve(index, hole, { budget: 60, tokenizer: approximateTokenizer });
    expect(tokens).toBeLessThanOrEqual(60);
    expect(blocks.find(({ path }) => path === pathOf(8))?.text).toContain("fun fn8(a)");
  });

  test("of more files than it may read, it reads the first, and names each of the others", async () => {
    const files = new Map(Array.from({ length: 100_000 }, (_, at) => [`f${at}.toy`, `var v${at}`] as const));
    const reader = readerOf(files);
    const index = createRepositoryIndex(toy);
    const report = await createScanner(index, reader).scan({ maxFiles: 100 });
    const sorted = [...files.keys()].sort();
    expect(reader.reads).toHaveLength(100);
    expect(index.paths()).toEqual(sorted.slice(0, 100));
    expect(report.skipped).toEqual(sorted.slice(100).map((path) => ({ path, reason: "too-many" })));
  });

  test("a file that vanished between list and read is tried again", async () => {
    const files = new Map<string, string | Unread>([["a.toy", { reason: "vanished" }]]);
    const reader: RepositoryReader = {
      list: () => [{ path: "a.toy", stamp: "same" }],
      read: async () => files.get("a.toy")!,
    };
    const index = createRepositoryIndex(toy);
    const scanner = createScanner(index, reader);
    expect((await scanner.scan()).skipped).toEqual([{ path: "a.toy", reason: "vanished" }]);
    files.set("a.toy", "var a");
    expect((await scanner.scan()).skipped).toEqual([]);
    expect(index.has("a.toy")).toBe(true);
  });

  test("stops between two files when it is asked to, and removes nothing then", async () => {
    const files = new Map(Array.from({ length: 200 }, (_, at) => [`${String(at).padStart(3, "0")}.toy`, `var v${at}`]));
    const signal = { aborted: false };
    const index = createRepositoryIndex(toy);
    index.update([{ path: "old.toy", text: "var old" }]);
    const report = await createScanner(index, readerOf(files)).scan({
      signal,
      onProgress: ({ done }) => void (signal.aborted = done >= 100),
    });
    expect(report.complete).toBe(false);
    expect(index.has("old.toy")).toBe(true);
    expect(index.paths().length).toBeLessThan(201);
    expect((await createScanner(index, readerOf(files)).scan()).complete).toBe(true);
    expect(index.paths()).toEqual([...files.keys()]);
  });

  test("an extractor's error costs its file's facts, not its text", () => {
    const failing = {
      ...toy,
      facts: (path: string, text: string) => {
        if (text.includes("!")) throw new Error("bad");
        return toy.facts(path, text);
      },
    };
    const index = createRepositoryIndex(failing);
    const report = index.update([
      { path: "a.toy", text: "var a!" },
      { path: "b.toy", text: "fun f(x) = x" },
    ]);
    expect(report.failed).toEqual([{ path: "a.toy", message: "bad" }]);
    expect(index.words.documents("a")).toHaveLength(1);
    expect(index.definers("f")).toEqual(["b.toy"]);
  });
});

describe("an index that was updated", () => {
  test("is the index of what is there now", () => {
    const paths = fc.constantFrom("a.toy", "b.toy", "lib/a.toy", "shapes.toy", "a.md");
    const change = fc.record({ path: paths, text: fc.option(toyText, { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        const index = createRepositoryIndex(toy);
        for (const one of changes) {
          index.update([one]);
          // Asked in between, so that what is remembered has to be forgotten again.
          for (const path of index.paths()) index.importKeys(path);
        }
        const now = new Map(changes.map(({ path, text }) => [path, text]));
        const fresh = createRepositoryIndex(toy);
        fresh.update([...now].flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }])));
        const shape = (of: typeof index): unknown => ({
          paths: of.paths(),
          folders: ["", "lib"].map((folder) => of.folder(folder)),
          files: of
            .paths()
            .map((path) => ({ ...of.file(path), document: 0, imports: of.imports(path), keys: of.importKeys(path) })),
          names: ["area", "Disc", "size"].map((name) => [of.definers(name), of.inheritors(name), of.named(name)]),
          parts: ["a", "shapes"].map((part) => of.named(part)),
        });
        expect(shape(index)).toEqual(shape(fresh));
      }),
    );
  });

  test("parses a content once, however often it occurs, and whoever asks", () => {
    let parses = 0;
    const counting = {
      ...toy,
      facts: (path: string, text: string) => {
        parses++;
        return toy.facts(path, text);
      },
    };
    const index = createRepositoryIndex(counting);
    index.update([
      { path: "a.toy", text: "var a" },
      { path: "b.toy", text: "var a" },
      { path: "a.toy", text: "var a" },
    ]);
    index.factsOf("c.toy", "var a");
    expect(parses).toBe(1);
    index.update([
      { path: "a.toy", text: undefined },
      { path: "b.toy", text: undefined },
      { path: "a.toy", text: "var a" },
    ]);
    expect(parses).toBe(2);
  });
});
