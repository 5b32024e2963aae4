// A running language server. The connection starts it, shuts it down, answers the server's own requests, and sends requests with a deadline.

import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  type CancellationTokenSource as Source,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type {
  ConfigurationParams,
  InitializeResult,
  PublishDiagnosticsParams,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { type Abilities, abilitiesOf, CLIENT } from "./capabilities.js";
import { followHeaders } from "./headers.js";
import type { PositionEncoding } from "./positions.js";
import type { ServerProfile } from "./profile.js";
import { type Program, startProgram } from "./program.js";
import { type Published, publishedReports } from "./published.js";
import { startTimer } from "./timer.js";

/** An initialised server. */
export interface Connection {
  readonly abilities: Abilities;
  readonly encoding: PositionEncoding;
  /** The server's name and version, as it reports them. */
  readonly server: string | undefined;
  /** Resolves when the server has read its project, as its profile defines. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the server has ended or can no longer be reached. */
  readonly ended: Promise<string>;
  /** How many bytes the server has sent so far. */
  received(): number;
  /** How many requests the server has answered so far after their time was over. */
  late(): number;
  /** The diagnostics that the server pushes. */
  readonly published: Pick<Published, "about">;
  notify(method: string, parameters: unknown): void;
  /** The result, as the server sent it. @throws RequestError if none arrives within `milliseconds`; the request is then cancelled. */
  request(method: string, parameters: unknown, milliseconds: number): Promise<unknown>;
  /** Sets the listener for diagnostics that the server pushes for any document. Replaces an earlier listener. */
  onDiagnostics(told: (diagnostics: PublishDiagnosticsParams) => void): void;
  /** Asks the server to end, and kills it if it has not ended after a second. */
  close(): Promise<void>;
}

/** A connection that has just been started. */
export interface StartedConnection extends Connection {
  /** Like `request`. This process does not stay alive for the answer, so a program can end while a server reads its project. */
  readonly expect: Connection["request"];
}

/** A request that failed. */
class RequestError extends Error {
  override readonly name = "RequestError";
}

/** The longest part of a reason that comes from the server, in UTF-16 units. */
const MOST_REASON = 300;
const cut = (text: string): string => (text.length > MOST_REASON ? `${text.slice(0, MOST_REASON)}…` : text);

/** Milliseconds in which a process whose streams have closed may say how it ended. */
const CLOSING = 100;
/** Milliseconds between asking a server to end and killing it. */
const ENDING = 1_000;
/** The number of bytes that a server may send without answering a request; beyond it, the server is killed. */
const FLOOD = 128 << 20;

/** What `connect` needs: the server's program, the project's folder, and the timeout of `initialize` in milliseconds. */
export interface Starting {
  readonly profile: ServerProfile;
  readonly file: string;
  readonly root: string;
  readonly milliseconds: number;
  /** Kills the server when aborted. */
  readonly signal: AbortSignal;
}

/** @throws RequestError if the program does not start, or does not answer like a language server. */
export async function connect({ profile, file, root, milliseconds, signal }: Starting): Promise<StartedConnection> {
  const program = startProgram(file, profile.parameters, root);
  const { process: child } = program;
  const reader = new StreamMessageReader(child.stdout);
  const writer = new StreamMessageWriter(child.stdin);
  const rpc = createMessageConnection(reader, writer);
  let isClosed = false;
  /** Whether messages still arrive. The end of the process follows the end of its messages, or is brought about. */
  let isReachable = true;
  let received = 0;
  let late = 0;
  let unanswered = 0;
  const pending = new Set<(reason: string) => void>();
  let end!: (reason: string) => void;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const abort = (): void => stop("the server was closed");
  const stop = (reason: string): void => {
    if (isClosed) return;
    isClosed = true;
    isReachable = false;
    signal.removeEventListener("abort", abort);
    rpc.dispose();
    program.kill();
    const said = lastLine(program);
    const whole = said === "" ? reason : `${reason}: ${said}`;
    for (const reject of pending) reject(whole);
    pending.clear();
    end(whole);
  };
  signal.addEventListener("abort", abort);
  // For a folder that is missing, the system's message is that the program is.
  child.once("error", ({ message }) =>
    stop(`the server did not start (${existsSync(root) ? message : `${root} does not exist`})`),
  );
  child.once("exit", (code, signal) => stop(`the server ended with ${signal ?? code}`));
  const canBeMessages = followHeaders();
  child.stdout.on("data", (bytes: Buffer) => {
    if (!canBeMessages(bytes)) stop("the server writes something else than messages of the protocol");
    received += bytes.length;
    unanswered += bytes.length;
    if (unanswered > FLOOD) stop(`the server sent ${FLOOD} bytes without an answer`);
  });
  // A process that ends closes its streams first. How it ended says more.
  const stopSoon = (reason: string): void => void setTimeout(() => stop(reason), CLOSING).unref();
  reader.onError((error) => stop(`the server's messages cannot be read (${cut(error.message)})`));
  writer.onError(([error]) => {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") stopSoon("the server closed its input");
    else stop(`a message to the server cannot be written (${cut(error.message)})`);
  });
  rpc.onClose(() => {
    isReachable = false;
    stopSoon("the server closed its output");
  });

  const send = (
    method: string,
    parameters: unknown,
    milliseconds: number,
    wait: typeof startTimer,
  ): Promise<unknown> => {
    if (!isReachable) return Promise.reject(new RequestError("the server has ended"));
    const cancelling: Source = new CancellationTokenSource();
    return new Promise<unknown>((resolve, reject) => {
      const over = (settle: () => void): void => {
        clearTimeout(timer);
        pending.delete(fail);
        settle();
      };
      const fail = (reason: string): void => over(() => reject(new RequestError(reason)));
      const timer = wait(() => {
        fail(`no answer to ${method} within ${milliseconds} ms`);
        if (isReachable) cancelling.cancel();
      }, milliseconds);
      pending.add(fail);
      const answer = rpc.sendRequest<unknown>(method, parameters, cancelling.token);
      answer
        .finally(() => (late += pending.has(fail) ? 0 : 1))
        .then(
          (result) => {
            unanswered = 0;
            over(() => resolve(result));
          },
          (error: unknown) => fail(`${method} failed (${cut(error instanceof Error ? error.message : String(error))})`),
        );
    });
  };
  const request: Connection["request"] = (...asked) => send(...asked, startTimer);
  const expect: StartedConnection["expect"] = (...asked) => send(...asked, (...timed) => startTimer(...timed).unref());
  const notify = (method: string, parameters: unknown): void => {
    // If the pipe has just closed, the end of the process reports it.
    if (isReachable) rpc.sendNotification(method, parameters).catch(() => {});
  };

  // Some servers register methods before they answer `initialize`.
  const registered = new Map<string, string>();
  let abilities = abilitiesOf({}, registered);
  const whenReady = readiness(rpc, profile, (register) => answerServer(rpc, profile, root, () => abilities, register));
  const published = publishedReports();
  rpc.onNotification("textDocument/publishDiagnostics", (parameters: unknown) => published.take(parameters));
  rpc.listen();
  const uri = pathToFileURL(root).href;
  try {
    const initialize = {
      processId: process.pid,
      clientInfo: { name: "espalier" },
      locale: "en",
      rootUri: uri,
      rootPath: root,
      workspaceFolders: [{ uri, name: path.basename(root) }],
      capabilities: CLIENT,
      ...(profile.initializationOptions !== undefined && { initializationOptions: profile.initializationOptions }),
    };
    const { capabilities, serverInfo } = checked(await expect("initialize", initialize, milliseconds));
    abilities = abilitiesOf(capabilities, registered);
    const encoding = (capabilities.positionEncoding ?? "utf-16") as PositionEncoding;
    notify("initialized", {});
    if (profile.settings !== undefined) notify("workspace/didChangeConfiguration", { settings: profile.settings });
    whenReady.initialized();
    return {
      abilities,
      encoding,
      server: nameOf(serverInfo),
      ready: whenReady.ready,
      ended,
      received: () => received,
      late: () => late,
      published,
      notify,
      request,
      expect,
      onDiagnostics: (told) => void rpc.onNotification("textDocument/publishDiagnostics", told),
      async close() {
        if (isClosed) return;
        try {
          await request("shutdown", undefined, ENDING);
          notify("exit", undefined);
          await Promise.race([ended, later(ENDING)]);
        } catch {
          // The server is killed below.
        }
        stop("the server was closed");
      },
    };
  } catch (error) {
    stop("the server could not be used");
    throw error instanceof RequestError ? error : new RequestError(String(error));
  }
}

const ENCODINGS: readonly unknown[] = ["utf-8", "utf-16", "utf-32", undefined, null];
/** The longest name and version of a server that are kept, in UTF-16 units: that of gopls lists all its modules. */
const MOST_NAME = 100;

/** A server's name and version, as it reports them. */
function nameOf(serverInfo: unknown): string | undefined {
  const { name, version } = Object(serverInfo) as { readonly name?: unknown; readonly version?: unknown };
  const parts = [name, version].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : parts.join(" ").slice(0, MOST_NAME);
}

/** Checks the result of `initialize`. @throws RequestError if no version of the protocol allows it. */
function checked(result: unknown): InitializeResult {
  const { capabilities } = Object(result) as Partial<InitializeResult>;
  if (typeof capabilities !== "object" || capabilities === null)
    throw new RequestError("the server answered initialize without capabilities: it speaks another protocol");
  if (!ENCODINGS.includes(capabilities.positionEncoding))
    throw new RequestError(
      `the server counts columns in ${cut(String(capabilities.positionEncoding))}, which the client did not offer`,
    );
  return result as InitializeResult;
}

/** Answers the server's requests to the client. The connection answers unknown methods with `MethodNotFound`. */
function answerServer(
  rpc: MessageConnection,
  profile: ServerProfile,
  root: string,
  abilities: () => Abilities,
  registered: (method: string) => void,
): void {
  const uri = pathToFileURL(root).href;
  const settings = profile.settings ?? {};
  rpc.onRequest("workspace/configuration", ({ items }: ConfigurationParams) =>
    items.map(({ section = "" }) => settings[section] ?? null),
  );
  rpc.onRequest("workspace/workspaceFolders", () => [{ uri, name: path.basename(root) }]);
  rpc.onRequest("client/registerCapability", ({ registrations }: RegistrationParams) => {
    abilities().register(registrations);
    for (const { method } of registrations) registered(method);
    return null;
  });
  rpc.onRequest("client/unregisterCapability", ({ unregisterations }: UnregistrationParams) => {
    abilities().unregister(unregisterations);
    return null;
  });
  for (const method of [
    "window/workDoneProgress/create",
    "window/showMessageRequest",
    "workspace/diagnostic/refresh",
    "workspace/semanticTokens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/codeLens/refresh",
  ])
    rpc.onRequest(method, () => null);
}

/** Resolves when the server is ready, as its profile defines. `answering` receives the listener for registrations. */
function readiness(
  rpc: MessageConnection,
  { readiness: rule }: ServerProfile,
  answering: (registered: (method: string) => void) => void,
): { readonly ready: Promise<void>; initialized(): void } {
  let resolve!: () => void;
  const ready = new Promise<void>((done) => {
    resolve = done;
  });
  answering((method) => {
    if (rule.after === "registration" && rule.method === method) resolve();
  });
  if (rule.after === "notification") {
    const { method, having = {} } = rule;
    rpc.onNotification(method, (parameters: unknown) => {
      const values = Object(parameters) as Record<string, unknown>;
      if (Object.entries(having).every(([name, value]) => values[name] === value)) resolve();
    });
  }
  if (rule.after === "progress") {
    const open = new Set<unknown>();
    rpc.onNotification("$/progress", ({ token, value }: { readonly token: unknown; readonly value: unknown }) => {
      const { kind } = Object(value) as { readonly kind?: unknown };
      if (kind === "begin") open.add(token);
      if (kind === "end" && open.delete(token) && open.size === 0) resolve();
    });
  }
  return {
    ready,
    initialized() {
      if (rule.after === "initialize") resolve();
    },
  };
}

/** Returns the last line of the server's error output that names an error. Without such a line, returns the last one that is outside of stack traces. */
function lastLine(program: Program): string {
  const lines = program.complaints().trim().split("\n");
  const named = lines.findLast(
    (line) => /\b(?:\w*Error|\w*Exception|error|panicked)\b/.test(line) && !STACK.test(line),
  );
  return cut((named ?? lines.findLast((line) => !STACK.test(line)) ?? "").trim());
}

const STACK = /^\s+at /;

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
