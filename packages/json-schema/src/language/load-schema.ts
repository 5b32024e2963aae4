// Compiles a schema with as little code as it needs. The small compiler is loaded at once. Its modules, and the full
// compiler, are parts of a program that a bundler puts into files of their own, because only `import()` names them:
//
//     the small compiler  →  refuses only what its modules add?   its modules         →  refuses?  the full compiler
//                         →  refuses something else?              the full compiler

import { anything, signature } from "@espalier/arguments";
import { createPlainLanguage } from "@espalier/syntax";
import { SchemaError } from "../document/issue.js";
import { noted } from "../document/noted.js";
import { loadSchemaOptionsKind } from "../kinds.js";
import type { PlainModules } from "../plain/modules.js";
import { type PlainSchemaOptions, plainSource } from "../plain/plain-source.js";
import { FULL_COMPILER } from "../plain/refusals.js";
import type { SchemaOptions } from "../rules/options.js";
import type { CompiledSchema } from "./compile.js";

/** The options of `loadSchema`: those of `compileSchema`. Integers are always written as digits alone. */
export type LoadSchemaOptions = Omit<SchemaOptions, "integers">;

const checkLoadSchema = signature("loadSchema", { schema: anything, options: loadSchemaOptionsKind });

/**
 * Compiles a schema as `compileSchema` does with `integers: "plain"`, for pages: it downloads the code of keywords when
 * a schema needs it. The texts, the masks and the errors are those of `compileSchema`.
 *
 * Types, constants, lengths, closed objects, arrays, recursion, `$ref` and most `anyOf` and `oneOf` need nothing more.
 * `pattern`, `format`, bounds of numbers and constants with fractions need a file of about 17 kB (gzip). All other
 * keywords, objects that allow undeclared names, and all options but `draft`, `formats`, `escapes`, `resolve` and flat
 * `whitespace` need the full compiler, a file of about 55 kB.
 *
 * The schema must not be modified before the promise settles. `resolve` may be asked again for the same reference.
 *
 * @throws SchemaError, as a rejection: as `compileSchema`.
 * @throws as a rejection: what `import()` throws (in browsers, a TypeError) if a file cannot be loaded.
 */
export async function loadSchema(schema: unknown, options: LoadSchemaOptions = {}): Promise<CompiledSchema> {
  checkLoadSchema(schema, options);
  const plain = plainOptionsOf(options);
  if (plain !== undefined) {
    const small = compiledPlainly(schema, plain, {});
    if (typeof small === "object") return small;
    if (small === "needs modules") {
      const { formatKeyword, numberRanges, patternKeyword } = await import("../plain/all-modules.js");
      const modules = { format: formatKeyword, numbers: numberRanges, pattern: patternKeyword };
      const larger = compiledPlainly(schema, plain, modules);
      if (typeof larger === "object") return larger;
    }
  }
  const { compileSchema } = await import("./compile.js");
  return compileSchema(schema, { ...options, integers: "plain" });
}

/** Returns the options of the small compiler; `undefined` if it does not have them. */
function plainOptionsOf(options: LoadSchemaOptions): PlainSchemaOptions | undefined {
  const { draft, formats, escapes, resolve, whitespace, order, numbers, notices, ...others } = options;
  const isPlain =
    (order ?? "declared") === "declared" && (numbers ?? "doubles") === "doubles" && (notices ?? "report") === "report";
  if (!isPlain || Object.values(others).some((value) => value !== undefined)) return undefined;
  if (whitespace?.kind === "pretty") return undefined;
  return {
    ...(draft !== undefined && { draft }),
    ...(formats !== undefined && { formats }),
    ...(escapes !== undefined && { escapes }),
    ...(resolve !== undefined && { resolve }),
    ...(whitespace !== undefined && { whitespace }),
  };
}

/**
 * Compiles a schema with the small compiler. Returns what it lacks if it refuses the schema.
 *
 * @throws SchemaError `invalid-schema` for a malformed document, which the full compiler refuses for the same reasons.
 * It need not refuse a malformed pattern, so it decides about these.
 */
function compiledPlainly(
  schema: unknown,
  options: PlainSchemaOptions,
  modules: PlainModules,
): CompiledSchema | "needs modules" | "needs the full compiler" {
  try {
    const source = plainSource(schema, { ...options, modules }, notRemembered);
    const language = createPlainLanguage(source);
    return noted({ language }, () => source.notices);
  } catch (error) {
    if (!(error instanceof SchemaError)) return "needs the full compiler";
    if (error.code === "invalid-schema" && modules.pattern === undefined) throw error;
    const lacksModules = error.code === "unsupported-schema" && error.issues.every(isAddedByModules);
    return lacksModules ? "needs modules" : "needs the full compiler";
  }
}

/** A grammar cannot remember undeclared names, which may not repeat. */
const notRemembered = (): string => "remembers no undeclared names";

const isAddedByModules = ({ code, hint }: SchemaError["issues"][number]): boolean =>
  code === "unsupported-keyword" && hint !== FULL_COMPILER;
