// The memory that all languages of a thread share. Each generation has a bound of its own (`generationBytes`). A process
// with many languages also needs a bound on their sum: three versions of Python would otherwise hold three times as
// much as one. When the sum is too large, the languages whose texts hold most begin new generations first.

/** Tables that texts fill. */
export interface TextTables {
  /** Returns the memory held, in bytes. */
  bytes(): number;
}

/** The part of one generation in the memory that all share. */
export interface MemoryShare {
  /**
   * Returns whether texts have added more than 48 MiB to all generations of the thread (or one and a half times what
   * this one may have alone, if that is more), and at least an average part of that to this one. Generations to which
   * they have added less than an eighth of what this one may have stay out of the average, and are never over. While
   * nothing is added to this one, most answers are no.
   */
  isOver(): boolean;
}

/** Bytes that texts may add to all generations of a thread before the largest of them are left. */
const MOST_SHARED_BYTES = 48 * 1024 * 1024;

/** While nothing is added to a generation, only one of so many questions is answered from the sum. */
const QUESTIONS = 16;

interface Part {
  /** Weak, so that tables are freed with their language. */
  readonly tables: WeakRef<TextTables>;
  /** The size before any text. */
  readonly empty: number;
}

let parts: Part[] = [];
/** When there are so many, those whose tables are gone are removed. */
let crowded = 64;

/** Counts what texts add to `tables`, which may be `most` bytes for these alone, as long as they are alive. */
export function shareMemory(tables: TextTables, most: number): MemoryShare {
  if (parts.length >= crowded) {
    parts = parts.filter((part) => part.tables.deref() !== undefined);
    crowded = Math.max(64, 2 * parts.length);
  }
  const empty = tables.bytes();
  parts.push({ tables: new WeakRef(tables), empty });
  let lastOwn = 0;
  let questions = 0;
  return {
    isOver(): boolean {
      const own = tables.bytes() - empty;
      if (own < most / 8) return false;
      // A text asks several times at its start, and the sum costs a microsecond for each generation.
      if (own === lastOwn && ++questions % QUESTIONS !== 0) return false;
      lastOwn = own;
      return isOver(own, most);
    },
  };
}

function isOver(own: number, most: number): boolean {
  let sum = 0;
  let large = 0;
  let sumOfLarge = 0;
  for (const { tables, empty } of parts) {
    const added = (tables.deref()?.bytes() ?? empty) - empty;
    sum += added;
    if (added < most / 8) continue;
    large++;
    sumOfLarge += added;
  }
  return sum > Math.max(MOST_SHARED_BYTES, 1.5 * most) && own * large >= sumOfLarge;
}
