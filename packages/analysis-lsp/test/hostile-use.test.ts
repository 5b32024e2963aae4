// Hostile use: folders and files with unusual names and contents, and calls of `dispose` at any time.

import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lsp, lspAnalysis, runServer, type ServerProfile } from "@espalier/analysis-lsp";
import { describe, expect, onTestFinished, test } from "vitest";
import { askAt, PROFILE, runs, SERVER, scripted, until } from "./scripted.js";

const CLOSED = { kind: "closed", value: ["close", "open", "é"] };

describe.each(["utf-16", "utf-8"] as const)("texts, with columns in %s", (encoding) => {
  test.each([
    ["CR LF", "y = 1\r\n\r\nx = box.", "\r\nz = 2\r\n"],
    ["CR alone", "y = 1\r\rx = box.", "\rz = 2\r"],
    ["line ends of all kinds", "a\r\n\rb\n\r\nx = box.", "\n\rz\r\n"],
    ["CR before the place's line, LF after it", "y\rx = box.", "\nz"],
    ["a byte order mark", "\ufeffx = box.", "\n"],
    ["a byte order mark and characters of two units", "\ufeff'😀'; x = box.", "\n"],
    ["NUL", "s = '\0'; x = box.", "\0\n"],
    ["separators that end no line of the protocol", "s = '\u2028\u0085\v\f'; x = box.", "\n"],
    ["a line of a million characters", `s = '${"é😀".repeat(300_000)}'; x = box.`, "\n"],
    ["a million lines", `${"\n".repeat(1_000_000)}x = box.`, "\n"],
    ["nothing after the place", "x = box.", ""],
  ])("%s", async (_, prefix, suffix) => {
    const { monitor } = scripted({ encoding }, { deadline: 20_000 });
    await monitor.ready();
    // The second question is sent as a change of the first one's text.
    for (const more of ["", "z = 1\r\n"])
      expect((await askAt(monitor, `${more}${prefix}`, suffix)).answer).toEqual(CLOSED);
  });
});

test("an empty file has no questions", async () => {
  const { monitor } = scripted({});
  const hole = monitor.open({ path: "main.box", prefix: "" });
  expect(hole.monitor.asks!(hole.monitor.start)).toEqual([]);
});

test.each(["a b", "größe 😀", "100%", "#1?x=y", "c++ (x)", "a'b\"c", "a\\b", "new\nline"])(
  "a folder with the name %j, a symbolic link to it, and a file with that name",
  { timeout: 60_000 },
  async (name) => {
    const outer = mkdtempSync(join(tmpdir(), "espalier-use-"));
    onTestFinished(() => rmSync(outer, { recursive: true }));
    mkdirSync(join(outer, name));
    symlinkSync(join(outer, name), join(outer, "link"));
    for (const folder of [name, "link"]) {
      const root = join(outer, folder);
      const profile = { ...PROFILE, exhaustive: { ...PROFILE.exhaustive, published: true } } as ServerProfile;
      const command = [process.execPath, SERVER, '{"publishes":"versioned"}'];
      const monitor = lsp(profile, { root, command, deadline: 20_000, pauses: [] });
      onTestFinished(() => monitor.dispose());
      await monitor.ready();
      for (const path of ["main.box", `${name}.box`, join(root, `${name}.box`)])
        expect((await askAt(monitor, "x = box.", "\n", path)).answer).toEqual(CLOSED);
    }
  },
);

describe("dispose", () => {
  test("at once, twice, and again later", async () => {
    const { monitor, pids } = scripted({});
    await Promise.all([monitor.dispose(), monitor.dispose(), monitor.ready()]);
    await monitor.dispose();
    await monitor.ready();
    expect(monitor.status()).toMatchObject({ state: "closed", starts: 1, failures: [] });
    await until(() => !pids().some(runs));
  });

  test("during questions: each is answered", async () => {
    const { monitor, pids } = scripted({ fault: "never" }, { deadline: 20_000 });
    await monitor.ready();
    const answers = [0, 1, 2].map((more) => askAt(monitor, `y = ${more}; x = box.`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([monitor.dispose(), monitor.dispose()]);
    for (const { asked } of await Promise.all(answers))
      expect(asked[0]).toMatchObject({ answer: "unknown", reason: expect.stringMatching(/closed|ended/) });
    expect(monitor.status().state).toBe("closed");
    await until(() => !pids().some(runs));
  });

  test("during the pause before a start, and while the server is given up", async () => {
    for (const pauses of [[60_000], []]) {
      const { monitor, pids } = scripted({ fault: "other-protocol" }, { pauses });
      await until(() => /waiting|given up/.test(monitor.status().state));
      await monitor.dispose();
      expect(monitor.status()).toMatchObject({ state: "closed", starts: 1 });
      await monitor.ready();
      await until(() => !pids().some(runs));
    }
  });

  test("of one of two monitors leaves the other alone", async () => {
    const [one, other] = [scripted({}), scripted({})];
    await Promise.all([one.monitor.ready(), other.monitor.ready()]);
    await one.monitor.dispose();
    await until(() => !one.pids().some(runs));
    expect((await askAt(other.monitor, "x = box.")).answer).toEqual(CLOSED);
  });
});

test("the project's folder is moved away while the server runs: the reason of the failed start names it", {
  timeout: 60_000,
}, async () => {
  const outer = mkdtempSync(join(tmpdir(), "espalier-use-"));
  onTestFinished(() => rmSync(outer, { recursive: true }));
  const root = join(outer, "project");
  mkdirSync(root);
  const command = [process.execPath, SERVER, '{"fault":"crash"}'];
  const analysis = lspAnalysis(PROFILE, { root, command, pauses: [1] });
  onTestFinished(() => analysis.dispose());
  await analysis.ready();
  renameSync(root, join(outer, "elsewhere"));
  expect(await analysis.members!({ path: "main.box", before: "x = box.", after: "" })).toMatchObject({
    kind: "unknown",
    reason: expect.stringContaining("the server ended with 3"),
  });
  await until(() => analysis.status().state === "given up");
  expect(analysis.status().failures.at(-1)).toBe(`the server did not start (${root} does not exist)`);
});

test("a server for requests of one's own is started again as often as it answers in between", async () => {
  const root = mkdtempSync(join(tmpdir(), "espalier-use-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const command = [process.execPath, SERVER, '{"fault":"crash"}'];
  const server = runServer(PROFILE, { root, command, pauses: [1] });
  onTestFinished(() => server.dispose());
  const textDocument = { uri: "file:///a.box" };
  const place = { textDocument, position: { line: 0, character: 0 } };
  for (let starts = 1; starts <= 3; starts++) {
    await server.ready();
    expect(server.status()).toMatchObject({ state: "ready", starts });
    const connection = server.connection()!;
    expect(await connection.request("textDocument/hover", place, 10_000)).toBe(null);
    await expect(connection.request("textDocument/completion", place, 10_000)).rejects.toThrow("ended with 3");
    await connection.ended;
    await until(() => server.connection() !== connection);
  }
});

test("a file name with an extension in capital letters, and a profile that has one", async () => {
  const { root, monitor } = scripted({}, {}, { languages: { ".BOX": "box" } });
  writeFileSync(join(root, "MAIN.BOX"), "");
  await monitor.ready();
  for (const path of ["MAIN.BOX", "main.box"])
    expect((await askAt(monitor, "x = box.", "\n", path)).answer).toEqual(CLOSED);
});
