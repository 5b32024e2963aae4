// Finds the known name that is most similar to an unknown name.
//
// Optimal string alignment distance (Damerau 1964, restricted to adjacent transpositions) with two rows, for names
// short enough to have been typed.

/** Names longer than this, in UTF-16 units, are not compared. */
const LONGEST_NAME = 64;
/** The most names that are compared. */
const MOST_CANDIDATES = 500;

/**
 * Returns the candidate nearest to `name` if it is likely to be a misspelling: at most two edits, or one for names of
 * up to four characters, ignoring case. Compares at most 500 candidates and no name longer than 64 characters.
 */
export function nearMiss(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  let best: string | undefined;
  let least = name.length <= 4 ? 2 : 3;
  let seen = 0;
  const wanted = name.toLowerCase();
  for (const candidate of candidates) {
    if (++seen > MOST_CANDIDATES) break;
    if (candidate === name || Math.abs(candidate.length - name.length) >= least || candidate.length > LONGEST_NAME)
      continue;
    const distance = edits(wanted, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/**
 * Returns the number of insertions, deletions, replacements and adjacent transpositions from `a` to `b`; if there are
 * `enough` or more, the result may be any number ≥ `enough`.
 */
function edits(a: string, b: string, enough: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + same);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, before[column - 2]! + 1);
      next.push(least);
    }
    if (Math.min(...next) >= enough && Math.min(...last) >= enough) return enough;
    [before, last] = [last, next];
  }
  return last[b.length]!;
}
