// Text of the test cases → terminals, without a lexer: enough of Python's lexical rules for snippets that are written with care
// (blanks only as indentation, no escapes, quotes never nested in themselves).

import type { PythonVersion } from "@espalier/python";
import { OPERATORS, wordTerminals } from "../../src/grammar/operators.js";

const LONGEST_FIRST = [...OPERATORS.keys()].sort((a, b) => b.length - a.length);
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /(?:0[xob][0-9a-f]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[0-9]+)?)(j?)/iy;
const STRING_START = /([a-zA-Z]*)('''|"""|'|")/y;
const CONVERSION = /![rsa](?= *[:}])/y;

/** Where the reader is inside a formatted string: its text (ending with a quote), a field, a format, or brackets in a field. */
type Place = { readonly kind: "text"; readonly quote: string } | { readonly kind: "field" | "format" | "brackets" };

/** The terminals of `text`. @throws SyntaxError for what this reader does not know. */
export function terminalsOf(text: string, version: PythonVersion): readonly string[] {
  const words = wordTerminals(version);
  const terminals: string[] = [];
  const places: Place[] = [];
  const columns = [0];
  let at = 0;
  let lineStart = true;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };

  const indent = (column: number): void => {
    if (column > columns.at(-1)!) {
      columns.push(column);
      terminals.push("INDENT");
    }
    while (column < columns.at(-1)!) {
      columns.pop();
      terminals.push("DEDENT");
    }
    if (column !== columns.at(-1)) throw new SyntaxError("no such column");
  };

  /** Reads up to the next brace of a formatted string, or its end. */
  const readText = (place: Place): void => {
    const from = at;
    while (at < text.length) {
      if (place.kind === "text" && text.startsWith(place.quote, at)) break;
      const doubled = place.kind === "text" && (text.startsWith("{{", at) || text.startsWith("}}", at));
      if (!doubled && (text[at] === "{" || text[at] === "}")) break;
      at += doubled ? 2 : 1;
    }
    if (at > from) terminals.push("FSTRING_MIDDLE");
    if (place.kind === "text" && text.startsWith(place.quote, at)) {
      at += place.quote.length;
      places.pop();
      terminals.push("FSTRING_END");
    } else if (text[at] === "{") {
      at++;
      places.push({ kind: "field" });
      terminals.push("FIELD_START");
    } else if (text[at] === "}" && place.kind === "format") {
      at++;
      places.pop();
      places.pop();
      terminals.push("FIELD_END");
    } else throw new SyntaxError("a brace or an end is missing");
  };

  const readString = (): boolean => {
    const start = match(STRING_START);
    if (start === null) return false;
    const [, prefix = "", quote = ""] = start;
    const kind = prefix.toLowerCase();
    if (!/^(|u|r|b|rb|br|f|rf|fr|t|rt|tr)$/.test(kind)) throw new SyntaxError("no such prefix");
    if (kind.includes("f") || kind.includes("t")) {
      terminals.push(kind.includes("f") ? "FSTRING_START" : "TSTRING_START");
      places.push({ kind: "text", quote });
      return true;
    }
    const end = text.indexOf(quote, at);
    if (end < 0 || text.slice(at, end).includes("\\")) throw new SyntaxError("a string this reader does not know");
    at = end + quote.length;
    terminals.push(kind.includes("b") ? "BYTES" : "STRING");
    return true;
  };

  const readOperator = (): void => {
    const operator = LONGEST_FIRST.find((each) => text.startsWith(each, at));
    if (operator === undefined) throw new SyntaxError(`"${text[at]}" is no operator`);
    const inField = places.at(-1)?.kind === "field";
    if (inField && operator.startsWith(":")) {
      at++;
      places.push({ kind: "format" });
      terminals.push("FORMAT_COLON");
      return;
    }
    at += operator.length;
    if ("([{".includes(operator)) places.push({ kind: "brackets" });
    if (")]}".includes(operator)) places.pop();
    if (inField && operator === "}") {
      terminals.push("FIELD_END");
      return;
    }
    terminals.push(OPERATORS.get(operator)!);
  };

  for (;;) {
    const place = places.at(-1);
    if (place?.kind === "text" || place?.kind === "format") {
      readText(place);
      continue;
    }
    if (lineStart) {
      const from = at;
      while (text[at] === " ") at++;
      if (text[at] === "\n") {
        at++;
        continue;
      }
      if (at === text.length) break;
      indent(at - from);
      lineStart = false;
    }
    while (text[at] === " ") at++;
    if (at >= text.length || text[at] === "\n") {
      if (place === undefined) {
        terminals.push("NEWLINE");
        lineStart = true;
      }
      if (at >= text.length) break;
      at++;
    } else if (place?.kind === "field" && match(CONVERSION) !== null) {
      terminals.push("CONVERSION");
    } else if (!readString()) {
      const word = match(WORD);
      if (word !== null) terminals.push(words.get(word[0]) ?? "NAME");
      else {
        const number = match(NUMBER);
        if (number !== null) terminals.push(number[1] === "" ? "NUMBER" : "IMAGINARY");
        else readOperator();
      }
    }
  }
  if (places.length > 0) throw new SyntaxError("something is still open");
  indent(0);
  return terminals;
}
