// JSON read without losing how numbers are written: `1`, `1.0` and `1e0` are one number to JSON.parse, and three texts to a
// mask. Objects keep the order of their keys, whatever these are called; of equal keys the last value counts, at the first
// one's place, as in JavaScript and in Python.

/** A JSON value as it is written. */
export type JsonText =
  | { readonly kind: "object"; readonly entries: ReadonlyMap<string, JsonText> }
  | { readonly kind: "array"; readonly items: readonly JsonText[] }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "literal"; readonly text: "true" | "false" | "null" };

/** Nesting past which a text is refused rather than read by recursion. */
const MOST_DEPTH = 2000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * The value that `source` spells.
 *
 * @throws SyntaxError with the offset, in UTF-16 units, of what is no JSON.
 */
export function readJsonText(source: string): JsonText {
  let at = 0;

  function fail(what: string): never {
    throw new SyntaxError(`${what} at offset ${at}`);
  }
  function space(): void {
    SPACE.lastIndex = at;
    SPACE.test(source);
    at = SPACE.lastIndex;
  }
  function matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    if (!pattern.test(source)) return undefined;
    const text = source.slice(at, pattern.lastIndex);
    at = pattern.lastIndex;
    return text;
  }
  function string(): string {
    const text = matched(STRING);
    if (text === undefined) fail("a string was expected");
    return text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
  }
  function taken(letter: string): boolean {
    if (source[at] !== letter) return false;
    at++;
    return true;
  }
  function value(depth: number): JsonText {
    if (depth > MOST_DEPTH) fail(`nested deeper than ${MOST_DEPTH}`);
    const first = source[at];
    if (first === "{") {
      at++;
      const entries = new Map<string, JsonText>();
      space();
      if (taken("}")) return { kind: "object", entries };
      for (;;) {
        space();
        const key = string();
        space();
        if (!taken(":")) fail("a colon was expected");
        space();
        entries.set(key, value(depth + 1));
        space();
        if (taken("}")) return { kind: "object", entries };
        if (!taken(",")) fail("a comma or a brace was expected");
      }
    }
    if (first === "[") {
      at++;
      const items: JsonText[] = [];
      space();
      if (taken("]")) return { kind: "array", items };
      for (;;) {
        space();
        items.push(value(depth + 1));
        space();
        if (taken("]")) return { kind: "array", items };
        if (!taken(",")) fail("a comma or a bracket was expected");
      }
    }
    if (first === '"') return { kind: "string", value: string() };
    for (const text of ["true", "false", "null"] as const) {
      if (!source.startsWith(text, at)) continue;
      at += text.length;
      return { kind: "literal", text };
    }
    const text = matched(NUMBER);
    if (text === undefined) fail("a value was expected");
    return { kind: "number", text };
  }

  space();
  const whole = value(0);
  space();
  if (at < source.length) fail("the end was expected");
  return whole;
}

/** What stands between the parts. */
export interface Spacing {
  readonly comma: string;
  readonly colon: string;
}

/** As `JSON.stringify` writes. */
export const COMPACT: Spacing = { comma: ",", colon: ":" };
/** As Python's `json.dumps` writes. */
export const SPACED: Spacing = { comma: ", ", colon: ": " };

/** The text of a value on one line; strings as `JSON.stringify` writes them, numbers as they were. */
export function writeJsonText(json: JsonText, spacing: Spacing = COMPACT): string {
  switch (json.kind) {
    case "object": {
      const entries = [...json.entries].map(
        ([key, value]) => JSON.stringify(key) + spacing.colon + writeJsonText(value, spacing),
      );
      return `{${entries.join(spacing.comma)}}`;
    }
    case "array":
      return `[${json.items.map((item) => writeJsonText(item, spacing)).join(spacing.comma)}]`;
    case "string":
      return JSON.stringify(json.value);
    default:
      return json.text;
  }
}

/** The value as JSON.parse gives it. */
export function plainValue(json: JsonText): unknown {
  return JSON.parse(writeJsonText(json));
}
