// Converts a regex over bytes to one over characters, as notations write it. A source stores regexes as bytes, where
// `[à-ÿ]x` is C3 [A0-BF] 78. This file reverses the UTF-8 encoding:
//
//   sequence  C3 · [A0-BF] · 78        →  [à-ÿ] · "x"
//   choice    [61-7A] | C3 · A9 | 66 6F →  [a-zé] | "fo"
//
// A regex that is not UTF-8 (a lone continuation byte, an overlong form) cannot be converted.

import type { ByteRanges, Regex } from "@espalier/automata";
import { utf8Decode, utf8Encode } from "@espalier/utf8";

/** Ranges of code points, both ends included, ascending, with gaps between them. */
export type CharacterRanges = readonly (readonly [from: number, to: number])[];

export type TextRegex =
  | { readonly kind: "empty" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "characters"; readonly ranges: CharacterRanges }
  | { readonly kind: "sequence"; readonly items: readonly TextRegex[] }
  | { readonly kind: "choice"; readonly options: readonly TextRegex[] }
  | { readonly kind: "and"; readonly operands: readonly TextRegex[] }
  | { readonly kind: "not"; readonly operand: TextRegex }
  | { readonly kind: "repeat"; readonly item: TextRegex; readonly min: number; readonly max: number };

/** If a regex has more spellings than this, it is not tried as one set of characters. */
const MAX_SPELLINGS = 4096;

