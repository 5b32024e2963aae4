// An agenda stores the work that a search still has to do, and returns the cheapest work first (Dijkstra 1959). Costs are
// small integers, so the agenda has a list for each cost.

/** From this cost on, the work is not ordered. */
export const COSTLY = 4096;

export interface Agenda<Work> {
  add(cost: number, work: Work): void;
  /** Removes and returns the cheapest work; `undefined` if there is none. */
  next(): Work | undefined;
}

export function createAgenda<Work>(): Agenda<Work> {
  const byCost: (Work[] | undefined)[] = [];
  let lowest = 0;
  // First in, first out: last in, first out could need exponentially many improvements.
  const costly: Work[] = [];
  let done = 0;

  return {
    add(cost, work) {
      if (cost >= COSTLY) costly.push(work);
      else (byCost[cost] ??= []).push(work);
      lowest = Math.min(lowest, cost);
    },
    next() {
      for (; lowest < byCost.length; lowest++) {
        const work = byCost[lowest]?.pop();
        if (work !== undefined) return work;
      }
      if (done < costly.length) return costly[done++];
      byCost.length = lowest = costly.length = done = 0;
      return undefined;
    },
  };
}
