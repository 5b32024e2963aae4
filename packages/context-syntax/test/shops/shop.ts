// A small repository with a hole, and what each published proposal shows there, written by hand: one text for each file, best first. Proposals that
// are not listed must not apply.

/** A repository for table 7. `│…│` in one of its files marks the hole and what is hidden there. */
export interface Shop {
  readonly files: Readonly<Record<string, string>>;
  readonly shown: Readonly<Record<string, readonly string[]>>;
}
