// The `pattern` keyword: ECMA-262 regular expressions under the `u` flag, which a string matches when they match
// anywhere in it (JSON Schema Validation 2020-12, §6.3.3; Core §6.4).
import type { Regex } from "@espalier/automata";
import { searchEcmaRegex } from "@espalier/automata";
import { createRecall } from "../text/recall.js";

const recall = createRecall<Regex>(500);

/**
 * The decoded strings in which `source` matches somewhere. `^` and `$` stand for the ends of the string, never of a line.
 * A backslash before ASCII punctuation is that character, also where the `u` flag is stricter: `\_`, `\-`, `\@`.
 *
 * `flags`: any of `i`, `s`, `u`; JSON Schema has none of its own.
 *
 * @throws RegexSyntaxError, with the offset in `source`, when it is malformed or is not regular or not supported:
 * back-references, look-behind, word boundaries, anchors and look-aheads in unbounded repeats. LimitError when nested
 * deeper than 200.
 */
export function patternText(source: string, flags = ""): Regex {
  return recall(`${flags}/${source}`, () => searchEcmaRegex(source, { flags }));
}
