// The signature of a function as data, and a check of calls against it.
import { ArgumentError } from "./argument-error.js";
import type { Fault, Kind } from "./kind.js";
import { named } from "./named.js";

/**
 * Returns a function that checks calls to `where`, whose parameters are `parameters` in order. Create it once, and call
 * it with the arguments at the beginning of the function. It throws an ArgumentError for the first argument of the
 * wrong kind. The message names the function, the argument, the given value and the expected kind. It is shorter than
 * 1,000 characters for any value.
 *
 * @example
 * const checkRepeat = signature("repeat", { text, count: integer({ min: 1 }) });
 * checkRepeat("ab", 3); // => undefined
 */
export function signature(where: string, parameters: Readonly<Record<string, Kind>>): (...values: unknown[]) => void {
  const kinds = Object.entries(parameters);
  return (...values) => {
    for (let i = 0; i < kinds.length; i++) checkArgument(where, kinds[i]![0], values[i], kinds[i]![1]);
  };
}

/**
 * Checks one argument; for functions where a signature does not suffice.
 *
 * @throws ArgumentError if `value` is not of `kind`.
 */
export function checkArgument(where: string, argument: string, value: unknown, kind: Kind): void {
  let error: ArgumentError | undefined;
  try {
    const fault = kind.fault(value);
    if (fault !== undefined) error = errorOf(where, argument, fault);
  } catch {
    // A value with a throwing getter or proxy trap is of no kind.
    const message = (): string => `${kind.what}, not ${named(value)}.`;
    error = errorOf(where, argument, { code: "wrong-type", path: [], message });
  }
  if (error !== undefined) throw error;
}

function errorOf(where: string, argument: string, { code, path, message }: Fault): ArgumentError {
  const place = placeOf(argument, path);
  const begin = {
    "unknown-option": `${where} has no option \`${place}\`.`,
    missing: `${where} needs ${place}:`,
    "wrong-type": `${where}: ${place} must be`,
    "out-of-range": `${where}: ${place} must be`,
  }[code];
  return new ArgumentError(code, place, `${begin} ${message()}`);
}

/**
 * Returns the name of the faulty value in a message: `limits.states` for an option of an option, `list[3]` for an item.
 * The parameter `options` itself is omitted.
 */
function placeOf(argument: string, path: readonly (string | number)[]): string {
  const [first, ...rest] = argument === "options" ? path : [argument, ...path];
  if (first === undefined) return argument;
  return rest.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : `${name}.${step}`),
    String(first),
  );
}
