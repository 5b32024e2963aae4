// What the shape of an expression tells without a derivative: its first bytes, how runs of characters are read, and which counters no text of
// bounded length can tell apart. Only lexers ask for this. It is separate from the engine, so that a regular expression alone does not load it.

import { signature } from "@espalier/arguments";
import { type Arena, beginCall, type Expr } from "./arena.js";
import type { CodePointRanges } from "./code-points.js";
import { type Engine, INTERIOR } from "./engine.js";
import { addBytesApart, addFirstBytes, type LiteralRun, literalRun, soleFirstByte } from "./first-bytes.js";
import { horizon } from "./horizon.js";
import { engineKind } from "./kinds.js";
import { alongRun, createRunTable, leastRun, loopOf, mostRun, type RunTable } from "./runs.js";

/** Reads the shapes of an engine's expressions. Every method throws RangeError for a number that is not an expression of the engine, and LimitError when a limit is reached. */
export interface Shapes {
  /** Adds to the eight words `into` the bytes that may have a non-empty derivative. */
  addFirstBytes(expr: Expr, into: Int32Array): void;
  /** Adds to the eight words `into` the bytes by which two expressions may have different derivatives. */
  addBytesApart(expr: Expr, other: Expr, into: Int32Array): void;
  /** The one byte that has a non-empty derivative, where that is plain to see; else −1. A few array reads. */
  soleFirstByte(expr: Expr): number;
  /** At most `most` bytes that every member begins with, and the expression of what follows them. There may be more such bytes than it finds. */
  literalRun(expr: Expr, most: number): LiteralRun;
  /**
   * An n, Infinity included, such that every text of at most n characters of a set begins a longer member of `expr`. It is
   * 0 where the shape does not tell. Sets are known by identity. Cost: linear in the shape, once an expression.
   */
  leastRun(expr: Expr, characters: CodePointRanges): number;
  /**
   * An n such that no text of more than n characters of a set begins a member of `expr` or has a member as its beginning;
   * Infinity where there is none or the shape does not tell. Cost as of {@link Shapes.leastRun}.
   */
  mostRun(expr: Expr, characters: CodePointRanges): number;
  /**
   * What is left of `expr` after any `count` ≥ 1 characters of a set, where that is the same for all of them; −1 where the shape
   * does not tell so.
   */
  alongRun(expr: Expr, characters: CodePointRanges, count: number): Expr;
  /**
   * An expression that every character of a set leaves as it is, and to which runs from `expr` lead once they have left what
   * it excludes; −1 where the shape tells of none.
   */
  loopOf(expr: Expr, characters: CodePointRanges): Expr;
  /**
   * An expression with the same members of at most `bytes` bytes and the same beginnings of that length, made equal for as
   * many as can be cheaply: counters at the front that so many bytes cannot exhaust are dropped.
   */
  horizon(expr: Expr, bytes: number): Expr;
}

const known = new WeakMap<Engine, Shapes>();

const checkShapesOf = signature("shapesOf", { engine: engineKind });

/** The reader of an engine's shapes; always the same one. */
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
    addBytesApart(expr, other, into) {
      checked(other);
      addBytesApart(begin(expr), expr, other, into);
    },
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
