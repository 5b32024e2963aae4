// Documents and their resources: resolves identifiers and references.
//
// A document is one JSON value, the root schema or an answer of the caller's resolver. A *resource* is a part of it
// with its own identifier: the root, and every subschema with an `$id`. An index of identifiers and anchors is created
// by one walk over all subschemas of a document, and only if a reference uses a name. Pointers inside a resource need
// no index.

import { createAnchors } from "./anchors.js";
import { createAnswers } from "./answers.js";
import { createDialects } from "./declared-dialects.js";
import { type Dialect, dialectOf, undeclaredDialect } from "./dialect.js";
import type { DocumentLimits, Findings } from "./findings.js";
import { isJsonObject, type JsonObject, own } from "./json.js";
import { ambiguousName, type Missing, missingAnchor, missingDocument, missingName } from "./missing.js";
import { decodeFragment, namesOf, segment } from "./pointer.js";
import { eachSubschema, type Position, positionBelow, stepInto } from "./positions.js";
import { type Place, type Resource, resourceOf, type SchemaText, standsAlone } from "./resource.js";
import type { Draft } from "./subschema.js";
import { resolveUri, splitFragment } from "./uri.js";

export type Located =
  | { readonly kind: "found"; readonly place: Place; readonly dynamicAnchor: string | undefined }
  | Missing;

export interface RegistryOptions {
  readonly draft: Draft | undefined;
  readonly resolve: ((uri: string) => unknown) | undefined;
  readonly limits: DocumentLimits;
}

export interface Registry {
  readonly root: Resource;
  /**
   * Returns the resource to which the subschema `raw` belongs: a new resource if `raw` has an `$id`, otherwise
   * `resource`, the resource of its parent.
   */
  enter(raw: JsonObject, resource: Resource, pointer: string): Resource;
  locate(from: Resource, reference: string): Located;
  /** Ensures that the anchors of `resource` are known. */
  index(resource: Resource): void;
  /** Returns how many known resources have a dynamic anchor of this name. */
  dynamicAnchorCount(name: string): number;
}

/**
 * Creates the registry of a schema's documents. At first it contains only the document of `schema`.
 *
 * @throws SchemaError `unsupported-schema` for an unsupported draft or vocabulary, `schema-limit` for too many
 * documents.
 */
export function createRegistry(schema: unknown, options: RegistryOptions, findings: Findings): Registry {
  const documents: SchemaText[] = [];
  const byUri = new Map<string, Resource>();
  const byRoot = new Map<unknown, Resource>();
  const anchors = createAnchors();
  const { ambiguous } = anchors;
  const ask = createAnswers(options.resolve, options.limits);
  const dialectFor = createDialects(ask, findings);

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
      // Beside a lone `$ref`, an `$id` does not set the base, but the document may still be referred to by it.
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
      anchors.add({ value, resource, pointer });
      const children: Place[] = [];
      eachSubschema(value, resource.dialect, pointer, (child, at) =>
        children.push({ value: child, resource, pointer: at }),
      );
      while (children.length > 0) pending.push(children.pop()!);
    }
  }

  /** Returns the resource with this URI: known, found by indexing, or requested; or why there is none. */
  function named(uri: string, from: Resource, reference: string): Resource | Missing {
    const root = byUri.get(uri);
    if (root !== undefined && root.document.root === root.root) return root;
    for (const document of documents) index(document, byRoot.get(document.root) ?? from);
    if (ambiguous.has(uri)) return ambiguousName(reference);
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    const { value, failure } = ask(uri);
    if (typeof value === "boolean" || isJsonObject(value)) return addDocument(value, uri, from.dialect);
    const unknown = options.resolve === undefined ? "no schema has this identifier" : "the resolver does not know it";
    const why = failure ?? (value === undefined ? unknown : "the resolver's answer is not a schema");
    return missingDocument(reference, uri, why, byUri.keys());
  }

  function locate(from: Resource, reference: string): Located {
    const [uriPart, fragment] = splitFragment(reference);
    let resource = from;
    if (uriPart !== "") {
      const found = named(resolveUri(from.uri, uriPart), from, reference);
      if ("kind" in found) return found;
      resource = found;
    }
    const root: Place = { value: resource.root, resource, pointer: resource.pointer };
    if (fragment === undefined || fragment === "") return { kind: "found", place: root, dynamicAnchor: undefined };
    const decoded = decodeFragment(fragment);
    return decoded.startsWith("/") ? walk(root, namesOf(decoded), reference) : anchored(resource, decoded, reference);
  }

  function anchored(resource: Resource, name: string, reference: string): Located {
    indexOf(resource);
    if (ambiguous.has(`${resource.uri}#${name}`)) return ambiguousName(reference);
    const place = resource.anchors.get(name);
    if (place === undefined) return missingAnchor(reference, name, resource.anchors.keys());
    return { kind: "found", place, dynamicAnchor: resource.dynamicAnchors.has(name) ? name : undefined };
  }

  function walk(from: Place, names: readonly string[], reference: string): Located {
    let { value, resource, pointer } = from;
    let position: Position = "schema";
    for (const name of names) {
      const next = stepInto(value, name);
      if (next === undefined) return missingName(reference, pointer, value, name);
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

  const start = options.draft === undefined ? undeclaredDialect() : dialectOf(options.draft);
  const root = addDocument(schema, "", start);
  return {
    root,
    enter,
    locate,
    index: indexOf,
    dynamicAnchorCount(name) {
      for (const document of documents) index(document, byRoot.get(document.root) ?? root);
      return anchors.dynamicCount(name);
    },
  };
}
