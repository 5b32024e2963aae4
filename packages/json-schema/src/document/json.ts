// Distinguishes JSON from other values. Schemas are JavaScript values, often created by code, so they may contain
// anything: functions, dates, sparse arrays, objects that contain themselves. Only what JSON can express has a meaning
// here.

/** An object as created by `JSON.parse`. Read its keys with {@link own}, so that `__proto__` is an ordinary key. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Returns whether `value` is an object with the plain prototype of this or another realm, or without a prototype. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the value of `key` if it is an own property. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Defines an own property under any name, `__proto__` included. */
export function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Describes a value for messages: `null`, `the string "5"`, `an array`, `a function`. */
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

/** Limits on the size of a value. */
export interface ValueBudget {
  /** The maximum nesting of arrays and objects. */
  readonly depth: number;
  /** The number of values that may still be read; decreases, and is negative if there were too many. */
  values: number;
}

/**
 * Returns why `value` is not JSON, as a clause that can follow its name ("holds NaN at /a/0"); `undefined` if it is
 * JSON. Reads at most as many values as the budget allows, and stops without an error when it is used up: the caller
 * then sees a negative budget.
 */
export function whyNotJson(value: unknown, budget: ValueBudget): string | undefined {
  return search(value, "", budget.depth, budget);
}

/**
 * Returns the path of a string or key in `value` (which must be JSON) that contains a lone surrogate; `undefined` if
 * there is none.
 */
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

/** Returns whether a string contains a lone surrogate, which UTF-8 cannot encode. */
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
