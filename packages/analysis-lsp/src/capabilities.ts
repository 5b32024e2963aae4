// The capabilities that this client declares, and those of the server, which the server can change while it runs.

import type {
  ClientCapabilities,
  CompletionItemKind,
  Registration,
  ServerCapabilities,
} from "vscode-languageserver-protocol";

/** Declares no snippets, so that insertions are plain text, and offers byte columns to servers that support them. */
export const CLIENT: ClientCapabilities = {
  general: { positionEncodings: ["utf-8", "utf-16", "utf-32"] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  // With this, rust-analyzer reports that it has read the project.
  experimental: { serverStatusNotification: true },
  window: { workDoneProgress: true },
  textDocument: {
    synchronization: { dynamicRegistration: true },
    completion: {
      dynamicRegistration: true,
      contextSupport: true,
      completionItem: {
        snippetSupport: false,
        insertReplaceSupport: false,
        labelDetailsSupport: true,
        documentationFormat: ["plaintext", "markdown"],
        tagSupport: { valueSet: [1] },
      },
      // All kinds; without this, some servers do not tell constants of enumerations from types.
      completionItemKind: { valueSet: Array.from({ length: 25 }, (_, at) => (at + 1) as CompletionItemKind) },
      completionList: { itemDefaults: ["editRange", "insertTextFormat"] },
    },
    hover: { dynamicRegistration: true, contentFormat: ["plaintext", "markdown"] },
    signatureHelp: {
      dynamicRegistration: true,
      signatureInformation: {
        activeParameterSupport: true,
        parameterInformation: { labelOffsetSupport: true },
      },
    },
    definition: { dynamicRegistration: true },
    documentSymbol: { dynamicRegistration: true, hierarchicalDocumentSymbolSupport: true },
    diagnostic: { dynamicRegistration: true },
    publishDiagnostics: { versionSupport: true },
  },
};

/** The server's current capabilities. */
export interface Abilities {
  can(method: string): boolean;
  /** How the server accepts changes of documents. */
  readonly changes: () => "ranges" | "whole";
  register(registrations: readonly Registration[]): void;
  unregister(registrations: readonly { readonly id: string; readonly method: string }[]): void;
}

const PROVIDERS: Readonly<Record<string, keyof ServerCapabilities>> = {
  "textDocument/completion": "completionProvider",
  "textDocument/definition": "definitionProvider",
  "textDocument/diagnostic": "diagnosticProvider",
  "textDocument/documentSymbol": "documentSymbolProvider",
  "textDocument/hover": "hoverProvider",
  "textDocument/signatureHelp": "signatureHelpProvider",
};

/** @param registered the methods that the server has registered, by their identifiers. */
export function abilitiesOf(capabilities: ServerCapabilities, registered: Map<string, string>): Abilities {
  const sync = capabilities.textDocumentSync;
  // Some servers write `null` for what they do not have.
  const kind = typeof sync === "object" ? sync?.change : sync;
  return {
    can: (method) => Boolean(capabilities[PROVIDERS[method]!]) || [...registered.values()].includes(method),
    changes: () => (kind === 2 ? "ranges" : "whole"),
    register(registrations) {
      for (const { id, method } of registrations) registered.set(id, method);
    },
    unregister(registrations) {
      for (const { id } of registrations) registered.delete(id);
    },
  };
}
