// Counts and cuts text in a model's tokens.

import { number, signature, text } from "@espalier/arguments";
import { keepKind, tokenizerKind } from "./kinds.js";

/** The tokenizer that measures a budget. */
export interface Tokenizer {
  encode(text: string): readonly number[];
  /** Returns the text of tokens; `undefined` if it does not consist of whole characters. */
  decode(ids: readonly number[]): string | undefined;
}

const PER_TOKEN = 3;

/**
 * A substitute when no model's tokenizer is available: three UTF-16 units count as a token. Budgets measured with it
 * are approximate for every model.
 *
 * @example
 * approximateTokenizer.encode("abcdefg").length; // => 3
 */
export const approximateTokenizer: Tokenizer = {
  encode: (text) => {
    const ids: number[] = [];
    for (let at = 0; at < text.length; at += PER_TOKEN) {
      let id = 0;
      for (let more = 0; more < PER_TOKEN; more++)
        id = id * 0x10001 + (at + more < text.length ? text.charCodeAt(at + more) + 1 : 0);
      ids.push(id);
    }
    return ids;
  },
  decode: (ids) => {
    const units = ids.flatMap((id) => {
      const high = Math.floor(id / 0x10001 ** 2);
      const rest = id - high * 0x10001 ** 2;
      return [high, Math.floor(rest / 0x10001), rest % 0x10001];
    });
    const text = String.fromCharCode(...units.filter((unit) => unit > 0).map((unit) => unit - 1));
    return /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text) ? undefined : text;
  },
};

/**
 * The most characters that one token is assumed to have. To cut a text to n tokens, only n times as many characters are
 * encoded. In real vocabularies, only tokens of blanks are longer.
 */
const MOST_PER_TOKEN = 128;

const checkCutToTokens = signature("cutToTokens", {
  tokenizer: tokenizerKind,
  text,
  most: number({ max: Number.POSITIVE_INFINITY }),
  keep: keepKind,
});

/**
 * Returns the longest prefix or suffix of a text that consists of at most `most` whole tokens of it and does not encode
 * to more tokens on its own. It never splits a character. O(`most`) tokens.
 */
export function cutToTokens(tokenizer: Tokenizer, text: string, most: number, keep: "head" | "tail"): string {
  checkCutToTokens(tokenizer, text, most, keep);
  if (most <= 0) return "";
  const reach = most * MOST_PER_TOKEN;
  const near = text.length <= reach ? text : keep === "head" ? text.slice(0, reach) : text.slice(-reach);
  const ids = tokenizer.encode(near);
  if (ids.length <= most && near === text) return text;
  for (let count = Math.min(most, ids.length); count > 0; count--) {
    const kept = tokenizer.decode(keep === "head" ? ids.slice(0, count) : ids.slice(ids.length - count));
    if (kept === undefined) continue;
    const whole = keep === "head" ? near.startsWith(kept) : near.endsWith(kept);
    if (whole && tokenizer.encode(kept).length <= most) return kept;
  }
  return "";
}
