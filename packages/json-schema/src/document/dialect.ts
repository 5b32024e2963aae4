// The keywords of each draft of JSON Schema. For each keyword, the table says which function reads it, where its value
// contains schemas, and to which vocabulary it belongs. A *dialect* is a draft, or the part of a draft that a
// metaschema's `$vocabulary` selects.

import {
  readAdditionalItemsEitherWay,
  readContains,
  readContainsBound,
  readContainsCounted,
  readContainsEvaluating,
  readItems,
  readItemsEitherWay,
  readItemsOrList,
  readPrefixItems,
  readUniqueItems,
} from "./read-arrays.js";
import { readBranch, readDynamicReference, readIf, readReference } from "./read-combinators.js";
import { readAnchor, readUri, readUriWithoutFragment } from "./read-identifiers.js";
import { readDependencies, readDependentRequired, readPatternProperties, readRequired } from "./read-objects.js";
import { readSchema, readSchemaList, readSchemaMap } from "./read-schemas.js";
import {
  readBound,
  readBoundWithFlag,
  readConst,
  readEnum,
  readExclusiveEitherWay,
  readExclusiveFlag,
  readFormat,
  readLeastCount,
  readMostCount,
  readMultipleOf,
  readPattern,
  readType,
  readTypeByNotation,
} from "./read-values.js";
import type { ReadKeyword } from "./site.js";
import type { Draft } from "./subschema.js";

/** Where a keyword's value contains schemas. */
export type Holds = "schema" | "list" | "map" | "schema or list" | "map of schemas or names";

/** The vocabulary of a keyword, by the last part of its URI. 2019-09 includes `unevaluated` in `applicator`. */
export type Vocabulary = "core" | "applicator" | "unevaluated" | "validation" | "format" | "annotation";

export interface KeywordRule {
  readonly vocabulary: Vocabulary;
  /** `undefined` for keywords that only annotate or identify, and for those that another keyword reads. */
  readonly read: ReadKeyword | undefined;
  readonly holds: Holds | undefined;
}

export interface Dialect {
  readonly draft: Draft;
  readonly keywords: ReadonlyMap<string, KeywordRule>;
  /** `$id`, or `id` in draft 4. */
  readonly idKeyword: "$id" | "id";
  /** Up to draft 7, everything beside `$ref` is ignored. */
  readonly referenceStandsAlone: boolean;
  /** Whether `format` is enforced regardless of the options. */
  readonly formatAsserted: boolean;
}

const DRAFTS: readonly Draft[] = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];

type Row = readonly [
  from: Draft,
  to: Draft,
  vocabulary: Vocabulary,
  read: ReadKeyword | undefined,
  holds: Holds | undefined,
  names: string,
];

const FIRST = "draft-04";
const LAST = "2020-12";

