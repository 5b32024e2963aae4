// A proxy in front of a language server. It passes all bytes through unchanged, in both directions, except ChatLSP's requests and their answers.

import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { callable, having, listOf, options, required, signature, text } from "@espalier/arguments";
import type { ChatLspAnswers, EditorSession } from "./answers.js";
import { type FrameReader, framed, frameReader } from "./frames.js";
import { messageOf, observer } from "./observer.js";
import { outlet } from "./outlet.js";
import { type OwnRequests, ownRequests } from "./own-requests.js";

/** The two sides of a proxy. */
export interface ProxyOptions {
  /** The server's program and arguments. The server communicates over standard input and output. */
  readonly command: readonly string[];
  /** The folder in which the server starts; the current folder by default. */
  readonly folder?: string;
  /** The stream that the editor writes. */
  readonly input: Readable;
  /** The stream that the editor reads. The proxy ends it after the server has ended. */
  readonly output: Writable;
  /** Where the server's standard error goes; dropped by default. */
  readonly complaints?: Writable;
  /** Creates the object that answers the five requests. Called before the first answer. */
  readonly answers: (session: EditorSession) => ChatLspAnswers;
}

/** How a server ended: with an exit code, by a signal, or with an error if it could not start. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** A running proxy. */
export interface ChatLspProxy {
  /** Resolves when the server has ended and everything that it wrote has been passed on. */
  readonly ended: Promise<ServerEnd>;
  /** Kills the server. */
  kill(): void;
}

/** The size of the largest body that is parsed, in bytes; longer bodies pass through as they arrive. */
const MOST_BYTES = 64 << 20;
/** Milliseconds that the server has to end after the editor has closed its output. */
const ENDING = 5_000;

const check = signature("chatLspProxy", {
  options: options({
    command: required(listOf(text, 1)),
    folder: text,
    input: required(having("a readable stream", { pipe: "function", on: "function" })),
    output: required(having("a writable stream", { write: "function", on: "function" })),
    complaints: having("a writable stream", { write: "function", on: "function" }),
    answers: required(callable),
  }),
});

/**
 * Starts a language server and connects an editor to it. The editor receives exactly the bytes that the server writes, and the server those that the editor
 * writes, with one exception: `answers` handles ChatLSP's five requests (`CHAT_LSP` of `@espalier/typed-holes`), and these do not reach the server. A server
 * whose capabilities (`experimental.chatLsp`) say that it supports ChatLSP receives them. The proxy itself sends the server no requests.
 *
 * The proxy passes a message on when it is complete. Input that cannot be parsed as messages passes through as it arrives; the proxy then answers no more
 * requests.
 */
export function chatLspProxy(given: ProxyOptions): ChatLspProxy {
  check(given);
  const { command, folder, input, output, complaints, answers } = given;
  const [program, ...parameters] = command;
  const server = spawn(program!, parameters, { cwd: folder, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  if (complaints === undefined) server.stderr.resume();
  else server.stderr.pipe(complaints, { end: false });

  const toEditor = outlet(output);
  const toServer = outlet(server.stdin);
  const seen = observer();
  const own = ownRequests({ seen, answers, reply: (message) => toEditor.insert(framed(message)) });

  const editorFrames = frameReader(MOST_BYTES);
  const serverFrames = frameReader(MOST_BYTES);
  let ending: NodeJS.Timeout | undefined;
  void relay(input, editorFrames, async (bytes, body) => {
    const message = body && messageOf(body);
    if (message !== undefined && own.take(message)) return;
    if (message !== undefined) seen.fromEditor(message);
    else if (body === undefined) seen.missed();
    await toServer.pass(bytes, editorFrames.isBetween());
  }).then(() => {
    toServer.end();
    ending = setTimeout(() => server.kill(), ENDING);
    ending.unref();
  });
  const passed = relay(server.stdout, serverFrames, async (bytes, body) => {
    if (body !== undefined) seen.fromServer(body);
    await toEditor.pass(bytes, serverFrames.isBetween());
  });

  const exited = new Promise<ServerEnd>((resolve) => {
    server.once("error", (error) => resolve({ code: null, signal: null, error }));
    server.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return {
    ended: Promise.all([exited, passed]).then(async ([end]) => {
      clearTimeout(ending);
      await endOwn(own);
      toEditor.end();
      return end;
    }),
    kill: () => void server.kill("SIGKILL"),
  };
}

async function endOwn(own: OwnRequests): Promise<void> {
  try {
    await own.end();
  } catch {
    // An error in `dispose` must not change how the session ends.
  }
}

/** Copies a stream chunk by chunk. Each chunk waits until the one before has been accepted. */
async function relay(
  from: Readable,
  frames: FrameReader,
  take: (bytes: Buffer, body: Buffer | undefined) => Promise<void>,
): Promise<void> {
  try {
    for await (const chunk of from)
      for (const { bytes, body } of frames.push(Buffer.from(chunk))) await take(bytes, body);
  } catch {
    // A broken stream counts as ended.
  }
  const rest = frames.rest();
  if (rest.length > 0) await take(rest, undefined);
}
