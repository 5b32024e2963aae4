// A proxy in front of a language server. All bytes pass through it as they are, in both directions, but for ChatLSP's requests and their answers.

import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { callable, having, listOf, options, required, signature, text } from "@espalier/arguments";
import type { ChatLspAnswers, EditorSession } from "./answers.js";
import { type FrameReader, framed, frameReader } from "./frames.js";
import { messageOf, observer } from "./observer.js";
import { outlet } from "./outlet.js";
import { type OwnRequests, ownRequests } from "./own-requests.js";

/** What a proxy stands between. */
export interface ProxyOptions {
  /** The server's program and its parameters; it speaks over standard input and output. */
  readonly command: readonly string[];
  /** The folder that the server is started in; this process's own by default. */
  readonly folder?: string;
  /** What the editor writes. */
  readonly input: Readable;
  /** What the editor reads. The proxy ends it when the server has ended. */
  readonly output: Writable;
  /** Where the server's complaints go; they are dropped by default. */
  readonly complaints?: Writable;
  /** Makes what answers the five requests, before the first of them is answered. */
  readonly answers: (session: EditorSession) => ChatLspAnswers;
}

/** How a server ended: with a code, or by a signal; with an error where it could not be started. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** A proxy that runs. */
export interface ChatLspProxy {
  /** Resolves when the server has ended and all that it wrote has been passed on. */
  readonly ended: Promise<ServerEnd>;
  /** Ends the server at once. */
  kill(): void;
}

/** Bodies up to this many bytes are looked at; longer ones pass through as they come. */
const MOST_BYTES = 64 << 20;
/** Milliseconds that a server has to end once the editor has closed its output. */
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
 * Starts a language server, and stands between it and an editor. The editor gets byte for byte what the server writes, and the server what the editor
 * writes; ChatLSP's five requests (`CHAT_LSP` of `@espalier/typed-holes`) are answered by `answers` and do not reach the server, unless it says in its capabilities
 * (`experimental.chatLsp`) that it knows them. The proxy asks the server nothing itself.
 *
 * A message is passed on when it is whole; what cannot be read as messages passes through as it comes, and then no more requests are answered.
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
    // What answers beside the server has no say in how the session ends.
  }
}

/** Hands on a stream in parts, in order, each when the one before has been taken. */
async function relay(
  from: Readable,
  frames: FrameReader,
  take: (bytes: Buffer, body: Buffer | undefined) => Promise<void>,
): Promise<void> {
  try {
    for await (const chunk of from)
      for (const { bytes, body } of frames.push(Buffer.from(chunk))) await take(bytes, body);
  } catch {
    // A stream that breaks has ended.
  }
  const rest = frames.rest();
  if (rest.length > 0) await take(rest, undefined);
}
