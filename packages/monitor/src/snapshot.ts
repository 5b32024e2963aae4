// The observable data of a state as a string, to find out whether a call changed it and whether two states look equal.

/** The most values of one state that are read. */
const MOST_VALUES = 512;

/**
 * Returns a string that differs between two states if their plain data differ: primitives, arrays, maps, sets and the
 * enumerable own properties of objects, nested, up to 512 values. Functions are represented only by their names;
 * private fields are not visible.
 */
export function snapshot(state: unknown): string {
  let left = MOST_VALUES;
  const within: unknown[] = [];
  function show(value: unknown): string {
    if (left-- <= 0) return "…";
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `function ${value.name}`;
    if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
    const again = within.indexOf(value);
    if (again >= 0) return `↑${within.length - again}`;
    within.push(value);
    const shown = showObject(value);
    within.pop();
    return shown;
  }
  function showObject(value: object): string {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      return `[${Array.from(value as ArrayLike<unknown>, show).join()}]`;
    }
    if (value instanceof Map) return `Map{${[...value].map(([key, its]) => `${show(key)}:${show(its)}`).join()}}`;
    if (value instanceof Set) return `Set{${[...value].map(show).join()}}`;
    const fields = Object.keys(value).map((key) => `${key}:${show((value as Record<string, unknown>)[key])}`);
    return `{${fields.join()}}`;
  }
  return show(state);
}
