// Where the references of a schema lead, as far as its own text tells: pointers, identifiers and anchors.

import type { JsonText } from "./json-text.js";

export type ObjectText = Extract<JsonText, { kind: "object" }>;

/** The schema that `$ref` names; undefined when it is not in the text. */
export type Target = (reference: string) => JsonText | undefined;

export function referencesOf(root: JsonText): Target {
  let ids: Map<string, JsonText> | undefined;
  return (reference) => {
    if (reference === "#") return root;
    if (reference.startsWith("#/")) return pointed(root, reference.slice(2));
    if (ids === undefined) collectIds(root, (ids = new Map()));
    return ids.get(reference) ?? ids.get(reference.replace(/^#/, ""));
  };
}

function collectIds(schema: JsonText, ids: Map<string, JsonText>): void {
  if (schema.kind === "array") for (const item of schema.items) collectIds(item, ids);
  if (schema.kind !== "object") return;
  for (const keyword of ["$id", "id", "$anchor"]) {
    const id = schema.entries.get(keyword);
    if (id?.kind === "string" && !ids.has(id.value)) ids.set(id.value, schema);
  }
  for (const value of schema.entries.values()) collectIds(value, ids);
}

function pointed(root: JsonText, pointer: string): JsonText | undefined {
  let found: JsonText | undefined = root;
  for (const part of pointer.split("/")) {
    let name = part;
    try {
      name = decodeURIComponent(part);
    } catch {
      // As it is, then.
    }
    name = name.replaceAll("~1", "/").replaceAll("~0", "~");
    if (found?.kind === "object") found = found.entries.get(name);
    else if (found?.kind === "array") found = found.items[Number(name)];
    else return undefined;
  }
  return found;
}
