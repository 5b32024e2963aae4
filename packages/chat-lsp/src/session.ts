// A headless editor session: it starts a language server behind a proxy in this process, opens and changes documents, and sends
// ChatLSP's five requests.

import path from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { locateServer, positionOf, type ServerProfile } from "@espalier/analysis-lsp";
import { integer, signature, text as textKind } from "@espalier/arguments";
import type { TextDocumentPlace } from "@espalier/typed-holes";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { type ChatLspClient, ChatLspError, chatLspClient } from "./client.js";
import { checkSession, patienceOf, type ServerAnswersOptions, serverAnswers } from "./own-server.js";
import { chatLspProxy } from "./proxy.js";

/** How a session is begun. */
export interface ChatLspSessionOptions extends ServerAnswersOptions {
  /** The folder of the project. */
  readonly root: string;
}

/** A document that a server is shown. */
export interface ShownDocument {
  readonly uri: string;
  /** The place of an offset in UTF-16 units of the text that was shown last. */
  at(offset: number): TextDocumentPlace;
  /** Shows another text of it. */
  change(text: string): Promise<void>;
}

/** A language server with ChatLSP's requests, and the documents that it is shown. */
export interface ChatLspSession extends ChatLspClient {
  /** Shows the server a document that need not be on disk; `file` is a path in the folder of the project. */
  open(file: string, text: string): Promise<ShownDocument>;
  /** Ends the server as the protocol has it, and all that it has started. */
  dispose(): Promise<void>;
}

const checkOpen = signature("open", { file: textKind, text: textKind });
const checkChange = signature("change", { text: textKind });
const checkAt = signature("at", { offset: integer({ min: 0 }) });

/**
 * Starts an unchanged language server, a proxy in front of it, and a client of the proxy. Requests of the server are answered with `null`: it has its
 * settings by default. Two processes of the server run, see {@link serverAnswers}.
 *
 * @throws ServerError when there is no such profile, program or folder. @throws ChatLspError `ended` when the server ends before it is initialised.
 */
export async function chatLspSession(
  profile: string | ServerProfile,
  given: ChatLspSessionOptions,
): Promise<ChatLspSession> {
  checkSession(profile, given);
  const { root, ...answering } = given;
  const {
    profile: found,
    folder,
    command,
  } = locateServer(profile, { root, ...(given.command && { command: given.command }) });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const proxy = chatLspProxy({
    command,
    folder,
    input,
    output,
    answers: serverAnswers(found, { ...answering, command }),
  });
  const connection = createMessageConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) => items.map(() => null));
  connection.onRequest(() => null);
  connection.listen();
  const ended = proxy.ended.then(({ code, signal, error }) => {
    throw new ChatLspError("ended", `${found.name} has ended: ${error?.message ?? signal ?? code}`);
  });
  // Whoever waits for an answer is told that the server has ended by the connection.
  ended.catch(() => {});
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: path.basename(folder) }];
  const capabilities = { workspace: { configuration: true, workspaceFolders: true } };
  const initialize = { processId: process.pid, rootUri, workspaceFolders, capabilities };
  await Promise.race([connection.sendRequest("initialize", initialize), ended]);
  await connection.sendNotification("initialized", {});
  const leave = async (): Promise<void> => {
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    await proxy.ended;
  };

  return {
    ...chatLspClient(connection, { deadline: patienceOf(answering) }),
    async open(file, text) {
      checkOpen(file, text);
      const uri = pathToFileURL(path.resolve(folder, file)).href;
      let [version, shown] = [1, text];
      const languageId = found.languages[path.extname(file)] ?? path.extname(file).slice(1);
      await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
      return {
        uri,
        at(offset) {
          checkAt(offset);
          return { textDocument: { uri }, position: positionOf(shown, offset, "utf-16") };
        },
        async change(next) {
          checkChange(next);
          shown = next;
          await connection.sendNotification("textDocument/didChange", {
            textDocument: { uri, version: ++version },
            contentChanges: [{ text: next }],
          });
        },
      };
    },
    async dispose() {
      // A server that has ended already, or does not answer, is ended all the same.
      const late = new Promise((resolve) => setTimeout(resolve, ENDING).unref());
      await Promise.race([leave(), late, ended]).catch(() => {});
      proxy.kill();
      await proxy.ended;
      connection.dispose();
    },
  };
}

/** Milliseconds that a server has to end. */
const ENDING = 5_000;
