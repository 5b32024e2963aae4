// Decides whether an expression matches at least two texts. An abstract state does not know the text of an earlier
// lexeme, and an edge of the grammar may refuse that one text (`LazySource.unsure`). If the expression of the edge
// matches two texts, the edge takes at least one of them.

import type { Engine, Expr } from "@espalier/automata";

const LETTER = 0x61;
/** The most bytes without an alternative that the search follows. */
const MOST_BYTES = 256;

/**
 * Returns a function that decides whether an expression of `engine` matches two or more texts. If the texts only differ
 * after more than 256 bytes, the answer is no. Answers are cached by expression, without limit.
 */
export function createTwoTexts(engine: Engine): (expr: Expr) => boolean {
  const known: number[] = [];

  /**
   * Follows the only possible byte. There are two texts if two bytes are possible, or if one byte is possible and the
   * text may also end.
   */
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
    // Most names may continue with any letter.
    if (known[expr] === 0) known[expr] = (goesOn(expr, LETTER) && goesOn(expr, LETTER + 1)) || compute(expr) ? 1 : 2;
    return known[expr] === 1;
  };
}

/** Returns the number of bytes in the class of `byte`, counting at most two. */
function countOf(classOf: ArrayLike<number>, byte: number): number {
  let count = 0;
  for (let other = 0; other < 256 && count < 2; other++) if (classOf[other] === classOf[byte]) count++;
  return count;
}
