// What stands between the quotes of a string (Language Reference 2.5), one character or escape at a time.

import { choice, literal, parseRegex, type Regex, sequence } from "@espalier/automata";
import type { PythonVersion } from "../grammar/version.js";
import { characterName } from "./character-names.js";

/** The quotes of strings. */
export type Quote = "'" | '"' | "'''" | '"""';

export const QUOTES: readonly Quote[] = ["'", '"', "'''", '"""'];

/** How the text of a string is read: bytes hold ASCII only, raw text has no escapes but keeps a quote behind a backslash. */
export interface TextStyle {
  readonly version: PythonVersion;
  readonly quote: Quote;
  readonly raw: boolean;
  readonly holds: "text" | "bytes";
  /** Braces are fields, not text. */
  readonly fields: boolean;
}

/** One character or escape that is text. In triple quotes that leaves out the quote character. */
export function textPiece(style: TextStyle): Regex {
  const { quote, holds, fields } = style;
  const highest = holds === "bytes" ? "\\x01-\\x7f" : "";
  const braces = fields ? "{}" : "";
  const lines = quote.length === 1 ? "\\r\\n" : "";
  const excluded = `\\0\\\\${quote[0]}${braces}${lines}`;
  const plain = highest === "" ? parseRegex(`[^${excluded}]`) : parseRegex(`(?![${excluded}])[${highest}]`);
  return choice(plain, escapes(style));
}

/** A backslash and what belongs to it. A backslash before a brace of a field stands alone: see {@link loneBackslash}. */
function escapes({ version, raw, holds, fields }: TextStyle): Regex {
  const special = raw ? "" : holds === "bytes" ? "x" : "xuUN";
  const refused = `\\0\\r${special}${fields ? "{}" : ""}`;
  const any = holds === "bytes" ? `(?![${refused}])[\\x01-\\x7f]` : `[^${refused}]`;
  const simple = parseRegex(`\\\\(?:\\r\\n?|${any})`);
  if (raw) return simple;
  const bytes = choice(simple, parseRegex("\\\\x[0-9a-fA-F]{2}"));
  if (holds === "bytes") return bytes;
  const numbered = parseRegex("\\\\(?:u[0-9a-fA-F]{4}|U(?:000[0-9a-fA-F]|0010)[0-9a-fA-F]{4})");
  return choice(bytes, numbered, sequence(literal("\\N{"), characterName(version), literal("}")));
}

/** What stands alone before a brace that is not text. */
export const loneBackslash: Regex = literal("\\");
