// A language with what is not enforced of it, which is worked out when somebody asks.

import type { SchemaIssue } from "@espalier/json-schema";

/** An accessor of the language's own would make a dictionary of it, in which each of its methods is looked for whenever it is called. */
class Noted {
  readonly #notices: () => readonly SchemaIssue[];

  constructor(notices: () => readonly SchemaIssue[]) {
    this.#notices = notices;
  }

  get notices(): readonly SchemaIssue[] {
    return this.#notices();
  }
}

/** `language` with `notices`, as an object of its own. */
export function noted<Language extends object>(
  language: Language,
  notices: () => readonly SchemaIssue[],
): Language & { readonly notices: readonly SchemaIssue[] } {
  return Object.assign(new Noted(notices), language);
}
