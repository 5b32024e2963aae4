// What is known of a hole as monitors: one that advises which names an expression begins with, and one that keeps a model from what was wrong before.

import { iterable, listOf, required, signature, text } from "@espalier/arguments";
import { type Monitor, monitorOf } from "@espalier/monitor";
import { trieOf } from "./names-trie.js";

/** Where the text has left the names. */
const FREE = -1;

const checkBeginsWith = signature("beginsWithName", { names: listOf(text) });
const checkAvoids = signature("avoids", { texts: required(iterable) });

/**
 * Texts that begin, after blanks, with one of `names` as a whole name, or with no name at all: a literal, a bracket, an operator. Names are those of most
 * languages: letters, digits, `_`, `$`, and all beyond ASCII. For `soft` of a generation, with {@link HoleKnowledge.reaching}: other expressions may be
 * right, a function of the model's own among them, so it should advise and not rule.
 *
 * @example
 * const monitor = beginsWithName(["total", "totals"]);
 * ["total + 1", "'text'", "tot", "count"].map((text) => {
 *   let state: number | undefined = monitor.start;
 *   for (const unit of text) if (state !== undefined) state = monitor.step(state, unit.charCodeAt(0));
 *   return state !== undefined;
 * }); // => [true, true, true, false]
 */
export function beginsWithName(names: readonly string[]): Monitor<number> {
  checkBeginsWith(names);
  const trie = trieOf(names.filter((name) => name !== ""));
  return monitorOf<number>({
    start: 0,
    step(state, byte) {
      if (state === FREE) return FREE;
      if (state === 0) {
        if (isBlank(byte)) return 0;
        if (!isNameByte(byte) || isDigit(byte)) return FREE;
        return trie.next(0, byte);
      }
      return isNameByte(byte) ? trie.next(state, byte) : trie.ends(state) ? FREE : undefined;
    },
    accepts: (state) => state <= 0 || trie.ends(state),
    key: (state) => state,
    trim: true,
  });
}

/**
 * Texts that begin with none of `texts`: for a round that goes on from what was right, and must not repeat what was wrong. Empty texts are left out.
 *
 * @example
 * const monitor = avoids(["no"]);
 * const after = monitor.step(monitor.start, "n".charCodeAt(0))!;
 * ["t", "o"].map((next) => monitor.step(after, next.charCodeAt(0)) !== undefined); // => [true, false]
 */
export function avoids(texts: Iterable<string>): Monitor<number> {
  checkAvoids(texts);
  const trie = trieOf([...texts].filter((text) => text !== ""));
  return monitorOf<number>({
    start: 0,
    step(state, byte) {
      if (state === FREE) return FREE;
      const next = trie.next(state, byte);
      if (next === undefined) return FREE;
      return trie.ends(next) ? undefined : next;
    },
    accepts: () => true,
    key: (state) => state,
    trim: true,
  });
}

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isNameByte = (byte: number): boolean =>
  isDigit(byte) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x5f ||
  byte === 0x24 ||
  byte >= 0x80;
