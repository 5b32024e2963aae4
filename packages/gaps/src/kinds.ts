// Argument checks of this package.
import {
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  number,
  oneOf,
  options,
  required,
  text,
} from "@espalier/arguments";
import { engineKind, regexKind } from "@espalier/automata";
import { limitsKind as chartLimits } from "@espalier/earley";
import { grammarKind } from "@espalier/grammar";
import { limitsKind as lexerLimits } from "@espalier/lexer";
import { textKind } from "@espalier/monitor";
import type { FillOptions } from "./gap/fill.js";
import type { LexedOptions } from "./language/language.js";
import type { QuotientOptions } from "./quotient/quotient-source.js";
import { POLICIES } from "./source/policy.js";

const bound = number({ min: 0, max: Number.POSITIVE_INFINITY });

/** The source of a lexed language. */
export const lexedSourceKind: Kind = having("a source { grammar, kinds, modes }", {
  grammar: grammarKind,
  kinds: listOf(
    having("a kind { name, regex, modes, terminals }", {
      name: text,
      regex: regexKind,
      modes: listOf(text),
      terminals: listOf(text),
    }),
  ),
  modes: listOf(having("a mode { name }", { name: text }), 1),
});

/** The options of a lexed language, one check each, for packages that pass them on. */
export const lexedOptions: KindsOf<LexedOptions> = {
  lexer: lexerLimits,
  chart: chartLimits,
  engine: engineKind,
  states: integer({ min: 1, max: Number.POSITIVE_INFINITY }),
  generationBytes: bound,
  products: having("gapProducts", { capabilities: "function" }),
};

/** The options of a lexed language. */
export const lexedOptionsKind: Kind = options(lexedOptions);

/** A language that supports gaps. */
export const lexedLanguageKind: Kind = having(
  "a language that knows gaps, such as python()",
  { core: "object", engine: "object", machine: "object", present: "function", step: "function" },
  (value) =>
    typeof value === "function"
      ? "Call it: python()."
      : "A grammar in the notation becomes one by createLexedLanguage(lexedSource(source)).",
);

/** The options of a gap to fill. */
const FILL: KindsOf<FillOptions> = {
  prefix: required(textKind),
  suffix: required(textKind),
  policy: oneOf(...POLICIES),
  scope: oneOf("any", "inner"),
  states: integer({ min: 1, max: Number.POSITIVE_INFINITY }),
  errors: oneOf("refuse", "tolerate"),
};
export const fillKind: Kind = options(FILL);

const QUOTIENT: KindsOf<QuotientOptions> = {
  prefix: required(textKind),
  suffix: required(textKind),
  munch: oneOf("maximal", "none"),
};

/** The options of a gap to express as a grammar. */
export const quotientKind: Kind = options(QUOTIENT);
