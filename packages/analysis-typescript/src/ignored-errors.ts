// Places where a comment tells the compiler to ignore errors: `// @ts-ignore` and `// @ts-expect-error` before a line, and `// @ts-nocheck` at the top of a file.
// The program is accepted there whatever it says, so no answer can constrain it.

import type { Compiler } from "./compiler.js";

const DIRECTIVE = /^(?:\{?\/\*|\/\/\/?|\*)\s*@ts-(?:ignore|expect-error)\b/u;
/** A comment of one line that turns the checks of a file on or off. */
const CHECKS = /^\/\/\/?\s*@(ts-(?:no)?check)(?:[\s:]|$)/iu;
/** The lines before a place that are read: comments and blank lines may stand between the directive and its line. */
const MOST_LINES = 100;

/** Whether the errors of the line in which `before` ends are ignored. */
export function ignoresErrors(ts: Compiler, before: string): boolean {
  return isUnchecked(ts, before) || followsDirective(before);
}

/** Whether the last such comment before the code turns the checks of the file off. */
function isUnchecked(ts: Compiler, text: string): boolean {
  const comments = ts.getLeadingCommentRanges(text, 0) ?? [];
  const switches = comments.flatMap(({ pos, end }) => CHECKS.exec(text.slice(pos, end))?.[1]?.toLowerCase() ?? []);
  return switches.at(-1) === "ts-nocheck";
}

function followsDirective(before: string): boolean {
  let end = before.lastIndexOf("\n");
  for (let read = 0; end >= 0 && read < MOST_LINES; read++) {
    const start = before.lastIndexOf("\n", end - 1) + 1;
    const line = before.slice(start, end).trim();
    if (DIRECTIVE.test(line)) return true;
    if (line !== "" && !line.startsWith("//") && !line.startsWith("*")) return false;
    end = start - 1;
  }
  return false;
}
