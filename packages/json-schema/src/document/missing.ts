// Describes a reference that cannot be resolved: how far it could be followed, and what may have been meant.

import { declaredDraft } from "./dialect.js";
import { isJsonObject } from "./json.js";
import { nearMiss } from "./near-miss.js";
import { segment } from "./pointer.js";

export interface Missing {
  readonly kind: "missing";
  readonly message: string;
  /** Searches for similar names, so it is called only when somebody reads it. */
  readonly hint: () => string;
}

/** There is no document with that URI: `why` says what was tried. */
export function missingDocument(reference: string, uri: string, why: string, known: Iterable<string>): Missing {
  const hint = (): string => {
    const near = nearMiss(uri, known);
    if (near !== undefined && near !== "") return `Did you mean ${near}?`;
    const official = declaredDraft(uri).kind !== "unknown" || uri.includes("//json-schema.org/");
    const what = official ? "that metaschema, which this package does not include" : "that schema";
    return `Pass a \`resolve\` that returns ${what}, not a promise`;
  };
  return { kind: "missing", message: `"${reference}" leads to ${uri}: ${why}`, hint };
}

/** Two schemas have the same name, so the reference is ambiguous. */
export function ambiguousName(reference: string): Missing {
  const message = `"${reference}" is the name of several schemas`;
  return { kind: "missing", message, hint: () => "Rename all but one" };
}

export function missingAnchor(reference: string, anchor: string, known: Iterable<string>): Missing {
  const hint = (): string => {
    const near = nearMiss(anchor, known);
    return near === undefined ? `Write "$anchor": "${anchor}" where it should lead` : `Did you mean #${near}?`;
  };
  return { kind: "missing", message: `no schema has the anchor of "${reference}"`, hint };
}

/** Names that correspond to each other in different drafts. */
const SISTERS: ReadonlyMap<string, string> = new Map([
  ["definitions", "$defs"],
  ["$defs", "definitions"],
]);

/** The pointer can be followed up to `pointer`, where `value` has no `name`. */
export function missingName(reference: string, pointer: string, value: unknown, name: string): Missing {
  const message = `"${reference}" leads nowhere: ${pointer} has no "${name}"`;
  return { kind: "missing", message, hint: () => hintFor(pointer, value, name) };
}

function hintFor(pointer: string, value: unknown, name: string): string {
  if (Array.isArray(value)) return `It has ${value.length} items, counted from 0`;
  if (!isJsonObject(value)) return "It is neither an object nor an array";
  const names = Object.keys(value);
  if (names.length === 0) return "It is empty";
  const sister = SISTERS.get(name);
  const near = sister !== undefined && names.includes(sister) ? sister : nearMiss(name, names);
  if (near !== undefined) return `Did you mean ${pointer}/${segment(near)}?`;
  return `It has ${names.slice(0, 8).join(", ")}${names.length > 8 ? ", …" : ""}`;
}
