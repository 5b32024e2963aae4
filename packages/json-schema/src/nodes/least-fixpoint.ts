// Computes the least solution of a system of monotone boolean equations on demand, by depth-first search over strongly
// connected components (Tarjan 1972). A variable that is met again while it is being evaluated is assumed false. A
// result of false that rests on such an assumption is tentative; it becomes final once the earliest assumed variable
// has itself turned out false.

/**
 * Returns a function from a variable to its value in the least solution. If `ask` throws, the exception is passed on,
 * and only final results remain cached.
 *
 * @param ask evaluates the right side of the equation for one variable. It must be monotone, and it must get the values
 * of other variables by calling the function that `leastFixpoint` returned.
 */
export function leastFixpoint<Key>(ask: (key: Key) => boolean): (key: Key) => boolean {
  const final = new Map<Key, boolean>();
  /** The depth of each variable that is being evaluated. */
  const asking = new Map<Key, number>();
  /** Variables that are tentatively false, each with the depth of the earliest assumption. */
  const tentative = new Map<Key, number>();
  const order: Key[] = [];
  let lowest = Number.POSITIVE_INFINITY;

  return function solve(key: Key): boolean {
    const known = final.get(key);
    if (known !== undefined) return known;
    const assumed = asking.get(key) ?? tentative.get(key);
    if (assumed !== undefined) {
      lowest = Math.min(lowest, assumed);
      return false;
    }
    const depth = asking.size;
    const before = order.length;
    const outer = lowest;
    lowest = Number.POSITIVE_INFINITY;
    asking.set(key, depth);
    let verdict = false;
    try {
      verdict = ask(key);
    } catch (error) {
      for (const other of order.splice(0)) tentative.delete(other);
      lowest = Number.POSITIVE_INFINITY;
      throw error;
    } finally {
      asking.delete(key);
    }
    if (verdict) {
      // The variables that were false on the way may have been so only because this one was assumed false.
      for (const other of order.splice(before)) tentative.delete(other);
      final.set(key, true);
      lowest = outer;
    } else if (lowest < depth) {
      tentative.set(key, lowest);
      order.push(key);
      lowest = Math.min(outer, lowest);
    } else {
      for (const other of order.splice(before)) {
        tentative.delete(other);
        final.set(other, false);
      }
      final.set(key, false);
      lowest = outer;
    }
    return verdict;
  };
}
