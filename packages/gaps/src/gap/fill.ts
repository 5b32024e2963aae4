// The gap between a prefix and a suffix, as a monitor: p⁻¹L s⁻¹, the middles m for which p·m·s belongs to the language, restricted by a policy (policy.ts). The
// monitor starts in the state after the prefix. A lexeme is allowed only if some text after it leads to the suffix. The middle may end where the suffix can
// follow directly.
//
// Everything on the left side belongs to the language and is independent of the suffix. The suffix is read once. (Melcer et al. 2024, "Constrained Decoding for
// Fill-in-the-Middle Code Language Models via Efficient Left and Right Quotienting of Context-Sensitive Grammars".)

import { signature } from "@espalier/arguments";
import { bytesOf, type Text } from "@espalier/monitor";
import { fillKind, lexedLanguageKind } from "../kinds.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { unreadable } from "../language/unreadable.js";
import { readText } from "../lexing/read-text.js";
import { fixedTail } from "../lexing/text-buffer.js";
import { createTextLines } from "../lexing/text-lines.js";
import { createFileRepairs } from "../repairs/file-repairs.js";
import { joined } from "../source/joined.js";
import { createGapSuffix } from "../suffix/gap-suffix.js";
import { adviceFor, fillFrom, type Gap, type GapOptions } from "./gap.js";
import { tolerantGap } from "./tolerant-gap.js";

export interface FillOptions extends GapOptions {
  readonly prefix: Text;
  readonly suffix: Text;
}

const checkFillMiddle = signature("fillMiddle", { language: lexedLanguageKind, options: fillKind });

/**
 * The middles between `prefix` and `suffix`. Reading the prefix takes one step per byte. The suffix is lexed and parsed once, backwards.
 *
 * If nothing connects under the policy `noSwallow`, usually because the suffix begins inside a comment or a string, the
 * policy `all` applies instead: `policy` of the gap is then `all`, and `fallback` gives the reason. With `errors:
 * "tolerate"`, the text may have errors elsewhere; see {@link GapOptions.errors}.
 *
 * @example
 * import { literal, parseRegex } from "@espalier/automata";
 * import { nonterminal, optional, sequence, terminal } from "@espalier/grammar";
 * import { verdict } from "@espalier/monitor";
 * import { createLexedLanguage } from "@espalier/gaps";
 *
 * const calculator = createLexedLanguage({
 *   grammar: {
 *     start: "sum",
 *     rules: [{ name: "sum", body: sequence(terminal("number"), optional(sequence(terminal("+"), nonterminal("sum")))) }],
 *   },
 *   kinds: [
 *     { name: "number", regex: parseRegex("[0-9]+"), modes: ["sum"], terminals: ["number"] },
 *     { name: "+", regex: literal("+"), modes: ["sum"], terminals: ["+"] },
 *   ],
 *   modes: [{ name: "sum" }],
 * });
 * const gap = fillMiddle(calculator, { prefix: "1+", suffix: "+4" });
 * verdict(gap, "2+3").kind; // => "accepted"
 * verdict(gap, "2+").kind; // => "incomplete"
 * gap.cost(gap.start); // => 1
 *
 * @throws FillError if the prefix does not begin a text of the language, or if no middle is found that connects it to the suffix. Under the policy `all`, a
 * search of some thousands of states decides this.
 * @throws TypeError if `language` does not have a committed lexer, or a text is missing.
 * @throws RangeError for an unknown policy or scope.
 */
export function fillMiddle(language: LexedLanguage, options: FillOptions): Gap {
  checkFillMiddle(language, options);
  const present = language.present();
  const prefix = bytesOf(options.prefix);
  const place = readText(present.core, prefix);
  const suffix = createGapSuffix(present, fixedTail(bytesOf(options.suffix)));
  const file = joined(prefix, suffix.lexing.bytes());
  if (options.errors === "tolerate") {
    const lines = createTextLines(file);
    const repairs = createFileRepairs(present, lines);
    const gap = tolerantGap(present, { file: lines, to: prefix.length, prefix, place, suffix, repairs }, options);
    if (gap !== undefined) return gap;
  }
  const advice = adviceFor(present, options);
  if (place === undefined) throw unreadable(present, prefix, advice);
  return fillFrom(present, place, suffix, options, {
    unread: () => unreadable(present, prefix, advice),
    file: () => ({ bytes: file, from: prefix.length, advice }),
  });
}