// Each row says how keywords are read from one draft to another.
const ROWS: readonly Row[] = [
  [FIRST, "draft-04", "core", readUri, undefined, "id"],
  ["draft-06", "draft-07", "core", readUri, undefined, "$id"],
  ["2019-09", LAST, "core", readUriWithoutFragment, undefined, "$id"],
  [FIRST, LAST, "core", readUri, undefined, "$schema"],
  [FIRST, LAST, "core", readReference, undefined, "$ref"],
  [FIRST, LAST, "core", undefined, "map", "definitions"],
  [FIRST, "draft-07", "core", undefined, undefined, "$defs"],
  ["2019-09", LAST, "core", undefined, "map", "$defs"],
  ["2019-09", LAST, "core", readAnchor, undefined, "$anchor"],
  ["2019-09", LAST, "core", undefined, undefined, "$vocabulary"],
  ["2019-09", "2019-09", "core", undefined, undefined, "$recursiveAnchor"],
  ["2019-09", "2019-09", "core", readDynamicReference, undefined, "$recursiveRef"],
  ["2020-12", LAST, "core", readAnchor, undefined, "$dynamicAnchor"],
  ["2020-12", LAST, "core", readDynamicReference, undefined, "$dynamicRef"],

  [FIRST, "draft-04", "validation", readTypeByNotation, undefined, "type"],
  ["draft-06", LAST, "validation", readType, undefined, "type"],
  [FIRST, LAST, "validation", readEnum, undefined, "enum"],
  ["draft-06", LAST, "validation", readConst, undefined, "const"],
  [FIRST, "draft-04", "validation", readBoundWithFlag, undefined, "minimum maximum"],
  [FIRST, "draft-04", "validation", readExclusiveFlag, undefined, "exclusiveMinimum exclusiveMaximum"],
  ["draft-06", LAST, "validation", readBound, undefined, "minimum maximum exclusiveMinimum exclusiveMaximum"],
  [FIRST, LAST, "validation", readMultipleOf, undefined, "multipleOf"],
  [FIRST, LAST, "validation", readLeastCount, undefined, "minLength minItems minProperties"],
  [FIRST, LAST, "validation", readMostCount, undefined, "maxLength maxItems maxProperties"],
  [FIRST, LAST, "validation", readPattern, undefined, "pattern"],
  [FIRST, LAST, "validation", readRequired, undefined, "required"],
  [FIRST, LAST, "validation", readUniqueItems, undefined, "uniqueItems"],
  ["2019-09", LAST, "validation", readContainsBound, undefined, "minContains maxContains"],
  ["2019-09", LAST, "validation", readDependentRequired, undefined, "dependentRequired"],
  [FIRST, LAST, "format", readFormat, undefined, "format"],

  [FIRST, LAST, "applicator", readSchemaMap, "map", "properties"],
  [FIRST, LAST, "applicator", readPatternProperties, "map", "patternProperties"],
  [FIRST, LAST, "applicator", readSchema, "schema", "additionalProperties"],
  ["draft-06", LAST, "applicator", readSchema, "schema", "propertyNames"],
  [FIRST, "draft-07", "applicator", readDependencies, "map of schemas or names", "dependencies"],
  ["2019-09", LAST, "applicator", readSchemaMap, "map", "dependentSchemas"],
  [FIRST, "2019-09", "applicator", readItemsOrList, "schema or list", "items"],
  [FIRST, "2019-09", "applicator", undefined, "schema", "additionalItems"],
  ["2020-12", LAST, "applicator", readItems, "schema", "items"],
  ["2020-12", LAST, "applicator", readPrefixItems, "list", "prefixItems"],
  ["draft-06", "draft-07", "applicator", readContains, "schema", "contains"],
  ["2019-09", "2019-09", "applicator", readContainsCounted, "schema", "contains"],
  ["2020-12", LAST, "applicator", readContainsEvaluating, "schema", "contains"],
  [FIRST, LAST, "applicator", readSchemaList, "list", "allOf anyOf oneOf"],
  [FIRST, LAST, "applicator", readSchema, "schema", "not"],
  ["draft-07", LAST, "applicator", readIf, "schema", "if"],
  ["draft-07", LAST, "applicator", readBranch, "schema", "then else"],
  ["2019-09", LAST, "unevaluated", readSchema, "schema", "unevaluatedProperties"],
  ["2019-09", LAST, "unevaluated", readSchema, "schema", "unevaluatedItems"],

  // Keywords that only annotate in some draft are harmless in others.
  [FIRST, LAST, "annotation", undefined, undefined, "title description default examples $comment"],
  [FIRST, LAST, "annotation", undefined, undefined, "readOnly writeOnly deprecated contentMediaType contentEncoding"],
  ["2019-09", LAST, "annotation", undefined, "schema", "contentSchema"],
];

const dialects = new Map<Draft, Dialect>();

/** Returns the dialect of a published draft; created once. */
export function dialectOf(draft: Draft): Dialect {
  const known = dialects.get(draft);
  if (known !== undefined) return known;
  const at = DRAFTS.indexOf(draft);
  const keywords = new Map<string, KeywordRule>();
  for (const [from, to, vocabulary, read, holds, names] of ROWS) {
    if (at < DRAFTS.indexOf(from) || at > DRAFTS.indexOf(to)) continue;
    for (const name of names.split(" ")) keywords.set(name, { vocabulary, read, holds });
  }
  const dialect: Dialect = {
    draft,
    keywords,
    idKeyword: draft === "draft-04" ? "id" : "$id",
    referenceStandsAlone: at <= DRAFTS.indexOf("draft-07"),
    formatAsserted: false,
  };
  dialects.set(draft, dialect);
  return dialect;
}

let undeclared: Dialect | undefined;

/**
 * Returns the dialect of a schema that declares none: 2020-12, extended by older forms that 2020-12 would reject (a
 * list in `items`, a flag in `exclusiveMinimum`), because some generators still write them.
 */
