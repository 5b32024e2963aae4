// Documents and the resources in them: who is called what, and where a reference leads.
//
// A document is one JSON value, the root schema or an answer of the caller's resolver. A *resource* is a part of it with its own identifier:
// the root, and every subschema with an `$id`. Identifiers and anchors are indexed by a walk over all places where schemas stand,
// made once per document and only when a reference asks for a name; pointers within a resource need no index.

import { SchemaError } from "../issue.js";
import { type Dialect, declaredDraft, dialectOf, type Holds, selectVocabularies } from "./dialect.js";
import { beyondLimit, type DocumentLimits, type Findings } from "./findings.js";
import { isJsonObject, type JsonObject, own } from "./json.js";
import { nearMiss } from "./near-miss.js";
import { arrayIndex, decodeFragment, namesOf, segment } from "./pointer.js";
import type { Draft } from "./subschema.js";
import { resolveUri, splitFragment } from "./uri.js";

export interface Resource {
  /** Without fragment. Empty for a root without identifier. */
  readonly uri: string;
  readonly dialect: Dialect;
  readonly root: unknown;
  readonly pointer: string;
  readonly document: SchemaText;
  /** Filled when the document is indexed. */
  readonly anchors: Map<string, Place>;
  /** Those of the anchors that are dynamic; a root with `$recursiveAnchor` is here under {@link RECURSIVE}. */
  readonly dynamicAnchors: Map<string, Place>;
}

/** One JSON value with schemas in it. */
interface SchemaText {
  readonly root: unknown;
  /** What its pointers begin with: `#` in the schema given, `https://example.com/other#` elsewhere. */
  readonly pointer: string;
  indexed: boolean;
}

/** A value that is to be read as a schema, and where it stands. */
export interface Place {
  readonly value: unknown;
  readonly resource: Resource;
  readonly pointer: string;
}

/** The name under which 2019-09's only dynamic anchor is known; no anchor can have it. */
export const RECURSIVE = "";

export type Located =
  | { readonly kind: "found"; readonly place: Place; readonly dynamicAnchor: string | undefined }
  | { readonly kind: "missing"; readonly message: string; readonly hint: string };

export interface RegistryOptions {
  readonly draft: Draft | undefined;
  readonly resolve: ((uri: string) => unknown) | undefined;
  readonly limits: DocumentLimits;
}

export interface Registry {
  readonly root: Resource;
  /** The resource that the object `raw` stands in, if it is a schema below one of `resource`: its own where it has an identifier. */
  enter(raw: JsonObject, resource: Resource, pointer: string): Resource;
  locate(from: Resource, reference: string): Located;
  /** Makes sure that the anchors of `resource` are known. */
  index(resource: Resource): void;
  /** How many known resources have a dynamic anchor of this name. */
  dynamicAnchorCount(name: string): number;
}

