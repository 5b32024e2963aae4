// JSON pointers (RFC 6901) and URI fragments that contain them.

/** Returns a name as one segment of a JSON pointer: `~` as `~0`, `/` as `~1`. */
export function segment(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the names in a pointer, which is empty or begins with `/`. */
export function namesOf(pointer: string): string[] {
  if (pointer === "") return [];
  const names = pointer.slice(1).split("/");
  return pointer.includes("~") ? names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")) : names;
}

/** Returns a fragment without percent-encoding; unchanged if that is malformed. */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the array index that `name` denotes (digits without a leading zero); −1 for none. */
export function arrayIndex(name: string): number {
  const index = Number(name);
  return Number.isSafeInteger(index) && index >= 0 && String(index) === name ? index : -1;
}
