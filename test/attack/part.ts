// A part of the attack: one kind of random input, and the judge of what the packages make of it.

/** Counts of what a part did, by name. */
export type Counts = Record<string, number>;

export interface Part {
  readonly name: string;
  /** What the part tries, and its judge, for `--help`. */
  readonly about: string;
  /** Starts the judges of the part. A string says why the part cannot run on this machine, and how it could. */
  open(): Promise<OpenPart | string>;
}

export interface OpenPart {
  readonly counts: Counts;
  /** A judge that this machine does not have, and how to get it; the part runs without it. */
  readonly missing?: string;
  /**
   * Draws inputs from `seed` and judges them, for at most `milliseconds`. Returns the failure with the smallest input that was found. The inputs
   * depend on the seed alone; the time decides how many of them are judged.
   */
  round(seed: number, milliseconds: number): Promise<string | undefined>;
  close(): void;
}

/** Adds to a count. */
export function tally(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}
