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
   * added to it, most answers are no. Other generations count with what they said last.
   *
   * @param own the bytes that texts have added to this one.
   */
  isOver(own: number): boolean;
  /** Takes the generation out of the sum, because its language has dropped it. */
  leave(): void;
}

/** Bytes that texts may add to the large generations of a thread before the largest of them are left. */
const MOST_SHARED_BYTES = 48 * 1024 * 1024;

/** While nothing is added to a generation, only one of so many questions is answered from the sum. */
const QUESTIONS = 4;

/** A large generation in the sum. It does not hold the tables, so that they are freed with their language. */
interface Part {
  /** The bytes that texts have added, as the generation said last. */
  added: number;
}

/** Those that are large, or were. */
const parts = new Set<Part>();

/**
 * Removes the parts of tables that were freed. A weak reference would keep them: V8 holds what a weak reference has
 * returned until the present job ends, and one mask may begin and drop many generations.
 */
const whenFreed = new FinalizationRegistry<Part>((part) => parts.delete(part));

/**
 * Lets `tables` take part in the common bound until they leave or are freed.
 *
 * @param most what texts may add to these tables alone, in bytes.
 */
export function shareMemory(tables: object, most: number): MemoryShare {
  const part: Part = { added: 0 };
  let isLarge = false;
  let questions = 0;
  return {
    isOver(own: number): boolean {
      if (own < most / 8) return false;
      if (!isLarge) {
        isLarge = true;
        parts.add(part);
        whenFreed.register(tables, part);
      }
      // A text asks several times at its start.
      if (own === part.added && ++questions % QUESTIONS !== 0) return false;
      part.added = own;
      return isOver(own, most);
    },
    leave: () => parts.delete(part),
  };
}

function isOver(own: number, most: number): boolean {
  let sum = 0;
  let count = 0;
  let sumOfLarge = 0;
  for (const { added } of parts) {
    sum += added;
    if (added < most / 8) continue;
    count++;
    sumOfLarge += added;
  }
  return sum > Math.max(MOST_SHARED_BYTES, 1.5 * most) && own * count >= sumOfLarge;
}
