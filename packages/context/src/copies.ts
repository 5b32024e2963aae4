// Which files are copies of the file with the hole. A copy would show the hole's own text, so nothing is ever taken from one. The version of
// the file that the index holds is such a copy too: what is known of the file with the hole comes from its prefix and suffix alone.

import type { Hole } from "./hole.js";
import type { IndexedFile, RepositoryIndex } from "./repository-index.js";

/** The characters on either side of a hole that tell its place in a file that was changed elsewhere; more of them where these tell too little. */
const SIDES = [32, 128] as const;
/** Fewer characters than this, blanks not counted, tell nothing. */
const FEWEST = 40;

/**
 * A test for files that hold the hole's text at the hole's place: the file itself; a file of the same content; a file with the same prefix and
 * suffix, whatever stands between them; a file where the hidden text stands between the same characters (32 on either side, or
 * 128 where these say too little); a file that has the 128 characters before the hole and, later, the 128 after it.
 */
export function copyTest(index: RepositoryIndex, hole: Hole): (file: IndexedFile) => boolean {
  const { path, prefix, suffix } = hole;
  const indexed = index.file(path)?.text;
  const hidden = hole.hidden ?? hiddenIn(indexed, hole);
  const telling = significant(prefix + suffix) >= FEWEST;
  const places = SIDES.map((side) => prefix.slice(-side) + (hidden ?? "") + suffix.slice(0, side));
  const place = (hidden ?? "") === "" ? undefined : places.find((text) => significant(text) >= FEWEST);
  const before = prefix.slice(-SIDES[1]);
  const after = suffix.slice(0, SIDES[1]);
  const twoSides = significant(before) >= FEWEST && significant(after) >= FEWEST;
  const known = new Map<string, boolean>();
  const judge = ({ text }: IndexedFile): boolean => {
    if (text === indexed || (hidden !== undefined && text === prefix + hidden + suffix)) return true;
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

function hiddenIn(text: string | undefined, { prefix, suffix }: Hole): string | undefined {
  if (text === undefined || text.length < prefix.length + suffix.length) return undefined;
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return undefined;
  return text.slice(prefix.length, text.length - suffix.length);
}

function significant(text: string): number {
  return text.replace(/\s+/g, "").length;
}
