// The kinds of arguments that the functions of this package check.
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

/** A regular expression as data. The constructors have checked its parts. */
export const regexKind: Kind = having(
  "a regex",
  { kind: oneOf("empty", "bytes", "literal", "sequence", "choice", "and", "not", "repeat", "automaton", "deferred") },
  (value) => {
    if (typeof value === "string") return "Make one of it with literal(text), or with parseRegex(pattern).";
    if (value instanceof RegExp) return "Make one of it with parseRegex(pattern.source, { flags: pattern.flags }).";
    return undefined;
  },
);

/** A regex, or a pattern as text. */
export const regexSourceKind: Kind = either(regexKind, text);

/** An engine of this package. */
export const engineKind: Kind = having("an engine", {
  intern: "function",
  derivative: "function",
  nullable: "function",
});

/** Ranges of numbers, both ends included. A later check of the bounds reports the offending range. */
export const rangesKind: Kind = listOf(tuple(number(), number()));

const listOfBytes = having("a list of bytes", { length: integer({ min: 0 }) });
const arrayOfBytes = listOf(integer({ min: 0, max: 255 }));

/** Bytes: any array-like of numbers. Only the elements of arrays are checked. */
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

/** An automaton as tables. Their contents are checked when an engine interns the regex. */
export const automatonKind: Kind = having("an automaton { classOf, classCount, next, accepting }", {
  classOf: "object",
  classCount: "number",
  next: "object",
  accepting: "object",
});

/** A deferred regex. Its declaration is checked when an engine builds the regex. */
export const deferralKind: Kind = having("a deferred regex { classOf, classCount, least, load }", {
  classOf: typedArray("Uint8Array"),
  classCount: integer({ min: 1, max: 256 }),
  least: integer({ min: 1 }),
  load: "function",
});
