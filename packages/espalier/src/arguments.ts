// Kinds of arguments of the `espalier` package, with hints that name its own functions.
import { ArgumentError, having, type Kind, signature } from "@espalier/arguments";
import { textKind } from "@espalier/monitor";

/** Any language. */
export const languageKind: Kind = having(
  "a language",
  { start: "any", step: "function", accepts: "function" },
  (value) => {
    if (value === undefined) return "Make one with lark(text), gbnf(text) or regex(pattern).";
    if (typeof value === "string") return "Make one of it with lark(text), gbnf(text) or regex(pattern).";
    if (value instanceof RegExp) return "Make one of it with regex(pattern).";
    return "Languages come from lark, gbnf, regex and what combines them.";
  },
);

/** @throws ArgumentError unless there is a language and a text, in this order. */
export function checkLanguageAndText(where: string, language: unknown, text: unknown): void {
  if (languageKind.fault(text) === undefined && languageKind.fault(language) !== undefined)
    throw new ArgumentError(
      "wrong-type",
      "language",
      `${where} takes the language first, then the text: swap the two.`,
    );
  signature(where, { language: languageKind, text: textKind })(language, text);
}
