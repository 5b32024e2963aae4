// Detects copies of the file with the hole. A copy would reveal the text of the hole, so nothing is ever taken from
// one. The indexed version of the file itself is such a copy too: facts about the file with the hole come only from its
// prefix and suffix. Comparisons ignore blanks and line ends, so that different line ends or indentation do not hide a
// copy.

import type { Hole } from "./hole.js";
import type { IndexedFile, RepositoryIndex } from "./repository-index.js";
import { wordsOf } from "./terms.js";

/**
 * How many characters on each side of a hole identify its position in a changed copy; the second number is used if the
 * first is not specific enough.
 */
const SIDES = [32, 128] as const;
/** Fewer characters than this are not specific. */
const FEWEST = 40;

/**
 * Returns a test for files that reveal the hole's text. These are: the file itself, and any file with the same content;
 * a file with the same prefix and suffix and any text between them; a file that contains the hidden text with the same
 * characters around it (32 on each side, or 128 if 32 are not specific enough); and a file that contains the 128
 * characters before the hole and, later, the 128 characters after it.
 */
export function copyTest(index: RepositoryIndex, hole: Hole): (file: IndexedFile) => boolean {
  const { path } = hole;
  const own = index.file(path)?.text;
  const [prefix, suffix] = [dense(hole.prefix), dense(hole.suffix)];
  const hidden = hole.hidden === undefined ? hiddenIn(own, prefix, suffix) : dense(hole.hidden);
  const telling = prefix.length + suffix.length >= FEWEST;
  const places = SIDES.map((side) => prefix.slice(-side) + (hidden ?? "") + suffix.slice(0, side));
  const place = (hidden ?? "") === "" ? undefined : places.find((text) => text.length >= FEWEST);
  const before = prefix.slice(-SIDES[1]);
  const after = suffix.slice(0, SIDES[1]);
  const twoSides = before.length >= FEWEST && after.length >= FEWEST;
  const mark = markOf(hole);
  const known = new Map<string, boolean>();
  const judge = (file: IndexedFile): boolean => {
    if (file.text === own) return true;
    if (!file.text.includes(mark)) return false;
    const text = dense(file.text);
    if (hidden !== undefined && text === prefix + hidden + suffix) return true;
    if (telling && text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix))
      return true;
    if (place !== undefined && text.includes(place)) return true;
    if (!twoSides) return false;
    const at = text.indexOf(before);
    return at >= 0 && text.indexOf(after, at + before.length) >= 0;
  };
  return (file) => {
    if (file.path === path) return true;
    let copy = known.get(file.hash);
    if (copy === undefined) known.set(file.hash, (copy = judge(file)));
    return copy;
  };
}

/**
 * Returns the longest word near the hole. Every copy contains it regardless of blanks; most other files do not, and so
 * need no closer comparison.
 */
function markOf({ prefix, suffix }: Hole): string {
  const words = [...wordsOf(prefix.slice(-SIDES[0])), ...wordsOf(suffix.slice(0, SIDES[0]))];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

function hiddenIn(own: string | undefined, prefix: string, suffix: string): string | undefined {
  if (own === undefined) return undefined;
  const text = dense(own);
  if (text.length < prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix))
    return undefined;
  return text.slice(prefix.length, text.length - suffix.length);
}

/** Removes blanks and line ends. */
function dense(text: string): string {
  return text.replace(/\s+/g, "");
}
