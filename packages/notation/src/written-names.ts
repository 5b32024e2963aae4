// Names as a notation allows them: a source may name things anyhow (`"{"`, `json-1%/value`), a text may not.

/** Gives each name a written form: its own where it is allowed, else one made from it; all different. */
export interface WrittenNames {
  /** The written form of `name`, the same at every call. */
  of(name: string): string;
  /** Keeps `written` for `name`. */
  reserve(name: string, written: string): void;
}

/** `allowed` tests a written name; `make` turns any text into one that is allowed, if it can. */
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

/** The letters and digits of `name` with `joint` between their runs; `otherwise` for literals and where no letter begins. */
export function plainName(name: string, joint: string, otherwise: string): string {
  if (name.startsWith("/") || name.startsWith('"')) return otherwise;
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const plain = words.join(joint).slice(0, 60);
  return /^[A-Za-z]/.test(plain) ? plain : plain === "" ? otherwise : `${otherwise}${joint}${plain}`;
}
