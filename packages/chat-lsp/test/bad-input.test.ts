// Failures on both sides of the proxy: requests without an answer, streams that the proxy cannot read, and servers that die or do not exist.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChatLspAnswers } from "@espalier/chat-lsp";
import { CHAT_LSP } from "@espalier/typed-holes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { frameReader } from "../src/frames.js";
import { alone, bodiesOf, collected, type Link, playback, proxied, recordedSession, written } from "./sessions.js";

const ECHO = [process.execPath, fileURLToPath(new URL("./echo-server.mjs", import.meta.url))];
const uri = "file:///a.py";
const at = { textDocument: { uri }, position: { line: 0, character: 0 } };
const silent = new Promise<never>(() => {});
const answers: ChatLspAnswers = {
  aiTutorial: () => "Python",
  expectedType: ({ text }) => ({ text, strength: "hard", by: "context" }),
  relevantTypes: () => silent,
  relevantHeaders: () => Promise.reject(new Error("no headers today")),
  errorReport: ({ text }) => ({ needed: false, errors: [], text }),
};
const initialize = written({ id: "i", method: "initialize", params: { rootUri: "file:///" } });
const opened = (text: string): Buffer =>
  written({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "python", version: 1, text } },
  });

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Writes messages, ends the input, and reads all that comes back. */
async function said(link: Link, ...messages: readonly (Buffer | string)[]): Promise<string> {
  const read = collected(link.output);
  for (const message of messages) {
    link.input.write(message);
    if (message === initialize) while (!read.bytes().includes("capabilities")) await turn();
    await turn();
  }
  link.input.end();
  await link.ended;
  return read.bytes().toString();
}

test("requests that cannot be answered are refused by the protocol's codes", async () => {
  const read = await said(
    proxied(ECHO, () => answers),
    written({ id: 1, method: CHAT_LSP.aiTutorial }),
    initialize,
    opened("x"),
    written({ id: 2, method: CHAT_LSP.expectedType, params: at }),
    written({ id: 3, method: CHAT_LSP.expectedType, params: { ...at, textDocument: { uri: "file:///b.py" } } }),
    written({ id: 4, method: CHAT_LSP.expectedType, params: { ...at, position: { line: 7, character: 0 } } }),
    written({ id: 5, method: CHAT_LSP.expectedType, params: null }),
    written({ id: 6, method: CHAT_LSP.relevantHeaders, params: at }),
    written({ id: 7, method: CHAT_LSP.errorReport, params: { ...at, range: { start: at.position } } }),
    written({ method: "shutdown", id: 8 }),
    written({ id: 9, method: CHAT_LSP.aiTutorial }),
  );
  const told = bodiesOf(Buffer.from(read)).map((body) => JSON.parse(body));
  const outcomes = told.filter(({ method }) => method === undefined).map(({ id, error }) => [id, error?.code]);
  expect(outcomes).toEqual([
    [1, -32002],
    ["i", undefined],
    [2, undefined],
    [3, -32602],
    [4, -32602],
    [5, -32602],
    [6, -32803],
    [7, -32602],
    [9, -32600],
  ]);
  expect(read).toContain("no headers today");
  // What the server got, it has written back.
  expect(told.filter(({ method }) => method !== undefined).map(({ method }) => method)).toEqual([
    "textDocument/didOpen",
    "shutdown",
  ]);
});

test("a request is cancelled once, and the server hears only of cancellations of its own requests", async () => {
  const cancel = (id: number | string): Buffer => written({ method: "$/cancelRequest", params: { id } });
  const read = await said(
    proxied(ECHO, () => answers),
    initialize,
    opened("x"),
    written({ id: 1, method: CHAT_LSP.relevantTypes, params: at }),
    cancel("1"),
    cancel(1),
    cancel(1),
    written({ id: 1, method: "textDocument/hover", params: at }),
    cancel(1),
  );
  const told = bodiesOf(Buffer.from(read)).map((body) => JSON.parse(body));
  expect(told.filter(({ id, error }) => id === 1 && error?.code === -32800)).toHaveLength(1);
  const cancelled = told.filter(({ method }) => method === "$/cancelRequest").map(({ params }) => params.id);
  expect(cancelled).toEqual(["1", 1]);
  expect(told.filter(({ method }) => method?.startsWith("textDocument/"))).toHaveLength(2);
});

