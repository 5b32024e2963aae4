// Expressions for deferred regexes, which are built only when they are needed. Until the first derivative, only their
// declared properties are known (byte classes, length of the shortest text). Then the regex is built, and the
// expression has the derivatives of the regex.

import type { Arena, Expr } from "./arena.js";
import { AND, AUTOMATON, BYTES, CONCAT, DEFERRED, internNode, NOT, OR, REPEAT, spend } from "./arena.js";
import { classSets } from "./automaton-exprs.js";
import type { Deferral } from "./make-regex.js";

/**
 * Returns the expression of a deferred regex. `make` interns the regex that `deferral.load()` returns.
 *
 * @throws RangeError if the declared classes or length are malformed; from the first derivative, also if the regex
 * contradicts its declaration.
 */
export function deferredFrom(arena: Arena, deferral: Deferral, make: () => Expr): Expr {
  const { classOf, classCount, least } = deferral;
  // A regex may have many deferred parts over the same classes.
  const last = arena.deferred.at(-1);
  const sets = last?.classOf === classOf && last.sets.length === classCount ? last.sets : setsOf(arena, deferral);
  if (!Number.isInteger(least) || least < 1)
    throw new RangeError(`the shortest text of a deferred regex has at least 1 byte, not ${least}`);
  let made: Expr | undefined;
  const force = (): Expr => {
    if (made !== undefined) return made;
    const expr = make();
    const distance = arena.distance[expr];
    if (distance !== least)
      throw new RangeError(`the shortest text of a deferred regex has ${distance} bytes, not ${least}`);
    checkClasses(arena, expr, classOf);
    made = expr;
    return expr;
  };
  const id = arena.deferred.push({ least, classOf, sets, force }) - 1;
  return internNode(arena, DEFERRED, id, 0, 0);
}

function setsOf(arena: Arena, { classOf, classCount }: Deferral): readonly number[] {
  if (classOf.length !== 256 || classOf.some((k) => k >= classCount))
    throw new RangeError(`the classOf of a deferred regex must be 256 integers in [0, ${classCount})`);
  return classSets(arena, classOf, classCount);
}

/** @throws RangeError if a byte set below `root` contains only some of the bytes of a class. */
function checkClasses(arena: Arena, root: Expr, classOf: Uint8Array): void {
  const sets = new Set<number>();
  const nodes = new Set([root]);
  for (const expr of nodes) {
    spend(arena, 1);
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        sets.add(a);
        break;
      case CONCAT:
        nodes.add(a).add(b);
        break;
      case REPEAT:
      case NOT:
        nodes.add(a);
        break;
      case OR:
      case AND:
        for (let i = a; i < a + b; i++) nodes.add(arena.operands[i]!);
        break;
      case AUTOMATON:
      case DEFERRED:
        for (const set of (arena.kind[expr] === AUTOMATON ? arena.automata[a]! : arena.deferred[a]!).sets)
          sets.add(set);
        break;
    }
  }
  for (const set of sets) {
    const held = new Map<number, boolean>();
    for (let byte = 0; byte < 256; byte++) {
      const holds = ((arena.sets[8 * set + (byte >> 5)]! >>> (byte & 31)) & 1) === 1;
      const k = classOf[byte]!;
      if ((held.get(k) ?? holds) !== holds)
        throw new RangeError(`a deferred regex tells byte ${byte} apart from others of its class`);
      held.set(k, holds);
    }
  }
}
