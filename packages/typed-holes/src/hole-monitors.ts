// Monitors from the knowledge about a hole: one advises which names an expression begins with, and one prevents a model from repeating an error.

import type { ProgramMonitor } from "@espalier/analysis";
import { iterable, listOf, oneOf, options, required, signature, text } from "@espalier/arguments";
import { bytesOf, type Monitor, monitorOf, product } from "@espalier/monitor";
import type { ClosedTexts } from "./hole-server.js";
import { trieOf } from "./names-trie.js";

/** The state after the name, where any text may follow. */
const FREE = -1;

const checkBeginsWith = signature("beginsWithName", { names: listOf(text) });
const checkAvoids = signature("avoids", { texts: required(iterable) });

/**
 * Accepts texts that begin, after blanks, either with one of `names` as a whole name or without a name: with a literal, a bracket or an operator. A name
 * consists of letters, digits, `_`, `$` and any character beyond ASCII, as in most languages. Use it with `soft` of a generation and
 * {@link HoleKnowledge.reaching}. It should advise and not enforce, because other expressions can be correct, such as a call of a function that the model itself
 * declares.
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
  return beginsWith({ texts: names, rule: "names" });
}

/** Accepts texts that begin, after blanks, with one of a closed set, where the set's rule requires this. */
function beginsWith({ texts, rule }: ClosedTexts): Monitor<number> {
  const whole = texts.filter((text) => text !== "");
  const trie = trieOf(whole);
  /** The nodes of texts that do not end in a name, after which any text may follow. */
  const open = new Set(whole.filter((text) => !isNameByte(bytesOf(text).at(-1)!)).map((text) => trie.at(text)));
  const isRuled = (byte: number): boolean =>
    rule === "all" || (rule === "names" ? isNameByte(byte) && !isDigit(byte) : QUOTES.includes(byte));
  const accepts = (state: number): boolean => state === FREE || (state === 0 ? rule !== "all" : trie.ends(state));
  return monitorOf<number>({
    start: 0,
    step(state, byte) {
      if (state === FREE) return FREE;
      if (state === 0) {
        if (isBlank(byte)) return 0;
        return isRuled(byte) ? trie.next(0, byte) : FREE;
      }
      const isOver = trie.ends(state) && (open.has(state) || !isNameByte(byte));
      return isOver ? FREE : trie.next(state, byte);
    },
    accepts,
    // A product with a monitor of the language finds its way to an end by this cost.
    cost: (state) => (accepts(state) ? 0 : trie.left(state)),
    key: (state) => state,
    trim: rule !== "all" || whole.length > 0,
  });
}

/**
 * Rejects texts that begin with one of `texts`. It serves a round that continues from a correct prefix and must not repeat an error. Ignores empty texts.
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

const checkHoleMonitor = signature("holeMonitor", {
  options: options({
    closed: options({ texts: required(listOf(text)), rule: required(oneOf("all", "names", "strings")) }),
    refused: listOf(text),
  }),
});

/**
 * A monitor for the `monitors` of a generation that fills the hole. The filling must begin with a text of the closed set that {@link askHole} returns, and must
 * not begin with a text that earlier rounds refused. It asks no questions. Combine it with other monitors, such as one for the language.
 *
 * @example
 * const { monitor } = holeMonitor({ closed: { texts: ["size", "name"], rule: "all" } }).open({ path: "a.ts", prefix: "of." });
 * const after = monitor.step(monitor.start, "s".charCodeAt(0));
 * [after !== undefined, monitor.step(monitor.start, "x".charCodeAt(0))]; // => [true, undefined]
 */
export function holeMonitor(given: {
  readonly closed?: ClosedTexts | undefined;
  readonly refused?: readonly string[] | undefined;
}): ProgramMonitor {
  checkHoleMonitor(given);
  const { closed, refused = [] } = given;
  const parts: readonly Monitor<number>[] = [...(closed === undefined ? [] : [beginsWith(closed)]), avoids(refused)];
  const monitor: unknown = parts.length === 1 ? parts[0] : product(parts[0]!, parts[1]!);
  return {
    open: () => ({
      name: "hole",
      monitor: monitor as Monitor<unknown>,
      answer: async () => ({ kind: "unknown", reason: "it asks nothing" }),
      asked: () => [],
    }),
  };
}

const QUOTES: readonly number[] = [0x22, 0x27, 0x60];
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isNameByte = (byte: number): boolean =>
  isDigit(byte) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x5f ||
  byte === 0x24 ||
  byte >= 0x80;
