// The gap between a prefix and a suffix as a monitor: p⁻¹L s⁻¹, the middles m for which p·m·s is in the language, or those of them that a
// policy leaves (policy.ts). Its start is where
// the prefix leads; a lexeme is welcome only where the suffix can be reached behind it; the middle may end where the suffix follows.
//
// Everything the left side knows is the language's own, whatever the suffix; the suffix is read once. (Melcer et al. 2024, "Constrained
// Decoding for Fill-in-the-Middle Code Language Models via Efficient Left and Right Quotienting of Context-Sensitive Grammars".)

import { signature } from "@espalier/arguments";
import { bytesOf, type Text } from "@espalier/monitor";
import { fillKind, lexedLanguageKind } from "../kinds.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { unreadable } from "../language/unreadable.js";
import { readText } from "../lexing/read-text.js";
import { createTextLines } from "../lexing/text-lines.js";
import { createFileRepairs } from "../repairs/file-repairs.js";
import { joined } from "../source/joined.js";
import { createGapSuffix } from "../suffix/gap-suffix.js";
import { fillFrom, type Gap, type GapOptions } from "./gap.js";
import { tolerantGap } from "./tolerant-gap.js";

export interface FillOptions extends GapOptions {
  readonly prefix: Text;
  readonly suffix: Text;
}

const checkFillMiddle = signature("fillMiddle", { language: lexedLanguageKind, options: fillKind });

/**
 * The middles between `prefix` and `suffix`. Reading the prefix is a step a byte; the suffix is lexed and parsed once, backwards.
 *
 * Where nothing connects by the policy `noSwallow`, as a rule because the suffix begins in the middle of a comment or a string, `all` is in force:
 * `policy` of the gap says so, and `fallback` why. With `errors: "tolerate"` there may be errors elsewhere: see {@link GapOptions.errors}.
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
 * @throws FillError when the prefix begins no text of the language, or when no middle is found that connects it to the suffix: by the
 * policy `all` that is a search, which looks at some thousands of states.
 * @throws TypeError when `language` is none whose lexer commits, or a text is missing; RangeError for an unknown policy or scope.
 */
export function fillMiddle(language: LexedLanguage, options: FillOptions): Gap {
  checkFillMiddle(language, options);
  const present = language.present();
  const prefix = bytesOf(options.prefix);
  const place = readText(present.core, prefix);
  const suffix = createGapSuffix(present, bytesOf(options.suffix));
  const file = joined(prefix, suffix.lexing.bytes);
  if (options.errors === "tolerate") {
    const lines = createTextLines(file);
    const repairs = createFileRepairs(present, lines);
    const gap = tolerantGap(present, { file: lines, to: prefix.length, prefix, place, suffix, repairs }, options);
    if (gap !== undefined) return gap;
  }
  if (place === undefined) throw unreadable(present, prefix);
  return fillFrom(present, place, suffix, options, {
    unread: () => unreadable(present, prefix),
    file: () => ({ bytes: file, from: prefix.length }),
  });
}
