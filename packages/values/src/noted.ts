// A language with notices about what it does not enforce. The notices are computed when they are read.

import type { SchemaIssue } from "@espalier/json-schema";

const NOTICES = Symbol("notices");

/**
 * This is a class because an accessor on the language object itself would make V8 store that object as a dictionary,
 * which slows down every method call.
 */
class Noted {
  readonly [NOTICES]: () => readonly SchemaIssue[];

  constructor(notices: () => readonly SchemaIssue[]) {
    this[NOTICES] = notices;
  }

  get notices(): readonly SchemaIssue[] {
    return this[NOTICES]();
  }
}

/** Returns a new object: `language` with `notices`. A copy made with the spread operator has no notices. */
export function noted<Language extends object>(
  language: Language,
  notices: () => readonly SchemaIssue[],
): Language & { readonly notices: readonly SchemaIssue[] } {
  return Object.assign(new Noted(notices), language);
}
