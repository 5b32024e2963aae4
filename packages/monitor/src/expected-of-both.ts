// A description of what may follow in an intersection. Each part has a description of its own, which may mention what
// the other part rejects. So a part's description is used only if the other part can read every symbol that this part
// can. Otherwise the symbols that both can read are listed: names of control symbols, and bytes as one class.
//
//   /a+/ after "aa"        [a]            the description of the part
//   without "aaa"          [^a]           reads every byte but a, and has no description
//   both                   nothing        not "[a]"

import type { ByteClasses } from "./engine/table.js";
import { FIRST_CONTROL } from "./monitor.js";

/** One part of an intersection in a given state. */
export interface Side {
  /** Returns whether the part can read `symbol`, in the numbering of the intersection. */
  reads(symbol: number): boolean;
  expected(): readonly string[];
}

/** The symbols of an intersection: bytes, in `classes` if they are known, and control symbols. */
export interface CommonSymbols {
  readonly controls: readonly string[];
  readonly classes: ByteClasses | undefined;
}

/**
 * Describes what both `left` and `right` can read. Takes one step of each for every byte class and control symbol.
 *
 * @param isKept whether the intersection reads a symbol that both parts can read.
 */
export function expectedOfBoth(
  left: Side,
  right: Side,
  { controls, classes }: CommonSymbols,
  isKept: (symbol: number) => boolean = () => true,
): readonly string[] {
  const common: number[] = [];
  let leftAlone = false;
  let rightAlone = false;
  const readByBoth = new Map<number, boolean>();
  for (let symbol = 0; symbol < FIRST_CONTROL + controls.length; symbol++) {
    // Class c is −1 − c here, so that it differs from every symbol.
    const its = symbol < FIRST_CONTROL && classes !== undefined ? -1 - classes.classOf[symbol]! : symbol;
    if (!readByBoth.has(its)) {
      const [first, second] = [left.reads(symbol), right.reads(symbol)];
      const both = first && second && isKept(symbol);
      readByBoth.set(its, both);
      leftAlone ||= first && !both;
      rightAlone ||= second && !both;
    }
    if (readByBoth.get(its) === true) common.push(symbol);
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

/** Returns ascending bytes as a class, such as `[a-z_]`: printable ASCII unchanged, other bytes as `\xff`. */
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
