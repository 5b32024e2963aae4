// The engine: growing tables of expressions and derivatives, shared by everything that is built on it.
//
// A state of a lazy automaton is an expression. Its transitions are derivatives, which are computed on first use and
// then read from a table. Because expressions are hash-consed, the derivatives of a JSON string or a date are computed
// once for each engine, regardless of the grammar that contains it.

import { callable, signature } from "@espalier/arguments";
import { LimitError } from "@espalier/monitor";
import type { Arena, Expr } from "./arena.js";
import {
  AND,
  AUTOMATON,
  BYTES,
  beginCall,
  CONCAT,
  createArena,
  DEFERRED,
  NOT,
  OR,
  push,
  REPEAT,
  spend,
} from "./arena.js";
import { seed } from "./construct.js";
import { derivative, firstPartition } from "./derive.js";
import { intern } from "./intern.js";
import { engineKind, limitsKind } from "./kinds.js";
import type { EngineLimits } from "./limits.js";
import { DEFAULT_LIMITS } from "./limits.js";
import type { Regex } from "./make-regex.js";
import { createPartition } from "./partition.js";
import { refine, renumber } from "./partitions.js";

/** A partition of the bytes into classes that behave the same. */
export interface Alphabet {
  /**
   * The class of each byte: 256 entries, each below `classCount`. Classes are numbered in the order of their first
   * bytes.
   */
  readonly classOf: Uint8Array;
  /** The number of classes (1–256). */
  readonly classCount: number;
  /** The first byte of each class. */
  readonly representatives: Uint8Array;
}

/** Hash-consed regular expressions and their derivatives. */
export interface Engine {
  /**
   * Returns the expression of `regex`. Structurally equal expressions have equal ids. The result is 0 exactly if the
   * language is empty, including for intersections and complements. Cost: linear in the regex, plus one search for each
   * `and` and `not`.
   *
   * @throws LimitError past a limit.
   */
  intern(regex: Regex): Expr;
  /**
   * Returns the derivative of `expr` by `byte`; 0 exactly if it is empty. A cached derivative costs a few array reads.
   *
   * @throws LimitError past a limit. @throws RangeError if `expr` does not belong to this engine or `byte` is not a
   * byte.
   */
  derivative(expr: Expr, byte: number): Expr;
  /** Returns whether the language contains the empty text. */
  nullable(expr: Expr): boolean;
  /** Returns the length in bytes of the shortest member; `Infinity` for 0. Cost: one array read. */
  distance(expr: Expr): number;
  /**
   * Returns a partition of the bytes: bytes of one class have equal derivatives in every expression reachable from
   * `exprs`. Cost: linear in their size.
   */
  alphabet(exprs: readonly Expr[]): Alphabet;
  /** Returns the bytes that have a non-empty derivative: bit b of word b >> 5. Allocates a new array of eight words. */
  firstBytes(expr: Expr): Uint32Array;
  /**
   * Returns the id of the partition that one step from `expr` distinguishes: bytes of one class have the same
   * derivative. Expressions that distinguish the same bytes have the same partition id. Read it with {@link
   * Engine.partition}.
   */
  firstPartition(expr: Expr): number;
  /** Returns the classes of a partition, always the same object for one id. Do not modify it. */
  partition(id: number): Alphabet;
  /** Clears all tables. All expressions and partitions become invalid, and `generation` increases. */
  clear(): void;
  readonly limits: EngineLimits;
  /**
   * Returns whether the memory is nearly used up, or has been used up once. Create new expressions on another engine
   * then.
   */
  isFull(): boolean;
  /** Returns the memory held, in bytes. */
  bytesUsed(): number;
  /** Increases whenever earlier expressions become invalid. */
  generation(): number;
  /** @internal The arena, for the other functions of this package. */
  readonly [INTERIOR]: () => Arena;
}

/** A registered symbol, so that the ESM and CommonJS copies of this package share it. */
export const INTERIOR: unique symbol = Symbol.for("@espalier/automata/engine-interior/1") as never;

const checkCreateEngine = signature("createEngine", { limits: limitsKind });

/**
 * Creates an engine that shares nothing with other engines.
 *
 * @example
 * ```ts
 * import { createEngine, parseRegex } from "@espalier/automata";
 *
 * const engine = createEngine({ bytes: 16 * 1024 * 1024 });
 * const word = engine.intern(parseRegex("[a-z]{2,}"));
 * engine.distance(engine.derivative(word, 0x61)); // => 1
 * ```
 */
