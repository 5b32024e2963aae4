// Detects a text that was given to the wrong reader. `name ::=` at the beginning of a line is GBNF and never Lark.
// `name:` is Lark and never GBNF, as are `?name:`, `NAME.2:`, `name[lazy]:` and directives. Only rejected texts are
// checked, so valid texts pay nothing for this.

import { issueAt, NotationError } from "./issue.js";

const GBNF_RULE = /^[ \t]*([A-Za-z0-9_-]+)[ \t]*(::=)/m;
const LARK_RULE = /^[ \t]*[?!]?([A-Za-z_][A-Za-z0-9_-]*)[ \t]*(?:\.[0-9]+|\[[^\]\n]*\])?[ \t]*(:)(?!:)/m;
const LARK_DIRECTIVE = /^[ \t]*(%(?:ignore|import|llguidance|declare|override|extend))\b/m;

/** Returns `error`, or a better error if the text given to the Lark reader is GBNF. */
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

/** Returns `error`, or a better error if the text given to the GBNF reader is Lark. */
export function unlessLark(text: string, error: unknown): unknown {
  if (!(error instanceof NotationError) || GBNF_RULE.test(text)) return error;
  const hint = "this looks like Lark: use readLark";
  const rule = LARK_RULE.exec(text);
  if (rule !== null) return misplaced(text, rule, `\`${rule[1]}:\` begins a rule of Lark, not of GBNF`, hint);
  const directive = LARK_DIRECTIVE.exec(text);
  if (directive === null) return error;
  return misplaced(text, directive, `\`${directive[1]}\` is a directive of Lark, and GBNF has none`, hint);
}

/** Creates an error that points at the match, without leading blanks. */
function misplaced(text: string, found: RegExpExecArray, message: string, hint: string): NotationError {
  const to = found.index + found[0].length;
  const from = to - found[0].trimStart().length;
  return new NotationError([issueAt(text, { from, to }, "syntax", message, hint)]);
}
