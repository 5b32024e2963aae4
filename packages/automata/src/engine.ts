// The engine: one growing memory of expressions and their derivatives, shared by everything built on it.
//
// A state of a lazy automaton is an expression; its transitions are derivatives, computed on first use and read from a
// table afterwards. Because expressions are hash-consed, a JSON string or a date is derived once per engine, whichever
// grammar it occurs in.

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

/** Classes of bytes that behave alike. */
export interface Alphabet {
  /** The class of each byte: 256 entries, each below `classCount`. Classes are numbered by their first byte. */
  readonly classOf: Uint8Array;
  /** How many classes there are (1–256). */
  readonly classCount: number;
  /** The first byte of each class. */
  readonly representatives: Uint8Array;
}

/** Hash-consed regular expressions and their derivatives. */
export interface Engine {
  /**
   * The expression of `regex`. Equal structure gives equal ids; 0 exactly when the language is empty, intersections and
   * complements included. Cost: linear in the regex, plus a search for every `and` and `not`.
   *
   * @throws LimitError past a limit.
   */
  intern(regex: Regex): Expr;
  /**
   * The language of what may follow `byte`: 0 exactly when nothing can. A known derivative is a few array reads.
   *
   * @throws LimitError past a limit. @throws RangeError when `expr` is not of this engine or `byte` not a byte.
   */
  derivative(expr: Expr, byte: number): Expr;
  /** Does the language hold the empty text? */
  nullable(expr: Expr): boolean;
  /** The least number of bytes to acceptance, exactly; `Infinity` for 0. An array read. */
  distance(expr: Expr): number;
  /** A partition whose classes behave alike in every derivative reachable from any of `exprs`. Linear in their size. */
  alphabet(exprs: readonly Expr[]): Alphabet;
  /** The bytes that have a non-empty derivative: bit b of word b >> 5. A new array of eight words. */
  firstBytes(expr: Expr): Uint32Array;
  /**
   * The bytes that one step from `expr` tells apart, as the id of a partition: bytes of one class have the same derivative.
   * Expressions that tell the same bytes apart have the same id. Read it with {@link Engine.partition}.
   */
  firstPartition(expr: Expr): number;
  /** The classes of a partition: always the same object for one id. Do not write. */
  partition(id: number): Alphabet;
  /** Forgets everything. All expressions and partitions lose their meaning; `generation` grows. */
  clear(): void;
  readonly limits: EngineLimits;
  /** Whether next to no room is left, or was left once: what is begun now had better be made on {@link roomyEngine}. */
  isFull(): boolean;
  /** Memory held, in bytes. */
  bytesUsed(): number;
  /** Grows when earlier expressions lost their meaning. */
  generation(): number;
  /** @internal What the expressions are made of: for the other functions of this package. */
  readonly [INTERIOR]: () => Arena;
}

/** The same in ESM and CommonJS copies of this package. */
export const INTERIOR: unique symbol = Symbol.for("@espalier/automata/engine-interior/1") as never;

const checkCreateEngine = signature("createEngine", { limits: limitsKind });

/**
 * A new engine, sharing nothing with others.
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

/** An interned partition as plain data: views, since what is interned stays as it is. */
function alphabetOf(arena: Arena, id: number): Alphabet {
  const classCount = arena.classCounts[id]!;
  return {
    classOf: arena.classMaps.subarray(256 * id, 256 * id + 256),
    classCount,
    representatives: arena.classBytes.subarray(256 * id, 256 * id + classCount),
  };
}

const SHARED: unique symbol = Symbol.for("@espalier/automata/engine/1") as never;

/**
 * The engine for what is made next: one for the process, even where ESM and CommonJS copies of this package meet. What one grammar has
 * taught it is of use to the next. Once it is half full another takes its place, so that nobody is handed an engine
 * without room. The old one lives as long as what was made with it.
 */
export function defaultEngine(): Engine {
  const home = globalThis as { [SHARED]?: Engine };
  const known = home[SHARED];
  if (known !== undefined && 2 * known.bytesUsed() <= known.limits.bytes) return known;
  return (home[SHARED] = engineWithin(DEFAULT_LIMITS));
}

const successors = new WeakMap<Engine, Engine>();

const checkRoomyEngine = signature("roomyEngine", { engine: engineKind });
const checkWithRoom = signature("withRoom", { engine: engineKind, make: callable });

/**
 * The engine for what was to be made on `engine`: that one, or, once it is full, the one that has taken its place, with the same limits. All that
 * leave a full engine move to the same one. The full engine lives as long as what stays on it.
 */
export function roomyEngine(engine: Engine): Engine {
  checkRoomyEngine(engine);
  return engineWithRoom(engine);
}

/** {@link roomyEngine} of what is an engine. */
export function engineWithRoom(engine: Engine): Engine {
  let at = engine;
  while (at.isFull()) {
    let next = successors.get(at);
    if (next === undefined) successors.set(at, (next = engineWithin(at.limits)));
    at = next;
  }
  return at;
}

/**
 * What `make` makes on {@link roomyEngine}, tried once more on the next one where that has too little room left.
 *
 * @throws LimitError when a whole engine is too small.
 */
export function withRoom<Made>(engine: Engine, make: (engine: Engine) => Made): Made {
  checkWithRoom(engine, make);
  return makeWithRoom(engine, make);
}

/** {@link withRoom} of what is an engine and a function. */
export function makeWithRoom<Made>(engine: Engine, make: (engine: Engine) => Made): Made {
  const first = engineWithRoom(engine);
  try {
    return make(first);
  } catch (error) {
    const next = engineWithRoom(first);
    if (next === first || !(error instanceof LimitError) || error.limit !== "bytes") throw error;
    return make(next);
  }
}

/** Derivatives are made of the byte sets below an expression, their unions and intersections: those tell bytes apart. */
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
