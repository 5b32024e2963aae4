// Dynamic scopes (reader.ts): which anchor each name of a dynamic anchor means, after the resources that were entered.

import { beyondLimit, type DocumentLimits } from "./findings.js";
import type { Place, Resource } from "./resource.js";
import type { Registry } from "./resources.js";

/** The first bindings of dynamic anchors; equal scopes are one object. */
export interface Scope {
  readonly bindings: ReadonlyMap<string, Place>;
  readonly entered: Map<Resource, Scope>;
}

/** The number of scopes is bounded by the total number of anchors that they bind, for each allowed subschema. */
const BINDINGS_PER_SUBSCHEMA = 5;

export interface Scopes {
  /** The scope outside of all resources. */
  readonly none: Scope;
  enter(outer: Scope, resource: Resource): Scope;
}

export function createScopes(registry: Registry, limits: DocumentLimits): Scopes {
  const scopes = new Map<string, Scope>();
  const names = new Map<Place, number>();
  let bound = 0;

  function enter(outer: Scope, resource: Resource): Scope {
    const known = outer.entered.get(resource);
    if (known !== undefined) return known;
    registry.index(resource);
    bound += outer.bindings.size;
    if (bound > BINDINGS_PER_SUBSCHEMA * limits.subschemas) throw beyondLimit(limits, "subschemas", resource.pointer);
    const bindings = new Map(outer.bindings);
    for (const [name, place] of resource.dynamicAnchors) if (!bindings.has(name)) bindings.set(name, place);
    const entered = bindings.size === outer.bindings.size ? outer : intern(bindings);
    outer.entered.set(resource, entered);
    return entered;
  }

  function intern(bindings: ReadonlyMap<string, Place>): Scope {
    const parts = [...bindings].map(([name, place]) => {
      let number = names.get(place);
      if (number === undefined) names.set(place, (number = names.size));
      return `${name}#${number}`;
    });
    const key = parts.sort().join(" ");
    let scope = scopes.get(key);
    if (scope === undefined) scopes.set(key, (scope = { bindings, entered: new Map() }));
    return scope;
  }

  return { none: { bindings: new Map(), entered: new Map() }, enter };
}
