// ChatLSP (Blinn et al. 2024, §3): five requests that give an editor the context a model should see, from a language server. The paper does not define the
// method names on the wire. The names here follow the protocol's style, and the first three match the authors' later abstract.

import type { ExpectedType } from "@espalier/analysis";
import type { Header, StaticError, TypeDefinition } from "./hole-server.js";

/** The method names. A server that supports them has `chatLsp: true` among its `experimental` capabilities. */
export const CHAT_LSP = {
  aiTutorial: "workspace/aiTutorial",
  expectedType: "textDocument/expectedType",
  relevantTypes: "textDocument/relevantTypes",
  relevantHeaders: "textDocument/relevantHeaders",
  errorReport: "textDocument/errorReport",
} as const;

/** A position in an open document, as in the Language Server Protocol: line and column from 0, in UTF-16 units. */
export interface TextDocumentPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: ProtocolPosition;
}

/** A zero-based line and column, in UTF-16 units. */
export interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}

/** The subject of an error report: a document and the range of the filling in it. The report omits errors that the document has without the filling. */
export interface ErrorReportParameters {
  readonly textDocument: { readonly uri: string };
  /** The filling's range in the current document. Without it, the report covers all errors of the document. */
  readonly range?: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
}

/** The definitions that connect the expected type to base types, and their text for a prompt. */
export interface RelevantTypes {
  readonly definitions: readonly TypeDefinition[];
  readonly text: string;
}

/** The most useful headers, best first, and their text for a prompt. */
export interface RelevantHeaders {
  readonly headers: readonly Header[];
  readonly text: string;
}

/** Whether another round is needed, and what to tell the model. */
export interface ErrorReport {
  readonly needed: boolean;
  readonly errors: readonly StaticError[];
  /** `""` if no round is needed. */
  readonly text: string;
}

/** Maps each request to its parameters and its result. */
export interface ChatLspRequests {
  readonly "workspace/aiTutorial": { readonly parameters: Record<string, never>; readonly result: string };
  readonly "textDocument/expectedType": {
    readonly parameters: TextDocumentPlace;
    readonly result: ExpectedType | null;
  };
  readonly "textDocument/relevantTypes": { readonly parameters: TextDocumentPlace; readonly result: RelevantTypes };
  readonly "textDocument/relevantHeaders": {
    readonly parameters: TextDocumentPlace;
    readonly result: RelevantHeaders;
  };
  readonly "textDocument/errorReport": { readonly parameters: ErrorReportParameters; readonly result: ErrorReport };
}
