// Where a Python program may get members that no server knows of yet: an assignment to an attribute of `self` declares it, and a class whose end has
// not been written may get more.

import type { ProgramPlace } from "@espalier/analysis";

/** Why more names may be right at a place; `undefined` for none. */
export function pythonDoubt(at: ProgramPlace, messages: readonly string[]): string | undefined {
  if (messages.some((message) => SELF.test(message)) && mayBeAssigned(at.before))
    return "an assignment may add a member";
  const growing = growingClasses(at).find((name) => messages.some((message) => hasWord(message, name)));
  return growing === undefined ? undefined : `the class ${growing} is still being written`;
}

// Pyright marks the class of `self` and `cls` by a star. Only an assignment to an attribute of these declares it.
const SELF = /\*"/;

// `a.`, `a, b.`, `(a.b, *c.`, `x[i], a.`: what may be the beginning of the targets of an assignment, up to a single name and its dot.
const TARGETS = /^\s*(?:[\s([*]*[\w.]+(?:\[[^\]]*\])?[\s)\]]*,)*[\s([*]*[^\W\d]\w*\s*\.\s*$/u;
const LATER_TARGETS = /\b(?:for|as)\s+(?:[\s([*]*[\w.]+\s*,)*[\s([*]*[^\W\d]\w*\s*\.\s*$/u;

/** Whether the last line of `before` may turn out to assign to a member of a plain name, as in `self.x = 1`. */
function mayBeAssigned(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1).replace(/^.*;/, "");
  const afterHeader = line.replace(
    /^\s*(?:else|try|finally|if\b.*|elif\b.*|while\b.*|with\b.*|for\b.*|except\b.*)\s*:\s/,
    "",
  );
  return TARGETS.test(afterHeader) || LATER_TARGETS.test(line);
}

/**
 * The names of the classes around a place that may get more members: where nothing follows it, all of them; otherwise those between whose members the
 * hole begins, or that began in it.
 */
function growingClasses({ before, after, writtenFrom = before.length }: ProgramPlace): readonly string[] {
  const isFinished = after.trim() !== "";
  const classes: string[] = [];
  let column = Number.POSITIVE_INFINITY;
  let isDirect = true;
  let end = before.length;
  while (column > 0 && end > 0) {
    const start = before.lastIndexOf("\n", end - 1) + 1;
    const line = before.slice(start, end);
    end = start - 1;
    // A bracket that closes, as in `) -> None:`, goes on with a line above.
    const [, indent, word, name] = /^([ \t\f]*)(?:async\s+)?([^\s#)\]}]\w*)(?:\s+(\w+))?/.exec(line) ?? [];
    if (indent === undefined || indent.length >= column) {
      if (end < 0) break;
      continue;
    }
    const isFirst = column === Number.POSITIVE_INFINITY;
    column = indent.length;
    if (word === "class" && name !== undefined && (!isFinished || start >= writtenFrom || isDirect)) classes.push(name);
    // A hole that begins in a function lies not between the members of a class around it.
    if (word === "def" && !(isFirst && start >= writtenFrom) && start < writtenFrom) isDirect = false;
    if (end < 0) break;
  }
  return classes;
}

function hasWord(message: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`, "u").test(message);
}
