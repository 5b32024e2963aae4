// The report on a filling's errors for the model. It quotes the wrong part of the filling for each error and keeps the tool's own message.

import type { ProgramPlace } from "@espalier/analysis";
import type { ErrorReport } from "./chat-lsp.js";
import type { FillingError } from "./static-errors.js";

/** The largest number of errors in a report. A longer report does not help a model to repair more of them. */
const MOST_ERRORS = 10;
/** The longest quotation of the filling for one error, in UTF-16 units. */
const LONGEST_QUOTE = 80;

/** The longest message of one error in a report, in UTF-16 units. Messages about large types and names are longer. */
const LONGEST_MESSAGE = 500;

/** The report of the errors that a filling causes at a place. */
export function reportOf(at: ProgramPlace, filling: string, errors: readonly FillingError[]): ErrorReport {
  if (errors.length === 0) return { needed: false, errors, text: "" };
  const counts = new Map<string, number>();
  for (const error of errors) {
    const line = `- ${placeOf(at, filling, error)}: ${clipped(error.message, LONGEST_MESSAGE)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
  const shown = lines.slice(0, MOST_ERRORS);
  const rest = [...counts.values()].slice(MOST_ERRORS).reduce((sum, count) => sum + count, 0);
  if (rest > 0) shown.push(`- and ${rest} more`);
  const count = errors.length === 1 ? "an error" : `${errors.length} errors`;
  const text = `The code that you wrote has ${count}:\n${shown.join("\n")}\nWrite the corrected code, and nothing else.`;
  return { needed: true, errors, text };
}

/** Describes the location of an error by quoting the filling, or the file around it. */
function placeOf({ before, after }: ProgramPlace, filling: string, { from, to, kind }: FillingError): string {
  if (to <= 0 && from < 0) {
    const start = Math.max(0, before.length + from);
    return `before your code, ${quoted(before, start, before.length + to)} of the file`;
  }
  if (from >= filling.length) {
    if (kind === "syntax") return "at the end of your code";
    const lines = (before + filling).split("\n").length - 1;
    return `after your code, ${quoted(after, from - filling.length, to - filling.length, lines)} of the file`;
  }
  return quoted(filling, Math.max(0, from), Math.min(to, filling.length));
}

/** The line of a range of a text, and the beginning of what it contains there. */
function quoted(text: string, from: number, to: number, linesBefore = 0): string {
  const line = linesBefore + text.slice(0, from).split("\n").length;
  const quote = clipped(
    text
      .slice(from, Math.max(from + 1, to))
      .split("\n")[0]!
      .trim(),
    LONGEST_QUOTE,
  );
  return quote === "" ? `line ${line}` : `line ${line}, at \`${quote}\``;
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
