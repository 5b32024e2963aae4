// Where the tokens of a text begin and end, by our reading and by CPython's `tokenize`, in a form in which both can be compared:
// without layout, comments and the text of formatted strings, and with what is one lexeme here in its parts.
import type { Token } from "../../../../test/judges/cpython/oracle.js";
import type { Reading } from "./longest-match.js";

/** A token as "from–to: text", in UTF-16 units. */
export type Edges = readonly string[];

const LEFT_OUT = ["NEWLINE", "NL", "COMMENT", "INDENT", "DEDENT", "ENDMARKER", "FSTRING_MIDDLE", "TSTRING_MIDDLE"];

const edge = (text: string, from: number, to: number): string => `${from}–${to}: ${text.slice(from, to)}`;

/** What `tokenize` says. */
export function edgesTokenized(tokens: readonly Token[], text: string): Edges {
  return tokens.filter(([kind]) => !LEFT_OUT.includes(kind)).map(([, from, to]) => edge(text, from, to));
}

/** What was read; formatted strings as one token where `whole`, as `tokenize` has them up to 3.11. */
export function edgesRead({ lexemes }: Reading, text: string, whole: boolean): Edges {
  const units = unitsOfBytes(text);
  const edges: string[] = [];
  let open = 0;
  let start = 0;
  for (const { kind, from, to } of lexemes) {
    if (kind === undefined || kind.terminals.length === 0) continue;
    const [first, last] = [units[from]!, units[to]!];
    const starts = kind.terminals.some((terminal) => terminal.endsWith("STRING_START"));
    const ends = kind.terminals.includes("FSTRING_END");
    if (starts && open++ === 0) start = first;
    if (ends) open--;
    if (whole && (open > 0 || ends)) {
      if (open === 0) edges.push(edge(text, start, last));
      continue;
    }
    for (const [begin, end] of parts(kind.terminals, first, last)) edges.push(edge(text, begin, end));
  }
  return edges;
}

/** Where the tokens of a lexeme are. */
function parts(terminals: readonly string[], from: number, to: number): (readonly [number, number])[] {
  const cut = (at: number): (readonly [number, number])[] => [
    [from, at],
    [at, to],
  ];
  switch (terminals.join(" ")) {
    case "FSTRING_MIDDLE":
      return [];
    case "FSTRING_MIDDLE FSTRING_END":
      return [[to - 3, to]];
    case "FSTRING_START FSTRING_END":
    case "TSTRING_START FSTRING_END":
      return cut(to - 1);
    case "NUMBER else":
      return cut(to - 4);
    case ". .":
    case "CONVERSION":
      return cut(from + 1);
    default:
      return [[from, to]];
  }
}

/** The UTF-16 offset of each byte of the text's UTF-8 that begins a character, and of its end. */
function unitsOfBytes(text: string): Int32Array {
  const units = new Int32Array(3 * text.length + 1);
  let bytes = 0;
  let at = 0;
  for (const character of text) {
    units[bytes] = at;
    bytes += new TextEncoder().encode(character).length;
    at += character.length;
  }
  units[bytes] = at;
  return units;
}
