// Readers for `%json { … }` in a Lark grammar: the schema becomes a nested grammar, and its errors are reported at its
// position in the text. `lark` takes them as an option, so that a page whose grammars contain no schemas does not load
// the code for schemas.

import { type KindsOf, signature } from "@espalier/arguments";
import { SchemaError, schemaSource } from "@espalier/json-schema";
import type { LarkOptions } from "@espalier/notation";
import { type LanguageOptions, languageOptions, type SyntaxSource } from "@espalier/syntax";
import { optionsOf, picked } from "@espalier/values";

type Extensions = NonNullable<LarkOptions["extensions"]>;
type NestedSchemaOptions = Pick<LanguageOptions, "engine">;

const checkNestedSchemas = signature("nestedSchemas", {
  options: optionsOf(picked(languageOptions, "engine") satisfies KindsOf<NestedSchemaOptions>),
});

/**
 * Returns extensions of `lark` and `readLark` that read `%json { … }`: the JSON texts of the schema's values, with
 * flexible whitespace and with asserted formats. Each call creates a new cache of schema sources.
 *
 * @param options `engine`: the engine for regular expressions; the one that the grammar uses.
 * @throws ArgumentError for an unknown option.
 *
 * @example
 * const language = lark('start: "x = " %json { "type": "integer" }', { extensions: nestedSchemas() });
 * check(language, "x = 12").verdict; // => "accepted"
 */
export function nestedSchemas(options: NestedSchemaOptions = {}): Required<Extensions> {
  checkNestedSchemas(options);
  const { engine } = options;
  const known = new Map<string, SyntaxSource>();
  return {
    json(schema, _, report) {
      const key = JSON.stringify(schema);
      try {
        const source = known.get(key) ?? schemaSource(schema, engine === undefined ? {} : { engine });
        known.set(key, source);
        return source;
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        for (const { pointer, message, hint } of error.issues) report(`${pointer}: ${message}`, asHint(hint));
        return undefined;
      }
    },
  };
}

/** Changes a sentence so that it can follow a semicolon: "Did you mean" → "did you mean". */
function asHint(sentence: string): string {
  return /^[A-Z][a-z]/u.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence;
}
