// Whether a server reports errors in a Python file at all: a place for a question in front of its first statement, and the comments that can turn reports off.

import type { ProgramPlace } from "@espalier/analysis";

/** Blank lines, also continued ones, and comments. A comment that turns off all reports of a file has an effect only before everything else. */
const LEADING = /^\ufeff?(?:[ \t\f]*(?:#[^\r\n]*|\\)?(?:\r\n?|\n))*/;

/** A member access on a string, in place of the first statement. What follows is never reached, so a server does not check it. */
export function firstStatement({ path, before, after }: ProgramPlace): ProgramPlace {
  const text = before + after;
  const [leading] = LEADING.exec(text)!;
  return { path, before: `${leading}"".`, after: `\nraise SystemExit\n${text.slice(leading.length)}` };
}

/** What in a file may turn reports off: the comments before everything else, and those about settings. */
export function settingsOf({ before, after }: ProgramPlace): string {
  const text = before + after;
  return [LEADING.exec(text)![0], ...(text.match(/pyright:[^\r\n]*/g) ?? [])].join("\n");
}
