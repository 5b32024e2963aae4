// Messages that no server should send, in place of the answer to a question or before it: the question gets an answer, and the record has a reason where a
// constraint is lost.

import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { connect } from "../src/connection.js";
import { followHeaders } from "../src/headers.js";
import { askAt, PROFILE, runs, SERVER, scripted, until } from "./scripted.js";

const CLOSED = { kind: "closed", value: ["close", "open", "é"] };
const LABELS = { result: { isIncomplete: false, items: [{ label: "open" }] } };

/** A message with a header of its own. */
const framed = (body: string, header = `Content-Length: ${Buffer.byteLength(body)}`): string =>
  `${header}\r\n\r\n${body}`;

test.each<[string, readonly unknown[], RegExp]>([
  ["a header without a length", [framed("{}", "Content-Type: text")], /cannot be read/],
  ["a header that is no header", ["listening on port 8080\r\n\r\n"], /cannot be read/],
  ["a length that is no number", [framed("{}", "Content-Length: many")], /cannot be read/],
  ["a length below zero", [framed("{}", "Content-Length: -5")], /cannot be read/],
  ["a length of zero", [framed("")], /cannot be read/],
  ["a length beyond all numbers", [framed("{}", "Content-Length: 999999999999999999999999")], /no answer/],
  ["half a header, and silence", ["Content-Len"], /no answer/],
  ["a header without an end", ["x".repeat(100_000)], /something else than messages/],
  ["half a message, and silence", [framed('{"id":', "Content-Length: 100")], /no answer/],
  ["a body that is null", [framed("null")], /no answer/],
  ["a body that is a number", [framed("7")], /no answer/],
  ["a body that is a list of messages", [framed('[{"id":1,"result":null}]')], /no answer/],
  ["a body in UTF-16", [framed(Buffer.from('{"id":1}', "utf16le").toString("latin1"))], /cannot be read/],
  ["a number of the question that is a text", [framed('{"jsonrpc":"2.0","id":"1","result":null}')], /no answer/],
  ["a number of the question that is an object", [{ id: {}, ...LABELS }], /no answer/],
  ["a number of the question that is null", [{ id: null, ...LABELS }], /no answer/],
  ["a number that no question has", [{ id: 4711, ...LABELS }], /no answer/],
  ["a cancellation of nothing", [{ method: "$/cancelRequest" }], /cannot be read/],
  ["neither a result nor an error", [{ id: "$id" }], /neither a result nor an error/],
  ["an error that is null and no result", [{ id: "$id", error: null }], /neither a result nor an error/],
  ["an error that is a text", [{ id: "$id", error: "no" }], /completion failed/],
  ["an error whose message is an object", [{ id: "$id", error: { code: "x", message: {} } }], /completion failed/],
  ["a result that is a text", [{ id: "$id", result: "open" }], /not a completion list/],
  ["a result that is a number", [{ id: "$id", result: 7 }], /not a completion list/],
  ["a list of lists", [{ id: "$id", result: [[["open"]]] }], /could not be read/],
  ["no members", [{ id: "$id", result: null }], /lists no members/],
])("in place of an answer: %s", async (_, instead, reason) => {
  const { monitor, pids } = scripted({ instead });
  await monitor.ready();
  const { asked } = await askAt(monitor, "x = box.");
  expect(asked[0]!.answer).toBe("unknown");
  expect(asked[0]!.reason).toMatch(reason);
  await monitor.dispose();
  await until(() => !pids().some(runs));
});

test.each<[string, readonly unknown[]]>([
  ["an answer to a question that nobody asked", [{ id: 4711, ...LABELS }]],
  ["a request of an unknown method", [{ id: "a", method: "editor/explode", params: {} }]],
  ["a request whose number is an object", [{ id: {}, method: "workspace/configuration", params: {} }]],
  ["a request for the configuration of nothing", [{ id: "a", method: "workspace/configuration" }]],
  [
    "a request for configurations that are no list",
    [{ id: "a", method: "workspace/configuration", params: { items: 7 } }],
  ],
  [
    "a request for a configuration of null",
    [{ id: "a", method: "workspace/configuration", params: { items: [null] } }],
  ],
  ["a registration of nothing", [{ id: "a", method: "client/registerCapability", params: { registrations: null } }]],
  ["a registration of null", [{ id: "a", method: "client/registerCapability", params: { registrations: [null] } }]],
  ["a registration without parameters", [{ id: "a", method: "client/registerCapability" }]],
  [
    "the end of a registration that there is not",
    [{ id: "a", method: "client/unregisterCapability", params: { unregisterations: [{}] } }],
  ],
  ["a cancellation of no question", [{ method: "$/cancelRequest", params: { id: 4711 } }]],
  ["progress of nothing", [{ method: "$/progress" }, { method: "$/progress", params: null }]],
  ["diagnostics of nothing", [{ method: "textDocument/publishDiagnostics" }]],
  ["a body that is null", [framed("null")]],
  ["a body that is a list", [framed("[]")]],
  ["a header in small letters, with more lines", [framed("{}", "content-type: x\r\ncontent-length: 2\r\nx-more: y")]],
])("before an answer: %s", async (_, also) => {
  const { monitor } = scripted({ also }, { deadline: 5_000 });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual(CLOSED);
  expect((await askAt(monitor, "y = box.")).answer).toEqual(CLOSED);
  expect(monitor.status()).toMatchObject({ state: "ready", starts: 1, failures: [] });
});

