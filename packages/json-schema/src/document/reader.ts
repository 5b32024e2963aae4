// Converts a JSON Schema to subschemas. A queue holds the positions that are still to be read, so nesting does not use
// the stack, and only what the root refers to is read.
//
// A `$dynamicRef` refers to an anchor by name. If several schemas have this anchor, the reference means the schema that
// was entered first on the way to the reference. So the meaning of a subschema depends on the schemas that were entered
// first for each anchor name; these form its *dynamic scope*. There are finitely many scopes, and reading every
// position once for each scope turns dynamic references into static ones. Almost no schema needs this. So the reader
// ignores scopes until it meets a reference that more than one anchor could resolve, and then starts over with scopes.

import type { Dialect } from "./dialect.js";
import { emptyKeywords } from "./empty-keywords.js";
import { beyondLimit, createFindings, type DocumentLimits, type Findings } from "./findings.js";
import { describe, isJsonObject, type JsonObject } from "./json.js";
import type { Missing } from "./missing.js";
import { type Place, RECURSIVE, type Resource, standsAlone } from "./resource.js";
import type { Registry } from "./resources.js";
import { createScopes, type Scope } from "./scopes.js";
import type { Site } from "./site.js";
import type { Keywords, Subschema } from "./subschema.js";
import { unknownKeyword } from "./unknown-keywords.js";

/** A resource in a scope. What is read there is cached by its JSON object. */
interface Context {
  readonly resource: Resource;
  readonly scope: Scope;
  readonly subschemas: Map<JsonObject, Subschema>;
  readonly targets: Map<string, Subschema | undefined>;
}

/** Values are read recursively, so this bounds the depth regardless of the limits. */
const DEEPEST_VALUE = 2_500;

interface Pending {
  readonly subschema: { keywords: Keywords | boolean };
  readonly raw: JsonObject;
  readonly context: Context;
  readonly pointer: string;
  readonly depth: number;
}

export interface ReaderOptions {
  readonly assertFormats: boolean;
  readonly limits: DocumentLimits;
}

export interface Reading {
  readonly subschemas: readonly Subschema[];
  /** Whether any subschema is reached in more than one way. */
  readonly shared: boolean;
  readonly findings: Findings;
}

/**
 * Reads everything reachable from the root.
 *
 * @throws SchemaError `schema-limit`.
 */
export function readSubschemas(registry: Registry, options: ReaderOptions): Reading {
  return readWith(registry, options, "static") ?? readWith(registry, options, "scoped")!;
}

