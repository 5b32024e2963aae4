// Wrong options, texts that no encoding has, servers whose answers are none, and projects that change: what is refused says what to do, and what can be
// answered is.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { locateServer, lsp, lspAnalysis, PROFILES, ServerError } from "@espalier/analysis-lsp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { askAt, scripted } from "./scripted.js";

const CLOSED = { kind: "closed", value: ["close", "open", "é"] };

function thrownBy(make: () => unknown): ServerError {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(ServerError);
    return error as ServerError;
  }
  throw new Error("nothing was thrown");
}

describe("options", () => {
  test("a program that is missing: the error says how to get it, for each server", () => {
    const root = mkdtempSync(join(tmpdir(), "espalier-bad-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    vi.stubEnv("PATH", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const { name, program, howToGet } of Object.values(PROFILES)) {
      const { code, message } = thrownBy(() => lsp(name, { root, command: [`${program}-missing`] }));
      expect({ name, code }).toEqual({ name, code: "server-missing" });
      expect(message).toContain(`${program}-missing was found neither`);
      expect(message).toContain(howToGet);
    }
  });

  test("every profile is one that a user may pass", () => {
    const root = mkdtempSync(join(tmpdir(), "espalier-bad-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const profile of Object.values(PROFILES))
      expect(locateServer({ ...profile }, { root, command: [process.execPath] })).toMatchObject({ profile });
  });

  test("a folder that is missing, or a file; and a profile that there is not", () => {
    const root = mkdtempSync(join(tmpdir(), "espalier-bad-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, "file"), "");
    for (const wrong of [join(root, "missing"), join(root, "file")])
      expect(thrownBy(() => lspAnalysis("pyright", { root: wrong }))).toMatchObject({
        code: "root-missing",
        message: expect.stringContaining(wrong),
      });
    expect(thrownBy(() => lsp("pylance", { root }))).toMatchObject({
      code: "unknown-server",
      message: expect.stringContaining("choose one of pyright, "),
    });
  });
});

test("a file outside of the folder that the server got is answered as the server answers", async () => {
  const { monitor } = scripted({});
  await monitor.ready();
  const hole = monitor.open({ path: join(tmpdir(), "elsewhere", "main.box"), prefix: "x = box.", suffix: "\n" });
  const [question] = hole.monitor.asks!(hole.monitor.start);
  expect(await hole.answer(question!, { offset: 0, before: new Uint8Array(0) })).toEqual(CLOSED);
});

describe.each(["utf-16", "utf-8"] as const)("texts, with columns in %s", (encoding) => {
  test.each([
    ["characters of two units before the place", "s = '😀é'; x = box.", "\n"],
    ["half a pair in the prefix", "s = '\ud83d'; x = box.", "\n"],
    ["half a pair in the suffix", "x = box.", "; s = '\ude00'\n"],
    ["halves in the wrong order", "s = '\ude00\ud83d'; x = box.", "\n"],
  ])("%s", async (_, prefix, suffix) => {
    const { monitor } = scripted({ encoding });
    await monitor.ready();
    expect((await askAt(monitor, prefix, suffix)).answer).toEqual(CLOSED);
  });
});

test("a place inside of a character is not asked about", async () => {
  const { root, monitor } = scripted({});
  await monitor.ready();
  const command = [process.execPath, new URL("./scripted-server.mjs", import.meta.url).pathname, "{}"];
  const analysis = lspAnalysis({ ...PROFILES.pyright!, name: "x" }, { root, command });
  onTestFinished(() => analysis.dispose());
  expect(await analysis.members!({ path: "a.py", before: "x.\ud83d", after: "\ude00" })).toEqual({
    kind: "unknown",
    reason: "the place is inside of a character",
  });
});

test("bytes that are no UTF-8, in what the model writes: the rest of the text still counts", async () => {
  const { monitor } = scripted({});
  await monitor.ready();
  const hole = monitor.open({ path: "main.box", prefix: "s = '", suffix: "\n" });
  const written = Uint8Array.of(0xff, 0xc3, ...new TextEncoder().encode("'; x = box."));
  const state = written.reduce<unknown>((at, byte) => hole.monitor.step(at, byte), hole.monitor.start);
  const [question] = hole.monitor.asks!(state);
  expect(await hole.answer(question!, { offset: written.length, before: written })).toEqual(CLOSED);
});

test("a name of the server that is no UTF-8 is malformed, and is not cut short", async () => {
  const { monitor } = scripted({ fault: "no-utf-8" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).asked[0]).toMatchObject({
    answer: "unknown",
    reason: "1 of the server's completions could not be read",
  });
});

test("a project that changes on disk: the server is told, and an answer that was remembered is asked for again", async () => {
  const { root, monitor } = scripted({});
  await monitor.ready();
  const isRemembered = async () => {
    const [asked] = (await askAt(monitor, "x = box.")).asked;
    expect(asked!.answer).toBe("closed");
    return asked!.remembered;
  };
  const settled = async (remembered: boolean) => {
    while ((await isRemembered()) !== remembered) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (const change of [
    () => writeFileSync(join(root, "new.box"), "1"),
    () => writeFileSync(join(root, "new.box"), "12"),
    () => rmSync(join(root, "new.box")),
  ]) {
    await settled(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await isRemembered()).toBe(true);
    change();
    await settled(false);
  }
});
