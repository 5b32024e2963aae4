// The anchors of resources, plain and dynamic, as an index of a document finds them.

import { type JsonObject, own } from "./json.js";
import { decodeFragment } from "./pointer.js";
import { type Place, RECURSIVE, standsAlone } from "./resource.js";
import { splitFragment } from "./uri.js";

export interface Anchors {
  /** Adds the anchors of the subschema at a place to its resource. */
  add(place: Place): void;
  /** Identifiers and anchors, as URIs, that several subschemas have. */
  readonly ambiguous: Set<string>;
  /** The number of resources that have a dynamic anchor of this name. */
  dynamicCount(name: string): number;
}

export function createAnchors(): Anchors {
  const ambiguous = new Set<string>();
  const counts = new Map<string, number>();

  function add(place: Place): void {
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
      addDynamicAnchor(place, dynamic, dynamicAnchors);
    }
    const recursive = dialect.keywords.has("$recursiveAnchor") && own(raw, "$recursiveAnchor") === true;
    if (recursive && raw === root) addDynamicAnchor(place, RECURSIVE, dynamicAnchors);
  }

  function addDynamicAnchor(place: Place, name: string, anchors: Map<string, Place>): void {
    if (anchors.has(name)) return;
    anchors.set(name, place);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  function addAnchor(place: Place, name: string, anchors: Map<string, Place>): void {
    const known = anchors.get(name);
    if (known === undefined) anchors.set(name, place);
    else if (known.value !== place.value) ambiguous.add(`${place.resource.uri}#${name}`);
  }

  return { add, ambiguous, dynamicCount: (name) => counts.get(name) ?? 0 };
}
