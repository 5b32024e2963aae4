// A scripted server plays every fault. The tests check that each question gets an answer, that no process survives, and that the record has a line for each lost constraint.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROFILES } from "@espalier/analysis-lsp";
import { describe, expect, onTestFinished, test } from "vitest";
import { askAt, runs, SERVER, scripted, until } from "./scripted.js";

const CLOSED = { kind: "closed", value: ["close", "open", "é"] };

test("a server without faults: what it lists is closed where it reports an invented name, and open where it does not", async () => {
  const { monitor } = scripted({});
  await monitor.ready();
  expect(monitor.status()).toMatchObject({ state: "ready", server: "scripted 1", starts: 1, failures: [] });
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "x = loose.")).answer).toMatchObject({ kind: "open", value: ["one"] });
});

test.each(["pyright", "basedpyright"])(
  "with the profile of %s, a server that waits for settings gets some",
  async (name) => {
    const { monitor } = scripted(
      { fault: "unconfigured" },
      { loading: 2_000, pauses: [] },
      { settings: PROFILES[name]!.settings! },
    );
    await monitor.ready();
    expect(monitor.status()).toMatchObject({ state: "ready", failures: [] });
  },
);

test("a server is not asked where the text alone says that more names may be valid", async () => {
  const textDoubt = ({ before }: { readonly before: string }) => (before.endsWith("self.") ? "it grows" : undefined);
  const { monitor } = scripted({ fault: "never" }, {}, { textDoubt });
  await monitor.ready();
  expect((await askAt(monitor, "x = self.")).answer).toEqual({ kind: "open", reason: "it grows" });
  expect((await askAt(monitor, "x = box.")).answer).toMatchObject({ kind: "unknown" });
});

