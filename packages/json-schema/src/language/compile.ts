// Compiles a schema to a language. Its grammar rules are created on demand, while a text is generated; the parser of
// @espalier/syntax reads them.

import { anything, signature } from "@espalier/arguments";
import type { Engine } from "@espalier/automata";
import { EVERY_BYTE } from "@espalier/dfa";
import { createLazyLanguage, type Language, type LazySource } from "@espalier/syntax";
import type { SchemaIssue } from "../document/issue.js";
import { noted } from "../document/noted.js";
import { schemaOptionsKind } from "../kinds.js";
import type { SchemaOptions } from "../rules/options.js";
import { prepareSchema } from "./prepare.js";
import { createRules } from "./rules.js";
import { typicalText } from "./typical-text.js";

export interface CompiledSchema {
  readonly language: Language;
  /** What is not enforced, by design of JSON Schema or because it is unknown. */
  readonly notices: readonly SchemaIssue[];
}

const checkCompileSchema = signature("compileSchema", { schema: anything, options: schemaOptionsKind });

/**
 * Compiles `schema`: a JSON Schema object or boolean.
 *
 * @throws SchemaError if the schema is malformed, cannot be enforced, is satisfied by nothing, or is too large. The
 * error lists every issue that was found.
 */
export function compileSchema(schema: unknown, options: SchemaOptions = {}): CompiledSchema {
  checkCompileSchema(schema, options);
  let prepared = prepareSchema(schema, options);
  const { engine, limits } = prepared;
  const source = (): LazySource => {
    const { terminals } = prepared;
    const rules = createRules(prepared, "remembered");
    return {
      rules,
      terminal: terminals.regex,
      ...rules.byText,
      terminalName: terminals.name,
      nonterminalName: rules.name,
      ...EVERY_BYTE,
      typical: (bytes) => typicalText(prepared, bytes),
      again: source,
      on(engine: Engine): LazySource {
        prepared = prepareSchema(schema, { ...options, engine });
        return source();
      },
    };
  };
  const language = createLazyLanguage(source(), { engine, limits: { generationBytes: limits.generationBytes } });
  return noted({ language }, () => prepared.notices());
}
