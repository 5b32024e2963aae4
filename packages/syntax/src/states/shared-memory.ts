// The memory that all languages of a thread share. Each generation has a bound of its own (`generationBytes`). A process
// with many languages also needs a bound on their sum: three versions of Python would otherwise hold three times as
// much as one. When the sum is too large, the languages whose texts hold most begin new generations first. They do so
// when their next text begins, so the sum can be above the bound for a while.

/** The part of one generation in the memory that all share. */
export interface MemoryShare {
  /**
   * Returns whether texts have added more than 48 MiB to the large generations of the thread (or one and a half times
   * what this one may have alone, if that is more), and at least as much to this one as to the average of those that
   * are not much smaller. A generation is large once texts have added an eighth of what it may have. While nothing is
   * added to it, most answers are no.
   *
   * @param own the bytes that texts have added to this one.
   */
  isOver(own: number): boolean;
}

/** Bytes that texts may add to the large generations of a thread before the largest of them are left. */
const MOST_SHARED_BYTES = 48 * 1024 * 1024;

/** While nothing is added to a generation, only one of so many questions is answered from the sum. */
const QUESTIONS = 4;

interface Part {
  /** Weak, so that tables are freed with their language. */
  readonly tables: WeakRef<object>;
  /** Returns the bytes that texts have added to the tables. It must not hold the tables itself. */
  readonly added: (tables: object) => number;
}

/** Those that are large, or were. A weak reference keeps its target until the job ends, so small ones have none. */
let parts: Part[] = [];
/** When there are so many, those whose tables are gone are removed. */
let crowded = 64;

/**
 * Lets `tables` take part in the common bound as long as they are alive.
 *
 * @param held returns the bytes that the tables hold. It must not hold the tables itself, because it outlives them.
 * @param most what texts may add to these tables alone, in bytes.
 */
export function shareMemory<Tables extends object>(
  tables: Tables,
  held: (tables: Tables) => number,
  most: number,
): MemoryShare {
  const added = addedTo(held, held(tables));
  let isLarge = false;
  let lastOwn = 0;
  let questions = 0;
  return {
    isOver(own: number): boolean {
      if (own < most / 8) return false;
      if (!isLarge) enter({ tables: new WeakRef(tables), added: added as (tables: object) => number });
      isLarge = true;
      // A text asks several times at its start, and the sum costs a microsecond for each generation.
      if (own === lastOwn && ++questions % QUESTIONS !== 0) return false;
      lastOwn = own;
      return isOver(own, most);
    },
  };
}

/** A function of its own, so that what it returns does not hold the tables. */
function addedTo<Tables>(held: (tables: Tables) => number, empty: number): (tables: Tables) => number {
  return (tables) => held(tables) - empty;
}

function enter(part: Part): void {
  if (parts.length >= crowded) {
    parts = parts.filter(({ tables }) => tables.deref() !== undefined);
    crowded = Math.max(64, 2 * parts.length);
  }
  parts.push(part);
}

function isOver(own: number, most: number): boolean {
  let sum = 0;
  let count = 0;
  let sumOfLarge = 0;
  for (const part of parts) {
    const tables = part.tables.deref();
    const added = tables === undefined ? 0 : part.added(tables);
    sum += added;
    if (added < most / 8) continue;
    count++;
    sumOfLarge += added;
  }
  return sum > Math.max(MOST_SHARED_BYTES, 1.5 * most) && own * count >= sumOfLarge;
}
