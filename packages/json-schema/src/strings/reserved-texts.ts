// Texts that the completions of an object or array use if it needs several different names or items. What a completion may use depends on the names that the
// text has used before. A mask examines many texts at once without their exact names, so it could not know the completion. Therefore completions use a few
// reserved texts, and a mask treats only those names apart that begin like one of them.

import { and, bytes, type Engine, type Regex, star } from "@espalier/automata";
import { utf8Decode } from "@espalier/utf8";
import { branches, lengthFrom } from "./short-texts.js";

/** The largest number of texts that one object or array reserves. */
const MOST_RESERVED = 256;
/** The number of texts and beginnings of texts to examine before giving up. */
const PATIENCE = 20_000;
/** The largest number of bytes that all texts of a language may have in common. */
const LONGEST_PREFIX = 4_096;

/** Characters that JSON writes in one byte. */
export const plainTexts: Regex = star(
  bytes([
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x7e],
  ]),
);
/** Letters and digits, which most tokenizers join. */
const alphanumericTexts: Regex = star(
  bytes([
    [0x30, 0x39],
    [0x61, 0x7a],
  ]),
);

/**
 * `count` texts of a language over decoded text, shortest first, without characters that JSON escapes. They share the first byte by which texts of the
 * language differ. Empty if `count` is below 2 or above 256, if there are too few such texts, or if the search gave up.
 */
export function reservedTexts(engine: Engine, language: () => Regex, count: number): readonly string[] {
  if (count < 2 || count > MOST_RESERVED) return [];
  const all = language();
  const found =
    alikeTexts(engine, and(all, alphanumericTexts), count) ?? alikeTexts(engine, and(all, plainTexts), count);
  return (found ?? []).map((text) => utf8Decode(text));
}

/**
 * `count` short texts that begin alike as far as possible: they share the first byte by which texts of `regex` differ. `undefined` if there are too few such
 * texts, or if the search gave up.
 */
function alikeTexts(engine: Engine, regex: Regex, count: number): readonly Uint8Array[] | undefined {
  const prefix: number[] = [];
  let at = engine.intern(regex);
  let length: number | undefined;
  let differs = false;
  while (!differs) {
    const ways = branches(engine, at);
    differs = engine.nullable(at) || ways.length !== 1 || ways[0]!.bytes.length !== 1;
    let next: { readonly byte: number; readonly target: number } | undefined;
    for (const { bytes, target } of ways) {
      const its = lengthFrom(engine, target, count - 1);
      if (its === undefined || its >= (next === undefined ? Number.POSITIVE_INFINITY : length!)) continue;
      length = its;
      next = { byte: bytes.at(-1)!, target };
    }
    if (next === undefined || prefix.length > LONGEST_PREFIX) return undefined;
    prefix.push(next.byte);
    at = next.target;
  }
  const texts: Uint8Array[] = [];
  let steps = 0;
  /** Adds the texts of `expression` that have exactly `size` bytes. */
  const visit = (expression: number, text: readonly number[], size: number): void => {
    if (size === 0 && engine.nullable(expression)) texts.push(Uint8Array.from(text));
    for (const { bytes, target } of size === 0 ? [] : branches(engine, expression)) {
      if (engine.distance(target) >= size) continue;
      for (const byte of bytes)
        if (texts.length < count && ++steps <= PATIENCE) visit(target, [...text, byte], size - 1);
    }
  };
  for (let size = 0; size <= length! && texts.length < count; size++) visit(at, prefix, size);
  return texts.length < count ? undefined : texts;
}
