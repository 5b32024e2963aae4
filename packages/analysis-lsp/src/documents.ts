// The documents that are open at a server, with their languages and versions, and the edits that bring the server's text up to date.

import path from "node:path";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver-protocol";
import { type PositionEncoding, positionOf, splitsPair } from "./positions.js";

/** Half of a surrogate pair, which no text encoding can represent. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with U+FFFD in place of each half of a surrogate pair. Offsets stay the same. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

/** The language identifier of a file, by its extension; capital letters make no difference if no extension has them. `undefined` if there is none. */
export function languageOf(languages: Readonly<Record<string, string>>, file: string): string | undefined {
  const extension = path.extname(file);
  if (Object.hasOwn(languages, extension)) return languages[extension];
  return Object.entries(languages).find(([each]) => each.toLowerCase() === extension.toLowerCase())?.[1];
}

/** A document as the server knows it. */
export interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/**
 * The change that turns `old` into `text`: a single range that splits neither a character nor a line end, or the whole text if the server does not accept
 * ranges. Takes time proportional to the texts.
 */
export function changeOf(
  old: string,
  text: string,
  how: "ranges" | "whole",
  encoding: PositionEncoding,
): TextDocumentContentChangeEvent {
  if (how === "whole") return { text };
  const most = Math.min(old.length, text.length);
  let before = 0;
  while (before < most && old.charCodeAt(before) === text.charCodeAt(before)) before++;
  while (before > 0 && (splits(old, before) || splits(text, before))) before--;
  let after = 0;
  while (after < most - before && old.charCodeAt(old.length - 1 - after) === text.charCodeAt(text.length - 1 - after))
    after++;
  while (after > 0 && (splits(old, old.length - after) || splits(text, text.length - after))) after--;
  const end = old.length - after;
  return {
    range: { start: positionOf(old, before, encoding), end: positionOf(old, end, encoding) },
    text: text.slice(before, text.length - after),
  };
}

function splits(text: string, offset: number): boolean {
  return splitsPair(text, offset) || (text[offset - 1] === "\r" && text[offset] === "\n");
}
