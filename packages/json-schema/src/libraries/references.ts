// Resolves the references of a schema document without loading it, as far as that is possible: enough to know which
// definitions are affected by closing an object. A reference that is not evidently within the document has no answer,
// and callers must handle that.

import { segment } from "../document/pointer.js";
import { splitFragment } from "../document/uri.js";
import { once } from "../text/recall.js";

/** A schema, or any other object of the document. */
export type Node = Readonly<Record<string, unknown>>;

export interface References {
  /** Drafts before 2019-09 ignore the keywords beside a `$ref` and have no `unevaluatedProperties`. */
  readonly draft: "old" | "new";
  /**
   * Returns the schema that a reference of `node` leads to, through other references; `undefined` if this is not
   * evident.
   */
  target(node: Node, reference: unknown): Node | undefined;
  /** Yields every object of the document. */
  all(): Iterable<Node>;
  /** Returns the JSON pointer of `node`. */
  pointerOf(node: Node): string;
}

interface Place {
  readonly parent: Node | undefined;
  readonly key: string;
  /** The nearest enclosing schema with an `$id`, which may be the node itself; the document if there is none. */
  readonly resource: Node;
}

/**
 * Creates the reference index of the document `root`, which may be cyclic. The document is walked once, at the first
 * query.
 */
export function createReferences(root: Node): References {
  const { $schema } = root;
  const document = once(() => walk(root));

  return {
    draft: typeof $schema === "string" && /draft-0?[3-7]\b/.test($schema) ? "old" : "new",
    target(node, reference) {
      if (typeof reference !== "string") return undefined;
      const { places, ids } = document();
      const [address, fragment = ""] = splitFragment(reference);
      const resource = address === "" ? places.get(node)?.resource : ids.get(address);
      if (resource === undefined) return undefined;
      if (fragment === "") return resource;
      if (fragment.startsWith("/")) return atPointer(resource, fragment);
      return ids.get(anchorKey(places.get(resource)?.resource ?? resource, fragment));
    },
    all: () => document().places.keys(),
    pointerOf(node) {
      const { places } = document();
      const keys: string[] = [];
      for (let place = places.get(node); place?.parent !== undefined; place = places.get(place.parent))
        keys.push(segment(place.key));
      return ["#", ...keys.reverse()].join("/");
    },
  };
}

function walk(root: Node): { readonly places: ReadonlyMap<Node, Place>; readonly ids: ReadonlyMap<string, Node> } {
  const places = new Map<Node, Place>();
  const ids = new Map<string, Node>();
  const todo: { readonly node: Node; readonly place: Place }[] = [
    { node: root, place: { parent: undefined, key: "", resource: root } },
  ];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, place } = next;
    if (places.has(node)) continue;
    const { $id, $anchor, $dynamicAnchor } = node;
    const resource = typeof $id === "string" && !$id.startsWith("#") ? node : place.resource;
    places.set(node, { ...place, resource });
    if (typeof $id === "string") ids.set($id.replace(/#$/, ""), node);
    for (const anchor of [$anchor, $dynamicAnchor, typeof $id === "string" && $id.startsWith("#") ? $id.slice(1) : 0])
      if (typeof anchor === "string") ids.set(anchorKey(resource, anchor), node);
    for (const [key, value] of Object.entries(node))
      if (typeof value === "object" && value !== null)
        todo.push({ node: value as Node, place: { parent: node, key, resource } });
  }
  return { places, ids };
}

/** An anchor is unique only within its resource, so the key includes the resource's `$id`. */
function anchorKey({ $id }: Node, anchor: string): string {
  return `${typeof $id === "string" ? $id.replace(/#.*$/, "") : ""}#${anchor}`;
}

function atPointer(resource: Node, pointer: string): Node | undefined {
  let at: unknown = resource;
  for (const part of pointer.slice(1).split("/")) {
    if (typeof at !== "object" || at === null) return undefined;
    const key = decoded(part)?.replaceAll("~1", "/").replaceAll("~0", "~");
    if (key === undefined || !Object.hasOwn(at, key)) return undefined;
    at = (at as Node)[key];
  }
  return typeof at === "object" && at !== null && !Array.isArray(at) ? (at as Node) : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