export function createEngine(limits: Partial<EngineLimits> = {}): Engine {
  checkCreateEngine(limits);
  return engineWithin({ ...DEFAULT_LIMITS, ...limits });
}

function engineWithin(all: EngineLimits): Engine {
  let arena = freshArena(all, 0);
  let interned = new WeakMap<Regex, Expr>();
  let partitions: (Alphabet | undefined)[] = [];
  const check = (expr: Expr): void => {
    if (!(expr >= 0 && expr < arena.count)) {
      throw new RangeError(`expression ${expr} is not one of this engine's ${arena.count}`);
    }
  };
  return {
    limits: all,
    isFull() {
      return arena.full || 8 * arena.bytes > 7 * all.bytes;
    },
    bytesUsed() {
      return arena.bytes;
    },
    generation() {
      return arena.generation;
    },
    intern(regex) {
      beginCall(arena);
      return intern(arena, interned, regex, 0);
    },
    derivative(expr, byte) {
      const row = arena.rowOf[expr];
      if (row !== undefined && row !== 0 && (byte & ~255) === 0) {
        const known = arena.rows[row + 1 + arena.classMaps[arena.rows[row]! + byte]!];
        if (known !== undefined && known >= 0) return known;
      }
      check(expr);
      if (!Number.isInteger(byte) || byte < 0 || byte > 255) throw new RangeError(`${byte} is not a byte`);
      beginCall(arena);
      return derivative(arena, expr, byte);
    },
    nullable(expr) {
      check(expr);
      return arena.nullable[expr] === 1;
    },
    distance(expr) {
      check(expr);
      return arena.distance[expr]!;
    },
    alphabet(exprs) {
      exprs.forEach(check);
      beginCall(arena);
      return alphabet(arena, exprs);
    },
    firstBytes(expr) {
      check(expr);
      beginCall(arena);
      const bits = new Uint32Array(8);
      const partition = firstPartition(arena, expr);
      const live: boolean[] = [];
      for (let k = 0; k < arena.classCounts[partition]!; k++) {
        live.push(derivative(arena, expr, arena.classBytes[partition * 256 + k]!) !== 0);
      }
      for (let byte = 0; byte < 256; byte++) {
        if (live[arena.classMaps[partition * 256 + byte]!]) bits[byte >> 5]! |= 1 << (byte & 31);
      }
      return bits;
    },
    firstPartition(expr) {
      check(expr);
      beginCall(arena);
      return firstPartition(arena, expr);
    },
    partition(id) {
      const known = partitions[id];
      if (known !== undefined) return known;
      if (!(id >= 0 && id < arena.partitionCount)) {
        throw new RangeError(`partition ${id} is not one of this engine's ${arena.partitionCount}`);
      }
      while (partitions.length <= id) partitions.push(undefined);
      return (partitions[id] = alphabetOf(arena, id));
    },
    clear() {
      arena = freshArena(all, arena.generation + 1);
      interned = new WeakMap();
      partitions = [];
    },
    [INTERIOR]: () => arena,
  };
}

function freshArena(limits: EngineLimits, generation: number): Arena {
  const arena = createArena(limits);
  arena.generation = generation;
  seed(arena);
  return arena;
}

/** An interned partition as views on the tables, which never change once written. */
function alphabetOf(arena: Arena, id: number): Alphabet {
  const classCount = arena.classCounts[id]!;
  return {
    classOf: arena.classMaps.subarray(256 * id, 256 * id + 256),
    classCount,
    representatives: arena.classBytes.subarray(256 * id, 256 * id + classCount),
  };
}

const SHARED: unique symbol = Symbol.for("@espalier/automata/engine/1") as never;

/** The size in bytes at which a new shared engine replaces the present one. */
const SHARED_BYTES = 16 * 1024 * 1024;

/**
 * Returns the shared engine of the process. The ESM and CommonJS copies of this package share it too. Grammars built on
 * it reuse one another's derivatives. Once it holds 16 MiB (or half its limit, if that is less), a new engine replaces
 * it, so that callers always get an engine with room. The old engine lives as long as the objects that were built on
 * it: expressions of dropped grammars are freed with the last grammar that shares their engine.
 */
