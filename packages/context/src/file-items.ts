// A cache of the items of files across holes. Different holes need the same files, and while one file is edited, all
// others stay the same.

import { type ContentName, type Item, itemsOf } from "./contents.js";
import type { IndexedFile } from "./repository-index.js";
import type { Semantics } from "./site.js";

/** The cache is weak in the files. It is cleared when it exceeds this many characters of items. */
const MOST_CHARACTERS = 8_000_000;
let known = new WeakMap<IndexedFile, Map<string, readonly Item[]>>();
let characters = 0;

/** {@link itemsOf} for a file of an index. Returns the same array as long as it is cached. */
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

/** The approximate cost of an item, in characters, in addition to its text. */
const PER_ITEM = 32;
