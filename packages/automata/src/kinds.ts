// What the functions of this package take, as kinds of arguments.
import {
  either,
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  number,
  oneOf,
  options,
  text,
  tuple,
  typedArray,
} from "@espalier/arguments";
import type { EngineLimits } from "./limits.js";

/** A regular expression as data. What is nested in it was checked when it was made. */
export const regexKind: Kind = having(
  "a regex",
  { kind: oneOf("empty", "bytes", "literal", "sequence", "choice", "and", "not", "repeat", "automaton", "deferred") },
  (value) => {
    if (typeof value === "string") return "Make one of it with literal(text), or with parseRegex(pattern).";
    if (value instanceof RegExp) return "Make one of it with parseRegex(pattern.source, { flags: pattern.flags }).";
    return undefined;
  },
);

/** A regex, or the text of one. */
export const regexSourceKind: Kind = either(regexKind, text);

/** An engine of this package. */
export const engineKind: Kind = having("an engine", {
  intern: "function",
  derivative: "function",
  nullable: "function",
});

/** Ranges of numbers, both ends included. Their bounds are checked with an error that names them. */
export const rangesKind: Kind = listOf(tuple(number(), number()));

const listOfBytes = having("a list of bytes", { length: integer({ min: 0 }) });
const arrayOfBytes = listOf(integer({ min: 0, max: 255 }));

/** Bytes: any list of numbers. Those of an array are looked at. */
export const bytesKind: Kind = {
  what: "a list of bytes",
  fault: (value) => (Array.isArray(value) ? arrayOfBytes : listOfBytes).fault(value),
};

const LIMITS: KindsOf<EngineLimits> = {
  bytes: number({ min: 0, max: Number.POSITIVE_INFINITY }),
  fuel: number({ min: 0, max: Number.POSITIVE_INFINITY }),
  depth: number({ min: 0, max: Number.POSITIVE_INFINITY }),
};

/** The limits of an engine. */
export const limitsKind: Kind = options(LIMITS);

/** How a pattern is read. */
export const parseOptionsKind: Kind = options({ flags: text, dialect: oneOf("ecma", "rust") });

/** An automaton as tables. What the tables hold is checked when the regex becomes an expression. */
export const automatonKind: Kind = having("an automaton { classOf, classCount, next, accepting }", {
  classOf: "object",
  classCount: "number",
  next: "object",
  accepting: "object",
});

/** A regex that is made when it is first needed. What is declared of it is checked when an engine makes it. */
export const deferralKind: Kind = having("a deferred regex { classOf, classCount, least, load }", {
  classOf: typedArray("Uint8Array"),
  classCount: integer({ min: 1, max: 256 }),
  least: integer({ min: 1 }),
  load: "function",
});
