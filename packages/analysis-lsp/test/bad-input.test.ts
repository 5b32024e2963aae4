// Wrong options, texts that no encoding has, servers whose answers are none, and projects that change: what is refused says what to do, and what can be
// answered is.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { locateServer, lsp, lspAnalysis, PROFILES, ServerError, type ServerProfile } from "@espalier/analysis-lsp";
import { ArgumentError } from "@espalier/arguments";
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

/** The message of the ArgumentError that is thrown. */
function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(ArgumentError);
    return (error as ArgumentError).message;
  }
  throw new Error("nothing was thrown");
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "espalier-bad-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Puts a program called `a-server` into a folder, and returns the folder. */
function programIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a-server"), "#!/bin/sh\n", { mode: 0o755 });
  return folder;
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
    const root = emptyFolder();
    writeFileSync(join(root, "file"), "");
    for (const [wrong, what] of [
      [join(root, "missing"), "does not exist"],
      [join(root, "file"), "is not a folder"],
    ] as const)
      expect(thrownBy(() => lspAnalysis("pyright", { root: wrong }))).toMatchObject({
        code: "root-missing",
        message: `${wrong} ${what}: root must be the folder of the project.`,
      });
    for (const wrong of ["pylance", "constructor"])
      expect(thrownBy(() => lsp(wrong, { root }))).toMatchObject({
        code: "unknown-server",
        message: expect.stringContaining("choose one of pyright, "),
      });
    expect(refusal(() => lsp(undefined as never, { root }))).toMatch(
      /^lsp needs profile: the name of a profile \(pyright, .*typescript-language-server\), or a profile of your own\./,
    );
    expect(refusal(() => lsp("pyright", { root: "" }))).toBe(
      'lsp: root must be the path of a folder, not the string "". "." is the current folder.',
    );
  });

  test.skipIf(process.platform === "win32")("a program that a path names: it is missing, or no program", () => {
    const root = emptyFolder();
    writeFileSync(join(root, "text"), "");
    const missing = join(root, "missing");
    const messageOf = (profile: Partial<ServerProfile>, command?: readonly string[]) =>
      thrownBy(() => locateServer({ ...PROFILES.pyright!, ...profile }, { root, ...(command && { command }) })).message;
    expect(messageOf({}, [missing])).toBe(`The program ${missing} of command does not exist.`);
    expect(messageOf({}, ["./missing"])).toBe(`The program ${missing} of command does not exist.`);
    expect(messageOf({}, [join(root, "text")])).toBe(
      `The program ${join(root, "text")} of command cannot be executed: it is not an executable file.`,
    );
    expect(messageOf({}, [root])).toContain("cannot be executed");
    expect(messageOf({ program: missing })).toBe(
      `The program ${missing} of the profile pyright does not exist. To get it: npm install --save-dev pyright`,
    );
  });

  test("a program that is not found: the message names the absolute folder", () => {
    expect(thrownBy(() => locateServer("pyright", { root: ".", command: ["no-such-program"] })).message).toContain(
      `no-such-program was found neither in node_modules/.bin, .venv/bin or venv/bin of ${process.cwd()} or a folder above it, nor on the PATH.`,
    );
  });

  test.skipIf(process.platform === "win32")(
    "a program is found in node_modules/.bin, then in a virtual environment, then on the PATH, and by a path of the project",
    () => {
      const root = emptyFolder();
      const inner = join(root, "packages", "inner");
      mkdirSync(inner, { recursive: true });
      const found = (command: string) => locateServer("pyright", { root: inner, command: [command] }).command[0];
      vi.stubEnv("PATH", programIn(join(root, "path")));
      onTestFinished(() => void vi.unstubAllEnvs());
      for (const folder of [
        join(root, "path"),
        join(root, "venv", "bin"),
        join(root, ".venv", "bin"),
        join(inner, "venv", "bin"),
        join(inner, ".venv", "bin"),
        join(root, "node_modules", ".bin"),
        join(inner, "node_modules", ".bin"),
      ]) {
        programIn(folder);
        expect(found("a-server")).toBe(join(folder, "a-server"));
      }
      expect(found("./../../venv/bin/a-server")).toBe(join(root, "venv", "bin", "a-server"));
    },
  );

  test("questions that a profile cannot answer", () => {
    const root = emptyFolder();
    const command = [process.execPath];
    for (const [profile, question, answered] of [
      ["pyright", "casesLeft", '"members" or "signatures"'],
      ["typescript-7", "signatures", '"members"'],
      ["typescript-7", "casesLeft", '"members"'],
    ] as const)
      for (const make of [lsp, lspAnalysis])
        expect(refusal(() => make(profile, { root, command, questions: ["members", question] }))).toBe(
          `${make.name}: questions[1] must be what the profile ${profile} can answer, ${answered}, not the string "${question}".`,
        );
  });

  test.each<[string, object, string]>([
    ["exhaustive without a form", { exhaustive: {} }, "profile.exhaustive must be how lists are complete { by, … }"],
    ["an unknown form of exhaustive", { exhaustive: { by: "magic" } }, 'by must be "diagnostics", "list" or "nothing"'],
    ["diagnostics without codes", { exhaustive: { by: "diagnostics" } }, "needs profile.exhaustive.codes: a list"],
    ["nothing without a reason", { exhaustive: { by: "nothing" } }, "needs profile.exhaustive.reason: a string"],
    ["codes for a list", { exhaustive: { by: "list", codes: [] } }, "has no option `profile.exhaustive.codes`"],
    [
      "hovers without a tail",
      { exhaustive: { by: "diagnostics", codes: [], hovering: {} } },
      "needs profile.exhaustive.hovering.tail: a string",
    ],
    [
      "hovers over calls without an expression",
      { calls: { of: () => [], hovering: { tail: ".x", at: 1, unknown: {} } } },
      "profile.calls.hovering.unknown must be a regular expression",
    ],
    [
      "hovers over calls before the tail",
      { calls: { of: () => [], hovering: { tail: ".x", at: -1, unknown: /x/ } } },
      "profile.calls.hovering.at must be an integer of at least 0",
    ],
    ["an unknown readiness", { readiness: { after: "a while" } }, "profile.readiness.after must be"],
    ["a notification without a method", { readiness: { after: "notification" } }, "needs profile.readiness.method"],
    ["a registration without a method", { readiness: { after: "registration" } }, "needs profile.readiness.method"],
    ["another meaning of incomplete", { incomplete: "partial" }, 'must be "filtered" or "truncated"'],
    ["settings that are a text", { settings: "strict" }, "profile.settings must be an object of settings by section"],
    ["an extension without a dot", { languages: { py: "python" } }, "profile.languages.py must be"],
    ["languages that are a list", { languages: [".py"] }, "profile.languages must be"],
  ])("a profile with %s", (_, wrong, message) => {
    const root = emptyFolder();
    const profile = { ...PROFILES.pyright!, ...wrong } as ServerProfile;
    expect(refusal(() => lsp(profile, { root, command: [process.execPath] }))).toContain(message);
  });

  test("a profile whose `lexer` returns no lexer", () => {
    for (const lexer of [() => undefined, () => ({}), async () => PROFILES.pyright!.lexer("main.py")]) {
      const { monitor } = scripted({}, {}, { lexer: lexer as never });
      expect(refusal(() => monitor.open({ path: "main.box", prefix: "" }))).toContain("profile.lexer(path)");
    }
  });
});

test.each<[string, Partial<ServerProfile>]>([
  ["a number", { doubt: () => 7 as never }],
  ["a promise", { doubt: async () => "late" } as never],
  ["null", { doubt: () => null as never }],
])("a profile whose `doubt` returns %s", async (_, profile) => {
  const { monitor } = scripted({}, {}, profile);
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).asked[0]).toMatchObject({
    answer: "unknown",
    reason: expect.stringContaining("profile.doubt must return"),
  });
});

test("options of a profile that are no JSON", async () => {
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const { monitor } = scripted({}, { pauses: [] }, { initializationOptions: circle });
  await monitor.ready();
  expect(monitor.status()).toMatchObject({
    state: "given up",
    failures: [expect.stringContaining("a message to the server cannot be written (Converting circular")],
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

test("malformed diagnostics between the others", async () => {
  const { monitor } = scripted({ fault: "malformed-reports" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "x = loose.")).answer.kind).toBe("open");
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
