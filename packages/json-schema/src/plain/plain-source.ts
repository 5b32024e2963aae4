// A small JSON Schema compiler for web pages. It gives the same languages as `schemaSource`, but leaves out the engine
// that combines schemas, which is most of the code. Optional modules add the keywords that need much code.

import { anything, signature } from "@espalier/arguments";
import type { SyntaxSource } from "@espalier/syntax";
import { loadDocument } from "../document/document.js";
import type { SchemaIssue } from "../document/issue.js";
import { noted } from "../document/noted.js";
import { plainSchemaOptionsKind } from "../kinds.js";
import type { SchemaOptions } from "../rules/options.js";
import { createTerminals } from "../rules/terminals.js";
import { type FlatWhitespace, flatLayoutOf } from "../rules/whitespace.js";
import type { PlainModules } from "./modules.js";
import { createPlainRules, type FaultOfOpenObject, longNames } from "./plain-rules.js";
import { createRefusals } from "./refusals.js";
import { createScalarSets } from "./scalar-sets.js";

/** The options of {@link SchemaOptions} that a plain schema takes, and those below. */
export interface PlainSchemaOptions extends Pick<SchemaOptions, "draft" | "formats" | "escapes" | "resolve"> {
  /** Default: flexible. */
  readonly whitespace?: FlatWhitespace;
  /** The keywords to load beyond the basic ones. */
  readonly modules?: PlainModules;
  /** `rules`: the rules of the grammar (5,000). */
  readonly limits?: { readonly rules?: number };
}

/** A source for `createPlainLanguage`. */
export interface PlainSchemaSource extends SyntaxSource {
  /** What is not enforced, by design of JSON Schema or because it is unknown. */
  readonly notices: readonly SchemaIssue[];
}

/** The rules of a grammar: an object takes two for eight properties, an array one for each item that it counts. */
const MOST_RULES = 5_000;

const checkPlainSchemaSource = signature("plainSchemaSource", { schema: anything, options: plainSchemaOptionsKind });

/**
 * Returns the language of a schema as a grammar for `createPlainLanguage`. It has the texts that `schemaSource` accepts
 * with the same options and `integers: "plain"`, and takes about 58 to 73 kB (gzip) less of a page. Undeclared names
 * may repeat, as in `schemaSource`; for closed objects the texts are those of `compileSchema`, too.
 *
 * Each subschema has types, constants, or one of `$ref`, `anyOf` and `oneOf` alone. Lengths, `enum`, `const`,
 * `properties`, `required`, `additionalProperties`, `prefixItems`, `items`, `minItems`, `maxItems`, recursion and all
 * drafts are built in. `modules` adds `pattern`, `format`, bounds of numbers and constants with fractions.
 *
 * Cost: linear in the schema, and in `minItems` and `maxItems`.
 *
 * @throws SchemaError if the schema is malformed, or for each keyword that cannot be enforced, with the module or the
 * function that takes it. A schema that nothing satisfies is refused by `createPlainLanguage`.
 */
export function plainSchemaSource(schema: unknown, options: PlainSchemaOptions = {}): PlainSchemaSource {
  checkPlainSchemaSource(schema, options);
  return plainSource(schema, options, longNames);
}

/**
 * Returns {@link plainSchemaSource} of checked options.
 *
 * @param faultOfOpen says which objects with undeclared names are refused.
 */
export function plainSource(
  schema: unknown,
  options: PlainSchemaOptions,
  faultOfOpen: FaultOfOpenObject,
): PlainSchemaSource {
  const { draft, formats, resolve, modules = {} } = options;
  const document = loadDocument(schema, { draft, formats, resolve });
  const refusals = createRefusals();
  const scalars = createScalarSets(modules, refusals);
  const layout = flatLayoutOf(options.whitespace ?? { kind: "flexible" });
  const terminals = createTerminals(layout, options.escapes ?? "needed", scalars, "plain");
  const limit = options.limits?.rules ?? MOST_RULES;
  const rules = createPlainRules(document.root, terminals, scalars, refusals, limit, faultOfOpen);
  return noted({ ...rules, skip: [], munch: "maximal" }, () => [...document.notices(), ...scalars.notices]);
}