test("changes of documents are followed, in the columns that were agreed upon; a text that is lost is not made up", async () => {
  const change = (...contentChanges: readonly object[]): Buffer =>
    written({ method: "textDocument/didChange", params: { textDocument: { uri, version: 2 }, contentChanges } });
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });
  const ask = (id: number): Buffer => written({ id, method: CHAT_LSP.errorReport, params: at });
  const read = await said(
    proxied([...ECHO, '{"capabilities":{"positionEncoding":"utf-8"}}'], () => answers),
    initialize,
    opened("é = 1\r\nb"),
    change({ range: range(0, 5, 99), text: "2" }, { range: range(1, 1, 1), text: "!" }),
    ask(1),
    change({ range: range(0, 1, 2), text: "?" }),
    ask(2),
    change({ text: "whole" }),
    ask(3),
    written({ method: "textDocument/didClose", params: { textDocument: { uri } } }),
    ask(4),
  );
  const told = bodiesOf(Buffer.from(read)).map((body) => JSON.parse(body));
  const answersOf = told
    .filter(({ id }) => typeof id === "number")
    .map(({ result, error }) => result?.text ?? error.code);
  expect(answersOf).toEqual(["é = 2\r\nb!", -32602, "whole", -32602]);
});

test("a message of over 64 MiB passes through whole, in both directions, and requests are answered again once a text is said", async () => {
  const changed = (text: string): Buffer =>
    written({
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: 2 }, contentChanges: [{ text }] },
    });
  const ask = (id: number): Buffer => written({ id, method: CHAT_LSP.errorReport, params: at });
  const large = changed("é".repeat((32 << 20) + 1));
  const { input, output, ended } = proxied(ECHO, () => answers);
  const read = collected(output);
  input.write(initialize);
  while (!read.bytes().includes("capabilities")) await turn();
  const before = read.bytes().length;
  // The echo of the large message is on its way while the answers to the requests are.
  for (const each of [opened("x"), large, ask(1), changed("whole"), ask(2)]) input.write(each);
  input.end();
  await ended;
  const bodies = bodiesOf(read.bytes().subarray(before));
  const own = bodies.filter((body) => body.length < 1_000 && body.includes('"id"')).map((body) => JSON.parse(body));
  expect(own.map(({ id, result, error }) => [id, result?.text ?? error.code])).toEqual([
    [1, -32602],
    [2, "whole"],
  ]);
  const echoed = bodies.filter((body) => !own.some(({ id }) => body.includes(`"id":${id}`)));
  expect(echoed.map((body) => body.length)).toEqual(
    [opened("x"), large, changed("whole")].map((each) => bodiesOf(each)[0]!.length),
  );
  expect(echoed[1] === bodiesOf(large)[0]).toBe(true);
});

test("a server that knows ChatLSP gets the requests", async () => {
  const link = proxied([...ECHO, '{"capabilities":{"experimental":{"chatLsp":true}}}'], () => answers);
  const read = await said(link, initialize, written({ id: 1, method: CHAT_LSP.aiTutorial }));
  expect(bodiesOf(Buffer.from(read)).at(-1)).toContain('"method":"workspace/aiTutorial"');
});

test.each([
  "no headers at all\r\n\r\n{}",
  "Content-Length: many\r\n\r\n{}",
  "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  "Content-Length: 9\n\n{}",
  "Content-Length: 5\r\n\r\n[{}]x",
  "Content-Length: 4\r\n\r\n\u00ff\u00fe",
  "Content-Length: 100\r\n\r\n{",
  `X: ${"x".repeat(1 << 17)}`,
])("%# what is no message passes through in both directions", async (broken) => {
  const rest = written({ method: "x", params: "é" }).toString();
  const [direct, between] = await Promise.all(
    [alone(ECHO), proxied(ECHO, () => answers)].map((link) => said(link, initialize, broken, rest)),
  );
  expect(between).toBe(direct);
});