/** @throws SchemaError `unsupported-schema` for a draft or vocabulary that is not read, `schema-limit` for too many documents. */
export function createRegistry(schema: unknown, options: RegistryOptions, findings: Findings): Registry {
  const documents: SchemaText[] = [];
  const byUri = new Map<string, Resource>();
  const ambiguous = new Set<string>();
  const byRoot = new Map<unknown, Resource>();
  const answers = new Map<string, { readonly value: unknown; readonly failure: string | undefined }>();
  const latest = dialectOf("2020-12");

  function register(uri: string, resource: Resource): void {
    const known = byUri.get(uri);
    if (known === undefined) byUri.set(uri, resource);
    else if (known.root !== resource.root) ambiguous.add(uri);
  }

  function addDocument(value: unknown, uri: string, dialect: Dialect): Resource {
    const document: SchemaText = { root: value, pointer: uri === "" ? "#" : `${uri}#`, indexed: false };
    documents.push(document);
    let resource = resourceOf(value, uri, dialect, document, document.pointer);
    if (isJsonObject(value)) {
      const declared = own(value, "$schema");
      const forced = documents.length === 1 && options.draft !== undefined;
      const spoken = typeof declared === "string" && !forced ? dialectFor(declared, dialect) : dialect;
      const id = own(value, spoken.idKeyword);
      const name = typeof id === "string" ? resolveUri(uri, splitFragment(id)[0]) : uri;
      // Beside a lone `$ref` an `$id` does not set the base, but the document may still be called by it.
      const base = standsAlone(value, spoken) ? uri : name;
      resource = resourceOf(value, base, spoken, document, document.pointer);
      byRoot.set(value, resource);
      register(name, resource);
    }
    register(uri, resource);
    return resource;
  }

  function enter(raw: JsonObject, resource: Resource, pointer: string): Resource {
    if (raw.$id === undefined && raw.id === undefined) return resource;
    const known = byRoot.get(raw);
    if (known !== undefined) return known;
    const declared = own(raw, "$schema");
    const dialect = typeof declared === "string" ? dialectFor(declared, resource.dialect) : resource.dialect;
    const id = own(raw, dialect.idKeyword);
    if (typeof id !== "string" || standsAlone(raw, dialect)) return resource;
    const [reference] = splitFragment(id);
    if (reference === "") return resource;
    const uri = resolveUri(resource.uri, reference);
    const entered = resourceOf(raw, uri, dialect, resource.document, pointer);
    byRoot.set(raw, entered);
    return entered;
  }

  function index(document: SchemaText, start: Resource): void {
    if (document.indexed) return;
    document.indexed = true;
    const visited = new Map<Resource, Set<unknown>>();
    const pending: Place[] = [{ value: document.root, resource: start, pointer: document.pointer }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value, pointer } = next;
      if (!isJsonObject(value)) continue;
      const resource = enter(value, next.resource, pointer);
      let seen = visited.get(resource);
      if (seen === undefined) visited.set(resource, (seen = new Set()));
      if (seen.has(value)) continue;
      seen.add(value);
      if (resource.root === value) register(resource.uri, resource);
      nameAnchors({ value, resource, pointer });
      const children: Place[] = [];
      eachSubschema(value, resource.dialect, pointer, (child, at) =>
        children.push({ value: child, resource, pointer: at }),
      );
      while (children.length > 0) pending.push(children.pop()!);
    }
  }

  function nameAnchors(place: Place): void {
    const raw = place.value as JsonObject;
    const { dialect, anchors, dynamicAnchors, root } = place.resource;
    if (dialect.referenceStandsAlone) {
      const id = own(raw, dialect.idKeyword);
      if (typeof id !== "string" || standsAlone(raw, dialect)) return;
      const [, fragment] = splitFragment(id);
      if (fragment !== undefined && fragment !== "") addAnchor(place, decodeFragment(fragment), anchors);
      return;
    }
    const anchor = own(raw, "$anchor");
    if (typeof anchor === "string") addAnchor(place, anchor, anchors);
    const dynamic = dialect.keywords.has("$dynamicAnchor") ? own(raw, "$dynamicAnchor") : undefined;
    if (typeof dynamic === "string") {
      addAnchor(place, dynamic, anchors);
      if (!dynamicAnchors.has(dynamic)) dynamicAnchors.set(dynamic, place);
    }
    const recursive = dialect.keywords.has("$recursiveAnchor") && own(raw, "$recursiveAnchor") === true;
    if (recursive && raw === root) dynamicAnchors.set(RECURSIVE, place);
  }

  function addAnchor(place: Place, name: string, anchors: Map<string, Place>): void {
    const known = anchors.get(name);
    if (known === undefined) anchors.set(name, place);
    else if (known.value !== place.value) ambiguous.add(`${place.resource.uri}#${name}`);
  }

  function ask(uri: string): { readonly value: unknown; readonly failure: string | undefined } {
    const known = answers.get(uri);
    if (known !== undefined) return known;
    if (answers.size >= options.limits.documents) throw beyondLimit(options.limits, "documents", "#");
    let answer: { value: unknown; failure: string | undefined } = { value: undefined, failure: undefined };
    try {
      answer.value = options.resolve?.(uri);
      if (answer.value instanceof Promise)
        answer = { value: undefined, failure: "the resolver answered with a promise" };
    } catch (cause) {
      answer.failure = `the resolver failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
    answers.set(uri, answer);
    return answer;
  }

  const dialectsByUri = new Map<string, Dialect>();

  /** The dialect that a `$schema` declares; `otherwise`, with a notice, if nobody knows it. */
  function dialectFor(declared: string, otherwise: Dialect): Dialect {
    const official = declaredDraft(declared);
    if (official.kind === "draft") return dialectOf(official.draft);
    if (official.kind === "latest") return latest;
    if (official.kind === "draft-03") {
      throw unsupported("unsupported-draft", "draft 3 is not read", "Translate the schema to draft 4 or later");
    }
    const [uri] = splitFragment(declared);
    const known = dialectsByUri.get(uri);
    if (known !== undefined) return known;
    dialectsByUri.set(uri, otherwise);
    const dialect = customDialect(uri, otherwise);
    dialectsByUri.set(uri, dialect);
    return dialect;
  }

  /** What a metaschema of the caller's own says: its vocabularies, of the draft that it is written in. */
  function customDialect(uri: string, otherwise: Dialect): Dialect {
    const metaschema = ask(uri).value;
    if (!isJsonObject(metaschema)) {
      const message = `nobody knows the metaschema ${uri}; the schema is read as ${otherwise.draft}`;
      const hint = "Declare one of the drafts, or pass a `resolve` that returns the metaschema";
      findings.tell(`metaschema ${uri}`, () => ({
        code: "unknown-metaschema",
        pointer: "#/$schema",
        keyword: "$schema",
        message,
        hint,
      }));
      return otherwise;
    }
    const written = own(metaschema, "$schema");
    const base = typeof written === "string" ? dialectFor(written, otherwise) : otherwise;
    const vocabularies = own(metaschema, "$vocabulary");
    if (base.referenceStandsAlone || !isJsonObject(vocabularies)) return base;
    const list = new Map(Object.keys(vocabularies).map((name) => [name, vocabularies[name] === true]));
    const dialect = selectVocabularies(dialectOf(base.draft), list);
    if (typeof dialect !== "string") return dialect;
    const message = `the metaschema ${uri} requires the vocabulary ${dialect}, which is not known`;
    throw unsupported("unknown-vocabulary", message, "Without knowing it nobody can tell what the schema means");
  }

  /** The resource of that name: known, found by indexing, or asked for. */
  function named(uri: string, from: Resource): Resource | string {
    const root = byUri.get(uri);
    if (root !== undefined && root.document.root === root.root) return root;
    for (let at = 0; at < documents.length; at++) index(documents[at]!, byRoot.get(documents[at]!.root) ?? from);
    if (ambiguous.has(uri)) return "several schemas have this identifier";
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    const { value, failure } = ask(uri);
    if (failure !== undefined) return failure;
    if (value === undefined)
      return options.resolve === undefined ? "no schema has this identifier" : "the resolver does not know it";
    if (typeof value !== "boolean" && !isJsonObject(value)) return "the resolver's answer is no schema";
    return addDocument(value, uri, from.dialect);
  }

  function locate(from: Resource, reference: string): Located {
    const [uriPart, fragment] = splitFragment(reference);
    let resource = from;
    if (uriPart !== "") {
      const uri = resolveUri(from.uri, uriPart);
      const found = named(uri, from);
      if (typeof found === "string") return { kind: "missing", ...explain(uri, found, reference) };
      resource = found;
    }
    const root: Place = { value: resource.root, resource, pointer: resource.pointer };
    if (fragment === undefined || fragment === "") return { kind: "found", place: root, dynamicAnchor: undefined };
    const decoded = decodeFragment(fragment);
    if (decoded.startsWith("/")) return walk(root, namesOf(decoded), reference);
    indexOf(resource);
    const place = resource.anchors.get(decoded);
    if (place === undefined) {
      const near = nearMiss(decoded, resource.anchors.keys());
      const hint = near === undefined ? `Write "$anchor": "${decoded}" where it should lead` : `Did you mean #${near}?`;
      return { kind: "missing", message: `no schema has the anchor of "${reference}"`, hint };
    }
    if (ambiguous.has(`${resource.uri}#${decoded}`)) {
      return {
        kind: "missing",
        message: `several schemas have the anchor of "${reference}"`,
        hint: "Rename all but one",
      };
    }
    return { kind: "found", place, dynamicAnchor: resource.dynamicAnchors.has(decoded) ? decoded : undefined };
  }

  function explain(uri: string, why: string, reference: string): { message: string; hint: string } {
    const message = `"${reference}" leads to ${uri}: ${why}`;
    if (why.startsWith("several")) return { message, hint: "Rename all but one" };
    const near = nearMiss(uri, byUri.keys());
    if (near !== undefined && near !== "") return { message, hint: `Did you mean ${near}?` };
    const official = declaredDraft(uri).kind !== "unknown" || uri.includes("json-schema.org/");
    const what = official ? "that metaschema, which is not shipped here" : "that schema";
    return { message, hint: `Pass a \`resolve\` that returns ${what}, at once and not as a promise` };
  }

  function walk(from: Place, names: readonly string[], reference: string): Located {
    let { value, resource, pointer } = from;
    let position: Holds | "opaque" = "schema";
    for (const name of names) {
      const next = stepInto(value, name);
      if (next === undefined) return { kind: "missing", ...explainStep(value, name, pointer, reference) };
      position = positionBelow(position, resource.dialect, name, next.value);
      value = next.value;
      pointer = `${pointer}/${segment(name)}`;
      if (position === "schema" && isJsonObject(value)) resource = enter(value, resource, pointer);
    }
    return { kind: "found", place: { value, resource, pointer }, dynamicAnchor: undefined };
  }

  function indexOf(resource: Resource): void {
    index(resource.document, byRoot.get(resource.document.root) ?? resource);
  }

  const start = dialectOf(options.draft ?? "2020-12");
  const root = addDocument(schema, "", start);
  return {
    root,
    enter,
    locate,
    index: indexOf,
    dynamicAnchorCount(name) {
      for (const document of documents) index(document, byRoot.get(document.root) ?? root);
      let count = 0;
      for (const resource of byRoot.values()) if (resource.dynamicAnchors.has(name)) count++;
      return count;
    },
  };
}

