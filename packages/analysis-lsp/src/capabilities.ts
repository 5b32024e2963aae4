// What this client tells a server of itself, and what the server can do, which it may change while it runs.

import type { ClientCapabilities, Registration, ServerCapabilities } from "vscode-languageserver-protocol";

/** No snippets, so that insertions are plain texts; columns in bytes where the server knows them. */
export const CLIENT: ClientCapabilities = {
  general: { positionEncodings: ["utf-8", "utf-16", "utf-32"] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  // How rust-analyzer tells that it has read a project.
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

/** What the server can do at present. */
export interface Abilities {
  can(method: string): boolean;
  /** How it takes changes of documents. */
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

export function abilitiesOf(capabilities: ServerCapabilities): Abilities {
  const registered = new Map<string, string>();
  const sync = capabilities.textDocumentSync;
  const kind = typeof sync === "object" ? sync.change : sync;
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
