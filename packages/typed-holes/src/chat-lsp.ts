// ChatLSP (Blinn et al. 2024, §3): the five requests by which an editor gets what a model should see from a language server. The paper gives no names
// for the wire; these are in the manner of the protocol, and the first three are those of the authors' later abstract.

import type { ExpectedType } from "@espalier/analysis";
import type { Header, StaticError, TypeDefinition } from "./hole-server.js";

/** The requests' names. A server that knows them has `chatLsp: true` among its `experimental` capabilities. */
export const CHAT_LSP = {
  aiTutorial: "workspace/aiTutorial",
  expectedType: "textDocument/expectedType",
  relevantTypes: "textDocument/relevantTypes",
  relevantHeaders: "textDocument/relevantHeaders",
  errorReport: "textDocument/errorReport",
} as const;

/** A place in an open document, as the language server protocol has it: lines and UTF-16 units from 0. */
export interface TextDocumentPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: ProtocolPosition;
}

/** A line and a UTF-16 unit in it, from 0. */
export interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}

/** What an error report is about: a document, and where in it the filling stands. Errors that the document has without the filling are left out. */
export interface ErrorReportParameters {
  readonly textDocument: { readonly uri: string };
  /** The filling's place in the document as it is now; without it, all errors of the document are reported. */
  readonly range?: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
}

/** The definitions that lead from the expected type to base types, and their text for a prompt. */
export interface RelevantTypes {
  readonly definitions: readonly TypeDefinition[];
  readonly text: string;
}

/** The headers worth showing, the best first, and their text for a prompt. */
export interface RelevantHeaders {
  readonly headers: readonly Header[];
  readonly text: string;
}

/** Whether another round is needed, and what the model is told. */
export interface ErrorReport {
  readonly needed: boolean;
  readonly errors: readonly StaticError[];
  /** `""` where none is needed. */
  readonly text: string;
}

/** The requests by name: what is asked and what is answered. */
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
