// The `pattern` keyword: ECMA-262 regular expressions with the `u` flag, which must match anywhere in the string (JSON
// Schema Validation 2020-12, §6.3.3; Core §6.4).
import type { Regex } from "@espalier/automata";
import { searchEcmaRegex } from "@espalier/automata";
import { createRecall } from "../text/recall.js";

const recall = createRecall<Regex>(64);

/**
 * Returns the decoded strings in which `source` matches anywhere. `^` and `$` match the ends of the string, never of a
 * line. A backslash before ASCII punctuation denotes that character, although the `u` flag is stricter: `\_`, `\-`,
 * `\@`.
 *
 * @throws RegexSyntaxError, with the offset in `source`, if the pattern is malformed, not regular or not supported:
 * back-references, look-behind, word boundaries, anchors and look-aheads in unbounded repeats. LimitError if groups
 * nest deeper than 200.
 */
export function patternText(source: string): Regex {
  return recall(source, () => searchEcmaRegex(source));
}
