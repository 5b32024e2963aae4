// Splits Lark grammars into lexemes: names, strings, regexes, control tokens, directives and the JSON after some of
// them. Newlines are lexemes, because they end a rule; blanks and comments are not.

import { loneSurrogate } from "@espalier/utf8";
import { readEscape } from "./escape.js";
import { type IssueCode, issueAt, NotationError, type Span } from "./issue.js";

export type LexemeKind =
  /** `rule` is a lower-case name, `terminal` an upper-case name. */
  | "rule"
  | "terminal"
  /** `value` is the text that it denotes; `flags` is `i` or empty. */
  | "string"
  /** `value` is the pattern between the slashes, as written. */
  | "regex"
  | "number"
  /** `<name>`, including the brackets. */
  | "control"
  /** `%ignore`, `%import`, … */
  | "directive"
  /** The text of one JSON value after `%json`, `%regex` or `%llguidance`. */
  | "json"
  /** `@name`. */
  | "grammar"
  | "sign"
  | "newline"
  | "end";

export interface Lexeme extends Span {
  readonly kind: LexemeKind;
  readonly value: string;
  readonly flags: string;
}

const SIGNS = ["->", "..", "::", ":", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", ",", ".", "~", "&", "!", "="];
const BLANK = /[ \t\f\r]+|\/\/[^\n]*|#[^\n]*/y;
const NAME = /[A-Za-z_](?:[A-Za-z0-9_]|-(?=[A-Za-z0-9_]))*/y;
const NUMBER = /[+-]?[0-9]+(?:\.[0-9]+)?/y;
const CONTROL = /<[^<>\s]+>/y;
const DIRECTIVE = /%[a-z]+/y;
const GRAMMAR = /@[A-Za-z0-9_-]+/y;
const FLAGS = /[A-Za-z]*/y;

/**
 * Returns the lexemes of `text`; the last one has the kind `end`.
 * @throws NotationError at the first invalid character.
 */
export function lexLark(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let at = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const fail = (span: Span, code: IssueCode, message: string, hint?: string): never => {
    throw new NotationError([issueAt(text, span, code, message, hint)]);
  };
  const push = (kind: LexemeKind, to: number, value: string, flags = ""): void => {
    lexemes.push({ kind, from: at, to, value, flags });
    at = to;
  };

  const string = (): void => {
    const from = at;
    let value = "";
    let to = at + 1;
    for (;;) {
      const sign = text[to];
      if (sign === undefined || sign === "\n") fail({ from, to: from + 1 }, "syntax", "this string is not closed");
      if (sign === '"') break;
      if (sign !== "\\") {
        value += sign;
        to++;
        continue;
      }
      const escaped = readEscape(text, to, "\"\\/'", "nrtbfv0");
      if (typeof escaped === "string") {
        fail({ from: to, to: to + 2 }, "bad-escape", escaped);
        return;
      }
      value += String.fromCodePoint(escaped.code);
      to = escaped.to;
    }
    at = to + 1;
    const flags = match(FLAGS) ?? "";
    if (flags !== "" && flags !== "i") {
      fail(
        { from: at, to: at + flags.length },
        "unsupported",
        `strings do not support the flag \`${flags}\`, only \`i\``,
      );
    }
    if (loneSurrogate(value) >= 0) fail({ from, to }, "bad-escape", "half a surrogate pair is not a character");
    lexemes.push({ kind: "string", from, to: at + flags.length, value, flags });
    at += flags.length;
  };

  const regex = (): void => {
    const from = at;
    let to = at + 1;
    while (text[to] !== "/") {
      if (to >= text.length || text[to] === "\n") fail({ from, to: from + 1 }, "syntax", "this regex is not closed");
      to += text[to] === "\\" && text[to + 1] !== undefined && text[to + 1] !== "\n" ? 2 : 1;
    }
    const pattern = text.slice(from + 1, to);
    at = to + 1;
    const flags = match(FLAGS) ?? "";
    lexemes.push({ kind: "regex", from, to: at + flags.length, value: pattern, flags });
    at += flags.length;
  };

  while (at < text.length) {
    const blank = match(BLANK);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const sign = text[at]!;
    let found: string | undefined;
    if (sign === "\n") push("newline", at + 1, "\n");
    else if (sign === '"') string();
    else if (sign === "/") regex();
    else if ((found = match(NAME)) !== undefined) push(kindOfName(text, at, found), at + found.length, found);
    else if ((found = match(NUMBER)) !== undefined) push("number", at + found.length, found);
    else if ((found = match(CONTROL)) !== undefined) push("control", at + found.length, found);
    else if ((found = match(GRAMMAR)) !== undefined) push("grammar", at + found.length, found);
    else if ((found = match(DIRECTIVE)) !== undefined) {
      push("directive", at + found.length, found);
      if (found === "%json" || found === "%llguidance" || found === "%regex") {
        while (/\s/.test(text[at] ?? "")) at++;
        push("json", endOfJson(text, at), text.slice(at, endOfJson(text, at)));
      }
    } else if ((found = SIGNS.find((s) => text.startsWith(s, at))) !== undefined)
      push("sign", at + found.length, found);
    else if (sign === "<") {
      fail({ from: at, to: at + 1 }, "syntax", "`<` opens a control token `<name>`, without blanks");
    } else {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      const hint = sign === "'" ? 'strings are quoted with "' : undefined;
      fail({ from: at, to: at + character.length }, "syntax", `\`${character}\` means nothing here`, hint);
    }
  }
  push("end", at, "");
  return lexemes;
}

/** A name without letters is a sign. */
function kindOfName(text: string, from: number, name: string): "rule" | "terminal" | "sign" {
  const lower = /[a-z]/.test(name);
  const upper = /[A-Z]/.test(name);
  if (lower !== upper) return lower ? "rule" : "terminal";
  if (!lower) return "sign";
  const hint = "rules are lower case, TERMINALS upper case";
  throw new NotationError([
    issueAt(text, { from, to: from + name.length }, "bad-name", `\`${name}\` mixes cases`, hint),
  ]);
}

/** Returns the offset after the JSON value that begins at `from`. Counts brackets and skips strings. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    else if (depth === 0 && /\s/.test(sign)) return at;
    if (depth < 0) return at;
    if (depth === 0 && '}]"'.includes(sign)) return at + 1;
  }
  return text.length;
}
