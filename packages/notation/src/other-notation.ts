// A text given to the wrong reader. Its rules tell which notation it is written in: `name ::=` at the beginning of a line is
// GBNF and never Lark; `name:` is Lark and never GBNF, as are `?name:`, `NAME.2:`, `name[lazy]:` and directives. Asked only about a
// text that was refused, so that a text of the right notation never pays for it.

import { issueAt, NotationError } from "./issue.js";

const GBNF_RULE = /^[ \t]*([A-Za-z0-9_-]+)[ \t]*(::=)/m;
const LARK_RULE = /^[ \t]*[?!]?([A-Za-z_][A-Za-z0-9_-]*)[ \t]*(?:\.[0-9]+|\[[^\]\n]*\])?[ \t]*(:)(?!:)/m;
const LARK_DIRECTIVE = /^[ \t]*(%(?:ignore|import|llguidance|declare|override|extend))\b/m;

/** `error`, or what to say instead of it when the text given to the reader of Lark is GBNF. */
export function unlessGbnf(text: string, error: unknown): unknown {
  const rule = GBNF_RULE.exec(text);
  if (rule === null || !(error instanceof NotationError)) return error;
  return misplaced(
    text,
    rule,
    `\`${rule[1]} ::=\` begins a rule of GBNF, not of Lark`,
    "this looks like GBNF: use readGbnf",
  );
}

/** `error`, or what to say instead of it when the text given to the reader of GBNF is Lark. */
export function unlessLark(text: string, error: unknown): unknown {
  if (!(error instanceof NotationError) || GBNF_RULE.test(text)) return error;
  const hint = "this looks like Lark: use readLark";
  const rule = LARK_RULE.exec(text);
  if (rule !== null) return misplaced(text, rule, `\`${rule[1]}:\` begins a rule of Lark, not of GBNF`, hint);
  const directive = LARK_DIRECTIVE.exec(text);
  if (directive === null) return error;
  return misplaced(text, directive, `\`${directive[1]}\` is a directive of Lark, and GBNF has none`, hint);
}

/** The error that points at what was found, without the blanks before it. */
function misplaced(text: string, found: RegExpExecArray, message: string, hint: string): NotationError {
  const to = found.index + found[0].length;
  const from = to - found[0].trimStart().length;
  return new NotationError([issueAt(text, { from, to }, "syntax", message, hint)]);
}
