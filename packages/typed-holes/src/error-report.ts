// The report on a filling's errors for the model. It quotes the wrong part of the filling for each error and keeps the tool's own message.

import type { ErrorReport } from "./chat-lsp.js";
import type { FillingError } from "./static-errors.js";

/** The largest number of errors in a report. A longer report does not help a model to repair more of them. */
const MOST_ERRORS = 10;
/** The longest quotation of the filling for one error, in UTF-16 units. */
const LONGEST_QUOTE = 80;

/** The report of a filling's errors. */
export function reportOf(filling: string, errors: readonly FillingError[]): ErrorReport {
  if (errors.length === 0) return { needed: false, errors, text: "" };
  const shown = errors.slice(0, MOST_ERRORS).map((error) => `- ${placeOf(filling, error)}: ${error.message}`);
  const rest = errors.length - shown.length;
  if (rest > 0) shown.push(`- and ${rest} more`);
  const count = errors.length === 1 ? "an error" : `${errors.length} errors`;
  const text = `The code that you wrote has ${count}:\n${shown.join("\n")}\nWrite the corrected code, and nothing else.`;
  return { needed: true, errors, text };
}

/** Describes the location of an error by quoting the filling. */
function placeOf(filling: string, { from, to, kind }: FillingError): string {
  if (to <= 0 && from < 0) return "elsewhere in the file, before your code";
  if (from >= filling.length)
    return kind === "syntax" ? "at the end of your code" : "elsewhere in the file, after your code";
  const start = Math.max(0, from);
  const line = filling.slice(0, start).split("\n").length;
  const quote = filling
    .slice(start, Math.max(start + 1, Math.min(to, filling.length)))
    .split("\n")[0]!
    .slice(0, LONGEST_QUOTE)
    .trim();
  return quote === "" ? `line ${line}` : `line ${line}, at \`${quote}\``;
}
