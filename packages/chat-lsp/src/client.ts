// A client of servers that speak ChatLSP, over a connection of vscode-jsonrpc.

import { having, integer, options, signature } from "@espalier/arguments";
import {
  CHAT_LSP,
  type ChatLspRequests,
  type ErrorReportParameters,
  type TextDocumentPlace,
} from "@espalier/typed-holes";
import { CancellationTokenSource, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";

type Requests = ChatLspRequests;
type Answer<Method extends keyof Requests> = Promise<Requests[Method]["result"]>;

/** Sends ChatLSP's five requests. If the signal is aborted, the request is also cancelled at the server. */
export interface ChatLspClient {
  aiTutorial(signal?: AbortSignal): Answer<"workspace/aiTutorial">;
  expectedType(at: TextDocumentPlace, signal?: AbortSignal): Answer<"textDocument/expectedType">;
  relevantTypes(at: TextDocumentPlace, signal?: AbortSignal): Answer<"textDocument/relevantTypes">;
  relevantHeaders(at: TextDocumentPlace, signal?: AbortSignal): Answer<"textDocument/relevantHeaders">;
  errorReport(about: ErrorReportParameters, signal?: AbortSignal): Answer<"textDocument/errorReport">;
}

/**
 * `unsupported`: the server does not know the request. `refused`: the server answered with an error. `ended`: the connection has closed. `late`: no answer
 * arrived in time. `malformed`: the answer does not have the form that ChatLSP prescribes. `cancelled`: the signal was aborted.
 */
export type ChatLspErrorCode = "unsupported" | "refused" | "ended" | "late" | "malformed" | "cancelled";

/** A ChatLSP request failed. */
export class ChatLspError extends Error {
  override readonly name = "ChatLspError";
  readonly code: ChatLspErrorCode;

  constructor(code: ChatLspErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Options of a client. */
export interface ChatLspClientOptions {
  /** Timeout in milliseconds; 30,000 by default, because the server may have to read its project first. */
  readonly deadline?: number;
}

/** Milliseconds for the answer to a request; the server may have to read its project first. */
const DEFAULT_DEADLINE = 30_000;
const METHOD_NOT_FOUND = -32601;

const checkClient = signature("chatLspClient", {
  connection: having("a connection of vscode-jsonrpc", { sendRequest: "function", onClose: "function" }),
  options: options({ deadline: integer({ min: 1 }) }),
});

/**
 * Creates a client over a connection whose server is already initialised. The caller owns the connection, and opens and changes the documents. A request that
 * fails rejects with a {@link ChatLspError}.
 */
export function chatLspClient(
  connection: Pick<MessageConnection, "sendRequest" | "onClose">,
  given: ChatLspClientOptions = {},
): ChatLspClient {
  checkClient(connection, given);
  const { deadline = DEFAULT_DEADLINE } = given;
  const ending = new AbortController();
  connection.onClose(() => ending.abort());

  async function ask<Method extends keyof Requests>(
    method: Method,
    parameters: Requests[Method]["parameters"],
    is: (result: unknown) => boolean,
    signal: AbortSignal | undefined,
  ): Answer<Method> {
    if (ending.signal.aborted) throw new ChatLspError("ended", "the server has closed its connection");
    if (signal?.aborted === true) throw new ChatLspError("cancelled", `${method} was cancelled`);
    const cancelling = new CancellationTokenSource();
    const undo: (() => void)[] = [];
    const failing = new Promise<never>((_, reject) => {
      const fail = (code: ChatLspErrorCode, message: string) => (): void => {
        reject(new ChatLspError(code, message));
        if (code !== "ended") cancelling.cancel();
      };
      const on = (of: AbortSignal | undefined, listener: () => void): void => {
        of?.addEventListener("abort", listener);
        undo.push(() => of?.removeEventListener("abort", listener));
      };
      on(ending.signal, fail("ended", `the server closed its connection before it answered ${method}`));
      on(signal, fail("cancelled", `${method} was cancelled`));
      const timer = setTimeout(fail("late", `no answer to ${method} within ${deadline} ms`), deadline);
      undo.push(() => clearTimeout(timer));
    });
    try {
      const result = await Promise.race([
        connection.sendRequest<Requests[Method]["result"]>(method, parameters, cancelling.token),
        failing,
      ]);
      if (!is(result))
        throw new ChatLspError("malformed", `the answer to ${method} does not have the form that ChatLSP prescribes`);
      return result;
    } catch (error) {
      throw error instanceof ChatLspError ? error : refusal(method, error);
    } finally {
      for (const each of undo) each();
    }
  }

  return {
    aiTutorial: (signal) => ask(CHAT_LSP.aiTutorial, {}, isText, signal),
    expectedType: (at, signal) =>
      ask(CHAT_LSP.expectedType, at, (type) => type === null || has(type, "text", isText), signal),
    relevantTypes: (at, signal) =>
      ask(CHAT_LSP.relevantTypes, at, (of) => has(of, "text", isText) && has(of, "definitions", Array.isArray), signal),
    relevantHeaders: (at, signal) =>
      ask(CHAT_LSP.relevantHeaders, at, (of) => has(of, "text", isText) && has(of, "headers", Array.isArray), signal),
    errorReport: (about, signal) =>
      ask(CHAT_LSP.errorReport, about, (of) => has(of, "text", isText) && has(of, "errors", Array.isArray), signal),
  };
}

function refusal(method: string, error: unknown): ChatLspError {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  if (error instanceof ResponseError && error.code === METHOD_NOT_FOUND)
    return new ChatLspError("unsupported", `the server does not know ${method} (${message})`);
  return new ChatLspError(error instanceof ResponseError ? "refused" : "ended", `${method} failed: ${message}`);
}

const isText = (value: unknown): boolean => typeof value === "string";
const has = (value: unknown, name: string, is: (member: unknown) => boolean): boolean =>
  is((Object(value) as Readonly<Record<string, unknown>>)[name]);
