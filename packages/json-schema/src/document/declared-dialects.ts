// Determines what a `$schema` declares: a draft, or a user's own metaschema whose `$vocabulary` selects parts of a
// draft.

import type { Answer } from "./answers.js";
import { type Dialect, declaredDraft, dialectOf, selectVocabularies } from "./dialect.js";
import type { Findings } from "./findings.js";
import { SchemaError, type SchemaIssue } from "./issue.js";
import { isJsonObject, own } from "./json.js";
import { splitFragment } from "./uri.js";

/** Returns the dialect of a `$schema`; for an unknown one, returns `otherwise` and adds a notice. */
export type DialectFor = (declared: string, otherwise: Dialect) => Dialect;

/** The function throws SchemaError `unsupported-schema` for draft 3 and for unknown vocabularies that are required. */
export function createDialects(ask: (uri: string) => Answer, findings: Findings): DialectFor {
  const byUri = new Map<string, Dialect>();

  function dialectFor(declared: string, otherwise: Dialect): Dialect {
    const official = declaredDraft(declared);
    if (official.kind === "draft") return dialectOf(official.draft);
    if (official.kind === "latest") return dialectOf("2020-12");
    if (official.kind === "draft-03") {
      throw unsupported("unsupported-draft", "draft 3 is not supported", "Translate the schema to draft 4 or later");
    }
    const [uri] = splitFragment(declared);
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    // A metaschema may describe itself; it is then read like the document that contains it.
    byUri.set(uri, otherwise);
    const dialect = ownDialect(uri, otherwise);
    byUri.set(uri, dialect);
    return dialect;
  }

  function ownDialect(uri: string, otherwise: Dialect): Dialect {
    const metaschema = ask(uri).value;
    if (!isJsonObject(metaschema)) {
      findings.tell(`metaschema ${uri}`, () => unknownMetaschema(uri, otherwise));
      return otherwise;
    }
    const written = own(metaschema, "$schema");
    const base = typeof written === "string" ? dialectFor(written, otherwise) : otherwise;
    const vocabularies = own(metaschema, "$vocabulary");
    if (base.referenceStandsAlone || !isJsonObject(vocabularies)) return base;
    const required = new Map(Object.keys(vocabularies).map((name) => [name, vocabularies[name] === true]));
    const dialect = selectVocabularies(dialectOf(base.draft), required);
    if (typeof dialect !== "string") return dialect;
    const message = `the metaschema ${uri} requires the vocabulary ${dialect}, which is unknown`;
    throw unsupported("unknown-vocabulary", message, "Without it, the meaning of the schema is unknown");
  }

  return dialectFor;
}

function unknownMetaschema(uri: string, otherwise: Dialect): SchemaIssue {
  return {
    code: "unknown-metaschema",
    pointer: "#/$schema",
    keyword: "$schema",
    message: `the metaschema ${uri} is unknown; the schema is read as ${otherwise.draft}`,
    hint: "Declare one of the drafts, or pass a `resolve` that returns the metaschema",
  };
}

function unsupported(code: string, message: string, hint: string): SchemaError {
  return new SchemaError("unsupported-schema", [{ code, pointer: "#/$schema", keyword: "$schema", message, hint }]);
}