/** Returns the same language over characters; `undefined` if it contains byte strings that are not text. */
export function textRegex(regex: Regex): TextRegex | undefined {
  const ranges = characterRanges(regex);
  if (ranges !== undefined) return charactersOf(ranges);
  switch (regex.kind) {
    case "empty":
      return { kind: "empty" };
    case "bytes":
      return undefined;
    case "literal": {
      const text = textOf(regex.bytes);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "sequence":
      return textSequence(regex.items);
    case "choice": {
      const sets: CharacterRanges[] = [];
      const options: TextRegex[] = [];
      for (const option of regex.options) {
        const set = characterRanges(option);
        const text = set === undefined ? textRegex(option) : undefined;
        if (set !== undefined) sets.push(set);
        else if (text !== undefined) options.push(text);
        else return undefined;
      }
      if (sets.length > 0) options.unshift(charactersOf(union(sets.flat())));
      return options.length === 1 ? options[0]! : { kind: "choice", options };
    }
    case "and": {
      const operands = regex.operands.map(textRegex);
      return operands.includes(undefined) ? undefined : { kind: "and", operands: operands as TextRegex[] };
    }
    case "not": {
      const operand = textRegex(regex.operand);
      return operand === undefined ? undefined : { kind: "not", operand };
    }
    case "repeat": {
      const item = textRegex(regex.item);
      return item === undefined ? undefined : { kind: "repeat", item, min: regex.min, max: regex.max };
    }
  }
}

/** Whether it contains an intersection or complement, which plain regular expressions lack. */
export function isBoolean(regex: TextRegex): boolean {
  switch (regex.kind) {
    case "and":
    case "not":
    case "empty":
      return true;
    case "sequence":
      return regex.items.some(isBoolean);
    case "choice":
      return regex.options.some(isBoolean);
    case "repeat":
      return isBoolean(regex.item);
    default:
      return false;
  }
}

/** Converts a sequence. Adjacent bytes that form a character only together are combined. */
function textSequence(items: readonly Regex[]): TextRegex | undefined {
  const single = items.flatMap((item): Regex[] =>
    item.kind === "literal" ? item.bytes.map((byte) => ({ kind: "literal", bytes: [byte] })) : [item],
  );
  const out: TextRegex[] = [];
  const push = (item: TextRegex): void => {
    const last = out.at(-1);
    if (item.kind !== "text" || last?.kind !== "text") out.push(item);
    else out[out.length - 1] = { kind: "text", text: last.text + item.text };
  };
  for (let at = 0; at < single.length; ) {
    let taken = 0;
    for (let count = 1; count <= 4 && at + count <= single.length && taken === 0; count++) {
      const ranges = characterRanges({ kind: "sequence", items: single.slice(at, at + count) });
      if (ranges === undefined) continue;
      push(charactersOf(ranges));
      taken = count;
    }
    if (taken === 0) {
      const item = textRegex(single[at]!);
      if (item === undefined) return undefined;
      push(item);
      taken = 1;
    }
    at += taken;
  }
  if (out.length === 0) return { kind: "text", text: "" };
  return out.length === 1 ? out[0]! : { kind: "sequence", items: out };
}

function charactersOf(ranges: CharacterRanges): TextRegex {
  const [first] = ranges;
  if (ranges.length === 1 && first !== undefined && first[0] === first[1]) {
    return { kind: "text", text: String.fromCodePoint(first[0]) };
  }
  return { kind: "characters", ranges };
}

/** If `regex` matches only single characters, returns them; else `undefined`. */
function characterRanges(regex: Regex): CharacterRanges | undefined {
  const spellings = spell(regex, 4);
  if (spellings === undefined || spellings.length === 0) return undefined;
  const found: (readonly [number, number])[] = [];
  for (const spelling of spellings) {
    const ranges = decode(spelling);
    if (ranges === undefined || found.length + ranges.length > MAX_SPELLINGS) return undefined;
    found.push(...ranges);
  }
  return union(found);
}

/**
 * Lists the byte strings of `regex`, each as a list of byte ranges by position; `undefined` if one is longer than
 * `room`, or there are too many.
 */
function spell(regex: Regex, room: number): ByteRanges[][] | undefined {
  switch (regex.kind) {
    case "bytes":
      return room < 1 ? undefined : [[regex.ranges]];
    case "literal":
      return regex.bytes.length > room ? undefined : [regex.bytes.map((byte) => [[byte, byte]])];
    case "sequence": {
      let spellings: ByteRanges[][] = [[]];
      for (const item of regex.items) {
        const used = Math.min(...spellings.map((each) => each.length));
        const next = spell(item, room - used);
        if (next === undefined || next.length * spellings.length > MAX_SPELLINGS) return undefined;
        spellings = spellings.flatMap((head) => next.map((tail) => [...head, ...tail]));
        if (spellings.length === 0 || spellings.some((each) => each.length > room)) return undefined;
      }
      return spellings;
    }
    case "choice": {
      const spellings: ByteRanges[][] = [];
      for (const option of regex.options) {
        const more = spell(option, room);
        if (more === undefined || spellings.length + more.length > MAX_SPELLINGS) return undefined;
        for (const each of more) spellings.push(each);
      }
      return spellings;
    }
    default:
      return undefined;
  }
}

/** Decodes one spelling to code points: the lead byte determines the length; the others are 80–BF. */
function decode(spelling: readonly ByteRanges[]): (readonly [number, number])[] | undefined {
  const [lead, ...rest] = spelling;
  if (lead === undefined) return undefined;
  const length = spelling.length;
  const [low, high, marker] = [
    [0, 0x7f, 0],
    [0xc2, 0xdf, 0xc0],
    [0xe0, 0xef, 0xe0],
    [0xf0, 0xf4, 0xf0],
  ][length - 1] as [number, number, number];
  if (lead.some(([from, to]) => from < low || to > high)) return undefined;
  let found = lead.map(([from, to]): readonly [number, number] => [from - marker, to - marker]);
  for (const ranges of rest) {
    if (ranges.some(([from, to]) => from < 0x80 || to > 0xbf)) return undefined;
    const [only] = ranges;
    if (only !== undefined && only[0] === 0x80 && only[1] === 0xbf) {
      found = found.map(([from, to]) => [from * 64, to * 64 + 63]);
      continue;
    }
    const count = found.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    if (count * ranges.length > MAX_SPELLINGS) return undefined;
    const next: (readonly [number, number])[] = [];
    for (const [from, to] of found) {
      for (let head = from; head <= to; head++) {
        for (const range of ranges) next.push([head * 64 + range[0] - 0x80, head * 64 + range[1] - 0x80]);
      }
    }
    found = next;
  }
  const least = [0, 0x80, 0x800, 0x10000][length - 1]!;
  const isText = found.every(([from, to]) => from >= least && to <= 0x10ffff && (to < 0xd800 || from >= 0xe000));
  return isText ? found : undefined;
}

/** Decodes UTF-8; `undefined` if `bytes` is invalid, because then the text has other bytes. */
function textOf(bytes: readonly number[]): string | undefined {
  const text = utf8Decode(Uint8Array.from(bytes));
  const spelt = utf8Encode(text);
  return spelt.length === bytes.length && spelt.every((byte, i) => byte === bytes[i]) ? text : undefined;
}

/** Sorts the ranges and merges adjacent ones. Ranges that only surrogates separate are merged too. */
function union(ranges: CharacterRanges): CharacterRanges {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
