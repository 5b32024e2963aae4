// The start of a Python file's first statement, as a place for a question. It shows whether a server reports errors in the file at all.

import type { ProgramPlace } from "@espalier/analysis";

/** Blank lines and comments. A comment that turns off all reports of a file has an effect only before everything else. */
const LEADING = /^\ufeff?(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))*/;

/** A member access on a string, in place of the first statement. What follows is never reached, so a server does not check it. */
export function firstStatement({ path, before, after }: ProgramPlace): ProgramPlace {
  const text = before + after;
  const [leading] = LEADING.exec(text)!;
  return { path, before: `${leading}"".`, after: `\nraise SystemExit\n${text.slice(leading.length)}` };
}