function resourceOf(root: unknown, uri: string, dialect: Dialect, document: SchemaText, pointer: string): Resource {
  return { uri, dialect, root, pointer, document, anchors: new Map(), dynamicAnchors: new Map() };
}

/** Whether all that is beside `$ref` is to be ignored. */
export function standsAlone(raw: JsonObject, dialect: Dialect): boolean {
  return dialect.referenceStandsAlone && typeof raw.$ref === "string" && Object.hasOwn(raw, "$ref");
}

function unsupported(code: string, message: string, hint: string): SchemaError {
  return new SchemaError("unsupported-schema", [{ code, pointer: "#/$schema", keyword: "$schema", message, hint }]);
}

/** Calls `visit` with every value directly below `raw` that stands where the dialect expects a schema. */
function eachSubschema(
  raw: JsonObject,
  dialect: Dialect,
  pointer: string,
  visit: (value: unknown, pointer: string) => void,
): void {
  for (const key of Object.keys(raw)) {
    const holds = dialect.keywords.get(key)?.holds;
    if (holds === undefined) continue;
    const value = raw[key];
    const at = `${pointer}/${key}`;
    if (Array.isArray(value)) for (const [position, item] of value.entries()) visit(item, `${at}/${position}`);
    else if (!isJsonObject(value)) continue;
    else if (holds === "map" || holds === "map of schemas or names") {
      for (const name of Object.keys(value)) visit(value[name], `${at}/${segment(name)}`);
    } else visit(value, at);
  }
}