test("headers are followed wherever the bytes of the messages are cut", () => {
  const messages = Array.from({ length: 20 }, (_, at) =>
    framed("\r\n\r\n".repeat(at * at * 50), `Content-Type: x\r\ncontent-length: ${at * at * 200}`),
  );
  const bytes = Buffer.from(messages.join(""));
  for (const cut of [1, 2, 3, 5, 64, 4_096, 65_536, bytes.length]) {
    const take = followHeaders();
    for (let at = 0; at < bytes.length; at += cut) expect(take(bytes.subarray(at, at + cut))).toBe(true);
    expect(take(Buffer.alloc(65_535, "x"))).toBe(true);
    expect(take(Buffer.from("x"))).toBe(false);
  }
});

test.each<[string, unknown]>([
  ["an error", { id: "$id", error: { code: 1, message: "x".repeat(100_000) } }],
  ["a header", `${"x".repeat(60_000)}\r\n\r\n`],
])("%s of tens of thousands of characters is cut in the reason", async (_, message) => {
  const { monitor } = scripted({ instead: [message] });
  await monitor.ready();
  const { asked } = await askAt(monitor, "x = box.");
  expect(asked[0]!.reason).toContain("…");
  expect(asked[0]!.reason!.length).toBeLessThan(400);
});

test("two answers to one question", async () => {
  const { monitor } = scripted({
    instead: [
      { id: "$id", ...LABELS },
      { id: "$id", ...LABELS },
    ],
  });
  await monitor.ready();
  for (const prefix of ["x = box.", "y = box."])
    expect((await askAt(monitor, prefix)).answer).toEqual({ kind: "closed", value: ["open"] });
});

test("names that every object of JavaScript has", async () => {
  const labels = ["__proto__", "constructor", "hasOwnProperty"];
  const { monitor } = scripted({ instead: [{ id: "$id", result: labels.map((label) => ({ label })) }] });
  await monitor.ready();
  expect((await askAt(monitor, "x = box.")).answer).toEqual({ kind: "closed", value: labels });
});

describe("a connection", () => {
  test("leaves no listener at the signal when it has ended", async () => {
    const { signal } = new AbortController();
    const profile = { ...PROFILE, parameters: [SERVER, "{}"] };
    const starting = { profile, file: process.execPath, root: import.meta.dirname, milliseconds: 10_000, signal };
    const connection = await connect(starting);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await connection.close();
    await expect(connect({ ...starting, file: "/nowhere" })).rejects.toThrow("did not start");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("to a server that has closed its output can be told and asked things until it ends", async () => {
    const parameters = [SERVER, JSON.stringify({ fault: "closes-output" })];
    const connection = await connect({
      profile: { ...PROFILE, parameters },
      file: process.execPath,
      root: import.meta.dirname,
      milliseconds: 10_000,
      signal: new AbortController().signal,
    });
    const textDocument = { uri: "file:///a.box" };
    const answer = connection.request("textDocument/completion", { textDocument }, 10_000).catch(String);
    let isOver = false;
    const ended = connection.ended.finally(() => {
      isOver = true;
    });
    const failures: Promise<unknown>[] = [];
    while (!isOver) {
      connection.notify("textDocument/didClose", { textDocument });
      failures.push(connection.request("workspace/symbol", {}, 1).catch(({ name }) => name));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(await ended).toBe("the server closed its output");
    expect(await answer).toContain("the server closed its output");
    expect(new Set(await Promise.all(failures))).toEqual(new Set(["RequestError"]));
  });
});
