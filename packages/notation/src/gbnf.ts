// Reads GBNF text (llama.cpp) as the source of a language, by recursive descent in one pass over the characters:
//
//   rule     → name "::=" choice                 a newline ends a rule, except inside "(" ")" and after "|" or "::="
//   choice   → sequence ("|" sequence)*
//   sequence → (atom ("*" | "+" | "?" | "{" m "," n "}")*)*
//   atom     → name | "…" | […] | "." | "<" token ">" | "(" choice ")"
//
// GBNF has no lexer: a string matches its bytes, a class matches one character, and the text may be split in any way
// (`munch: "none"`). Source of the notation: llama.cpp, grammars/README.md.

import { options, signature, text } from "@espalier/arguments";
import { characters, literal, type Regex } from "@espalier/automata";
import { EMPTY, type Expression, nonterminal, type Rule, repeat, terminal } from "@espalier/grammar";
import type { Terminal } from "@espalier/syntax";
import { createGbnfCursor } from "./gbnf-cursor.js";
import { takeClass, takeControl, takeString } from "./gbnf-literals.js";
import { type Hint, type IssueCode, issueAt, NotationError, type NotationIssue, type Span } from "./issue.js";
import type { ReadSource } from "./lark.js";
import { MAX_DEPTH } from "./lark-cursor.js";
import { choiceOf, sequenceOf } from "./long-lists.js";
import { didYouMean } from "./nearest.js";
import { unlessLark } from "./other-notation.js";

export interface GbnfOptions {
  /** The rule that the whole text must match. `root` by default. */
  readonly start?: string;
}

/** Maximum number of reported issues. */
const MAX_ISSUES = 50;
/** Maximum number of repetition signs on one item, as in `x+?`. */
const MAX_SIGNS = 4;
/** Maximum count of a repetition. */
const MAX_COUNT = 2 ** 31 - 1;
const NAME = /[A-Za-z0-9_-]+/y;
const BLANK = /(?:[ \t]|#[^\n]*)+/y;
const BLANK_LINES = /(?:[ \t\r\n]|#[^\n]*)+/y;
const BOUNDS = /\{[ \t]*(\d+)[ \t]*(?:(,)[ \t]*(\d*)[ \t]*)?\}/y;

const checkReadGbnf = signature("readGbnf", { text: text, options: options({ start: text }) });

/**
 * Returns the language that a GBNF grammar describes, as plain data. Linear in the text.
 *
 * @throws NotationError at the first syntax error; otherwise with every rule that is undefined or defined twice. For a
 * Lark text, the error says so.
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
  const cursor = createGbnfCursor(text);
  const { at, sign, skip, take, here, spanFrom, found, fail } = cursor;
  let depth = 0;

  const report = (span: Span, code: IssueCode, message: string, hint?: Hint): void => {
    if (issues.length < MAX_ISSUES) issues.push(issueAt(text, span, code, message, hint));
  };
  /** Skips blanks and comments, and newlines that do not end a rule. */
  const skipBlank = (): void => void take(depth > 0 ? BLANK_LINES : BLANK);
  const pattern = (name: string, regex: Regex): Expression => {
    terminals.set(name, { kind: "pattern", name, regex });
    return terminal(name);
  };

  const alternatives = (): Expression => {
    const options = [items()];
    while (sign() === "|") {
      skip();
      take(BLANK_LINES);
      options.push(items());
    }
    return choiceOf(options);
  };
  const items = (): Expression => {
    const read: Expression[] = [];
    for (;;) {
      const item = atom();
      if (item === undefined) return sequenceOf(read);
      read.push(repeated(item));
      skipBlank();
    }
  };
  const repeated = (item: Expression): Expression => {
    let result = item;
    for (let signs = 0; ; signs++) {
      skipBlank();
      const from = at();
      const quantifier = sign();
      if (quantifier === "*" || quantifier === "+" || quantifier === "?") {
        skip();
        result = repeat(result, quantifier === "+" ? 1 : 0, quantifier === "?" ? 1 : Number.POSITIVE_INFINITY);
      } else if (quantifier === "{") {
        const bounds = take(BOUNDS);
        if (bounds === undefined) return fail(here(), "syntax", "a repetition is {m}, {m,} or {m,n}");
        const min = Number(bounds[1]);
        const max = bounds[2] === undefined ? min : bounds[3] === "" ? Number.POSITIVE_INFINITY : Number(bounds[3]);
        const span = spanFrom(from);
        if (min > max) fail(span, "bad-range", `at least ${min} is more than at most ${max}`);
        if (min > MAX_COUNT || (max > MAX_COUNT && max !== Number.POSITIVE_INFINITY))
          fail(span, "bad-range", "the count is too large");
        result = repeat(result, min, max);
      } else return result;
      if (signs >= MAX_SIGNS) fail(spanFrom(from), "too-deep", `more than ${MAX_SIGNS} repetitions of one item`);
    }
  };
  const atom = (): Expression | undefined => {
    const from = at();
    switch (sign()) {
      case '"': {
        const value = takeString(cursor);
        return value === "" ? EMPTY : pattern(text.slice(from, at()), literal(value));
      }
      case "[": {
        const regex = takeClass(cursor);
        return pattern(text.slice(from, at()), regex);
      }
      case ".":
        skip();
        return pattern(".", characters([[0, 0x10ffff]]));
      case "<": {
        const name = takeControl(cursor);
        terminals.set(name, { kind: "control", name, control: name });
        return terminal(name);
      }
      case "!":
        return fail(here(), "unsupported", "`!` excludes tokens of a vocabulary, but a language has no tokens");
      case "(": {
        if (++depth > MAX_DEPTH)
          fail(here(), "too-deep", `groups nest deeper than ${MAX_DEPTH}`, "name the inner part");
        skip();
        skipBlank();
        const inner = alternatives();
        skipBlank();
        if (sign() !== ")") {
          const { line } = issueAt(text, { from, to: from }, "syntax", "");
          fail(here(), "syntax", `expected \`)\`, found ${found()}`, `\`(\` was opened on line ${line}`);
        }
        skip();
        depth--;
        return inner;
      }
    }
    const name = take(NAME)?.[0];
    if (name === undefined) return undefined;
    mentions.push({ name, ...spanFrom(from) });
    return nonterminal(name);
  };

  take(BLANK_LINES);
  while (at() < text.length) {
    const from = at();
    const name = take(NAME)?.[0];
    if (name === undefined) {
      const hint = sign() === "|" ? "a rule only continues after a `|` at the end of the line above" : undefined;
      return fail(here(), "syntax", `expected the name of a rule, found ${found()}`, hint);
    }
    const span = spanFrom(from);
    take(BLANK);
    if (!text.startsWith("::=", at())) fail(here(), "syntax", `expected \`::=\` after \`${name}\`, found ${found()}`);
    cursor.goTo(at() + 3);
    take(BLANK_LINES);
    const body = alternatives();
    if (at() < text.length && sign() !== "\n" && sign() !== "\r") {
      fail(here(), "syntax", `expected the end of the line, found ${found()}`);
    }
    if (rules.has(name))
      report(span, "duplicate-name", `\`${name}\` is defined twice`, "join the definitions with `|`");
    rules.set(name, { name, body });
    take(BLANK_LINES);
  }

  for (const mention of mentions) {
    if (rules.has(mention.name)) continue;
    report(mention, "undefined-name", `nothing is named \`${mention.name}\``, () =>
      didYouMean(mention.name, rules.keys()),
    );
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
