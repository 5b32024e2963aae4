// The proxy is transparent: over a recorded session the editor reads byte for byte what the server alone would say, and the server reads byte for byte
// what the editor writes, with ChatLSP's requests between any two messages.

import type { ChatLspAnswers } from "@espalier/chat-lsp";
import { CHAT_LSP } from "@espalier/typed-holes";
import { expect, test } from "vitest";
import {
  alone,
  bodiesOf,
  collected,
  type Link,
  type Played,
  playback,
  proxied,
  type Recorded,
  recordedSession,
  written,
} from "./sessions.js";

const main = { uri: "file:///project/main.py" };

/** Answers with what it was asked about. */
const echoing: ChatLspAnswers = {
  aiTutorial: () => "Python",
  expectedType: async ({ text, offset }) => ({ text: text.slice(0, offset), strength: "hard", by: "context" }),
  relevantTypes: async ({ languageId }) => ({ definitions: [], text: languageId }),
  relevantHeaders: async ({ uri }) => ({ headers: [], text: uri }),
  errorReport: async ({ text, filling }) => ({
    needed: true,
    errors: [],
    text: filling === undefined ? text : text.slice(filling.from, filling.to),
  }),
};

/** The editor of the session: it writes a message once the server has said what it said before. `between` writes more after each message. */
async function play(
  session: readonly Recorded[],
  { input, output, ended }: Link,
  { own = () => [] }: { readonly own?: (at: number) => readonly Buffer[] } = {},
): Promise<Omit<Played, "got"> & { readonly ownBytes: number }> {
  const read = collected(output);
  let expected = 0;
  let ownBytes = 0;
  let at = 0;
  for (const { from, bytes } of session) {
    if (from === "server") {
      expected += bytes.length;
      continue;
    }
    await read.reaches(expected);
    const all = Buffer.concat([bytes, ...own(at++)]);
    for (let start = 0, size = 1; start < all.length; start += size, size = (size * 5 + 11) % 509)
      input.write(all.subarray(start, start + size));
    ownBytes += all.length - bytes.length;
  }
  return { end: await ended, read: read.bytes(), ownBytes };
}

const server = (session: readonly Recorded[]): Buffer =>
  Buffer.concat(session.filter(({ from }) => from === "server").map(({ bytes }) => bytes));
const editor = (session: readonly Recorded[]): Buffer =>
  Buffer.concat(session.filter(({ from }) => from === "editor").map(({ bytes }) => bytes));

test("a session through the proxy has the bytes of the session with the server alone", async () => {
  const session = recordedSession();
  const [direct, between] = [playback(session), playback(session)];
  const before = await play(session, alone(direct.command));
  expect(before.read.equals(server(session))).toBe(true);
  const { read, end } = await play(
    session,
    proxied(between.command, () => echoing),
  );
  expect(read.equals(before.read)).toBe(true);
  expect(between.got().equals(direct.got())).toBe(true);
  expect(between.got().equals(editor(session))).toBe(true);
  expect(end).toEqual({ code: 0, signal: null });
});

test("the five requests between any two messages are answered, and change nothing else", async () => {
  const session = recordedSession();
  const { command, got } = playback(session);
  // Ids that the server's own requests have, and strings; each request is cancelled late, which the server must not hear of.
  const requests = [
    [CHAT_LSP.aiTutorial, {}],
    [CHAT_LSP.expectedType, { textDocument: main, position: { line: 1, character: 0 } }],
    [CHAT_LSP.relevantTypes, { textDocument: main, position: { line: 0, character: 9 } }],
    [CHAT_LSP.relevantHeaders, { textDocument: main, position: { line: 0, character: 0 } }],
    [CHAT_LSP.errorReport, { textDocument: main }],
  ] as const;
  const ids: unknown[] = [];
  const { read, end } = await play(
    session,
    proxied(command, () => echoing),
    {
      own: (at) =>
        // The last messages stop the server.
        at === 0 || at > 27
          ? []
          : requests.map(([method, params], which) => {
              const id = which % 2 === 0 ? 1_000 + at * 5 + which : `${at}-${which}`;
              ids.push(id);
              return written({ id, method, params });
            }),
    },
  );
  expect(got().equals(editor(session))).toBe(true);
  expect(end).toEqual({ code: 0, signal: null });
  const own = new Set(ids.map((id) => JSON.stringify(id)));
  const isOwn = (body: string): boolean => {
    const { id, method } = JSON.parse(body);
    return method === undefined && own.has(JSON.stringify(id));
  };
  const bodies = bodiesOf(read);
  expect(bodies.filter((body) => !isOwn(body))).toEqual(bodiesOf(server(session)));
  const answers = bodies.filter(isOwn).map((body) => JSON.parse(body));
  expect(answers.map(({ id }) => JSON.stringify(id)).sort()).toEqual([...own].sort());
  expect(answers.filter(({ result }) => result !== undefined).length).toBeGreaterThan(50);
});
