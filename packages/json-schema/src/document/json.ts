// What is JSON and what is not. Schemas come as JavaScript values, often built by code, so anything may be in them: functions, dates,
// sparse arrays, objects that contain themselves. Only what JSON can spell has a meaning here.

/** An object as `JSON.parse` makes them. Its keys are read with {@link own}, so that `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Whether `value` is an object with the plain prototype of this or another realm, or with none. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value of `key` if the object itself has it. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What a value is, for messages: `null`, `the string "5"`, `an array`, `a function`. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > 40
        ? `the string ${JSON.stringify(value.slice(0, 40))}…`
        : `the string ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return `the bigint ${value}n`;
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
      return isJsonObject(value) ? "an object" : `an instance of ${value.constructor?.name || "a class"}`;
    default:
      return `a ${typeof value}`;
  }
}

/** How much a value may hold. */
export interface ValueBudget {
  /** How many arrays and objects may lie within each other. */
  readonly depth: number;
  /** How many values may still be looked at; counted down, below 0 when there were too many. */
  values: number;
}

/**
 * Why `value` is not JSON, as a clause to follow its name ("holds NaN at /a/0"); `undefined` if it is JSON. Looks at no more values than the
 * budget allows, and stops silently where it ends: the caller sees a negative budget.
 */
export function whyNotJson(value: unknown, budget: ValueBudget): string | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) {
    budget.values--;
    return undefined;
  }
  return search(value, "", budget.depth, budget);
}

/** The path of a string or key in `value`, which is JSON, that holds a lone surrogate; `undefined` when there is none. */
export function loneSurrogateIn(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return hasLoneSurrogate(value) ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${path}/${key}`;
    const found = hasLoneSurrogate(key) ? at : loneSurrogateIn(inner, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a string has half of a surrogate pair without the other, which UTF-8 cannot spell. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function search(value: unknown, path: string, depth: number, budget: ValueBudget): string | undefined {
  if (--budget.values < 0) return undefined;
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : fault(`${value}`, path);
    case "object":
      break;
    default:
      return fault(describe(value), path);
  }
  if (value === null) return undefined;
  if (depth <= 0) return "is nested too deeply, or contains itself";
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!(index in value)) return fault("a hole", `${path}/${index}`);
      const found = search(value[index], `${path}/${index}`, depth - 1, budget);
      if (found !== undefined) return found;
      if (budget.values < 0) return undefined;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return fault(describe(value), path);
  for (const key of Object.keys(value)) {
    const found = search(value[key], `${path}/${key}`, depth - 1, budget);
    if (found !== undefined || budget.values < 0) return found;
  }
  return undefined;
}

function fault(what: string, path: string): string {
  if (path === "") return `is ${what}`;
  return `holds ${what} at ${path.length > 80 ? `…${path.slice(-80)}` : path}`;
}
