// Handles ChatLSP's requests to a proxy. Each request gets one answer or is cancelled, and no part of it reaches the server.

import { CHAT_LSP } from "@espalier/typed-holes";
import type { ChatLspAnswers, EditorSession } from "./answers.js";
import { type MirroredDocument, offsetAt } from "./mirror.js";
import { keyOf, type Message, type Observer } from "./observer.js";

/** Options of {@link OwnRequests}. */
export interface OwnRequestsOptions {
  readonly seen: Observer;
  readonly answers: (session: EditorSession) => ChatLspAnswers;
  /** Sends an answer to the editor. */
  readonly reply: (message: object) => void;
}

/** The requests that a proxy answers itself. */
export interface OwnRequests {
  /** Handles an editor's message if it is a ChatLSP request or cancels one. Returns `false` for messages that belong to the server. */
  take(message: Message): boolean;
  /** Cancels all unanswered requests. */
  end(): Promise<void>;
}

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const NOT_INITIALISED = -32002;
const CANCELLED = -32800;
const FAILED = -32803;

const METHODS: ReadonlySet<string> = new Set(Object.values(CHAT_LSP));
/** How many ids of answered requests are remembered. A cancellation can arrive after the answer. */
const MOST_ANSWERED = 1_000;

export function ownRequests({ seen, answers, reply }: OwnRequestsOptions): OwnRequests {
  const running = new Map<string, AbortController>();
  const answered = new Set<string>();
  let service: ChatLspAnswers | undefined;

  /** Drops an answer if its request was cancelled in the meantime, or if another request now has its id. */
  function settle(id: unknown, controller: AbortController, outcome: object): void {
    const key = keyOf(id);
    if (running.get(key) !== controller) return;
    running.delete(key);
    answered.add(key);
    if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
    reply({ id, ...outcome });
  }

  /** Reads the documents before the first `await`, so the answer describes them as they were when the request arrived. */
  async function answer(method: string, parameters: unknown, signal: AbortSignal): Promise<unknown> {
    const session = seen.session();
    if (session === undefined) throw new Refusal(NOT_INITIALISED, "the server is not initialised");
    if (seen.isOver()) throw new Refusal(INVALID_REQUEST, "the server was asked to shut down");
    service ??= answers(session);
    if (method === CHAT_LSP.aiTutorial) return service.aiTutorial(signal);
    const { textDocument, position, range } = Object(parameters) as Record<string, unknown>;
    const document = documentIn(seen, textDocument);
    const offset = (place: unknown, name: string): number => {
      const found = offsetAt(document.text, place, session.encoding);
      if (found === undefined) throw new Refusal(INVALID_PARAMS, `${name} must be a place of the document`);
      return found;
    };
    if (method === CHAT_LSP.errorReport) {
      if (range === undefined || range === null) return service.errorReport(document, signal);
      const { start, end } = Object(range) as Record<string, unknown>;
      const filling = { from: offset(start, "range.start"), to: offset(end, "range.end") };
      if (filling.from > filling.to) throw new Refusal(INVALID_PARAMS, "range must not end before it starts");
      return service.errorReport({ ...document, filling }, signal);
    }
    const at = { ...document, offset: offset(position, "position") };
    if (method === CHAT_LSP.relevantTypes) return service.relevantTypes(at, signal);
    if (method === CHAT_LSP.relevantHeaders) return service.relevantHeaders(at, signal);
    return service.expectedType(at, signal);
  }

  return {
    take({ id, method, params }) {
      if (method === "$/cancelRequest") {
        const { id: cancelled } = Object(params) as { readonly id?: unknown };
        const controller = running.get(keyOf(cancelled));
        if (controller === undefined) return answered.has(keyOf(cancelled));
        controller.abort();
        settle(cancelled, controller, error(CANCELLED, "the request was cancelled"));
        return true;
      }
      if (typeof method !== "string" || id === undefined) return false;
      answered.delete(keyOf(id));
      if (!METHODS.has(method) || seen.isNative()) return false;
      const controller = new AbortController();
      running.set(keyOf(id), controller);
      answer(method, params, controller.signal).then(
        (result) => settle(id, controller, { result }),
        (reason: unknown) =>
          settle(id, controller, error(reason instanceof Refusal ? reason.code : FAILED, messageOf(reason))),
      );
      return true;
    },
    async end() {
      for (const controller of running.values()) controller.abort();
      running.clear();
      await service?.dispose?.();
    },
  };
}

/** A request that cannot be answered, with the protocol's error code. */
class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const error = (code: number, message: string): object => ({ error: { code, message } });
const messageOf = (reason: unknown): string =>
  (reason instanceof Error ? reason.message : String(reason)).slice(0, 1_000);

function documentIn(seen: Observer, textDocument: unknown): MirroredDocument {
  const { uri } = Object(textDocument) as { readonly uri?: unknown };
  if (typeof uri !== "string") throw new Refusal(INVALID_PARAMS, "textDocument.uri must be a string");
  const document = seen.documents.get(uri);
  if (document === undefined) throw new Refusal(INVALID_PARAMS, `${uri} is not open, or its text is unknown`);
  return document;
}
