// A *resource*: a part of a document with its own identifier, which is the root or a subschema with an `$id`.

import type { Dialect } from "./dialect.js";
import type { JsonObject } from "./json.js";

export interface Resource {
  /** Without fragment. Empty for a root without identifier. */
  readonly uri: string;
  readonly dialect: Dialect;
  readonly root: unknown;
  readonly pointer: string;
  readonly document: SchemaText;
  /** Filled when the document is indexed. */
  readonly anchors: Map<string, Place>;
  /** The dynamic anchors among them; a root with `$recursiveAnchor` is listed under {@link RECURSIVE}. */
  readonly dynamicAnchors: Map<string, Place>;
}

/** One JSON value with schemas in it. */
export interface SchemaText {
  readonly root: unknown;
  /** The prefix of its pointers: `#` in the given schema, `https://example.com/other#` in others. */
  readonly pointer: string;
  indexed: boolean;
}

/** A value to read as a schema, and its position. */
export interface Place {
  readonly value: unknown;
  readonly resource: Resource;
  readonly pointer: string;
}

/** The key of 2019-09's only dynamic anchor; no anchor can have this name. */
export const RECURSIVE = "";

export function resourceOf(
  root: unknown,
  uri: string,
  dialect: Dialect,
  document: SchemaText,
  pointer: string,
): Resource {
  return { uri, dialect, root, pointer, document, anchors: new Map(), dynamicAnchors: new Map() };
}

/** Returns whether everything beside `$ref` is ignored. */
export function standsAlone(raw: JsonObject, dialect: Dialect): boolean {
  return dialect.referenceStandsAlone && typeof raw.$ref === "string" && Object.hasOwn(raw, "$ref");
}
