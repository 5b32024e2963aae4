// A headless editor session. It connects a language server through a proxy in the same process, opens and changes documents, and sends ChatLSP's five requests.

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

/** How a session starts. */
export interface ChatLspSessionOptions extends ServerAnswersOptions {
  /** The folder of the project. */
  readonly root: string;
}

/** A document that the session has opened at the server. */
export interface ShownDocument {
  readonly uri: string;
  /** Converts an offset, in UTF-16 units of the current text, to a position. */
  at(offset: number): TextDocumentPlace;
  /** Replaces the text. */
  change(text: string): Promise<void>;
}

/** A language server that answers ChatLSP's requests, and the documents that are open at it. */
export interface ChatLspSession extends ChatLspClient {
  /** Opens a document at the server. The document does not have to exist on disk; `file` is a path relative to the project's folder. */
  open(file: string, text: string): Promise<ShownDocument>;
  /** Shuts the server down as the protocol prescribes, and ends every process that the session started. */
  dispose(): Promise<void>;
}

const checkOpen = signature("open", { file: textKind, text: textKind });
const checkChange = signature("change", { text: textKind });
const checkAt = signature("at", { offset: integer({ min: 0 }) });

/**
 * Starts an unmodified language server, a proxy in front of it, and a client of the proxy. The session answers the server's own requests with `null`, so the
 * server uses its default settings. Two processes of the server run; see {@link serverAnswers}.
 *
 * @throws ServerError if the profile, the program or the folder does not exist.
 * @throws ChatLspError `ended` if the server ends before it is initialised.
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
  // The connection reports the end of the server to every caller that waits for an answer.
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
      // A server that has already ended, or does not answer, is killed after the timeout.
      const late = new Promise((resolve) => setTimeout(resolve, ENDING).unref());
      await Promise.race([leave(), late, ended]).catch(() => {});
      proxy.kill();
      await proxy.ended;
      connection.dispose();
    },
  };
}

/** Milliseconds that the server has to shut down. */
const ENDING = 5_000;
