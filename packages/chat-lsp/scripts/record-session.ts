// Records an editor's session with pyright: open, edit, complete, hover, rename, with the requests that pyright sends and the editor's answers.
// `tsx --conditions=@espalier/source scripts/record-session.ts PYRIGHT-LANGSERVER > test/fixtures/session.json`. The project's folder is written `file:///project`.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { frameReader } from "../src/frames.js";

const MAIN = "from shop import Basket\n\nbasket = Basket()\nbasket.add('tea', 2)\ntotal = basket.\n";
const SHOP = `class Basket:
    def add(self, name: str, count: int) -> "Basket":
        return self

    def price(self) -> int:
        return 0
`;

const root = mkdtempSync(path.join(tmpdir(), "espalier-session-"));
writeFileSync(path.join(root, "shop.py"), SHOP);
writeFileSync(path.join(root, "main.py"), MAIN);
const uri = pathToFileURL(root).href;
const main = { uri: `${uri}/main.py` };
const server = spawn(process.argv[2]!, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const recorded: { readonly from: "editor" | "server"; readonly message: string }[] = [];
const answers = new Map<unknown, (message: { readonly error?: object }) => void>();
const note = (from: "editor" | "server", message: string): void =>
  void recorded.push({ from, message: withoutPaths(message) });

/** The message without the names of folders of this machine. */
function withoutPaths(message: string): string {
  const servers = /file:[^"]*\/node_modules/g;
  return message
    .replaceAll(uri, "file:///project")
    .replaceAll(root, "/project")
    .replace(servers, "file:///node_modules");
}

function send(message: object): void {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  note("editor", body);
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
let id = 0;
const ask = (method: string, params?: object): Promise<unknown> => {
  const own = id++;
  send({ id: own, method, params });
  return new Promise((resolve) => answers.set(own, resolve));
};

const frames = frameReader(1 << 26);
server.stdout.on("data", (chunk: Buffer) => {
  for (const { body } of frames.push(chunk)) {
    note("server", body!.toString());
    const message = JSON.parse(body!.toString());
    if (message.method === undefined) answers.get(message.id)?.(message);
    else if (message.method === "workspace/configuration")
      send({ id: message.id, result: message.params.items.map(() => ({ analysis: { typeCheckingMode: "strict" } })) });
    else if (message.id !== undefined) send({ id: message.id, result: null });
  }
});
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500));
const position = (line: number, character: number) => ({ textDocument: main, position: { line, character } });

await ask("initialize", {
  processId: null,
  rootUri: uri,
  workspaceFolders: [{ uri, name: "project" }],
  capabilities: {
    general: { positionEncodings: ["utf-16"] },
    window: { workDoneProgress: true },
    workspace: { configuration: true, workspaceFolders: true, didChangeConfiguration: { dynamicRegistration: true } },
    textDocument: {
      diagnostic: { dynamicRegistration: true },
      hover: { contentFormat: ["markdown"] },
      rename: { prepareSupport: true },
    },
  },
});
send({ method: "initialized", params: {} });
await quiet();
send({
  method: "textDocument/didOpen",
  params: { textDocument: { ...main, languageId: "python", version: 1, text: MAIN } },
});
await ask("textDocument/documentSymbol", { textDocument: main });
await ask("textDocument/completion", {
  ...position(4, 15),
  context: { triggerKind: 2, triggerCharacter: "." },
  workDoneToken: "editor-1",
});
const edited = {
  range: { start: { line: 4, character: 15 }, end: { line: 4, character: 15 } },
  text: "price()  # £ 😀",
};
send({ method: "textDocument/didChange", params: { textDocument: { ...main, version: 2 }, contentChanges: [edited] } });
await ask("textDocument/hover", position(3, 8));
await ask("textDocument/signatureHelp", position(3, 18));
const cancelled = ask("textDocument/references", {
  ...position(2, 2),
  context: { includeDeclaration: true },
  partialResultToken: "editor-2",
});
send({ method: "$/cancelRequest", params: { id: id - 1 } });
await cancelled;
await ask("textDocument/prepareRename", position(2, 2));
await ask("textDocument/rename", { ...position(2, 2), newName: "basket_of_tea" });
await ask("textDocument/diagnostic", { textDocument: main });
await ask("espalier/unknown", {});
send({ method: "textDocument/didClose", params: { textDocument: main } });
await quiet();
await ask("shutdown");
send({ method: "exit" });
server.once("exit", () => {
  rmSync(root, { recursive: true });
  console.log(JSON.stringify(recorded, undefined, 1));
});
