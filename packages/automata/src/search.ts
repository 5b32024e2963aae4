// Decides emptiness of intersections and complements, and computes shortest distances, with one search over
// derivatives.
//
// Only AND and NOT nodes can have an empty language; all other constructors drop empty parts. So this file decides
// whether such a node is empty before other nodes refer to it. The search is A* over derivatives, one byte a step. An
// intersection is no closer to acceptance than any of its operands, so their distances serve as lower bounds. The
// operands have been decided already, so the search meets only AND and NOT nodes of the same nesting level. If the
// search reaches acceptance, the nodes on the path get their exact distances. If it exhausts all nodes, every visited
// node is empty. Afterwards the distance of every canonical expression is one array read.
//
// A long search asks for better lower bounds: the distances of the same intersections without the upper bounds of their
// loops (uncounted.ts). It stops asking if they are hardly ever better. If the root is empty even without
// these upper bounds, the search ends.
import type { Arena, Expr } from "./arena.js";
import { AND, EMPTY_EXPR, NOT, spend } from "./arena.js";
import { uncounted } from "./uncounted.js";

/** The transitions of the search. */
export interface Steps {
  /** Returns the id of the byte partition that one step from `expr` distinguishes. */
  readonly partition: (arena: Arena, expr: Expr) => number;
  /** Returns the raw derivative. */
  readonly step: (arena: Arena, expr: Expr, byte: number) => Expr;
}

/** Sets the distance of `root`, a raw AND or NOT node. @throws LimitError if the limits do not suffice. */
export function decide(arena: Arena, root: Expr, transitions: Steps): void {
  search(arena, root, transitions, Number.POSITIVE_INFINITY);
}

/** As {@link decide}, but leaves the distance of `root` open after `most` expressions. Returns how many it visited. */
function search(arena: Arena, root: Expr, transitions: Steps, most: number): number {
  const { partition, step } = transitions;
  const steps = new Map<Expr, number>([[root, 0]]);
  const cameFrom = new Map<Expr, Expr>();
  const closed = new Set<Expr>();
  // Open nodes by lower bound on the total distance, the newest first, so that the search follows a direct path to its
  // end.
  const open = new Queue();
  open.add(lowerBound(arena, root), root);
  // A search for a bound asks for none itself: bounds of bounds could nest until the stack overflows.
  const long = most === Number.POSITIVE_INFINITY ? LONG : most;
  const better = createBetterBounds(arena, transitions);
  // The number of visited expressions at which the search next asks for a bound on the distance of the root.
  let asks = long;
  while (closed.size < most) {
    const expr = open.take();
    let least = 0;
    if (closed.size === asks) {
      asks = Math.max(2 * asks, MOST_FOR_BOUND);
      least = better(root, closed.size, asks);
    }
    if (expr === undefined || least === Number.POSITIVE_INFINITY) {
      for (const seen of steps.keys()) arena.distance[seen] = Number.POSITIVE_INFINITY;
      return closed.size;
    }
    if (closed.has(expr)) continue;
    spend(arena, 1);
    const taken = steps.get(expr)!;
    if (arena.distance[expr]! >= 0) {
      const total = taken + arena.distance[expr]!;
      // The search for a bound may have decided the expression after it was added.
      if (total > open.least()) {
        if (total !== Number.POSITIVE_INFINITY) open.add(total, expr);
        continue;
      }
      for (let node = cameFrom.get(expr); node !== undefined; node = cameFrom.get(node)) {
        arena.distance[node] = total - steps.get(node)!;
      }
      return closed.size;
    }
    closed.add(expr);
    const classes = partition(arena, expr);
    const count = arena.classCounts[classes]!;
    for (let k = 0; k < count; k++) {
      const next = step(arena, expr, arena.classBytes[classes * 256 + k]!);
      if (next === EMPTY_EXPR) continue;
      const known = steps.get(next);
      if (known !== undefined && known <= taken + 1) continue;
      const bound = closed.size < long ? lowerBound(arena, next) : better(next, closed.size);
      if (bound === Number.POSITIVE_INFINITY) continue;
      // The bounds are not consistent, so a shorter way to an expression may be found late.
      closed.delete(next);
      steps.set(next, taken + 1);
      cameFrom.set(next, expr);
      open.add(taken + 1 + bound, next);
    }
  }
  return closed.size;
}

/** After so many expressions, a search asks for better lower bounds. */
const LONG = 64;
/** It keeps asking if, after so many, one in `WORTH` was better. */
const TRIED = 256;
const WORTH = 4;
/** The most expressions that are visited to find a bound. If they do not suffice, the search stops asking for bounds. */
const MOST_FOR_BOUND = 2048;

/**
 * Creates the function that finds lower bounds by intersections without the upper bounds of loops. Bounds take no fuel,
 * so that a search that succeeds without them also succeeds with them. They visit hardly more expressions than the
 * search itself, which has visited `visited`. With `most`, the function looks for the bound in any case, and visits at
 * most so many expressions.
 */
function createBetterBounds(arena: Arena, transitions: Steps): (expr: Expr, visited: number, most?: number) => number {
  let [asked, raised, spent] = [0, 0, 0];
  return (expr, visited, most) => {
    const bound = lowerBound(arena, expr);
    if (arena.distance[expr]! >= 0) return bound;
    if (most === undefined && (spent > visited || (asked >= TRIED && raised * WORTH < asked))) return bound;
    asked++;
    const left = arena.fuel;
    arena.fuel = Number.POSITIVE_INFINITY;
    const free = uncounted(arena, expr);
    if (free !== expr && arena.distance[free]! < 0) {
      spent += search(arena, free, transitions, most ?? MOST_FOR_BOUND);
      // A bound that is not found in time costs too much.
      if (arena.distance[free]! < 0) asked = Number.POSITIVE_INFINITY;
    }
    arena.fuel = left;
    if (arena.distance[free]! <= bound) return bound;
    raised++;
    return arena.distance[free]!;
  };
}

/** A lower bound on the distance of `expr`. */
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

/** A priority queue of integers: one stack for each priority, and a binary heap of the priorities in use. */
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

  /** A lower bound on the priorities in the queue: that of the expression that was taken last. */
  least(): number {
    return this.#heap[0] ?? Number.POSITIVE_INFINITY;
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
