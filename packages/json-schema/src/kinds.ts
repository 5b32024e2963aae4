// The kinds of arguments that the functions of this package check. Schemas are not among them: they are user input and
// are read with errors of their own.
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

// By themselves, so that the options of plain schemas do not load those of schemas.
const draft = oneOf("draft-04", "draft-06", "draft-07", "2019-09", "2020-12");
const formats = oneOf("assert", "annotate");
const escapes = oneOf("needed", "ascii");

const LOADING_OPTIONS: KindsOf<Omit<SchemaOptions, "integers">> = {
  draft,
  formats,
  notices: oneOf("report", "refuse"),
  order: oneOf("declared", "any"),
  whitespace: whitespaceKind,
  escapes,
  numbers: oneOf("doubles", "decimals"),
  resolve: callable,
  engine: engineKind,
  limits: options(LIMITS),
};

/** The options of a schema, for packages that pass them on. */
export const schemaOptions: KindsOf<SchemaOptions> = { ...LOADING_OPTIONS, integers: oneOf("any", "plain") };

/** The options of a plain schema. */
export const plainSchemaOptionsKind: Kind = options({
  draft,
  formats,
  escapes,
  resolve: callable,
  whitespace: options({ kind: required(oneOf("compact", "flexible")), limit: integer({ min: 0 }) }),
  modules: options({
    numbers: having("a module for numbers", { lacks: callable, written: callable }),
    pattern: having("patternKeyword", { strings: callable }),
    format: having("formatKeyword", { strings: callable }),
  }),
  limits: options({ rules: bound }),
});

/** The options of loading a schema. */
export const loadSchemaOptionsKind: Kind = options(LOADING_OPTIONS);

/** The options of compiling a schema. */
export const schemaOptionsKind: Kind = options(schemaOptions);

/** The options of reading a schema, for packages that pass them on. */
export const readOptions: KindsOf<ReadSchemaOptions> = {
  objects: oneOf("as-declared", "closed"),
  libraryOptions: having("an object of options for the library", {}),
};

/** The options of reading a schema. */
export const readOptionsKind: Kind = options(readOptions);
