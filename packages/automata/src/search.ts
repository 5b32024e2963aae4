// Deciding emptiness under intersection and complement, and least distances, by one search over derivatives.
//
// Nothing but AND and NOT can hide an empty language: all other constructors drop empty parts. So whenever such a node
// is made to be kept, it is decided: A* over its raw derivatives, each step one byte, guided by the distances of the
// operands (each a lower bound: an intersection is no closer than any operand). Operands are canonical, hence the search
// graph holds only the AND and NOT nodes of one level. When acceptance is reached the nodes on the way get their exact
// distances; when nothing is left every node seen is empty, for good. Deciding and measuring are the same search, and
// the distance of every canonical expression is an array read.
import type { Arena, Expr } from "./arena.js";
import { AND, EMPTY_EXPR, NOT, spend } from "./arena.js";

/** How the search moves. */
export interface Steps {
  /** The id of the partition of the bytes that one step from `expr` can tell apart. */
  readonly partition: (arena: Arena, expr: Expr) => number;
  /** The raw derivative. */
  readonly step: (arena: Arena, expr: Expr, byte: number) => Expr;
}

/** Sets the distance of `root`, a raw AND or NOT node. @throws LimitError when it cannot be found within the limits. */
export function decide(arena: Arena, root: Expr, { partition, step }: Steps): void {
  const steps = new Map<Expr, number>([[root, 0]]);
  const cameFrom = new Map<Expr, Expr>();
  const closed = new Set<Expr>();
  // Open nodes by least possible total; the newest first, so that a straight way is followed to its end.
  const open = new Queue();
  open.add(lowerBound(arena, root), root);
  for (;;) {
    const expr = open.take();
    if (expr === undefined) {
      for (const seen of steps.keys()) arena.distance[seen] = Number.POSITIVE_INFINITY;
      return;
    }
    if (closed.has(expr)) continue;
    closed.add(expr);
    spend(arena, 1);
    const taken = steps.get(expr)!;
    if (arena.distance[expr]! >= 0) {
      const total = taken + arena.distance[expr]!;
      for (let node = cameFrom.get(expr); node !== undefined; node = cameFrom.get(node)) {
        arena.distance[node] = total - steps.get(node)!;
      }
      return;
    }
    const classes = partition(arena, expr);
    const count = arena.classCounts[classes]!;
    for (let k = 0; k < count; k++) {
      const next = step(arena, expr, arena.classBytes[classes * 256 + k]!);
      if (next === EMPTY_EXPR || closed.has(next)) continue;
      const bound = lowerBound(arena, next);
      if (bound === Number.POSITIVE_INFINITY) continue;
      const known = steps.get(next);
      if (known !== undefined && known <= taken + 1) continue;
      steps.set(next, taken + 1);
      cameFrom.set(next, expr);
      open.add(taken + 1 + bound, next);
    }
  }
}

/** A number of bytes below which `expr` cannot accept. */
function lowerBound(arena: Arena, expr: Expr): number {
  const distance = arena.distance[expr]!;
  if (distance >= 0) return distance;
  let bound = 1;
  if (arena.kind[expr] === NOT) return bound;
  if (arena.kind[expr] === AND) {
    for (let i = 0; i < arena.b[expr]!; i++) {
      bound = Math.max(bound, arena.distance[arena.operands[arena.a[expr]! + i]!]!);
    }
  }
  return bound;
}

/** A priority queue of whole numbers: a stack per priority, and a binary heap of the priorities in use. */
class Queue {
  readonly #stacks = new Map<number, Expr[]>();
  readonly #heap: number[] = [];

  add(priority: number, expr: Expr): void {
    const stack = this.#stacks.get(priority);
    if (stack !== undefined) {
      stack.push(expr);
      return;
    }
    this.#stacks.set(priority, [expr]);
    const heap = this.#heap;
    let hole = heap.length;
    heap.push(priority);
    while (hole > 0 && heap[(hole - 1) >> 1]! > priority) {
      heap[hole] = heap[(hole - 1) >> 1]!;
      hole = (hole - 1) >> 1;
    }
    heap[hole] = priority;
  }

  take(): Expr | undefined {
    const heap = this.#heap;
    while (heap.length > 0) {
      const stack = this.#stacks.get(heap[0]!)!;
      const expr = stack.pop();
      if (expr !== undefined) return expr;
      this.#stacks.delete(heap[0]!);
      const last = heap.pop()!;
      if (heap.length === 0) return undefined;
      let hole = 0;
      for (let child = 1; child < heap.length; child = hole * 2 + 1) {
        if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= last) break;
        heap[hole] = heap[child]!;
        hole = child;
      }
      heap[hole] = last;
    }
    return undefined;
  }
}
