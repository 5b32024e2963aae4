// Sets of characters as regexes over their UTF-8 bytes.
//
// A set of code points becomes a trie over bytes. Bytes with the same continuation form one range, and equal
// continuations are one object. For example, U+0080–U+FFFF without surrogates:
//
//   [C2-DF] [80-BF]  |  E0 [A0-BF] [80-BF]  |  [E1-EC EE-EF] [80-BF] [80-BF]  |  ED [80-9F] [80-BF]
//
// The trie never contains overlong forms or surrogates.

import { signature } from "@espalier/arguments";
import { pushUtf8 } from "@espalier/utf8";
import type { CodePointRanges } from "./code-points.js";
import { intersectRanges, normalRanges, SCALARS } from "./code-points.js";
import { rangesKind } from "./kinds.js";
import type { Regex } from "./make-regex.js";
import { empty, makeBytes, makeChoice, makeLiteral, makeSequence } from "./make-regex.js";

const checkCharacters = signature("characters", { ranges: rangesKind });

/**
 * Matches one character from `ranges` of code points in UTF-8. Both ends are included; the order does not matter.
 * Surrogates are dropped, because UTF-8 cannot encode them.
 *
 * @throws RangeError if an end is not a code point or a range is reversed.
 */
export function characters(ranges: CodePointRanges): Regex {
  checkCharacters(ranges);
  return makeCharacters(ranges);
}

/** {@link characters} for ranges that are already checked. */
export function makeCharacters(ranges: CodePointRanges, trie: Trie = createTrie()): Regex {
  const scalars = intersectRanges(normalRanges(ranges), SCALARS);
  if (scalars.length === 0) return empty;
  if (scalars.length === 1 && scalars[0]![0] === scalars[0]![1]) {
    const single: number[] = [];
    pushUtf8(single, scalars[0]![0]);
    return makeLiteral(single);
  }
  if (common.byKey.size > MOST_COMMON) common = createTrie();
  const options: Regex[] = [];
  for (const [tails, from, to, marker] of LENGTHS) {
    const part = intersectRanges(scalars, [[from, to]]);
    if (part.length > 0) options.push(spellings(trie, part, 0, tails, marker));
  }
  return makeChoice(options);
}

/**
 * For each UTF-8 length: the number of continuation bytes, the first and last code point, and the marker bits of the
 * lead byte.
 */
const LENGTHS: readonly (readonly [tails: number, from: number, to: number, marker: number])[] = [
  [0, 0x0, 0x7f, 0x00],
  [1, 0x80, 0x7ff, 0xc0],
  [2, 0x800, 0xffff, 0xe0],
  [3, 0x10000, 0x10ffff, 0xf0],
];

/** The parts of sets built so far, so that equal ones are the same object. Several sets may share them. */
export interface Trie {
  readonly byKey: Map<string, Regex>;
  readonly names: Map<Regex, number>;
}

/** Creates an empty trie. */
export function createTrie(): Trie {
  return { byKey: new Map(), names: new Map() };
}

/** The most continuations that are kept for later sets: about 5 MB if the sets are random. */
const MOST_COMMON = 8192;

/**
 * What follows a lead byte, for all sets of the process: sets of letters differ in few continuations. Whole sets are not among them,
 * because constructors of regexes drop operands that are the same object, and what is written must not depend on earlier sets.
 */
let common = createTrie();

/**
 * Returns the UTF-8 encodings of the code points in `ranges`, which are given as offsets from `base`. Each encoding is
 * a lead byte with the bits of `marker`, followed by `tails` continuation bytes.
 */
function spellings(trie: Trie, ranges: CodePointRanges, base: number, tails: number, marker: number): Regex {
  const block = 64 ** tails;
  const byRest = new Map<Regex, [number, number][]>();
  const add = (from: number, to: number, rest: Regex): void => {
    const digits = byRest.get(rest);
    if (digits === undefined) byRest.set(rest, [[marker | from, marker | to]]);
    else digits.push([marker | from, marker | to]);
  };
  let next = 0;
  let from = ranges[0]![0];
  const advance = (): void => {
    next++;
    if (next < ranges.length) from = ranges[next]![0];
  };
  while (next < ranges.length) {
    const to = ranges[next]![1];
    const first = Math.floor((from - base) / block);
    const start = base + first * block;
    const end = start + block - 1;
    if (tails === 0) {
      add(from - base, to - base, LAST);
      advance();
    } else if (from === start && to >= end) {
      const last = Math.floor((to + 1 - base) / block) - 1;
      add(first, last, spellings(common, [[0, block - 1]], 0, tails - 1, 0x80));
      from = base + (last + 1) * block;
      if (from > to) advance();
    } else {
      const inside: [number, number][] = [];
      while (next < ranges.length && from <= end) {
        const until = ranges[next]![1];
        inside.push([from, Math.min(until, end)]);
        if (until <= end) advance();
        else from = end + 1;
      }
      add(first, first, spellings(common, inside, start, tails - 1, 0x80));
    }
  }
  const options = [...byRest].map(([rest, digits]) => ({ digits, rest }));
  const key = options.map(({ digits, rest }) => `${digits.join(" ")}>${nameOf(trie, rest)}`).join("|");
  const known = trie.byKey.get(key);
  if (known !== undefined) return known;
  const made = makeChoice(
    options.map(({ digits, rest }) => (rest === LAST ? makeBytes(digits) : makeSequence([makeBytes(digits), rest]))),
  );
  trie.byKey.set(key, made);
  return made;
}

/** Marks the end of a character in the trie. */
const LAST: Regex = { kind: "sequence", items: [] };

function nameOf(trie: Trie, regex: Regex): number {
  const known = trie.names.get(regex);
  if (known !== undefined) return known;
  trie.names.set(regex, trie.names.size);
  return trie.names.size - 1;
}

/** Matches any one character: every Unicode scalar value in well-formed UTF-8. */
export const anyCharacter: Regex = makeCharacters(SCALARS);
