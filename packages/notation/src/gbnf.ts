// GBNF text (llama.cpp) as the source of a language. One pass of recursive descent over the characters:
//
//   rule     → name "::=" choice                 a newline ends a rule, except inside "(" ")" and after "|" or "::="
//   choice   → sequence ("|" sequence)*
//   sequence → (atom ("*" | "+" | "?" | "{" m "," n "}")*)*
//   atom     → name | "…" | […] | "." | "<" token ">" | "(" choice ")"
//
// GBNF has no lexer: a string is the bytes of its characters, a class is one character, and any split of the text counts
// (`munch: "none"`). Source of the notation: llama.cpp, grammars/README.md.

import { options, signature, text } from "@espalier/arguments";
import { characters, literal, type Regex } from "@espalier/automata";
import { choice, EMPTY, type Expression, nonterminal, type Rule, repeat, sequence, terminal } from "@espalier/grammar";
import type { Terminal } from "@espalier/syntax";
import { readEscape, utf8 } from "./escape.js";
import { type IssueCode, issueAt, NotationError, type NotationIssue, type Span } from "./issue.js";
import type { ReadSource } from "./lark.js";
import { MAX_DEPTH } from "./lark-cursor.js";
import { didYouMean } from "./nearest.js";
import { unlessLark } from "./other-notation.js";

export interface GbnfOptions {
  /** The rule that the whole text must match. Default `root`. */
  readonly start?: string;
}

