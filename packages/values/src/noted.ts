// A language with what is not enforced of it, which is worked out when somebody asks.

import type { SchemaIssue } from "@espalier/json-schema";

const NOTICES = Symbol("notices");

/** An accessor of the language's own would make a dictionary of it, in which each of its methods is looked for whenever it is called. */
class Noted {
  readonly [NOTICES]: () => readonly SchemaIssue[];

  constructor(notices: () => readonly SchemaIssue[]) {
    this[NOTICES] = notices;
  }

  get notices(): readonly SchemaIssue[] {
    return this[NOTICES]();
  }
}

/** `language` with `notices`, as an object of its own. A copy made by spreading it has none. */
export function noted<Language extends object>(
  language: Language,
  notices: () => readonly SchemaIssue[],
): Language & { readonly notices: readonly SchemaIssue[] } {
  return Object.assign(new Noted(notices), language);
}
