// `%json { … }` within a Lark grammar: the schema as a grammar of its own, or what is wrong with it, said at its place in the text.

import { SchemaError, schemaSource } from "@espalier/json-schema";
import type { LarkOptions } from "@espalier/notation";
import type { LanguageOptions, SyntaxSource } from "@espalier/syntax";

type Extensions = NonNullable<LarkOptions["extensions"]>;

/** What `readLark` needs to read schemas: default whitespace, formats asserted. A schema met twice is made once. */
export function schemasWithin({ engine }: Pick<LanguageOptions, "engine"> = {}): Required<Extensions> {
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

/** A sentence as it goes on behind a semicolon: "Did you mean" → "did you mean". */
function asHint(sentence: string): string {
  return /^[A-Z][a-z]/u.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence;
}
