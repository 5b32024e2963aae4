// Extracts names from a server's completions: the name, if any, that each item would insert after the operator.

import type { CompletionItem, CompletionList, Range } from "vscode-languageserver-protocol";
import type { Connection } from "./connection.js";
import { wellFormed } from "./documents.js";
import { offsetsIn, type PositionEncoding, positionOf } from "./positions.js";

/** The names of a list. */
export interface ListedNames {
  readonly names: readonly string[];
  /** Whether the server says that the list can change as more is typed. */
  readonly isIncomplete: boolean;
  /** The number of items that could not be read. */
  readonly malformed: number;
}

/** The document in question. `cursor` is an offset in UTF-16 units. */
export interface AskedDocument {
  readonly text: string;
  readonly cursor: number;
  readonly encoding: PositionEncoding;
}

/** The same, with the offsets of its positions. */
interface DocumentPlaces extends AskedDocument {
  readonly offsetOf: (position: unknown) => number | undefined;
}

/** Returns the completion list at the cursor, as the server sent it. @throws RequestError if it fails or arrives too late. */
export function askList(
  on: Connection,
  document: AskedDocument & { readonly uri: string },
  milliseconds: number,
): Promise<unknown> {
  const { uri, text, cursor } = document;
  const asked = { textDocument: { uri }, position: positionOf(text, cursor, on.encoding), context: { triggerKind: 1 } };
  return on.request("textDocument/completion", asked, milliseconds);
}

// Completion kinds of the protocol: Text (words of the document), Snippet, File and Folder.
const NO_MEMBERS: ReadonlySet<unknown> = new Set([1, 15, 17, 19]);
const NAME = /^[#@]?[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*/u;

/**
 * The names in a result of `textDocument/completion`, or `undefined` if the result is not a completion list. Labels are for display only: the name comes from
 * the text that the item would insert, whose range may begin before the cursor. Items that do not continue the text before the cursor are skipped.
 */
export function namesOf(result: unknown, document: AskedDocument): ListedNames | undefined {
  if (result === null || result === undefined) return { names: [], isIncomplete: false, malformed: 0 };
  const list = (Array.isArray(result) ? { items: result } : result) as Partial<CompletionList>;
  if (typeof list !== "object" || !Array.isArray(list.items)) return undefined;
  const offsetOf = offsetsIn(document.text, document.encoding);
  const names = new Set<string>();
  let malformed = 0;
  for (const item of list.items as readonly unknown[]) {
    const name = isItem(item) ? nameOf(item, list, { ...document, offsetOf }) : MALFORMED;
    if (name === MALFORMED) malformed++;
    else if (name !== undefined) names.add(name);
  }
  return { names: [...names].sort(), isIncomplete: Boolean(list.isIncomplete), malformed };
}

/** The completion kind of the protocol for a constant of an enumeration. */
const CONSTANT = 20;
const CONSTANT_TEXT = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:::[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;

/** The texts of the constants of enumerations in a result of `textDocument/completion`; `undefined` if one cannot be read, or the list is incomplete. */
export function constantsOf(result: unknown, document: AskedDocument): readonly string[] | undefined {
  const list = (Array.isArray(result) ? { items: result } : Object(result)) as Partial<CompletionList>;
  if (!Array.isArray(list.items) || list.isIncomplete) return undefined;
  const places = { ...document, offsetOf: offsetsIn(document.text, document.encoding) };
  const constants = list.items.filter((item) => isItem(item) && item.kind === CONSTANT);
  const texts = constants.map((item) => textOf(item, list, places));
  return texts.every((text) => typeof text === "string" && CONSTANT_TEXT.test(text))
    ? [...new Set(texts as readonly string[])].sort()
    : undefined;
}

/**
 * The server's documentation for the completion item with a given label, or `""` if there is none. If labels repeat, the first item counts.
 *
 * @throws RequestError if the server does not answer within `milliseconds`.
 */
export async function documentedIn(
  on: Connection,
  list: unknown,
  label: string,
  milliseconds: number,
): Promise<string> {
  const { items = list } = Object(list) as { readonly items?: unknown };
  const item = (items as readonly unknown[]).find((each) => isItem(each) && each.label === label);
  const resolved = await on.request("completionItem/resolve", item, milliseconds);
  const { documentation } = Object(resolved) as { readonly documentation?: unknown };
  const { value = documentation } = Object(documentation) as { readonly value?: unknown };
  return typeof value === "string" ? value : "";
}

const MALFORMED: unique symbol = Symbol("malformed");

function isItem(item: unknown): item is CompletionItem {
  return typeof (Object(item) as CompletionItem).label === "string";
}

function nameOf(
  item: CompletionItem,
  list: Partial<CompletionList>,
  document: DocumentPlaces,
): string | undefined | typeof MALFORMED {
  if (NO_MEMBERS.has(item.kind) || (item.additionalTextEdits?.length ?? 0) > 0) return undefined;
  const text = textOf(item, list, document);
  return typeof text === "string" ? NAME.exec(text)?.[0] : text;
}

/** What an item adds to the text before the cursor; `undefined` if it replaces a part of that text. */
function textOf(
  item: CompletionItem,
  { itemDefaults }: Partial<CompletionList>,
  document: DocumentPlaces,
): string | undefined | typeof MALFORMED {
  const { textEdit, textEditText, insertText, label } = item;
  const inserted: unknown =
    textEdit?.newText ?? (itemDefaults?.editRange ? textEditText : undefined) ?? insertText ?? label;
  // A replacement character stands for bytes that are not valid UTF-8, or for half of a character.
  if (typeof inserted !== "string" || wellFormed(inserted).includes("\ufffd")) return MALFORMED;
  const edit = textEdit ?? itemDefaults?.editRange;
  const start = edit ? startOf(edit, document) : document.cursor;
  if (start === undefined || start > document.cursor) return MALFORMED;
  const isSnippet = (item.insertTextFormat ?? itemDefaults?.insertTextFormat) === 2;
  const text = isSnippet ? beforePlaceholder(inserted) : inserted;
  const typed = document.text.slice(start, document.cursor);
  return text.startsWith(typed) ? text.slice(typed.length) : undefined;
}

/** Where an edit begins. An edit has one range, or separate ranges for inserting and replacing; a default may be a range itself. */
function startOf(edit: object, { offsetOf }: DocumentPlaces): number | undefined {
  const { range, insert = range ?? (edit as Range) } = edit as { readonly range?: Range; readonly insert?: Range };
  return offsetOf((Object(insert) as Partial<Range>).start);
}

/** The text that a snippet inserts before its first placeholder. */
function beforePlaceholder(snippet: string): string {
  return snippet.replace(/(?<!\\)((?:\\\\)*)\$[\s\S]*/, "$1").replace(/\\([$}\\])/g, "$1");
}