/** What stands at `name` below a position, `value` being there. */
function positionBelow(position: Holds | "opaque", dialect: Dialect, name: string, value: unknown): Holds | "opaque" {
  if (position === "opaque") return "opaque";
  if (position !== "schema") return "schema";
  const holds = dialect.keywords.get(name)?.holds ?? "opaque";
  if (holds === "schema or list") return Array.isArray(value) ? "list" : "schema";
  return holds;
}

function stepInto(value: unknown, name: string): { readonly value: unknown } | undefined {
  if (Array.isArray(value)) {
    const position = arrayIndex(name);
    return position >= 0 && position < value.length ? { value: value[position] } : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? { value: value[name] } : undefined;
}

/** Names that stand for each other in different drafts. */
const SISTERS: ReadonlyMap<string, string> = new Map([
  ["definitions", "$defs"],
  ["$defs", "definitions"],
]);

function explainStep(
  value: unknown,
  name: string,
  pointer: string,
  reference: string,
): { message: string; hint: string } {
  const message = `"${reference}" leads nowhere: ${pointer} has no "${name}"`;
  if (Array.isArray(value)) return { message, hint: `It has ${value.length} items, counted from 0` };
  if (!isJsonObject(value)) return { message, hint: "It is neither an object nor an array" };
  const keys = Object.keys(value);
  const sister = SISTERS.get(name);
  const near = sister !== undefined && keys.includes(sister) ? sister : nearMiss(name, keys);
  if (near !== undefined) return { message, hint: `Did you mean ${pointer}/${segment(near)}?` };
  const few = keys.slice(0, 8).join(", ");
  return { message, hint: keys.length === 0 ? "It is empty" : `It has ${few}${keys.length > 8 ? ", …" : ""}` };
}
