// A session with a server behind a proxy of its own: it is asked about the text that was shown last, and ends with the server.

import { chatLspSession } from "@espalier/chat-lsp";
import { CHAT_LSP } from "@espalier/typed-holes";
import { expect, onTestFinished, test } from "vitest";
import { projectOf } from "../../../test/support/temporary-projects.js";
import { commandFor, SCRIPTED } from "./scripted-server.js";

const capabilities = { hoverProvider: true, diagnosticProvider: {}, documentSymbolProvider: true };
const hover = "(variable) espalier_hole: int";
const begin = async (script: object) => {
  const session = await chatLspSession(SCRIPTED, { root: projectOf({}), command: commandFor(script), deadline: 2_000 });
  onTestFinished(() => session.dispose());
  return session;
};

test("a document is asked about as it was shown last", async () => {
  const session = await begin({ capabilities, hover, diagnostics: ["wrong"] });
  const document = await session.open("main.py", "x = ");
  expect(await session.aiTutorial()).toContain("Python");
  expect(await session.expectedType(document.at(4))).toEqual({ text: "int", strength: "hard", by: "context" });
  expect(document.at(4)).toEqual({ textDocument: { uri: document.uri }, position: { line: 0, character: 4 } });
  await document.change("import os\nos.");
  expect(document.at(13).position).toEqual({ line: 1, character: 3 });
  expect(await session.expectedType(document.at(13))).toBeNull();
  const { textDocument } = document.at(0);
  const position = { line: 9, character: 0 };
  await expect(session.expectedType({ textDocument, position })).rejects.toMatchObject({ code: "refused" });
});

test("a server that is not there, and one that dies at once, are told", async () => {
  const root = projectOf({});
  await expect(chatLspSession("pyright", { root, command: ["there-is-no-such-server"] })).rejects.toMatchObject({
    code: "server-missing",
  });
  await expect(begin({ dies: "initialize" })).rejects.toMatchObject({ code: "ended", message: /has ended: 9/ });
});

test("a session with a server that has died can be ended", async () => {
  const session = await begin({ capabilities, dies: "textDocument/didOpen" });
  const document = await session.open("main.py", "x = ");
  await expect(session.expectedType(document.at(4))).rejects.toMatchObject({ name: "ChatLspError" });
  await session.dispose();
});

test("a server that knows ChatLSP itself is asked itself", async () => {
  const session = await begin({ capabilities: { experimental: { chatLsp: true } } });
  const document = await session.open("main.py", "");
  await expect(session.relevantTypes(document.at(0))).rejects.toMatchObject({
    code: "unsupported",
    message: new RegExp(CHAT_LSP.relevantTypes),
  });
});
