// Finds the positions in a JSON value where the keywords of a dialect expect schemas. All other values are ignored,
// even if they look like schemas.

import type { Dialect, Holds } from "./dialect.js";
import { isJsonObject, type JsonObject } from "./json.js";
import { arrayIndex, segment } from "./pointer.js";

/** The kind of a place: a schema, something that contains schemas, or neither. */
export type Position = Holds | "opaque";

/** Calls `visit` with every value directly below `raw` where the dialect expects a schema. */
export function eachSubschema(
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

/** Returns the kind of the place `name` below a place, where `value` is the value there. */
export function positionBelow(position: Position, dialect: Dialect, name: string, value: unknown): Position {
  if (position === "opaque") return "opaque";
  if (position !== "schema") return "schema";
  const holds = dialect.keywords.get(name)?.holds ?? "opaque";
  if (holds === "schema or list") return Array.isArray(value) ? "list" : "schema";
  return holds;
}

/** Returns the value at `name`; `undefined` if there is none. */
export function stepInto(value: unknown, name: string): { readonly value: unknown } | undefined {
  if (Array.isArray(value)) {
    const position = arrayIndex(name);
    return position >= 0 && position < value.length ? { value: value[position] } : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? { value: value[name] } : undefined;
}
