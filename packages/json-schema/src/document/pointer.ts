// JSON pointers (RFC 6901) and the fragments of URIs that hold them.

/** A name as one segment of a JSON pointer: `~` as `~0`, `/` as `~1`. */
export function segment(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The names that a pointer (starting with `/`, or empty) leads through. */
export function namesOf(pointer: string): string[] {
  if (pointer === "") return [];
  const names = pointer.slice(1).split("/");
  return pointer.includes("~") ? names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")) : names;
}

/** A fragment without its percent-escapes; as it is, where they are malformed. */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The position that `name` spells in an array: digits without a leading zero; −1 if it spells none. */
export function arrayIndex(name: string): number {
  const index = Number(name);
  return Number.isSafeInteger(index) && index >= 0 && String(index) === name ? index : -1;
}
