// The interface through which a proxy gets its answers to ChatLSP's five requests.

import type { PositionEncoding } from "@espalier/analysis-lsp";
import type { ChatLspRequests, Promising } from "@espalier/typed-holes";
import type { MirroredDocument } from "./mirror.js";

/** A document of the editor and an offset in its text, in UTF-16 units. */
export interface DocumentPlace extends MirroredDocument {
  readonly offset: number;
}

/** A document of the editor and the range of the filling, in UTF-16 units. Without a range, the request is about the whole document. */
export interface DocumentSpan extends MirroredDocument {
  readonly filling?: { readonly from: number; readonly to: number };
}

type Result<Request extends keyof ChatLspRequests> = Promising<ChatLspRequests[Request]["result"]>;

/**
 * Answers the five requests. If an answer rejects, the editor receives its message as an error. The proxy does not wait for an answer whose signal is aborted.
 */
export interface ChatLspAnswers {
  aiTutorial(signal: AbortSignal): Result<"workspace/aiTutorial">;
  expectedType(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/expectedType">;
  relevantTypes(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/relevantTypes">;
  relevantHeaders(at: DocumentPlace, signal: AbortSignal): Result<"textDocument/relevantHeaders">;
  errorReport(document: DocumentSpan, signal: AbortSignal): Result<"textDocument/errorReport">;
  /** Called when no more requests will come. */
  dispose?(): Promising<void>;
}

/** What the editor and its server have told each other. */
export interface EditorSession {
  /** The parameters of the editor's `initialize`. */
  readonly initialize: Readonly<Record<string, unknown>>;
  /** The unit that columns count. */
  readonly encoding: PositionEncoding;
  /** The documents that are open now, whether saved or not. */
  documents(): readonly MirroredDocument[];
  /** The editor's answers to `workspace/configuration` so far, by section. */
  settings(): Readonly<Record<string, unknown>>;
}