function readWith(registry: Registry, options: ReaderOptions, mode: "static" | "scoped"): Reading | undefined {
  const { limits } = options;
  const findings = createFindings();
  const subschemas: Subschema[] = [];
  const pending: Pending[] = [];
  const contexts = new Map<Resource, Map<Scope, Context>>();
  const scopes = createScopes(registry, limits);
  const reliedOn = new Set<string>();
  let shared = false;
  let needsScopes = false;
  let current: Pending;

  const site: { -readonly [K in keyof Site]: Site[K] } = {
    raw: {},
    pointer: "",
    keywords: emptyKeywords(),
    constrained: false,
    assertsFormats: options.assertFormats,
    budget: { depth: Math.min(limits.depth, DEEPEST_VALUE), values: limits.values },
    child: (value, pointer, keyword) => subschemaOf(value, current.context, pointer, current.depth + 1, keyword),
    follow,
    followDynamically,
    report: findings.report,
    tell: findings.tell,
  };

  function subschemaOf(value: unknown, context: Context, pointer: string, depth: number, keyword: string): Subschema {
    if (typeof value === "object" && isJsonObject(value)) {
      const resource = registry.enter(value, context.resource, pointer);
      const inside = resource === context.resource ? context : contextOf(resource, context.scope);
      const known = inside.subschemas.get(value);
      if (known !== undefined) {
        shared = true;
        return known;
      }
      const made = add(pointer, true);
      inside.subschemas.set(value, made);
      if (depth > limits.depth) throw beyondLimit(limits, "depth", pointer);
      pending.push({ subschema: made, raw: value, context: inside, pointer, depth });
      return made;
    }
    if (typeof value !== "boolean") reportNoSchema(findings, value, pointer, keyword);
    return add(pointer, value !== false);
  }

  function add(pointer: string, keywords: boolean): { id: number; pointer: string; keywords: Keywords | boolean } {
    const made = { id: subschemas.length, pointer, keywords };
    if (subschemas.push(made) > limits.subschemas) throw beyondLimit(limits, "subschemas", pointer);
    return made;
  }

  function contextOf(resource: Resource, outer: Scope): Context {
    const scope = mode === "static" ? outer : scopes.enter(outer, resource);
    let inScope = contexts.get(resource);
    if (inScope === undefined) contexts.set(resource, (inScope = new Map()));
    let context = inScope.get(scope);
    if (context === undefined)
      inScope.set(scope, (context = { resource, scope, subschemas: new Map(), targets: new Map() }));
    return context;
  }

  function follow(reference: string, keyword: string): Subschema | undefined {
    const { context } = current;
    const known = context.targets.get(reference);
    if (known !== undefined || context.targets.has(reference)) {
      shared = true;
      return known;
    }
    const located = registry.locate(context.resource, reference);
    const target = located.kind === "found" ? subschemaAt(located.place, context) : undefined;
    if (located.kind === "missing") reportMissing(located, keyword);
    context.targets.set(reference, target);
    return target;
  }

  function reportMissing({ message, hint }: Missing, keyword: string): void {
    const pointer = `${current.pointer}/${keyword}`;
    findings.report(() => ({ code: "unresolved-reference", pointer, keyword, message, hint: hint() }));
  }

  function subschemaAt(place: Place, from: Context): Subschema {
    const context = place.resource === from.resource ? from : contextOf(place.resource, from.scope);
    return subschemaOf(place.value, context, place.pointer, 0, "");
  }

  function followDynamically(reference: string, keyword: string): Subschema | undefined {
    const { context } = current;
    const located = registry.locate(context.resource, reference);
    if (located.kind === "missing") return follow(reference, keyword);
    let name = located.dynamicAnchor;
    if (keyword === "$recursiveRef") {
      registry.index(located.place.resource);
      if (located.place.resource.dynamicAnchors.has(RECURSIVE)) name = RECURSIVE;
    }
    if (name === undefined) return follow(reference, keyword);
    if (mode === "scoped") return subschemaAt(context.scope.bindings.get(name) ?? located.place, context);
    reliedOn.add(name);
    if (registry.dynamicAnchorCount(name) > 1) needsScopes = true;
    return subschemaAt(located.place, context);
  }

  function read(next: Pending): void {
    current = next;
    const { raw } = next;
    const { dialect } = next.context.resource;
    const keywords = emptyKeywords();
    site.raw = raw;
    site.pointer = next.pointer;
    site.keywords = keywords;
    site.constrained = false;
    site.assertsFormats = options.assertFormats || dialect.formatAsserted;
    if (standsAlone(raw, dialect)) {
      dialect.keywords.get("$ref")!.read!(site, raw.$ref, "$ref");
      noticeIgnored(findings, raw, dialect, next.pointer);
    } else {
      for (const key of Object.keys(raw)) {
        const rule = dialect.keywords.get(key);
        if (rule === undefined) noticeUnknown(raw, key, dialect);
        else if (rule.read !== undefined) rule.read(site, raw[key], key);
      }
    }
    if (site.budget.values < 0) throw beyondLimit(limits, "values", next.pointer);
    next.subschema.keywords = site.constrained ? keywords : true;
  }

  function noticeUnknown(raw: JsonObject, key: string, dialect: Dialect): void {
    const value = raw[key];
    if (value === undefined) return;
    const { pointer } = current;
    findings.tell(key, () => unknownKeyword(key, value, pointer, dialect));
  }

  subschemaOf(registry.root.root, contextOf(registry.root, scopes.none), registry.root.pointer, 0, "");
  for (let at = 0; at < pending.length && !needsScopes; at++) read(pending[at]!);
  for (const name of reliedOn) if (registry.dynamicAnchorCount(name) > 1) needsScopes = true;
  return needsScopes ? undefined : { subschemas, shared, findings };
}

function reportNoSchema(findings: Findings, value: unknown, pointer: string, keyword: string): void {
  const hint = Array.isArray(value)
    ? "Combine schemas with allOf or anyOf"
    : "Write true for anything, false for nothing";
  const message = `a schema must be an object, true or false, not ${describe(value)}`;
  findings.report({ code: "bad-value", pointer, ...(keyword === "" ? {} : { keyword }), message, hint });
}

/** Up to draft 7, only the reference counts beside which other keywords stand. */
function noticeIgnored(findings: Findings, raw: JsonObject, dialect: Dialect, parent: string): void {
  for (const key of Object.keys(raw)) {
    const vocabulary = dialect.keywords.get(key)?.vocabulary;
    if (vocabulary === undefined || vocabulary === "core" || vocabulary === "annotation") continue;
    const pointer = `${parent}/${key}`;
    findings.tell(`beside $ref: ${key}`, () => ({
      code: "ignored-keyword",
      pointer,
      keyword: key,
      message: `\`${key}\` is ignored: up to draft 7, keywords next to \`$ref\` have no effect`,
      hint: 'Write "allOf": [{ "$ref": … }, { … }], or declare a later draft in "$schema"',
    }));
  }
}
