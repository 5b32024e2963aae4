// Who answers ChatLSP's five requests, for a proxy.

import type { PositionEncoding } from "@espalier/analysis-lsp";
import type { ChatLspRequests, Promising } from "@espalier/typed-holes";
import type { MirroredDocument } from "./mirror.js";

/** A document of the editor, and a place in it in UTF-16 units of its text. */
export interface DocumentPlace extends MirroredDocument {
  readonly offset: number;
}

/** A document of the editor, and where in it the filling stands, in UTF-16 units; absent where all of it is asked about. */
export interface DocumentSpan extends MirroredDocument {
  readonly filling?: { readonly from: number; readonly to: number };
}

type Result<Request extends keyof ChatLspRequests> = Promising<ChatLspRequests[Request]["result"]>;

/** Answers the five requests. Where an answer fails, the editor gets its message as an error. One whose signal is aborted is not waited for. */
export interface ChatLspAnswers {
  aiTutorial(signal: AbortSignal): Result<"workspace/aiTutorial">;
  expectedType(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/expectedType">;
  relevantTypes(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/relevantTypes">;
  relevantHeaders(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/relevantHeaders">;
  errorReport(document: DocumentSpan, signal: AbortSignal): Result<"textDocument/errorReport">;
  /** Nothing will be asked any more. */
  dispose?(): Promising<void>;
}

/** What an editor and its server have told each other, for who answers beside the server. */
export interface EditorSession {
  /** The parameters of the editor's `initialize`. */
  readonly initialize: Readonly<Record<string, unknown>>;
  /** What columns count. */
  readonly encoding: PositionEncoding;
  /** The documents that are open at this moment, saved or not. */
  documents(): readonly MirroredDocument[];
  /** What the editor has answered to `workspace/configuration` so far, by section. */
  settings(): Readonly<Record<string, unknown>>;
}
