// A value with notices about its schema. The notices are computed each time that they are read.

import type { SchemaIssue } from "./issue.js";

/**
 * The accessor belongs to a class. For an accessor in an object literal, V8 creates an old object that refers to it, so
 * that no minor collection frees what it refers to: the language, its tables and the schema.
 */
class Noted {
  readonly #notices: () => readonly SchemaIssue[];

  constructor(notices: () => readonly SchemaIssue[]) {
    this.#notices = notices;
  }

  get notices(): readonly SchemaIssue[] {
    return this.#notices();
  }
}

/** Returns a new object: `value` with `notices`. A copy made with the spread operator has no notices. */
export function noted<Value extends object>(
  value: Value,
  notices: () => readonly SchemaIssue[],
): Value & { readonly notices: readonly SchemaIssue[] } {
  return Object.assign(new Noted(notices), value);
}
