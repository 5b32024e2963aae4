// What a `// => value` of the documentation becomes when it runs.
import { deepStrictEqual } from "node:assert";

/** Compares a value with what the documentation says it is. */
export function check(actual: unknown, expected: unknown, where: string): void {
  try {
    deepStrictEqual(actual, expected);
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : error}`);
  }
}
