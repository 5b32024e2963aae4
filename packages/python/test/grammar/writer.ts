// Terminals → text that a CPython lexes back into them, spelled in different ways: for judging sequences of terminals.

import type { PythonVersion } from "@espalier/python";
import { OPERATORS } from "../../src/grammar/operators.js";
import { isAtLeast } from "../../src/grammar/version.js";

/** Draws one of a list. */
export type Pick = <Item>(items: readonly Item[]) => Item;

const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["NAME", ["a", "b", "c"]],
  ["NUMBER", ["1", "2.5"]],
  ["IMAGINARY", ["3j"]],
  ["CONVERSION", ["!r", "!s", "!a"]],
  ["FUTURE_FEATURE", ["division", "annotations"]],
  ...["BINARY", "COMPARE", "AUGMENTED"].map(
    (shared) => [shared, [...OPERATORS].filter(([, each]) => each === shared).map(([text]) => text)] as const,
  ),
]);

/** Quotes of strings in strings, outermost first: up to 3.11 those outside may not occur inside. */
const NESTED_QUOTES = ["'''", '"""', "'", '"'];

const CLOSERS = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/**
 * A text for `terminals`; undefined where none is written: because brackets, blocks or formatted strings are not closed in
 * order, or because the lexer would read something else there.
 */
export function textOf(terminals: readonly string[], version: PythonVersion, pick: Pick): string | undefined {
  const nested = !isAtLeast(version, "3.12");
  // Where the writer is, innermost last: the quote of a formatted string, `field`, `format`, or an open bracket.
  const places: string[] = [];
  let text = "";
  let depth = 0;
  let lineStart = true;
  let glued = true;

  const quote = (): string | undefined =>
    nested ? NESTED_QUOTES[places.filter((place) => NESTED_QUOTES.includes(place)).length] : pick(["'", '"']);

  /** One terminal inside the text of a formatted string or a format. */
  const writeInside = (terminal: string, place: string, before: string | undefined): boolean => {
    if (terminal === "FSTRING_MIDDLE" && before !== terminal) text += "m";
    else if (terminal === "FIELD_START") {
      text += "{";
      places.push("field");
      glued = false;
    } else if (terminal === "FSTRING_END" && place !== "format") {
      text += place;
      places.pop();
      glued = false;
    } else if (terminal === "FIELD_END" && place === "format") {
      text += "}";
      places.splice(-2);
    } else return false;
    return true;
  };

  const writeLayout = (terminal: string, before: string | undefined, after: string | undefined): boolean => {
    if (terminal === "NEWLINE") {
      if (places.length > 0 || lineStart) return false;
      text += "\n";
      lineStart = true;
      return true;
    }
    if (terminal === "INDENT") {
      depth++;
      return before === "NEWLINE" && after !== "DEDENT";
    }
    depth--;
    return depth >= 0 && (before === "NEWLINE" || before === "DEDENT") && after !== "INDENT";
  };

  const writePlain = (terminal: string, place: string | undefined, after: string | undefined): boolean => {
    if (place === "field") {
      if (terminal === "FORMAT_COLON") {
        text += ":";
        places.push("format");
        return true;
      }
      if ([":", ":=", "->"].includes(terminal)) return false;
      // Up to 3.11 fields are cut out of the string by looking for these.
      if (nested && (terminal === "AUGMENTED" || (terminal === "=" && after === "="))) return false;
      if (terminal === "CONVERSION" && after !== "FIELD_END" && after !== "FORMAT_COLON") return false;
      if (terminal === "FIELD_END") {
        text += "}";
        places.pop();
        glued = false;
        return true;
      }
    } else if (["FORMAT_COLON", "CONVERSION", "FIELD_END"].includes(terminal)) return false;
    if (lineStart) text += " ".repeat(depth);
    else if (!glued) text += " ";
    lineStart = false;
    glued = terminal === "CONVERSION";
    if (["STRING", "BYTES", "FSTRING_START", "TSTRING_START"].includes(terminal)) {
      const mark = quote();
      if (mark === undefined) return false;
      const formatted = terminal.endsWith("_START");
      const prefix = { STRING: "", BYTES: "b", FSTRING_START: "f", TSTRING_START: "t" }[terminal]!;
      text += formatted ? prefix + mark : `${prefix}${mark}s${mark}`;
      if (formatted) places.push(mark);
      return true;
    }
    if ("([{".includes(terminal)) places.push(terminal);
    const opener = CLOSERS.get(terminal);
    if (opener !== undefined) {
      const open = places.pop();
      if (open !== opener) return false;
    }
    const spellings = SPELLINGS.get(terminal);
    text += spellings === undefined ? terminal : pick(spellings);
    return true;
  };

  for (const [i, terminal] of terminals.entries()) {
    const place = places.at(-1);
    const before = terminals[i - 1];
    const after = terminals[i + 1];
    let written: boolean;
    if (place === "format" || (place !== undefined && NESTED_QUOTES.includes(place))) {
      written = writeInside(terminal, place, before);
    } else if (terminal === "FSTRING_MIDDLE" || terminal === "FSTRING_END") written = false;
    else if (["NEWLINE", "INDENT", "DEDENT"].includes(terminal)) written = writeLayout(terminal, before, after);
    else written = writePlain(terminal, place, after);
    if (!written) return undefined;
  }
  return places.length === 0 && depth === 0 && lineStart ? text : undefined;
}
