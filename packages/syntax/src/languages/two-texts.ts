// Whether an expression takes more than one text. A tracked edge that is unsure is wrong by one text at most (`LazySource.unsure`), so of two
// texts it takes one.

import type { Engine, Expr } from "@espalier/automata";

const LETTER = 0x61;
/** The search follows at most this many bytes that have no alternative. */
const MOST_BYTES = 256;

/**
 * Tells of expressions of `engine` whether they take two texts or more. Where the texts only part after more than 256 bytes, the answer is
 * no. Answers are remembered by expression, without bound.
 */
export function createTwoTexts(engine: Engine): (expr: Expr) => boolean {
  const known: number[] = [];

  /** Follows the only byte that goes on; there are two texts where two bytes do, or where one does and the text may also end. */
  function compute(expr: Expr): boolean {
    let at = expr;
    for (let bytes = 0; bytes < MOST_BYTES; bytes++) {
      const { classOf, representatives } = engine.partition(engine.firstPartition(at));
      let following: Expr | undefined;
      for (const byte of representatives) {
        const after = engine.derivative(at, byte);
        if (engine.distance(after) === Number.POSITIVE_INFINITY) continue;
        if (following !== undefined || countOf(classOf, byte) > 1) return true;
        following = after;
      }
      if (following === undefined) return false;
      if (engine.nullable(at)) return true;
      at = following;
    }
    return false;
  }

  const goesOn = (expr: Expr, letter: number): boolean =>
    engine.distance(engine.derivative(expr, letter)) !== Number.POSITIVE_INFINITY;

  return (expr) => {
    while (known.length <= expr) known.push(0);
    // Most names may go on with any letter.
    if (known[expr] === 0) known[expr] = (goesOn(expr, LETTER) && goesOn(expr, LETTER + 1)) || compute(expr) ? 1 : 2;
    return known[expr] === 1;
  };
}

/** How many bytes are in the class of `byte`, two at most. */
function countOf(classOf: ArrayLike<number>, byte: number): number {
  let count = 0;
  for (let other = 0; other < 256 && count < 2; other++) if (classOf[other] === classOf[byte]) count++;
  return count;
}
