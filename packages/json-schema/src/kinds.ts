// What the functions of this package take, as kinds of arguments. Schemas are not among them: they come from outside, and are read with
// errors of their own.
import {
  callable,
  having,
  integer,
  type Kind,
  type KindsOf,
  named,
  oneOf,
  options,
  required,
} from "@espalier/arguments";
import { engineKind } from "@espalier/automata";
import type { ReadSchemaOptions } from "./libraries/standard-schema.js";
import type { SchemaLimits, SchemaOptions } from "./rules/options.js";

const KINDS = ["compact", "pretty", "flexible"];
const whitespace = options({
  kind: required(oneOf(...KINDS)),
  indent: integer({ min: 0 }),
  limit: integer({ min: 0 }),
});

/** A style of whitespace. */
const whitespaceKind: Kind = {
  what: '{ kind: "compact" }, { kind: "pretty" } or { kind: "flexible" }',
  fault(value) {
    const fault = whitespace.fault(value);
    if (fault === undefined || fault.path.length > 0) return fault;
    const meant = KINDS.includes(value as string) ? ` Did you mean { kind: ${JSON.stringify(value)} }?` : "";
    return { ...fault, message: () => `${whitespaceKind.what}, not ${named(value)}.${meant}` };
  },
};

const bound = integer({ min: 1, max: Number.POSITIVE_INFINITY });
const LIMITS: KindsOf<SchemaLimits> = {
  generationBytes: bound,
  fuel: bound,
  cases: bound,
  nodes: bound,
  variants: bound,
  freeNames: bound,
  uniqueItems: bound,
  states: bound,
};

/** What may be said about a schema; for packages that pass it on, each by itself. */
export const schemaOptions: KindsOf<SchemaOptions> = {
  draft: oneOf("draft-04", "draft-06", "draft-07", "2019-09", "2020-12"),
  formats: oneOf("assert", "annotate"),
  notices: oneOf("report", "refuse"),
  order: oneOf("declared", "any"),
  whitespace: whitespaceKind,
  escapes: oneOf("needed", "ascii"),
  integers: oneOf("any", "plain"),
  numbers: oneOf("doubles", "decimals"),
  resolve: callable,
  engine: engineKind,
  limits: options(LIMITS),
};

/** The options of a schema that is compiled. */
export const schemaOptionsKind: Kind = options(schemaOptions);

/** What may be said about how a schema is read; for packages that pass it on, each by itself. */
export const readOptions: KindsOf<ReadSchemaOptions> = {
  objects: oneOf("as-declared", "closed"),
  libraryOptions: having("an object of options for the library", {}),
};

/** The options of a schema that is read. */
export const readOptionsKind: Kind = options(readOptions);
