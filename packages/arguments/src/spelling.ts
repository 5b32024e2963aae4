// Guesses the intended name for an unknown one.

/** Returns `name` in the form used for comparison: letters and digits only, in lower case, at most 64. */
export function plain(name: string): string {
  return name
    .slice(0, 128)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 64);
}

/** Returns the name most similar to `name`; `undefined` if all differ by more than two letters. */
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

/** Returns the number of letters to insert, delete or replace (Levenshtein 1966). */
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
