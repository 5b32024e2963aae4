// Copies of the editor's open documents, as the server sees them. The mirror applies the notifications that pass through the proxy.

import { offsetOf, type PositionEncoding, positionOf } from "@espalier/analysis-lsp";

/** A document that the editor has open. */
export interface MirroredDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** The open documents. */
export interface Mirror {
  /** The document, or `undefined` if it is not open or its text is no longer known. */
  get(uri: string): MirroredDocument | undefined;
  /** All documents whose text is known. */
  all(): readonly MirroredDocument[];
  /** Applies a notification; ignores all but those about open documents. */
  apply(method: string, parameters: unknown, encoding: PositionEncoding): void;
  /** Marks all texts as unknown, because a notification may have been missed. A text is known again when the editor sends it whole. */
  forget(): void;
}

interface Change {
  readonly range?: { readonly start?: unknown; readonly end?: unknown };
  readonly text?: unknown;
}

export function mirror(): Mirror {
  /** The text is `undefined` when it is no longer known. */
  const documents = new Map<string, { readonly languageId: string; readonly text: string | undefined }>();

  function change(uri: string, changes: unknown, encoding: PositionEncoding): void {
    const before = documents.get(uri);
    if (!Array.isArray(changes) || before === undefined) return;
    let { text } = before;
    for (const { range, text: by } of changes as readonly Change[]) {
      if (typeof by !== "string") text = undefined;
      else if (range === undefined) text = by;
      else if (text !== undefined) {
        const [start, end] = [offsetAt(text, range.start, encoding), offsetAt(text, range.end, encoding)];
        text = start === undefined || end === undefined ? undefined : text.slice(0, start) + by + text.slice(end);
      }
    }
    documents.set(uri, { ...before, text });
  }
  const known = (uri: string): MirroredDocument | undefined => {
    const { languageId, text } = documents.get(uri) ?? {};
    return languageId === undefined || text === undefined ? undefined : { uri, languageId, text };
  };

  return {
    get: known,
    all: () => [...documents.keys()].map(known).filter((document) => document !== undefined),
    apply(method, parameters, encoding) {
      const { textDocument, contentChanges } = Object(parameters) as Record<string, unknown>;
      const { uri, languageId, text } = Object(textDocument) as Record<string, unknown>;
      if (typeof uri !== "string") return;
      if (method === "textDocument/didOpen" && typeof text === "string")
        documents.set(uri, { languageId: typeof languageId === "string" ? languageId : "", text });
      if (method === "textDocument/didClose") documents.delete(uri);
      if (method === "textDocument/didChange") change(uri, contentChanges, encoding);
    },
    forget() {
      for (const [uri, document] of documents) documents.set(uri, { ...document, text: undefined });
    },
  };
}

/**
 * The offset of a position. As the protocol prescribes, a column beyond the end of a line means that end. Returns `undefined` if the text has no such position.
 */
export function offsetAt(text: string, value: unknown, encoding: PositionEncoding): number | undefined {
  const { line, character } = Object(value) as Record<string, unknown>;
  if (!isIndex(line) || !isIndex(character)) return undefined;
  const offset = offsetOf(text, { line, character }, encoding);
  if (offset !== undefined) return offset;
  const start = offsetOf(text, { line, character: 0 }, encoding);
  if (start === undefined) return undefined;
  const end = /[\r\n]|$/.exec(text.slice(start))!.index + start;
  // A column inside a character is not a position.
  return character >= positionOf(text, end, encoding).character ? end : undefined;
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
