// What was probably meant by a name that is not known.

/** `name` as it is compared: letters and digits alone, in lower case. At most 64 of them. */
export function plain(name: string): string {
  return name
    .slice(0, 128)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 64);
}

/** The one of `names` that is spelt most like `name`; `undefined` when more than two letters differ. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, plain(name).length - 1);
  for (const known of names) {
    const apart = distance(plain(name), plain(known));
    if (apart >= least) continue;
    least = apart;
    best = known;
  }
  return best;
}

/** How many letters must be put in, left out or replaced (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
