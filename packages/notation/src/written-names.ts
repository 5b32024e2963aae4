// Maps names of a source, which may be any text (`"{"`, `json-1%/value`), to names that a notation allows.

/** Assigns a distinct written name to each name: the name itself if it is allowed, else one derived from it. */
export interface WrittenNames {
  /** Returns the written form of `name`, always the same one. */
  of(name: string): string;
  /** Reserves `written` for `name`. */
  reserve(name: string, written: string): void;
}

/** `allowed` tests a written name. `make` derives an allowed name from any text, if it can. */
export function writtenNames(allowed: RegExp, make: (name: string) => string, taken: Set<string>): WrittenNames {
  const known = new Map<string, string>();
  return {
    of(name) {
      const found = known.get(name);
      if (found !== undefined) return found;
      const base = allowed.test(name) ? name : make(name);
      let written = base;
      for (let k = 2; taken.has(written); k++) written = `${base}${k}`;
      known.set(name, written);
      taken.add(written);
      return written;
    },
    reserve(name, written) {
      known.set(name, written);
      taken.add(written);
    },
  };
}

/**
 * Returns the letters and digits of `name` with `joint` between the groups; `otherwise` if it is a literal or does not
 * begin with a letter.
 */
export function plainName(name: string, joint: string, otherwise: string): string {
  if (name.startsWith("/") || name.startsWith('"')) return otherwise;
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const plain = words.join(joint).slice(0, 60);
  return /^[A-Za-z]/.test(plain) ? plain : plain === "" ? otherwise : `${otherwise}${joint}${plain}`;
}
