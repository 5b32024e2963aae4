// Guesses the intended name for a misspelt one: the nearest known name by edit distance (Damerau's four edits: insert,
// delete, replace, swap neighbours), if it is near enough.

/** Names longer than this, in UTF-16 units, are not compared. */
const LONGEST = 64;

/**
 * Returns the candidate nearest to `name` if its distance is at most a third of the name's length (at least one edit).
 */
function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > LONGEST || Math.abs(candidate.length - name.length) >= least) continue;
    const distance = edits(name.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Returns the hint for a misspelt name, if there is one. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates);
  return found === undefined ? undefined : `did you mean \`${found}\`?`;
}

/** Returns the distance of two texts if it is less than `most`; otherwise at least `most`. */
function edits(a: string, b: string, most: number): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(most);
    row[0] = i;
    let nearest = i;
    // Farther from the diagonal, there are at least `most` insertions or deletions.
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, older[j - 2]! + 1);
      row[j] = least;
      nearest = Math.min(nearest, least);
    }
    if (nearest >= most) return most;
    older = previous;
    previous = row;
  }
  return previous[b.length]!;
}
