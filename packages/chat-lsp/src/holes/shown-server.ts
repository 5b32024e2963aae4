// A language server that only this package uses, with the documents opened at it: the editor's texts, and texts with probes.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { offsetOf, positionOf, type RunningServer, type ServerConnection } from "@espalier/analysis-lsp";

/** A diagnostic, with offsets in the text that was sent. */
export interface ShownDiagnostic {
  readonly message: string;
  readonly code: unknown;
  readonly severity: number;
  readonly from: number;
  readonly to: number;
}

/** A place in a file, as the server reports it, in UTF-16 units of the file's text. */
export interface FilePlace {
  readonly uri: string;
  readonly from: number;
}

/** A symbol of a file and its nested symbols, with offsets in UTF-16 units of the file's text. */
export interface FileSymbol {
  readonly name: string;
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  /** The offset of its name. */
  readonly at: number;
  readonly children: readonly FileSymbol[];
}

/** What a server says about the call around a place. */
export interface CallHelp {
  /** The label of the active parameter; `undefined` if there is no call or parameter. */
  readonly parameter: string | undefined;
  /** How many signatures the called function has; 0 outside of calls. */
  readonly signatures: number;
}

/** Asks a server about texts that are sent to it. A question rejects if the server does not answer in time. */
export interface ShownServer {
  /** The text of a file that no other text replaces: the editor's, else the one on disk; `undefined` if neither exists. */
  textOf(uri: string): Promise<string | undefined>;
  show(uri: string, text: string): Promise<void>;
  hover(uri: string, text: string, offset: number): Promise<string>;
  signature(uri: string, text: string, offset: number): Promise<CallHelp>;
  definition(uri: string, text: string, offset: number): Promise<FilePlace | undefined>;
  symbols(uri: string, text: string): Promise<readonly FileSymbol[]>;
  diagnostics(uri: string): Promise<readonly ShownDiagnostic[]>;
}

/** The texts of files before any other text is sent. */
export type Overlay = (uri: string) => string | undefined;

interface Options {
  readonly server: RunningServer;
  readonly languageOf: (uri: string) => string | undefined;
  readonly overlay: Overlay;
  /** Timeout of one question, in milliseconds. */
  readonly deadline: number;
}

/** The largest number of documents open at the server. When there are more, the oldest is closed. */
const MOST_OPEN = 100;
/** Milliseconds without a new message after which pushed diagnostics count as complete. */
const SETTLED = 500;

export function shownServer({ server, languageOf, overlay, deadline }: Options): ShownServer {
  let on: ServerConnection | undefined;
  let open = new Map<string, { version: number; text: string }>();
  let published = new Map<string, { readonly version: number; readonly items: readonly unknown[] }>();

  async function connected(): Promise<ServerConnection> {
    await server.ready();
    const now = server.connection();
    if (now === undefined)
      throw new Error(`the server is not ready: ${server.status().failures.at(-1) ?? server.status().state}`);
    if (now !== on) {
      on = now;
      open = new Map();
      published = new Map();
      now.onDiagnostics(({ uri, diagnostics }) =>
        published.set(uri, { version: open.get(uri)?.version ?? 0, items: diagnostics }),
      );
    }
    return now;
  }
  const ask = async (method: string, parameters: object): Promise<unknown> => {
    const now = await connected();
    return now.abilities.can(method) ? now.request(method, parameters, deadline) : null;
  };
  const at = (uri: string, text: string, offset: number): object => ({
    textDocument: { uri },
    position: positionOf(text, offset, on?.encoding ?? "utf-16"),
  });
  const offset = (text: string, place: unknown): number =>
    offsetOf(text, Object(place) as { line: number; character: number }, on?.encoding ?? "utf-16") ?? text.length;

  return {
    async textOf(uri) {
      return overlay(uri) ?? (await readFile(fileURLToPath(uri), "utf8").catch(() => undefined));
    },
    async show(uri, text) {
      const now = await connected();
      const before = open.get(uri);
      if (before?.text === text) return;
      const version = (before?.version ?? 0) + 1;
      open.set(uri, { version, text });
      if (before === undefined) {
        const languageId = languageOf(uri) ?? path.extname(uri).slice(1);
        now.notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
      } else {
        now.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      }
      const [first] = open.keys();
      if (open.size <= MOST_OPEN || first === undefined) return;
      open.delete(first);
      now.notify("textDocument/didClose", { textDocument: { uri: first } });
    },
    async hover(uri, text, place) {
      const result = await ask("textDocument/hover", at(uri, text, place));
      return markedText((Object(result) as { readonly contents?: unknown }).contents);
    },
    async signature(uri, text, place) {
      return callHelp(await ask("textDocument/signatureHelp", at(uri, text, place)));
    },
    async definition(uri, text, place) {
      const result = await ask("textDocument/definition", at(uri, text, place));
      const first: unknown = Array.isArray(result) ? result[0] : result;
      const { uri: plain, targetUri, range, targetSelectionRange } = Object(first) as Record<string, unknown>;
      const found = plain ?? targetUri;
      if (typeof found !== "string") return undefined;
      const whole = await this.textOf(found);
      const { start } = Object(range ?? targetSelectionRange) as { readonly start?: unknown };
      return whole === undefined ? undefined : { uri: found, from: offset(whole, start) };
    },
    async symbols(uri, text) {
      const result = await ask("textDocument/documentSymbol", { textDocument: { uri } });
      return Array.isArray(result) ? result.flatMap((symbol) => symbolOf(symbol, (place) => offset(text, place))) : [];
    },
    async diagnostics(uri) {
      const now = await connected();
      const text = open.get(uri)?.text ?? "";
      const items = now.abilities.can("textDocument/diagnostic")
        ? (Object(await ask("textDocument/diagnostic", { textDocument: { uri } })) as { readonly items?: unknown })
            .items
        : await untilPublished(() => published.get(uri), open.get(uri)?.version ?? 0, deadline);
      if (!Array.isArray(items)) return [];
      return items.flatMap((item: unknown) => {
        const { message, code, severity = 1, range } = Object(item) as Record<string, unknown>;
        const { start, end } = Object(range) as Record<string, unknown>;
        if (typeof message !== "string") return [];
        return [{ message, code, severity: Number(severity), from: offset(text, start), to: offset(text, end) }];
      });
    },
  };
}

