// The strongly connected components of a directed graph in reverse topological order (Tarjan 1972), without recursion.

/**
 * Returns the strongly connected components of a directed graph. If an edge leads from one component to another
 * component, the target comes first. `targets[v]` are the successors of node v. Cost: O(nodes + edges).
 */
export function components(targets: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const found: number[][] = [];
  const order: number[] = targets.map(() => -1);
  const earliest: number[] = targets.map(() => -1);
  const undecided: number[] = [];
  let count = 0;

  // The current path, two integers for each node: the node, and how many of its edges have been followed.
  const path: number[] = [];
  function enter(v: number): void {
    order[v] = count;
    earliest[v] = count;
    count++;
    undecided.push(v);
    path.push(v, 0);
  }

  for (let root = 0; root < targets.length; root++) {
    if (order[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const v = path[path.length - 2]!;
      const i = path[path.length - 1]!;
      const next = targets[v]?.[i];
      if (next !== undefined) {
        path[path.length - 1] = i + 1;
        if (order[next] === -1) enter(next);
        // Nodes of finished components have no effect on `earliest`.
        else earliest[v] = Math.min(earliest[v]!, earliest[next]!);
        continue;
      }
      path.length -= 2;
      if (path.length > 0) {
        const before = path[path.length - 2]!;
        earliest[before] = Math.min(earliest[before]!, earliest[v]!);
      }
      if (earliest[v] !== order[v]) continue;
      const component = undecided.splice(undecided.lastIndexOf(v));
      for (const member of component) earliest[member] = Number.POSITIVE_INFINITY;
      found.push(component);
    }
  }
  return found;
}
