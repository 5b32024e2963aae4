// What may follow in an intersection, in words. Each part has words of its own, and they may name what the other refuses: a
// part's words are passed on only where the other can read every symbol that this one can. Otherwise the symbols that both can
// read are told, one by one: names of control symbols, and bytes as one class.
//
//   /a+/ after "aa"        [a]            the words of the part
//   without "aaa"          [^a]           reads every byte but a, and says nothing
//   both                   nothing        not "[a]"

import { FIRST_CONTROL } from "./monitor.js";

/** One part of an intersection, in its state. */
export interface Side {
  /** Whether the part can read `symbol`, a symbol of the intersection. */
  reads(symbol: number): boolean;
  expected(): readonly string[];
}

/** Words for what `left` and `right` can both read; 256 steps of each, and one for each control symbol. */
export function expectedOfBoth(left: Side, right: Side, controls: readonly string[]): readonly string[] {
  const common: number[] = [];
  let leftAlone = false;
  let rightAlone = false;
  for (let symbol = 0; symbol < FIRST_CONTROL + controls.length; symbol++) {
    const first = left.reads(symbol);
    const second = right.reads(symbol);
    if (first && second) common.push(symbol);
    leftAlone ||= first && !second;
    rightAlone ||= second && !first;
  }
  if (common.length === 0) return [];
  const own = leftAlone ? [] : left.expected();
  if (own.length > 0) return own;
  const others = rightAlone ? [] : right.expected();
  if (others.length > 0) return others;
  const names = common.filter((symbol) => symbol >= FIRST_CONTROL).map((symbol) => controls[symbol - FIRST_CONTROL]!);
  const bytes = common.filter((symbol) => symbol < FIRST_CONTROL);
  return bytes.length === 0 ? names : [classOf(bytes), ...names];
}

/** Ascending bytes as a class, `[a-z_]`: printable ASCII as it is, the others as `\xff`. */
function classOf(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const from = bytes[at]!;
    let to = from;
    while (bytes[++at] === to + 1) to++;
    text += spelt(from);
    if (to > from) text += to === from + 1 ? spelt(to) : `-${spelt(to)}`;
  }
  return `[${text}]`;
}

function spelt(byte: number): string {
  if (byte <= 0x20 || byte >= 0x7f) return `\\x${byte.toString(16).padStart(2, "0")}`;
  const character = String.fromCharCode(byte);
  return "\\]-^".includes(character) ? `\\${character}` : character;
}
