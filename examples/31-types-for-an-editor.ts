// An editor asks an unchanged pyright for the context of a hole, through the proxy that adds ChatLSP to it. Needs pyright on the PATH
// (`npm install --global pyright`), or PYRIGHT=FILE that names its language server.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { chatLspClient, chatLspProxy, serverAnswers } from "@espalier/chat-lsp";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const folder = mkdtempSync(join(tmpdir(), "espalier-editor-"));
const rootUri = pathToFileURL(folder).href;
const command = [process.env.PYRIGHT ?? "pyright-langserver", "--stdio"];
const [input, output] = [new PassThrough(), new PassThrough()];
const { ended } = chatLspProxy({ command, input, output, answers: serverAnswers("pyright", { command }) });
const missing = ended.then(
  ({ error }) => error && "pyright was found neither in PYRIGHT nor on the PATH: npm install --global pyright",
);

const editor = createMessageConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
editor.onRequest(() => null);
editor.listen();
const started = editor.sendRequest("initialize", { rootUri, capabilities: {} }).then(() => undefined);
const problem = await Promise.race([missing, started]);
if (problem === undefined) {
  const textDocument = { uri: `${rootUri}/basket.py`, languageId: "python", version: 1, text: "" };
  textDocument.text = `class Basket:
    def price(self) -> int: return 0

def empty() -> Basket: return Basket()
def name(basket: Basket) -> str: return "basket"

first: list[Basket] = []
first.append(`;
  await editor.sendNotification("initialized", {});
  await editor.sendNotification("textDocument/didOpen", { textDocument });
  const [client, at] = [chatLspClient(editor), { textDocument, position: { line: 7, character: 13 } }];
  console.log((await client.expectedType(at))?.text);
  console.log((await client.relevantTypes(at)).text.trim());
  console.log((await client.relevantHeaders(at)).text);
  await editor.sendRequest("shutdown");
  await editor.sendNotification("exit");
  await ended;
} else {
  console.log(problem);
}
rmSync(folder, { recursive: true });