export function defaultEngine(): Engine {
  const home = globalThis as { [SHARED]?: Engine };
  const known = home[SHARED];
  if (known !== undefined && known.bytesUsed() <= Math.min(SHARED_BYTES, known.limits.bytes / 2)) return known;
  return (home[SHARED] = engineWithin(DEFAULT_LIMITS));
}

/** Bytes that an engine may hold before languages leave it, if they found less than half of that. */
const TEXT_BYTES = 16 * 1024 * 1024;

/** The engine to which languages move from a full one. It lives as long as the objects on it, not as the full one. */
const successors = new WeakMap<Engine, WeakRef<Engine>>();

const checkWatchEngine = signature("watchEngine", { engine: engineKind });
const checkWithRoom = signature("withRoom", { engine: engineKind, make: callable });

/** Tells whether texts have filled an engine since {@link watchEngine}. */
export interface EngineWatch {
  /** Returns whether the engine is full now, or holds more than 16 MiB and more than twice what it held. */
  isFilled(): boolean;
  /**
   * Returns the engine on which the next text begins: the same one, or another with the same limits once it is filled.
   * Everyone who leaves an engine gets the same other one, until that holds 16 MiB itself. The old engine lives as long
   * as the objects that remain on it.
   */
  next(): Engine;
}

/** Returns a watch over what texts add to an engine from now on. */
export function watchEngine(engine: Engine): EngineWatch {
  checkWatchEngine(engine);
  return watchOf(engine);
}

/** {@link watchEngine} without the argument check. */
export function watchOf(engine: Engine): EngineWatch {
  const wasFull = engine.isFull();
  const room = Math.max(TEXT_BYTES, 2 * engine.bytesUsed());
  const isFilled = (): boolean => (engine.isFull() && !wasFull) || engine.bytesUsed() > room;
  return { isFilled, next: () => (isFilled() ? engineAfter(engine) : engine) };
}

function engineAfter(engine: Engine): Engine {
  let next = successors.get(engine)?.deref();
  if (next === undefined) next = engineWithin(engine.limits);
  else if (next.isFull() || next.bytesUsed() > TEXT_BYTES) next = engineAfter(next);
  else return next;
  successors.set(engine, new WeakRef(next));
  return next;
}

function engineWithRoom(engine: Engine): Engine {
  return engine.isFull() ? engineAfter(engine) : engine;
}

/**
 * Calls `make` with `engine`, or with another of the same limits if it is full. If the engine runs out of memory, calls
 * `make` once more with the next one.
 *
 * @throws LimitError if an empty engine is too small.
 */
export function withRoom<Made>(engine: Engine, make: (engine: Engine) => Made): Made {
  checkWithRoom(engine, make);
  return makeWithRoom(engine, make);
}

/** {@link withRoom} without the argument checks. */
export function makeWithRoom<Made>(engine: Engine, make: (engine: Engine) => Made): Made {
  const first = engineWithRoom(engine);
  try {
    return make(first);
  } catch (error) {
    if (!first.isFull() || !(error instanceof LimitError) || error.limit !== "bytes") throw error;
    return make(engineAfter(first));
  }
}

/**
 * All derivatives are built from the byte sets below an expression, their unions and intersections, so these sets
 * determine the partition.
 */
function alphabet(arena: Arena, exprs: readonly Expr[]): Alphabet {
  const partition = createPartition();
  arena.walk++;
  const visit = (expr: Expr): void => {
    if (arena.visited[expr] === arena.walk) return;
    arena.visited[expr] = arena.walk;
    push(arena, expr);
  };
  exprs.forEach(visit);
  while (arena.top > 0) {
    spend(arena, 1);
    const expr = arena.stack[--arena.top]!;
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        if (arena.setVisited[a] !== arena.walk) {
          arena.setVisited[a] = arena.walk;
          refine(arena, partition, a);
        }
        break;
      case CONCAT:
        visit(a);
        visit(b);
        break;
      case REPEAT:
      case NOT:
        visit(a);
        break;
      case OR:
      case AND:
        for (let i = a; i < a + b; i++) visit(arena.operands[i]!);
        break;
      case AUTOMATON:
      case DEFERRED:
        for (const set of (arena.kind[expr] === AUTOMATON ? arena.automata[a]! : arena.deferred[a]!).sets) {
          if (arena.setVisited[set] === arena.walk) continue;
          arena.setVisited[set] = arena.walk;
          refine(arena, partition, set);
        }
        break;
    }
  }
  const representatives = renumber(partition);
  return { classOf: partition.classOf, classCount: partition.count, representatives };
}
