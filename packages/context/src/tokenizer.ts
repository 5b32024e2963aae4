// Counting and cutting text in a model's own tokens.

import { number, signature, text } from "@espalier/arguments";
import { keepKind, tokenizerKind } from "./kinds.js";

/** What a budget is counted with: a model's tokenizer. */
export interface Tokenizer {
  encode(text: string): readonly number[];
  /** The text of some tokens; `undefined` where they are no whole characters. */
  decode(ids: readonly number[]): string | undefined;
}

const PER_TOKEN = 3;

/**
 * A stand-in where no model's tokenizer is at hand: three UTF-16 units make a token. Budgets counted with it are approximate for every model.
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

/** More characters than this many tokens can stand for are not encoded when a text is cut. Real vocabularies have no longer tokens but of blanks. */
const MOST_PER_TOKEN = 128;

const checkCutToTokens = signature("cutToTokens", {
  tokenizer: tokenizerKind,
  text,
  most: number({ max: Number.POSITIVE_INFINITY }),
  keep: keepKind,
});

/**
 * The longest head or tail of a text that is made of whole tokens of it, no more than `most` of them, and that does not encode to more by itself.
 * It is always a prefix or suffix of the text, and never splits a character. O(`most`) tokens.
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
