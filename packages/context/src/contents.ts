// Contents: the part of a file that a proposal shows. The seven published ones are those of Shrivastava et al. 2023
// (RLPG), §3.1. A content is a list of items in the order of the file. Where possible, the composer drops, cuts and
// counts whole items.

import type { FileFacts, MethodFact, Spans } from "./facts.js";
import type { Semantics } from "./site.js";

/** The name of a content. */
export type ContentName =
  /** All lines after the hole's own line; for the current file only. */
  | "post lines"
  /** Names that are not types. */
  | "identifiers"
  | "type identifiers"
  | "field declarations"
  | "string literals"
  /** Names of methods with their signatures. */
  | "method names"
  /** The same, including their bodies. */
  | "method bodies"
  /** The whole text, line by line. */
  | "text";

/** A piece of text that is shown completely or not at all, except for one item that the budget may cut. */
export interface Item {
  readonly text: string;
  /** Its position in its file; for a name that occurs several times, the first position. */
  readonly from: number;
  readonly to: number;
  /** A heading in the published format: the name of a method before its body. */
  readonly label?: string;
}

/** How the items of each content are joined. */
export function joinerOf(content: ContentName): string {
  return content === "identifiers" || content === "type identifiers" ? " " : "\n";
}

/** Returns whether the items of a content are names. A name is shown once, however often it occurs. */
export function showsNames(content: ContentName): boolean {
  return joinerOf(content) === " ";
}

/** Returns the items of a content of a text. O(text). */
export function itemsOf(
  content: Exclude<ContentName, "post lines">,
  text: string,
  facts: FileFacts,
  semantics: Semantics = "paper",
): readonly Item[] {
  switch (content) {
    case "identifiers":
      return semantics === "paper"
        ? nameItems(text, facts.identifiers)
        : // The published code appends the types to the names and repeats repeated names.
          [...spanItems(text, facts.identifiers), ...spanItems(text, facts.types)];
    case "type identifiers":
      return semantics === "paper" ? nameItems(text, facts.types) : spanItems(text, facts.types);
    case "field declarations":
      return spanItems(text, facts.fields);
    case "string literals":
      return spanItems(text, facts.strings);
    case "method names":
      return facts.methods.map((method) => signatureItem(text, method, semantics));
    case "method bodies":
      return facts.methods.flatMap((method) => bodyItem(text, method, semantics));
    case "text":
      return lineItems(text);
  }
}

function nameItems(text: string, spans: Spans): readonly Item[] {
  const first = new Map<string, number>();
  for (let at = 0; at < spans.length; at += 2) {
    const name = text.slice(spans[at], spans[at + 1]);
    if (!first.has(name)) first.set(name, spans[at]!);
  }
  return [...first].map(([name, from]) => ({ text: name, from, to: from + name.length }));
}

function spanItems(text: string, spans: Spans): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < spans.length; at += 2) items.push(itemAt(text, spans[at]!, spans[at + 1]!));
  return items;
}

function itemAt(text: string, from: number, to: number): Item {
  return { text: text.slice(from, to), from, to };
}

/** Returns a signature on one line: joins its lines and drops the token that opens the body. */
function signatureItem(text: string, { name, from, body, to }: MethodFact, semantics: Semantics): Item {
  if (semantics === "rlpg-code") return { text: name, from, to: body };
  const signature = text
    .slice(from, body)
    .replace(/\s+/g, " ")
    .replace(/\s*[{:=;]*(=>)?\s*$/, "");
  return { text: signature, from, to: Math.min(body, to) };
}

/** Returns a method as written, under its name. Of nested methods, only the outermost is returned. */
function bodyItem(text: string, { name, from, to, body }: MethodFact, semantics: Semantics): readonly Item[] {
  if (body >= to) return [];
  // The published code locates a body by the brace on the header's line.
  if (semantics === "rlpg-code" && !text.slice(from, text.indexOf("\n", from)).includes("{")) return [];
  return [{ ...itemAt(text, from, to), label: name }];
}

function lineItems(text: string): readonly Item[] {
  const items: Item[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    if (text.slice(from, to).trim() !== "") items.push(itemAt(text, from, to));
    from = to + 1;
  }
  return items;
}

/** Returns the lines after the hole's own line in `text`, which is prefix and suffix. */
export function postLines(text: string, offset: number): readonly Item[] {
  const end = text.indexOf("\n", offset);
  if (end < 0 || end + 1 >= text.length) return [];
  return [itemAt(text, end + 1, text.length)];
}