/** How many issues of one text are reported. */
const MAX_ISSUES = 50;
/** Repetition signs on one item, as in `x+?`. */
const MAX_SIGNS = 4;
/** The largest count of a repetition. */
const MAX_COUNT = 2 ** 31 - 1;
const NAME = /[A-Za-z0-9_-]+/y;
const BLANK = /(?:[ \t]|#[^\n]*)+/y;
const BLANK_LINES = /(?:[ \t\r\n]|#[^\n]*)+/y;
const BOUNDS = /\{[ \t]*(\d+)[ \t]*(?:(,)[ \t]*(\d*)[ \t]*)?\}/y;

const checkReadGbnf = signature("readGbnf", { text: text, options: options({ start: text }) });

/**
 * The language that a GBNF grammar describes, as plain data. Linear in the text.
 *
 * @throws NotationError at the first syntax error, or with every rule that is undefined or defined twice; for a text
 * that is Lark, one that says so.
 *
 * @example
 * ```ts
 * import { readGbnf } from "@espalier/notation";
 *
 * const source = readGbnf('root ::= "yes" | "no" [.!]*');
 * source.terminals.map((terminal) => terminal.name); // => ['"yes"', '"no"', "[.!]"]
 * ```
 */
export function readGbnf(text: string, options: GbnfOptions = {}): ReadSource {
  checkReadGbnf(text, options);
  try {
    return read(text, options);
  } catch (error) {
    throw unlessLark(text, error);
  }
}

function read(text: string, options: GbnfOptions): ReadSource {
  const start = options.start ?? "root";
  const rules = new Map<string, Rule>();
  const terminals = new Map<string, Terminal>();
  const mentions: (Span & { readonly name: string })[] = [];
  const issues: NotationIssue[] = [];
  let at = 0;
  let depth = 0;

  const fail = (span: Span, code: IssueCode, message: string, hint?: string): never => {
    throw new NotationError([issueAt(text, span, code, message, hint)]);
  };
  const report = (span: Span, code: IssueCode, message: string, hint?: string): void => {
    if (issues.length < MAX_ISSUES) issues.push(issueAt(text, span, code, message, hint));
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found !== undefined) at += found[0].length;
    return found;
  };
  /** Blanks and comments; newlines too where they do not end a rule. */
  const skip = (): void => void take(depth > 0 ? BLANK_LINES : BLANK);
  const here = (): Span => ({ from: at, to: at + 1 });
  const found = (): string => {
    if (at >= text.length) return "the end of the text";
    if (text[at] === "\n" || text[at] === "\r") return "the end of the line";
    return `\`${String.fromCodePoint(text.codePointAt(at) as number)}\``;
  };
  const pattern = (name: string, regex: Regex): Expression => {
    terminals.set(name, { kind: "pattern", name, regex });
    return terminal(name);
  };

  const alternatives = (): Expression => {
    const options = [items()];
    while (text[at] === "|") {
      at++;
      take(BLANK_LINES);
      options.push(items());
    }
    return choice(...options);
  };
  const items = (): Expression => {
    const read: Expression[] = [];
    for (;;) {
      const item = atom();
      if (item === undefined) return sequence(...read);
      read.push(repeated(item));
      skip();
    }
  };
  const repeated = (item: Expression): Expression => {
    let result = item;
    for (let signs = 0; ; signs++) {
      skip();
      const from = at;
      const sign = text[at];
      if (sign === "*" || sign === "+" || sign === "?") {
        at++;
        result = repeat(result, sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY);
      } else if (sign === "{") {
        const bounds = take(BOUNDS);
        if (bounds === undefined) return fail(here(), "syntax", "a repetition is {m}, {m,} or {m,n}");
        const min = Number(bounds[1]);
        const max = bounds[2] === undefined ? min : bounds[3] === "" ? Number.POSITIVE_INFINITY : Number(bounds[3]);
        const span = { from, to: at };
        if (min > max) fail(span, "bad-range", `at least ${min} is more than at most ${max}`);
        if (min > MAX_COUNT || (max > MAX_COUNT && max !== Number.POSITIVE_INFINITY))
          fail(span, "bad-range", "the count is too large");
        result = repeat(result, min, max);
      } else return result;
      if (signs >= MAX_SIGNS) fail({ from, to: at }, "too-deep", `more than ${MAX_SIGNS} repetitions of one item`);
    }
  };
  const atom = (): Expression | undefined => {
    const from = at;
    switch (text[at]) {
      case '"':
        return string();
      case "[":
        return characterClass();
      case ".":
        at++;
        return pattern(".", characters([[0, 0x10ffff]]));
      case "<":
        return control();
      case "!":
        return fail(here(), "unsupported", "`!` excludes tokens of a vocabulary, and a language knows none");
      case "(": {
        if (++depth > MAX_DEPTH)
          fail(here(), "too-deep", `groups nest deeper than ${MAX_DEPTH}`, "name the inner part");
        at++;
        skip();
        const inner = alternatives();
        skip();
        if (text[at] !== ")") {
          const { line } = issueAt(text, { from, to: from }, "syntax", "");
          fail(here(), "syntax", `expected \`)\`, found ${found()}`, `\`(\` was opened on line ${line}`);
        }
        at++;
        depth--;
        return inner;
      }
    }
    const name = take(NAME)?.[0];
    if (name === undefined) return undefined;
    mentions.push({ name, from, to: at });
    return nonterminal(name);
  };
  const character = (close: string): number => {
    const from = at;
    if (at >= text.length || text[at] === "\n") fail(here(), "syntax", `expected \`${close}\`, found ${found()}`);
    if (text[at] === "\\") {
      const escaped = readEscape(text, at, '"\\[]-^', "nrt");
      if (typeof escaped === "string") return fail({ from, to: from + 2 }, "bad-escape", escaped);
      at = escaped.to;
      return escaped.code;
    }
    const code = text.codePointAt(at) as number;
    if (code >= 0xd800 && code < 0xe000) fail(here(), "bad-escape", "half a surrogate pair is not a character");
    at += code > 0xffff ? 2 : 1;
    return code;
  };
  const string = (): Expression => {
    const from = at++;
    let value = "";
    while (text[at] !== '"') value += String.fromCodePoint(character('"'));
    at++;
    return value === "" ? EMPTY : pattern(text.slice(from, at), literal(utf8(value) as number[]));
  };
  const characterClass = (): Expression => {
    const from = at++;
    const isNegated = text[at] === "^";
    if (isNegated) at++;
    const ranges: [number, number][] = [];
    while (text[at] !== "]") {
      const first = character("]");
      const hyphen = at;
      let last = first;
      if (text[at] === "-" && text[at + 1] !== "]") {
        at++;
        last = character("]");
      }
      if (last < first) fail({ from: hyphen, to: hyphen + 1 }, "bad-range", "the range runs backwards");
      ranges.push([first, last]);
    }
    at++;
    if (ranges.length === 0)
      fail({ from, to: at }, "bad-range", "the class is empty", isNegated ? "`.` is any character" : undefined);
    const regex = characters(isNegated ? complement(ranges) : ranges);
    return pattern(text.slice(from, at), regex);
  };
  const control = (): Expression => {
    const from = at;
    const close = text.indexOf(">", at);
    const end = text.indexOf("\n", at);
    if (close === -1 || (end !== -1 && end < close)) fail(here(), "syntax", "this token has no `>`");
    at = close + 1;
    const name = text.slice(from, at);
    if (name.startsWith("<[")) {
      const message = `\`${name}\` names a token by number, and a language knows no vocabulary`;
      fail({ from, to: at }, "unsupported", message, "name the token: `<name>`");
    }
    terminals.set(name, { kind: "control", name, control: name });
    return terminal(name);
  };

  take(BLANK_LINES);
  while (at < text.length) {
    const from = at;
    const name = take(NAME)?.[0];
    if (name === undefined) {
      const hint = text[at] === "|" ? "a rule goes on only after a `|` that ends the line above" : undefined;
      return fail(here(), "syntax", `expected the name of a rule, found ${found()}`, hint);
    }
    const span = { from, to: at };
    take(BLANK);
    if (!text.startsWith("::=", at)) fail(here(), "syntax", `expected \`::=\` after \`${name}\`, found ${found()}`);
    at += 3;
    take(BLANK_LINES);
    const body = alternatives();
    if (at < text.length && text[at] !== "\n" && text[at] !== "\r") {
      fail(here(), "syntax", `expected the end of the line, found ${found()}`);
    }
    if (rules.has(name))
      report(span, "duplicate-name", `\`${name}\` is defined twice`, "join the definitions with `|`");
    rules.set(name, { name, body });
    take(BLANK_LINES);
  }

  for (const mention of mentions) {
    if (rules.has(mention.name)) continue;
    report(mention, "undefined-name", `nothing is named \`${mention.name}\``, didYouMean(mention.name, rules.keys()));
  }
  if (!rules.has(start)) {
    const hint = didYouMean(start, rules.keys()) ?? "`root` is the default; the option `start` names another";
    report({ from: 0, to: 0 }, "undefined-name", `there is no rule \`${start}\` to start from`, hint);
  }
  const [first, ...rest] = issues.sort((a, b) => a.offset - b.offset);
  if (first !== undefined) throw new NotationError([first, ...rest]);
  return {
    grammar: { start, rules: [...rules.values()] },
    terminals: [...terminals.values()],
    skip: [],
    munch: "none",
    notices: [],
  };
}

/** The characters outside of all `ranges`. */
function complement(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const outside: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) outside.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= 0x10ffff) outside.push([next, 0x10ffff]);
  return outside;
}
