// The kinds of arguments that the functions of this package check.
import { having, integer, type Kind, type KindsOf, listOf, number, oneOf, options } from "@espalier/arguments";
import { regexKind } from "@espalier/automata";
import type { LexerLimits } from "./limits.js";

const LIMITS: KindsOf<LexerLimits> = {
  states: number({ min: 0, max: Number.POSITIVE_INFINITY }),
  bytes: number({ min: 0, max: Number.POSITIVE_INFINITY }),
};

/** The limits of a lexer. */
export const limitsKind: Kind = options(LIMITS);

/** The terminals of a lexer. */
export const terminalsKind: Kind = listOf(
  having("a terminal { regex, priority, lazy }", { regex: regexKind, priority: "number", lazy: "boolean" }),
);

const numbers = listOf(integer({ min: 0 }));

/** The kinds of a committed lexer. */
export const committedKindsKind: Kind = listOf(
  having("a kind { regex, modes, notBefore, unfinished }", {
    regex: regexKind,
    modes: numbers,
    notBefore: numbers,
    unfinished: "boolean",
  }),
);

/** How lines begin. */
export const lineRulesKind: Kind = having("rules { tab, comment, continuation, endsBehindReturn }", {
  tab: integer({ min: 1 }),
  comment: integer({ min: -1, max: 255 }),
  continuation: oneOf("first", "none"),
  endsBehindReturn: "boolean",
});