/** Collects the diagnostics that a server pushes, until it has been quiet for a while. */
async function untilPublished(
  get: () => { readonly version: number; readonly items: readonly unknown[] } | undefined,
  version: number,
  deadline: number,
): Promise<readonly unknown[]> {
  const until = performance.now() + deadline;
  let [last, since] = [get(), performance.now()];
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = get();
    if (now !== last) [last, since] = [now, performance.now()];
    if (now !== undefined && now.version >= version && performance.now() - since > SETTLED) break;
  }
  return last?.items ?? [];
}

function symbolOf(value: unknown, offset: (place: unknown) => number): readonly FileSymbol[] {
  const { name, kind, range, selectionRange, location, children } = Object(value) as Record<string, unknown>;
  const whole = Object(range ?? (Object(location) as { readonly range?: unknown }).range) as Record<string, unknown>;
  if (typeof name !== "string" || typeof kind !== "number" || whole.start === undefined) return [];
  return [
    {
      name,
      kind,
      from: offset(whole.start),
      to: offset(whole.end),
      at: offset((Object(selectionRange) as Record<string, unknown>).start ?? whole.start),
      children: Array.isArray(children) ? children.flatMap((child) => symbolOf(child, offset)) : [],
    },
  ];
}

/** Reads the label of the active parameter from either form that the protocol allows. */
function callHelp(result: unknown): CallHelp {
  const help = Object(result) as Record<string, unknown>;
  const signatures = Array.isArray(help.signatures) ? (help.signatures as readonly unknown[]) : [];
  const { label, parameters, activeParameter } = Object(signatures[Number(help.activeSignature ?? 0)]) as Record<
    string,
    unknown
  >;
  const none = { parameter: undefined, signatures: signatures.length };
  if (!Array.isArray(parameters) || typeof label !== "string") return none;
  const { label: own } = Object(parameters[Number(activeParameter ?? help.activeParameter ?? 0)]) as Record<
    string,
    unknown
  >;
  if (Array.isArray(own)) return { ...none, parameter: label.slice(Number(own[0]), Number(own[1])) };
  return typeof own === "string" ? { ...none, parameter: own } : none;
}

/** The text of a hover's contents, from any form that the protocol allows. */
function markedText(contents: unknown): string {
  if (typeof contents === "string") return contents;
  if (Array.isArray(contents)) return contents.map(markedText).join("\n");
  const { value } = Object(contents) as { readonly value?: unknown };
  return typeof value === "string" ? value : "";
}
