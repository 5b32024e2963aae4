// One running language server. The connection starts and shuts down the server, answers the server's own requests, and sends requests that have a deadline.

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
import type { PositionEncoding } from "./positions.js";
import type { ServerProfile } from "./profile.js";
import { type Program, startProgram } from "./program.js";
import { type Published, publishedReports } from "./published.js";

/** A server that has been initialised. */
export interface Connection {
  readonly abilities: Abilities;
  readonly encoding: PositionEncoding;
  /** What the server calls itself, and its version. */
  readonly server: string | undefined;
  /** Resolves when the server has read its project, as its profile tells. */
  readonly ready: Promise<void>;
  /** Resolves when the server has ended, or can no longer be talked to, with the reason. */
  readonly ended: Promise<string>;
  /** How many bytes the server has sent so far. */
  received(): number;
  /** What the server publishes about the texts of documents. */
  readonly published: Pick<Published, "about">;
  notify(method: string, parameters: unknown): void;
  /** The result, as the server sent it. @throws RequestError when there is none within `milliseconds`, and the request is cancelled. */
  request(method: string, parameters: unknown, milliseconds: number): Promise<unknown>;
  /** Is told the diagnostics that the server sends unasked, for any document; a later listener takes the place of an earlier one. */
  onDiagnostics(told: (diagnostics: PublishDiagnosticsParams) => void): void;
  /** Asks the server to end, and ends it after a second where it does not. */
  close(): Promise<void>;
}

/** A request without a result. */
class RequestError extends Error {
  override readonly name = "RequestError";
}

/** Milliseconds after which a server that was asked to end is ended. */
const ENDING = 1_000;
/** A server that sends so many bytes without an answer to any request is ended. */
const FLOOD = 128 << 20;

/** What starts a server: its program, the project's folder, and how many milliseconds it has to answer `initialize`. */
export interface Starting {
  readonly profile: ServerProfile;
  readonly file: string;
  readonly root: string;
  readonly milliseconds: number;
  /** Ends the server at once. */
  readonly signal: AbortSignal;
}

/** @throws RequestError when the program does not start, or does not answer as a language server does. */
export async function connect({ profile, file, root, milliseconds, signal }: Starting): Promise<Connection> {
  const program = startProgram(file, profile.parameters, root);
  const { process: child } = program;
  const reader = new StreamMessageReader(child.stdout);
  const rpc = createMessageConnection(reader, new StreamMessageWriter(child.stdin));
  let isClosed = false;
  let received = 0;
  let unanswered = 0;
  const pending = new Set<(reason: string) => void>();
  let end!: (reason: string) => void;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const stop = (reason: string): void => {
    if (isClosed) return;
    isClosed = true;
    rpc.dispose();
    program.kill();
    const said = lastLine(program);
    const whole = said === "" ? reason : `${reason}: ${said}`;
    for (const reject of pending) reject(whole);
    pending.clear();
    end(whole);
  };
  signal.addEventListener("abort", () => stop("the server was closed"), { once: true });
  child.once("error", (error) => stop(`the server did not start (${error.message})`));
  child.once("exit", (code, signal) => stop(`the server ended with ${signal ?? code}`));
  child.stdout.on("data", (bytes: Buffer) => {
    received += bytes.length;
    unanswered += bytes.length;
    if (unanswered > FLOOD) stop(`the server sent ${FLOOD} bytes without an answer`);
  });
  rpc.onError(([error]) => stop(`the server's messages cannot be read (${error.message})`));
  rpc.onClose(() => stop("the server closed its output"));

  const request = (method: string, parameters: unknown, milliseconds: number): Promise<unknown> => {
    if (isClosed) return Promise.reject(new RequestError("the server has ended"));
    const cancelling: Source = new CancellationTokenSource();
    return new Promise<unknown>((resolve, reject) => {
      const over = (settle: () => void): void => {
        clearTimeout(timer);
        pending.delete(fail);
        settle();
      };
      const fail = (reason: string): void => over(() => reject(new RequestError(reason)));
      const timer = setTimeout(() => {
        fail(`no answer to ${method} within ${milliseconds} ms`);
        if (!isClosed) cancelling.cancel();
      }, milliseconds);
      pending.add(fail);
      rpc.sendRequest<unknown>(method, parameters, cancelling.token).then(
        (result) => {
          unanswered = 0;
          over(() => resolve(result));
        },
        (error: unknown) => fail(`${method} failed (${error instanceof Error ? error.message : String(error)})`),
      );
    });
  };
  const notify = (method: string, parameters: unknown): void => {
    // A pipe that has just closed is told by the end of the process.
    if (!isClosed) rpc.sendNotification(method, parameters).catch(() => {});
  };

  let abilities = abilitiesOf({});
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
    const { capabilities, serverInfo } = checked(await request("initialize", initialize, milliseconds));
    abilities = abilitiesOf(capabilities);
    const encoding = (capabilities.positionEncoding ?? "utf-16") as PositionEncoding;
    notify("initialized", {});
    if (profile.settings !== undefined) notify("workspace/didChangeConfiguration", { settings: profile.settings });
    whenReady.initialized();
    return {
      abilities,
      encoding,
      server: serverInfo && [serverInfo.name, serverInfo.version].filter(Boolean).join(" "),
      ready: whenReady.ready,
      ended,
      received: () => received,
      published,
      notify,
      request,
      onDiagnostics: (told) => void rpc.onNotification("textDocument/publishDiagnostics", told),
      async close() {
        if (isClosed) return;
        try {
          await request("shutdown", undefined, ENDING);
          notify("exit", undefined);
          await Promise.race([ended, later(ENDING)]);
        } catch {
          // It is ended below.
        }
        stop("the server was closed");
      },
    };
  } catch (error) {
    stop("the server could not be used");
    throw error instanceof RequestError ? error : new RequestError(String(error));
  }
}

const ENCODINGS: readonly unknown[] = ["utf-8", "utf-16", "utf-32", undefined];

/** The result of `initialize`. @throws RequestError for one that no version of the protocol has. */
function checked(result: unknown): InitializeResult {
  const { capabilities } = Object(result) as Partial<InitializeResult>;
  if (typeof capabilities !== "object" || capabilities === null)
    throw new RequestError("the server answered initialize without capabilities: it speaks another protocol");
  if (!ENCODINGS.includes(capabilities.positionEncoding))
    throw new RequestError(
      `the server counts columns in ${String(capabilities.positionEncoding)}, which was not offered`,
    );
  return result as InitializeResult;
}

/** Answers what servers ask their clients. A method that is not known is answered `MethodNotFound`, by the connection. */
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

/** When the server is ready, by its profile; `answering` gets what is to be told of registrations. */
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

function lastLine(program: Program): string {
  return program.complaints().trim().split("\n").at(-1)!.slice(0, 300);
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
