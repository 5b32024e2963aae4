// The least solution of a system of monotone equations over booleans, worked out on demand: depth first, as strongly connected
// components are found (Tarjan 1972). What is met again on its own way down is taken to be false; a false verdict that rests on such
// an assumption is tentative, and final once the earliest of what was assumed has turned out false itself.

/**
 * What `ask` throws goes through; then nothing is held that was not final.
 *
 * @param ask the right side of an equation; it calls the returned function for what it depends on, and never turns false by a true.
 */
export function leastFixpoint<Key>(ask: (key: Key) => boolean): (key: Key) => boolean {
  const final = new Map<Key, boolean>();
  /** Depths of those that are being asked. */
  const asking = new Map<Key, number>();
  /** False as far as is known, with the depth of the earliest assumption. */
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
      // What was false on the way may have been so for want of this one.
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
