// The items of files, remembered from hole to hole: the same files are asked about again wherever the hole is, and while a file is typed in, all
// others stay as they are.

import { type ContentName, type Item, itemsOf } from "./contents.js";
import type { IndexedFile } from "./repository-index.js";
import type { Semantics } from "./site.js";

/** The memory goes with the files; beyond this many characters of items it begins anew. */
const MOST_CHARACTERS = 8_000_000;
let known = new WeakMap<IndexedFile, Map<string, readonly Item[]>>();
let characters = 0;

/** What {@link itemsOf} gives for a file of an index; the same array as long as it is remembered. */
export function itemsOfFile(
  content: Exclude<ContentName, "post lines">,
  file: IndexedFile,
  semantics: Semantics,
): readonly Item[] {
  let ofFile = known.get(file);
  const key = `${semantics} ${content}`;
  const before = ofFile?.get(key);
  if (before !== undefined) return before;
  if (characters > MOST_CHARACTERS) {
    known = new WeakMap();
    characters = 0;
    ofFile = undefined;
  }
  if (ofFile === undefined) known.set(file, (ofFile = new Map()));
  const items = itemsOf(content, file.text, file.facts, semantics);
  ofFile.set(key, items);
  for (const { text } of items) characters += text.length + PER_ITEM;
  return items;
}

/** An item costs about as much as so many characters besides its own. */
const PER_ITEM = 32;
