// Describes a value in a few words for a message. The description has a bounded length for every value.

/** Maximum length of a text in a description, in UTF-16 units. */
const MOST = 40;

/**
 * Describes `value` in at most 80 characters.
 *
 * @example
 * [named("abc"), named(1.5), named([1, 2]), named({ a: 1, b: 2 }), named(null)];
 * // => ['the string "abc"', "1.5", "an array of 2", "an object with a, b", "null"]
 */
export function named(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `the string ${JSON.stringify(shortened(value))}`;
    case "function":
      return "a function";
    case "bigint":
      return `the bigint ${shortened(String(value))}`;
    case "object":
      return value === null ? "null" : namedObject(value);
    default:
      return shortened(String(value));
  }
}

/** Returns at most 40 UTF-16 units of `text`, with an ellipsis if it is cut. */
export function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

function namedObject(value: object): string {
  try {
    if (Array.isArray(value)) return `an array of ${value.length}`;
    if (value instanceof RegExp) return `the regular expression ${shortened(String(value))}`;
    if (value instanceof Promise) return "a promise";
    const made = Object.getPrototypeOf(value)?.constructor?.name;
    if (typeof made === "string" && made !== "" && made !== "Object") return `an object of ${shortened(made)}`;
    const names = Object.keys(value);
    if (names.length === 0) return "an empty object";
    return `an object with ${shortened(names.slice(0, 5).join(", "))}`;
  } catch {
    // A proxy, or a getter that throws.
    return "an object";
  }
}
