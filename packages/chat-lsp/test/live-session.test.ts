// The recorded session with pyright, live: the answers are byte for byte those of pyright alone, and the five requests are answered by a second pyright.

import { pathToFileURL } from "node:url";
import { serverAnswers } from "@espalier/chat-lsp";
import { expect, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { projectOf } from "../../../test/support/temporary-projects.js";
import { alone, bodiesOf, collected, type Link, proxied, recordedSession, written } from "./sessions.js";

const MAIN = "from shop import Basket\n\nbasket = Basket()\nbasket.add('tea', 2)\ntotal = basket.\n";
const SHOP =
  'class Basket:\n    def add(self, name: str, count: int) -> "Basket":\n        return self\n\n    def price(self) -> int:\n        return 0\n';

/** Plays the editor of the recorded session with a live server, whose own requests are answered. `own` is asked when a document is open. */
async function play(root: string, link: Link, own?: (link: Link) => readonly object[]) {
  const read = collected(link.output);
  const uri = pathToFileURL(root).href;
  const answered = new Set<string>();
  const messages = (): readonly { id?: unknown; method?: string; body: string }[] =>
    bodiesOf(whole(read.bytes())).map((body) => ({ ...JSON.parse(body), body }));
  const answerServer = (): void => {
    for (const { id, method } of messages()) {
      if (id === undefined || method === undefined || answered.has(`${id}`)) continue;
      answered.add(`${id}`);
      link.input.write(written({ id, result: method === "workspace/configuration" ? [{}] : null }));
    }
  };
  const wait = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      answerServer();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const has = (id: unknown): boolean => messages().some((each) => each.method === undefined && each.id === id);
  const asked: unknown[] = [];
  for (const { from, bytes } of recordedSession()) {
    const [body] = bodiesOf(bytes) as [string];
    const message = JSON.parse(body.replaceAll("file:///project", uri));
    // Answers of the editor belong to requests of the recorded server.
    if (from === "server" || message.method === undefined) continue;
    if (message.method === "shutdown" && own !== undefined)
      for (const request of own(link)) {
        link.input.write(written(request));
        await wait(() => has((request as { id: unknown }).id));
      }
    link.input.write(written(message));
    if (message.id === undefined || message.method === "textDocument/references") continue;
    asked.push(message.id);
    await wait(() => has(message.id));
  }
  const { code } = await link.ended;
  return {
    code,
    answers: asked.map((id) => messages().find((each) => each.method === undefined && each.id === id)!.body),
    all: messages(),
  };
}

/** The bytes up to the end of the last whole message. */
function whole(bytes: Buffer): Buffer {
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n\r\n", at);
    const length =
      end < 0 ? Number.NaN : Number(/content-length: *(\d+)/i.exec(bytes.toString("latin1", at, end))?.[1]);
    if (!(end + 4 + length <= bytes.length)) return bytes.subarray(0, at);
    at = end + 4 + length;
  }
}

test("answers are those of pyright alone, and the five requests are answered", {
  timeout: 240_000,
}, async (context) => {
  const command = commandOf("pyright");
  if (command === undefined) return context.skip(whyNot("pyright"));
  const root = projectOf({ "main.py": MAIN, "shop.py": SHOP });
  const direct = await play(root, alone(command));
  const uri = `${pathToFileURL(root).href}/hole.py`;
  const text = "from shop import Basket\n\ndef first() -> Basket:\n    return \n";
  const textDocument = { uri };
  const position = { line: 3, character: 11 };
  const between = await play(
    root,
    proxied(command, serverAnswers("pyright", { command, deadline: 60_000 })),
    (link) => {
      link.input.write(
        written({
          method: "textDocument/didOpen",
          params: { textDocument: { uri, languageId: "python", version: 1, text } },
        }),
      );
      return [
        { id: "own-1", method: "workspace/aiTutorial", params: {} },
        { id: "own-2", method: "textDocument/expectedType", params: { textDocument, position } },
        { id: "own-3", method: "textDocument/relevantTypes", params: { textDocument, position } },
        { id: "own-4", method: "textDocument/relevantHeaders", params: { textDocument, position } },
        { id: "own-5", method: "textDocument/errorReport", params: { textDocument } },
      ];
    },
  );
  expect(between.code).toBe(direct.code);
  expect(between.answers).toEqual(direct.answers);
  expect(direct.answers.length).toBe(10);
  const own = between.all.filter(({ id }) => `${id}`.startsWith("own-")).map(({ body }) => JSON.parse(body).result);
  expect(own).toHaveLength(5);
  expect(own[0]).toContain("Python");
  expect(own[1]).toEqual({ text: "Basket", strength: "hard", by: "context" });
  expect(own[2].text).toContain("def price(self) -> int");
  expect(own[4]).toMatchObject({ needed: true });
  // Nothing that the editor reads names what the probes are made of.
  expect(
    between.all.filter(({ body }) => /espalier_|EspalierProbe/i.test(body) && !body.includes("espalier/unknown")),
  ).toEqual([]);
});