export function undeclaredDialect(): Dialect {
  if (undeclared !== undefined) return undeclared;
  const latest = dialectOf(LAST);
  const keywords = new Map(latest.keywords);
  const replace = (
    names: readonly string[],
    vocabulary: Vocabulary,
    read: ReadKeyword,
    holds: Holds | undefined,
  ): void => {
    for (const name of names) keywords.set(name, { vocabulary, read, holds });
  };
  replace(["items"], "applicator", readItemsEitherWay, "schema or list");
  replace(["additionalItems"], "applicator", readAdditionalItemsEitherWay, "schema");
  replace(["minimum", "maximum"], "validation", readBoundWithFlag, undefined);
  replace(["exclusiveMinimum", "exclusiveMaximum"], "validation", readExclusiveEitherWay, undefined);
  undeclared = { ...latest, keywords };
  return undeclared;
}

/** Drafts and vocabularies by the ends of their URIs. */
const VOCABULARIES: ReadonlyMap<string, readonly Vocabulary[]> = new Map<string, readonly Vocabulary[]>([
  ["2019-09/vocab/core", ["core"]],
  ["2019-09/vocab/applicator", ["applicator", "unevaluated"]],
  ["2019-09/vocab/validation", ["validation"]],
  ["2019-09/vocab/meta-data", ["annotation"]],
  ["2019-09/vocab/format", ["format"]],
  ["2019-09/vocab/content", ["annotation"]],
  ["2020-12/vocab/core", ["core"]],
  ["2020-12/vocab/applicator", ["applicator"]],
  ["2020-12/vocab/unevaluated", ["unevaluated"]],
  ["2020-12/vocab/validation", ["validation"]],
  ["2020-12/vocab/meta-data", ["annotation"]],
  ["2020-12/vocab/format-annotation", []],
  ["2020-12/vocab/format-assertion", ["format"]],
  ["2020-12/vocab/content", ["annotation"]],
]);

/**
 * Returns the part of a draft that a `$vocabulary` object selects, or the URI of an unknown vocabulary that it
 * requires. The core is always included; annotations are harmless and stay included. A known vocabulary in the list is
 * used whether or not it is required.
 */
export function selectVocabularies(base: Dialect, vocabularies: ReadonlyMap<string, boolean>): Dialect | string {
  const selected = new Set<Vocabulary>(["core", "annotation"]);
  let formatAsserted = false;
  for (const [uri, required] of vocabularies) {
    const known = VOCABULARIES.get(uri.slice(uri.indexOf("draft/") + "draft/".length));
    if (known === undefined && required) return uri;
    for (const vocabulary of known ?? []) selected.add(vocabulary);
    if (uri.endsWith("/format-assertion")) formatAsserted = true;
    if (uri.endsWith("/format-annotation")) selected.add("format");
  }
  const keywords = new Map([...base.keywords].filter(([, rule]) => selected.has(rule.vocabulary)));
  return { ...base, keywords, formatAsserted };
}

/** What a `$schema` names. */
export type Declared =
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "latest" | "draft-03" | "unknown" };

/** Recognises the metaschemas of the drafts: `http` or `https`, with or without `#`, plain or hyper-schema. */
export function declaredDraft(uri: string): Declared {
  const scheme = uri.startsWith("https://") ? "https://" : "http://";
  const host = `${scheme}json-schema.org/`;
  if (!uri.startsWith(host)) return { kind: "unknown" };
  let path = uri.slice(host.length);
  if (path.endsWith("#")) path = path.slice(0, -1);
  if (path === "schema" || path === "hyper-schema" || path === "draft/schema") return { kind: "latest" };
  const cut = path.lastIndexOf("/");
  if (cut < 0 || (path.slice(cut) !== "/schema" && path.slice(cut) !== "/hyper-schema")) return { kind: "unknown" };
  const name = path.slice(0, cut);
  if (name === "draft-03") return { kind: "draft-03" };
  if (name === "draft-05") return { kind: "draft", draft: "draft-04" };
  const draft = DRAFTS.find((known) => name === (known.startsWith("draft") ? known : `draft/${known}`));
  return draft === undefined ? { kind: "unknown" } : { kind: "draft", draft };
}

/** Returns the drafts that have `keyword` as a constraint or a reference, oldest first. */
export function draftsWith(keyword: string): Draft[] {
  return DRAFTS.filter((draft) => dialectOf(draft).keywords.get(keyword)?.read !== undefined);
}
