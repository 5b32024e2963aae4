// The client beside a scripted peer: what it asks, and what becomes of requests that have no answer.

import { PassThrough } from "node:stream";
import { type ChatLspClient, chatLspClient } from "@espalier/chat-lsp";
import { CHAT_LSP } from "@espalier/typed-holes";
import { expect, onTestFinished, test } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

const at = { textDocument: { uri: "file:///a.py" }, position: { line: 1, character: 2 } };

/** A client, and the peer that it asks. */
function pair(deadline?: number): { readonly client: ChatLspClient; readonly peer: MessageConnection; end(): void } {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const [near, peer] = [
    createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up)),
    createMessageConnection(new StreamMessageReader(up), new StreamMessageWriter(down)),
  ];
  near.listen();
  peer.listen();
  onTestFinished(() => [near, peer].forEach((each) => void each.dispose()));
  const client = chatLspClient(near, deadline === undefined ? {} : { deadline });
  return { client, peer, end: () => void down.destroy() };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("the five requests are asked by their names, and answered as the server answers them", async () => {
  const { client, peer } = pair();
  const asked: unknown[] = [];
  const results: Readonly<Record<string, unknown>> = {
    [CHAT_LSP.aiTutorial]: "Python",
    [CHAT_LSP.expectedType]: null,
    [CHAT_LSP.relevantTypes]: { definitions: [], text: "class A: ..." },
    [CHAT_LSP.relevantHeaders]: { headers: [], text: "" },
    [CHAT_LSP.errorReport]: { needed: false, errors: [], text: "" },
  };
  peer.onRequest((method, parameters) => {
    asked.push([method, parameters]);
    return results[method];
  });
  const { textDocument } = at;
  const got = [
    await client.aiTutorial(),
    await client.expectedType(at),
    await client.relevantTypes(at),
    await client.relevantHeaders(at),
    await client.errorReport({ textDocument }),
  ];
  expect(got).toEqual(Object.values(results));
  expect(asked).toEqual(
    Object.keys(results).map((method, which) => [method, [{}, at, at, at, { textDocument }][which]]),
  );
});

test("a server that knows none of the requests, or refuses them, is told by the code of the error", async () => {
  const { client, peer } = pair();
  await expect(client.aiTutorial()).rejects.toMatchObject({ name: "ChatLspError", code: "unsupported" });
  peer.onRequest(() => {
    throw new Error("not today");
  });
  await expect(client.expectedType(at)).rejects.toMatchObject({ code: "refused", message: /not today/ });
});

test.each([7, undefined, "text", { text: 7 }, { text: "", definitions: {} }, []])(
  "an answer like %j is malformed",
  async (result) => {
    const { client, peer } = pair();
    peer.onRequest(() => result);
    await expect(client.relevantTypes(at)).rejects.toMatchObject({ code: "malformed" });
  },
);

test("when a server dies, pending and later requests fail", async () => {
  const { client, peer, end } = pair();
  peer.onRequest(() => new Promise(() => {}));
  const asked = client.expectedType(at);
  setTimeout(end, 5);
  await expect(asked).rejects.toMatchObject({ code: "ended" });
  await expect(client.aiTutorial()).rejects.toMatchObject({ code: "ended" });
});

test("a late answer is not waited for, and what is cancelled here is cancelled there", async () => {
  const { client, peer } = pair(200);
  const [reached, cancelled]: [string[], string[]] = [[], []];
  peer.onRequest((method, _, token) => {
    reached.push(method);
    token.onCancellationRequested(() => cancelled.push(method));
    return new Promise(() => {});
  });
  await expect(client.aiTutorial()).rejects.toMatchObject({ code: "late" });
  const controller = new AbortController();
  const asked = client.expectedType(at, controller.signal);
  await until(() => reached.length === 2);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  await expect(client.expectedType(at, controller.signal)).rejects.toMatchObject({ code: "cancelled" });
  await until(() => cancelled.length === 2);
  expect(cancelled).toEqual([CHAT_LSP.aiTutorial, CHAT_LSP.expectedType]);
});
