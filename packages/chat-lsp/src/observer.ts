// What a proxy learns from the messages that pass through it: how the session was initialised, the open documents, and the editor's settings. The messages
// themselves are not changed.

import type { PositionEncoding } from "@espalier/analysis-lsp";
import type { EditorSession } from "./answers.js";
import { type Mirror, mirror } from "./mirror.js";
import { knowsChatLsp } from "./native.js";

/** A JSON-RPC message: the fields that the proxy reads. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The state of the session so far. */
export interface Observer {
  readonly documents: Mirror;
  /** The session, once the server has answered `initialize`. */
  session(): EditorSession | undefined;
  /** Whether the server says that it knows ChatLSP itself. */
  isNative(): boolean;
  /** Whether the editor has asked the server to shut down. */
  isOver(): boolean;
  fromEditor(message: Message): void;
  /** Parses the body only if it can be relevant. */
  fromServer(body: Buffer): void;
  /** Reports that a message of the editor passed through without being parsed. */
  missed(): void;
}

export function observer(): Observer {
  const documents = mirror();
  let initialize: { readonly id: string; readonly parameters: Readonly<Record<string, unknown>> } | undefined;
  let session: EditorSession | undefined;
  let isNative = false;
  let isOver = false;
  /** The sections of unanswered configuration requests, by id. */
  const asked = new Map<string, readonly unknown[]>();
  const settings: Record<string, unknown> = {};

  function initialised(result: unknown): void {
    const { capabilities } = Object(result) as { readonly capabilities?: unknown };
    const { positionEncoding } = Object(capabilities) as { readonly positionEncoding?: unknown };
    isNative = knowsChatLsp(capabilities);
    session = {
      initialize: initialize!.parameters,
      encoding: positionEncoding === "utf-8" || positionEncoding === "utf-32" ? positionEncoding : "utf-16",
      documents: () => documents.all(),
      settings: () => ({ ...settings }),
    };
  }

  return {
    documents,
    session: () => session,
    isNative: () => isNative,
    isOver: () => isOver,
    fromEditor({ id, method, params, result }) {
      if (method === "initialize") initialize = { id: keyOf(id), parameters: Object(params) };
      else if (method === "shutdown") isOver = true;
      else if (typeof method === "string")
        documents.apply(method, params, session?.encoding ?? ("utf-16" satisfies PositionEncoding));
      else if (id !== undefined) {
        const sections = asked.get(keyOf(id));
        asked.delete(keyOf(id));
        if (sections === undefined || !Array.isArray(result)) return;
        sections.forEach((section, at) => {
          if (typeof section === "string") settings[section] = (result as readonly unknown[])[at];
        });
      }
    },
    fromServer(body) {
      const isBeginning = initialize !== undefined && session === undefined;
      if (!isBeginning && !body.includes("configuration")) return;
      const { id, method, params, result, error } = messageOf(body) ?? {};
      if (method === undefined && isBeginning && error === undefined && keyOf(id) === initialize!.id)
        return initialised(result);
      if (method !== "workspace/configuration" || asked.size >= MOST_ASKED) return;
      const { items } = Object(params) as { readonly items?: unknown };
      if (!Array.isArray(items)) return;
      asked.set(
        keyOf(id),
        items.map((item: unknown) => (Object(item) as { readonly section?: unknown }).section),
      );
    },
    missed: () => documents.forget(),
  };
}

/** How many unanswered configuration requests are remembered. */
const MOST_ASKED = 1_000;

/** An id as a map key. The ids `1` and `"1"` get different keys. */
export const keyOf = (id: unknown): string => JSON.stringify(id) ?? "";

/** The message in a body; `undefined` if the body is not a message. */
export function messageOf(body: Buffer): Message | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
