// The kinds of arguments that the functions of this package check.
import {
  boolean,
  callable,
  either,
  having,
  integer,
  type Kind,
  listOf,
  number,
  oneOf,
  options,
  recordOf,
  text,
} from "@espalier/arguments";
import { regexKind } from "@espalier/automata";

const regExp: Kind = having("a RegExp", { source: "string", flags: "string" });

/** What a token matches: text, or a pattern. */
export const patternKind: Kind = either(text, regExp, regexKind);

const PIECES = ["pattern", "control", "rule", "either", "times"] as const;
const made = having("a piece: text, a RegExp, or what the functions of this package return", {
  kind: oneOf(...PIECES),
});

/** A part of the body of a rule. Its own parts were checked when they were created. */
export const pieceKind: Kind = {
  what: made.what,
  fault(value) {
    if (typeof value === "string" || regExp.fault(value) === undefined) return undefined;
    return Array.isArray(value) ? listOf(pieceKind).fault(value) : made.fault(value);
  },
};

/** A list of pieces. */
export const piecesKind: Kind = listOf(pieceKind);

/** Rules by name. */
export const rulesKind: Kind = recordOf(callable, "an object of rules, { name: (rules) => piece }");

const skip = either(text, regExp, having("a token", { kind: oneOf("pattern") }));

/** The options of `grammar`. */
export const grammarOptionsKind: Kind = options({
  start: text,
  skip: either(skip, listOf(skip)),
  munch: oneOf("maximal", "none"),
});

/** A repetition count. */
export const countKind: Kind = integer({ min: 0, max: Number.POSITIVE_INFINITY });

/** The options of a token. */
export const tokenOptionsKind: Kind = options({ priority: number(), lazy: boolean });
