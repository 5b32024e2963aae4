// Leaves patterns and formats that no language can enforce to a validator. If a schema's library validates every value
// anyway, such keywords are omitted from the language with a notice. Without a validator, the schema is rejected.

import { anything, signature } from "@espalier/arguments";
import { SchemaError, type SchemaIssue } from "../document/issue.js";
import { noted } from "../document/noted.js";
import { namesOf } from "../document/pointer.js";
import { schemaOptionsKind } from "../kinds.js";
import type { SchemaOptions } from "../rules/options.js";
import { type CompiledSchema, compileSchema } from "./compile.js";

const LEFT: ReadonlySet<string> = new Set(["unsupported-pattern", "unsupported-format"]);
/** How often keywords are omitted; each time, all that were reported. */
const ROUNDS = 100;

const checkCompileValidated = signature("compileValidated", { schema: anything, options: schemaOptionsKind });

/**
 * Compiles `schema`, leaving patterns and formats that cannot be enforced to a validator, with a notice for each.
 *
 * @throws SchemaError for everything else that `compileSchema` rejects.
 */
export function compileValidated(schema: unknown, options: SchemaOptions): CompiledSchema {
  checkCompileValidated(schema, options);
  const left: SchemaIssue[] = [];
  let narrower = schema;
  for (;;) {
    try {
      const compiled = compileSchema(narrower, options);
      if (left.length === 0) return compiled;
      return noted({ language: compiled.language }, () => [...left, ...compiled.notices]);
    } catch (error) {
      if (!(error instanceof SchemaError) || options.notices === "refuse" || left.length >= ROUNDS) throw error;
      if (!error.issues.every(({ code, keyword }) => LEFT.has(code) && keyword !== undefined)) throw error;
      for (const issue of error.issues) {
        const without = withoutKeyword(narrower, issue.pointer, issue.keyword!);
        if (without === undefined) throw error;
        narrower = without;
        left.push({
          ...issue,
          code: "left-to-validator",
          message: `${issue.message}: values are checked when they are complete`,
        });
      }
    }
  }
}

/**
 * Returns a copy of `document` without `keyword` at `pointer` (which may also point at the keyword); `undefined` if
 * there is no such keyword.
 */
function withoutKeyword(document: unknown, pointer: string, keyword: string): unknown {
  const path = namesOf(pointer.slice(1));
  if (path.at(-1) === keyword) path.pop();
  const copy = shallow(document);
  let at = copy;
  for (const key of path) {
    const next = (at as Record<string, unknown> | undefined)?.[key];
    if (typeof next !== "object" || next === null) return undefined;
    (at as Record<string, unknown>)[key] = shallow(next);
    at = (at as Record<string, unknown>)[key];
  }
  if (typeof at !== "object" || at === null || !Object.hasOwn(at, keyword)) return undefined;
  delete (at as Record<string, unknown>)[keyword];
  return copy;
}

/** Returns a shallow copy of an object or an array. */
function shallow(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  if (typeof value !== "object" || value === null) return value;
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(value));
}
