// Groups numbers by a key below a bound, by counting.

/** The members of group `k` are `members[first[k], first[k + 1])`, ascending. */
export interface Groups {
  readonly first: Int32Array;
  readonly members: Int32Array;
}

/** Groups 0, 1, … by their keys, which are below `count`. Numbers with a negative key are left out. O(keys + count). */
export function grouped(keys: ArrayLike<number>, count: number): Groups {
  // While groups are filled, first[k + 1] is the place of the next member of group k.
  const first = new Int32Array(count + 2);
  for (let i = 0; i < keys.length; i++) if (keys[i]! >= 0) first[keys[i]! + 2]!++;
  for (let k = 2; k <= count + 1; k++) first[k]! += first[k - 1]!;
  const members = new Int32Array(first[count + 1]!);
  for (let i = 0; i < keys.length; i++) if (keys[i]! >= 0) members[first[keys[i]! + 1]!++] = i;
  return { first, members };
}