/** Faults, with what a question about `box.` is answered; for those in which the server may recover, in the end. */
const FAULTS: readonly (readonly [fault: string, reason: RegExp])[] = [
  ["never", /no answer to textDocument\/\w+ within \d+ ms/],
  ["late", /no answer to textDocument\/completion within \d+ ms/],
  ["crash", /the server ended with 3/],
  ["flood", /no answer|bytes without an answer/],
  ["garbage", /cannot be read|no answer|closed/],
  ["bad-json", /cannot be read|no answer|closed/],
  ["closes-output", /the server closed its output/],
  ["closes-input", /the server closed its input|no answer/],
  ["error", /textDocument\/completion failed \(internal\)/],
  ["malformed", /5 of the server's completions could not be read/],
  ["nonsense", /not a completion list of the protocol/],
  ["truncated", /its list is incomplete/],
  ["no-diagnostics", /no diagnostics on request/],
];

describe.each(FAULTS)("fault: %s", (fault, reason) => {
  test("each question is answered and recorded with its reason, and no process stays", {
    timeout: 60_000,
  }, async () => {
    const { monitor, pids } = scripted({ fault });
    await monitor.ready();
    const first = await askAt(monitor, "x = box.");
    expect(first.asked).toHaveLength(1);
    expect(first.asked[0]!.reason).toMatch(reason);
    for (let more = 0; more < 5; more++) {
      const { asked } = await askAt(monitor, `y = ${more}; x = box.`);
      expect(asked).toHaveLength(1);
      expect(asked[0]!.answer).not.toBe("closed");
      expect(asked[0]!.reason).not.toBe("");
    }
    await monitor.dispose();
    expect(pids().length).toBeGreaterThan(0);
    await until(() => !pids().some(runs));
  });
});

test("a server that never answers is started again, and given up in the end", { timeout: 60_000 }, async () => {
  const { monitor, pids } = scripted({ fault: "never" }, { deadline: 50, pauses: [1, 1] });
  for (let more = 0; monitor.status().state !== "given up"; more++) {
    await monitor.ready();
    await askAt(monitor, `y = ${more}; x = box.`);
  }
  expect(monitor.status().starts).toBe(3);
  expect(new Set(monitor.status().failures)).toEqual(new Set(["the server no longer answers"]));
  const { asked } = await askAt(monitor, "z = box.");
  const reason = "the server is not ready: given up (the server no longer answers)";
  expect(asked[0]).toMatchObject({ answer: "unknown", reason });
  await until(() => !pids().some(runs));
});

test("while a server that never answers is ended, nothing waits for it", { timeout: 60_000 }, async () => {
  const { monitor } = scripted({ fault: "never", ending: "silent" }, { deadline: 50, pauses: [100] });
  await monitor.ready();
  for (let more = 0; monitor.status().failures.length === 0; more++) await askAt(monitor, `y = ${more}; x = box.`);
  expect(monitor.status()).toMatchObject({ state: "waiting", starts: 1 });
  const { asked } = await askAt(monitor, "z = box.");
  expect(asked[0]).toMatchObject({ reason: "the server is not ready: waiting (the server no longer answers)" });
  await monitor.ready();
  expect(monitor.status()).toMatchObject({ state: "ready", starts: 2, failures: ["the server no longer answers"] });
});

test("times beyond what a timer can wait are waited for, not cut to nothing", async () => {
  const long = Number.MAX_SAFE_INTEGER;
  const { monitor } = scripted({ delay: 30 }, { deadline: long, loading: long, pauses: [long] });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  const failing = scripted({ fault: "other-protocol" }, { pauses: [long] }).monitor;
  await until(() => failing.status().state === "waiting");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(failing.status()).toMatchObject({ state: "waiting", starts: 1 });
});

test("a server that needs more time than a short deadline is not started again", async () => {
  const { monitor } = scripted({ delay: 60 }, { deadline: 20, pauses: [1, 1] });
  await monitor.ready();
  for (let more = 0; more < 6; more++)
    expect((await askAt(monitor, `y = ${more}; x = box.`)).answer).toMatchObject({ kind: "unknown" });
  expect(monitor.status()).toMatchObject({ state: "ready", starts: 1 });
});

test("a server that answers each question with an error is started again", { timeout: 60_000 }, async () => {
  const { monitor } = scripted({ fault: "error" }, { deadline: 100, pauses: [1, 1] });
  for (let more = 0; monitor.status().starts < 2; more++) {
    await monitor.ready();
    await askAt(monitor, `y = ${more}; x = box.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(monitor.status().failures).toEqual(["the server no longer answers"]);
});

test("a server that always answers too late is not started again", async () => {
  const { monitor } = scripted({ delay: 500 }, { deadline: 100, pauses: [1, 1] });
  await monitor.ready();
  for (let more = 0; more < 30; more++)
    expect((await askAt(monitor, `y = ${more}; x = box.`)).answer).toMatchObject({ kind: "unknown" });
  expect(monitor.status()).toMatchObject({ state: "ready", starts: 1 });
});

test("after a crash in the middle of a request the server is started again, and answers", {
  timeout: 60_000,
}, async () => {
  const { monitor } = scripted({ fault: "crash", once: "crashed" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer.kind).toBe("unknown");
  await until(() => monitor.status().state !== "ready");
  await monitor.ready();
  expect(monitor.status().starts).toBe(2);
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test("an answer about an earlier text constrains nothing", async () => {
  const { monitor } = scripted({ fault: "old" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "y = 1\nx = box.")).answer).toMatchObject({
    kind: expect.stringMatching(/open|unknown/),
  });
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test("abilities that are withdrawn and given again", async () => {
  const { root, monitor } = scripted({ fault: "capabilities", gate: "given" }, { deadline: 20_000 });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "y = box.")).asked[0]).toMatchObject({
    reason: "the server does not support completions",
  });
  writeFileSync(join(root, "given"), "");
  for (let more = 0; (await askAt(monitor, `y = ${more}; x = box.`)).answer.kind !== "closed"; more++)
    await new Promise((resolve) => setTimeout(resolve, 10));
});

/** A server that is not asked for diagnostics. */
const publishing = { exhaustive: { by: "diagnostics", codes: ["no-member"], published: true } } as const;

test.each(["versioned", "plain"] as const)("reports that a server publishes by itself, %s", async (publishes) => {
  const { monitor } = scripted({ publishes, delay: 30 }, { deadline: 20_000 }, publishing);
  await monitor.ready();
  for (let more = 0; more < 3; more++) expect((await askAt(monitor, `y = ${more}; x = box.`)).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "x = loose.")).answer).toMatchObject({ kind: "open", value: ["one"] });
});

test.each(["c++ (old)/main.box", "100%/é #1?.box"])(
  "reports about a file whose name servers spell in other ways: %s",
  async (path) => {
    const { monitor } = scripted({ publishes: "versioned" }, { deadline: 5_000 }, publishing);
    await monitor.ready();
    expect((await askAt(monitor, "x = box.", "\n", path)).answer).toEqual(CLOSED);
  },
);

test("reports that a server does not publish", async () => {
  const { monitor } = scripted({ publishes: "nothing" }, {}, publishing);
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).asked[0]).toMatchObject({
    answer: "unknown",
    reason: "the server published no diagnostics in time",
  });
});

test("a list of 50,000 names", async () => {
  const { monitor } = scripted({}, { deadline: 10_000 });
  await monitor.ready();
  const { asked } = await askAt(monitor, "x = many.");
  expect(asked[0]).toMatchObject({ answer: "closed", names: 50_000 });
});

test("what the server asks is answered: its settings, the folders, and that a method is unknown", async () => {
  const { monitor } = scripted({ fault: "asks" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test("a server runs below the priority of the generation", async () => {
  const { monitor, pids } = scripted({});
  await monitor.ready();
  expect(getPriority(pids()[0])).toBeGreaterThan(getPriority());
});

test("a server that writes to its standard error without end goes on", async () => {
  const { monitor } = scripted({ fault: "stderr" }, { deadline: 5_000 });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test.each([
  ["other-protocol", /speaks another protocol/],
  ["other-encoding", /counts columns in utf-7/],
])("%s: the server is given up, and the reason is told", { timeout: 60_000 }, async (fault, reason) => {
  const { monitor, pids } = scripted({ fault }, { pauses: [1] });
  await monitor.ready();
  expect(monitor.status().state).toBe("given up");
  expect((await askAt(monitor, "x = box.")).asked[0]!.reason).toMatch(reason);
  await until(() => !pids().some(runs));
});

test.each(["mute", "not-ready", "no-probe"])(
  "%s: nothing waits for a server that does not begin",
  { timeout: 60_000 },
  async (fault) => {
    const { monitor, pids } = scripted({ fault }, { loading: 1_000, pauses: [1] });
    expect((await askAt(monitor, "x = box.")).asked[0]).toMatchObject({
      answer: "unknown",
      reason: expect.stringContaining("the server is not ready"),
    });
    await monitor.ready();
    expect(monitor.status().state).toBe("given up");
    await until(() => !pids().some(runs));
  },
);

test("a server that refuses requests while it reads the project becomes ready", async () => {
  const hovering = { tail: "(lambda x: x).x", reached: 8, beyond: 14, partial: [], unreached: "dead", lists: [] };
  const exhaustive = { by: "diagnostics", codes: ["no-member"], hovering } as const;
  const { monitor } = scripted({ fault: "refuses", hovers: "telling" }, { loading: 5_000, pauses: [] }, { exhaustive });
  await monitor.ready();
  expect(monitor.status()).toMatchObject({ state: "ready", starts: 1, failures: [] });
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test.each([
  ["no-probe", "it lists no members at the end of probe.box"],
  ["refuses", "textDocument/completion failed (content modified)"],
])("%s: the failure says what the server answered to the probe", async (fault, answer) => {
  const { monitor } = scripted({ fault }, { loading: 300, pauses: [] });
  await monitor.ready();
  const failure = `the server did not say within 300 ms that it has read the project: ${answer}`;
  expect(monitor.status()).toMatchObject({ state: "given up", failures: [failure] });
});

test("null in place of abilities that a server does not have", async () => {
  const { monitor } = scripted({ fault: "nulls" }, { pauses: [] });
  await monitor.ready();
  expect(monitor.status()).toMatchObject({ state: "ready", server: undefined, failures: [] });
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test("abilities that are registered before the answer to initialize", async () => {
  const { monitor } = scripted({ fault: "early" });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
});

test("a version of thousands of characters is cut", async () => {
  const { monitor } = scripted({ fault: "long-name" });
  await monitor.ready();
  expect(monitor.status().server).toMatch(/^scripted 1{91}$/);
});

test.each(["mute", "stubborn"])(
  "%s: disposing ends the server, and what it has started",
  { timeout: 60_000 },
  async (fault) => {
    const { monitor, pids } = scripted({ fault });
    if (fault === "stubborn") await monitor.ready();
    await until(() => pids().length >= (fault === "stubborn" ? 2 : 1));
    expect(pids().every(runs)).toBe(true);
    await monitor.dispose();
    await until(() => !pids().some(runs));
    expect((await askAt(monitor, "x = box.")).asked[0]!.reason).toContain("closed");
  },
);

test("disposing while the server reads the project ends it for good, also if it answers the probe meanwhile", async () => {
  const { root, monitor, pids } = scripted({ fault: "ends-slowly", gate: "probed" }, { pauses: [1] });
  await until(() => existsSync(join(root, "probed")));
  await monitor.dispose();
  expect(monitor.status()).toMatchObject({ state: "closed", starts: 1 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(monitor.status()).toMatchObject({ state: "closed", starts: 1, failures: [] });
  expect(pids()).toHaveLength(1);
  await until(() => !pids().some(runs));
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "after %s, the process that uses a server leaves no server behind",
  { timeout: 60_000 },
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), "espalier-lsp-"));
    const file = join(folder, "pids");
    writeFileSync(file, "");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pids = (): readonly number[] => readFileSync(file, "utf8").trim().split("\n").filter(Boolean).map(Number);
    const command = [process.execPath, SERVER, JSON.stringify({ fault: "stubborn", pids: file })];
    const source = `
      import { runServer } from "@espalier/analysis-lsp";
      const profile = { name: "scripted", program: "", parameters: [], howToGet: "", languages: {}, lexer: () => ({}),
        readiness: { after: "initialize" }, exhaustive: { by: "nothing", reason: "a test" } };
      const server = runServer(profile, { root: ".", command: ${JSON.stringify(command)} });
      await server.ready();
      console.log(server.status().state);
      setInterval(() => {}, 1_000);`;
    const flags = ["--import", "tsx", "--conditions=@espalier/source", "--input-type=module", "-e", source];
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const user = spawn(process.execPath, flags, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void user.kill("SIGKILL"));
    const said = await new Promise((resolve) => user.stdout.once("data", (bytes) => resolve(`${bytes}`.trim())));
    expect(said).toBe("ready");
    expect(pids()).toHaveLength(2);
    expect(pids().every(runs)).toBe(true);
    user.kill(signal);
    await until(() => !pids().some(runs));
  },
);

test.each(["mute", "mute-probe"])(
  "%s: a process that does not wait for its server ends, and so does the server",
  { timeout: 60_000 },
  async (fault) => {
    const folder = mkdtempSync(join(tmpdir(), "espalier-lsp-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "pids");
    writeFileSync(file, "");
    const command = [process.execPath, SERVER, JSON.stringify({ fault, pids: file })];
    const source = `
      import { declaredLexer, lsp, pythonLexemes } from "@espalier/analysis-lsp";
      const profile = { name: "scripted", program: "", parameters: [], howToGet: "", languages: { ".box": "box" },
        lexer: () => declaredLexer(pythonLexemes), probe: { file: "probe.box", text: "box." },
        readiness: { after: "registration", method: "textDocument/completion" },
        exhaustive: { by: "nothing", reason: "a test" } };
      const server = lsp(profile, { root: ${JSON.stringify(folder)}, command: ${JSON.stringify(command)} });
      setTimeout(() => console.log(server.status().state), 1_000);`;
    const flags = ["--import", "tsx", "--conditions=@espalier/source", "--input-type=module", "-e", source];
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const user = spawn(process.execPath, flags, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void user.kill("SIGKILL"));
    const said = new Promise((resolve) => user.stdout.once("data", (bytes) => resolve(`${bytes}`.trim())));
    expect(await new Promise((resolve) => user.once("exit", resolve))).toBe(0);
    expect(await said).toBe(fault === "mute" ? "starting" : "loading");
    const pids = readFileSync(file, "utf8").trim().split("\n").map(Number);
    expect(pids).toHaveLength(1);
    await until(() => !pids.some(runs));
  },
);

test("a server is shared by several decoders: each gets the answers about its own text", {
  timeout: 60_000,
}, async () => {
  const { monitor } = scripted({ delay: 5 }, { deadline: 20_000 });
  await monitor.ready();
  const texts = Array.from(
    { length: 40 },
    (_, at) => [`${"y = 1\n".repeat(at)}x = ${at % 3 === 0 ? "loose" : "box"}.`, at] as const,
  );
  const answers = await Promise.all(texts.map(([text]) => askAt(monitor, text)));
  for (const [text, at] of texts)
    expect({ text, answer: answers[at]!.answer.kind }).toEqual({ text, answer: at % 3 === 0 ? "open" : "closed" });
});

test("a question that waits too long for earlier ones becomes unknown, and the record says so", async () => {
  const { monitor } = scripted({ delay: 300 }, { deadline: 1500 });
  await monitor.ready();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => askAt(monitor, `y = ${at}; x = box.`)));
  expect(answers[0]!.answer.kind).toBe("closed");
  expect(answers.at(-1)!.asked[0]).toMatchObject({
    answer: "unknown",
    reason: expect.stringMatching(/took 1500 ms|within/),
  });
});