test("a server that dies in the middle of a message ends the session as it would alone", async () => {
  const session = recordedSession();
  const first = session.find(({ from }) => from === "editor")!.bytes;
  const [direct, between] = [playback(session, 1), playback(session, 1)];
  const [one, other] = [alone(direct.command), proxied(between.command, () => answers)];
  const [before, after] = [collected(one.output), collected(other.output)];
  one.input.write(first);
  other.input.write(first);
  expect(await other.ended).toEqual({ code: 7, signal: null });
  expect(await one.ended).toEqual({ code: 7, signal: null });
  expect(after.bytes().equals(before.bytes())).toBe(true);
  // Who writes on does no harm.
  other.input.write(first);
});

test("a program that is not there is told", async () => {
  const { ended } = proxied(["there-is-no-such-server"], () => answers);
  expect((await ended).error?.message).toContain("ENOENT");
});

test("a stream is cut into messages wherever its chunks end, and nothing of it is lost", () => {
  const part = fc.oneof(
    fc
      .string({ unit: "binary", maxLength: 90 })
      .map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (parts, sizes) => {
        const bytes = Buffer.from(parts.join(""));
        const read = (cut: readonly number[]) => {
          const frames = frameReader(64);
          const got: { readonly bytes: Buffer; readonly body: Buffer | undefined }[] = [];
          for (let from = 0, at = 0; from < bytes.length; from += cut[at++ % cut.length]!)
            got.push(...frames.push(bytes.subarray(from, from + cut[at % cut.length]!)));
          const rest = frames.rest();
          return {
            all: Buffer.concat([...got.map((each) => each.bytes), rest]),
            bodies: got.flatMap(({ body }) => body?.toString("hex") ?? []),
            isBetween: frames.isBetween(),
          };
        };
        const [small, whole] = [read(sizes), read([bytes.length + 1])];
        expect(small.all.equals(bytes)).toBe(true);
        expect(whole.all.equals(bytes)).toBe(true);
        expect(small.bodies).toEqual(whole.bodies);
        expect(small.isBetween).toBe(whole.isBetween);
      },
    ),
  );
});

test("the command line is the same proxy", { timeout: 120_000 }, async () => {
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  const node = [process.execPath, "--conditions=@espalier/source", "--import", "tsx", cli];
  const rest = written({ method: "x", params: "é" }).toString();
  const [direct, between] = await Promise.all(
    [alone(ECHO), alone([...node, "--profile", "pyright", ...ECHO])].map((link) => said(link, initialize, rest)),
  );
  expect(between).toBe(direct);
  expect(await alone([...node, "some-other-server"]).ended).toEqual({ code: 2, signal: null });
});

test.each([
  [["--help"], 0, "espalier-chat-lsp [--profile NAME]"],
  [["-h"], 0, "--deadline MILLISECONDS"],
  [[], 2, "The program of a language server is missing."],
  [
    ["node", "server.js"],
    2,
    "The program node does not identify a server: put --profile NAME before it. The profiles are pyright,",
  ],
  [["--profile", "nope", "node"], 2, "There is no profile nope. The profiles are pyright,"],
  [["--profile"], 2, "--profile needs a value after it."],
  [["--profile", "pyright"], 2, "The program of a language server is missing."],
  [["--deadline", "soon", "pyright-langserver"], 2, "--deadline needs a number of milliseconds above 0."],
  [["--stdio"], 2, "There is no option --stdio."],
] as const)("the command line: %j", { timeout: 120_000 }, (parameters, status, text) => {
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  const node = ["--conditions=@espalier/source", "--import", "tsx", cli];
  const ran = spawnSync(process.execPath, [...node, ...parameters], { encoding: "utf8" });
  expect([ran.status, status === 0 ? ran.stderr : ran.stdout]).toEqual([status, ""]);
  expect(status === 0 ? ran.stdout : ran.stderr).toContain(text);
});
