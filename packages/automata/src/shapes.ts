// Facts that follow from the structure of an expression, without derivatives: its first bytes, how many characters of a
// set it can read in a row, and a simpler expression that is equal for texts of bounded length. Only lexers use them.
// The file is separate from the engine, so a program that uses only regular expressions does not load it.

import { signature } from "@espalier/arguments";
import { type Arena, beginCall, type Expr } from "./arena.js";
import type { CodePointRanges } from "./code-points.js";
import { type Engine, INTERIOR } from "./engine.js";
import { addFirstBytes, type LiteralRun, literalRun, soleFirstByte } from "./first-bytes.js";
import { horizon } from "./horizon.js";
import { engineKind } from "./kinds.js";
import { alongRun, createRunTable, leastRun, loopOf, mostRun, type RunTable } from "./runs.js";

/**
 * Analyses the structure of an engine's expressions. Every method throws RangeError for a number that is not an
 * expression of the engine, and LimitError past a limit.
 */
export interface Shapes {
  /** Adds to `into` (eight words) the bytes that may have a non-empty derivative. */
  addFirstBytes(expr: Expr, into: Int32Array): void;
  /** Returns the only byte with a non-empty derivative if the structure shows it; else −1. Cost: a few array reads. */
  soleFirstByte(expr: Expr): number;
  /**
   * Returns at most `most` bytes with which every member begins, and the expression after them. The actual common
   * prefix may be longer.
   */
  literalRun(expr: Expr, most: number): LiteralRun;
  /**
   * Returns an n, possibly Infinity: every text of at most n characters of a set is a proper prefix of a member of
   * `expr`. Returns 0 if the structure of `expr` shows no greater n. Sets are compared by identity. Cost: linear in the
   * structure, once for each expression and set.
   */
  leastRun(expr: Expr, characters: CodePointRanges): number;
  /**
   * Returns an n: every member of `expr` begins with at most n characters of a set and then continues with something
   * else. So `expr` rejects every text of more than n of these characters, and matches no prefix of it. Returns
   * Infinity if the structure of `expr` shows no such n. Same cost as {@link Shapes.leastRun}.
   */
  mostRun(expr: Expr, characters: CodePointRanges): number;
  /**
   * Returns the residual of `expr` after `count` ≥ 1 characters of a set, if the structure of `expr` shows that all
   * such characters lead to the same residual; otherwise −1.
   */
  alongRun(expr: Expr, characters: CodePointRanges, count: number): Expr;
  /**
   * Returns the *loop* of an expression over a set of characters: an expression that is its own derivative by each of
   * these characters. A long enough run of such characters leads from `expr` to the loop. (In x & ~y, a run is long
   * enough only if y matches no text that begins with it.) Returns −1 if the structure of `expr` shows no loop.
   */
  loopOf(expr: Expr, characters: CodePointRanges): Expr;
  /**
   * Returns an expression with the same members and prefixes of members of at most `bytes` bytes. It removes counters
   * at the front that so many bytes cannot exhaust, which makes many such expressions equal.
   */
  horizon(expr: Expr, bytes: number): Expr;
}

const known = new WeakMap<Engine, Shapes>();

const checkShapesOf = signature("shapesOf", { engine: engineKind });

/** Returns the structure reader of an engine, always the same object. */
export function shapesOf(engine: Engine): Shapes {
  checkShapesOf(engine);
  let shapes = known.get(engine);
  if (shapes === undefined) known.set(engine, (shapes = createShapes(engine)));
  return shapes;
}

function createShapes(engine: Engine): Shapes {
  const interior = engine[INTERIOR];
  let tables = new WeakMap<CodePointRanges, RunTable>();
  let tablesOf: Arena | undefined;

  function checked(expr: Expr): Arena {
    const arena = interior();
    if (!(expr >= 0 && expr < arena.count))
      throw new RangeError(`expression ${expr} is not one of this engine's ${arena.count}`);
    return arena;
  }
  function begin(expr: Expr): Arena {
    const arena = checked(expr);
    beginCall(arena);
    return arena;
  }
  function runTable(arena: Arena, ranges: CodePointRanges): RunTable {
    if (tablesOf !== arena) {
      tables = new WeakMap();
      tablesOf = arena;
    }
    let table = tables.get(ranges);
    if (table === undefined) tables.set(ranges, (table = createRunTable(arena, ranges, engine.intern)));
    return table;
  }

  return {
    addFirstBytes: (expr, into) => addFirstBytes(begin(expr), expr, into),
    soleFirstByte: (expr) => soleFirstByte(checked(expr), expr),
    literalRun: (expr, most) => literalRun(begin(expr), expr, most),
    leastRun(expr, ranges) {
      const arena = begin(expr);
      return leastRun(arena, runTable(arena, ranges), expr);
    },
    mostRun(expr, ranges) {
      const arena = begin(expr);
      return mostRun(arena, runTable(arena, ranges), expr);
    },
    alongRun(expr, ranges, count) {
      const arena = begin(expr);
      return alongRun(arena, runTable(arena, ranges), expr, count);
    },
    loopOf(expr, ranges) {
      const arena = begin(expr);
      return loopOf(arena, runTable(arena, ranges), expr);
    },
    horizon: (expr, bytes) => horizon(begin(expr), expr, bytes),
  };
}
