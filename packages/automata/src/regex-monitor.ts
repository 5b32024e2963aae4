// A regular language as a monitor. States are expressions of the engine, so equal residual languages have equal states.
//
// When the engine is full, the next text starts on a new engine. A state is an expression id plus `base`. On a change
// of engine, `base` grows past all states returned so far, so a state of an earlier engine is recognised, and its use
// throws an error.

import { optionally, signature } from "@espalier/arguments";
import { areStatesHeld, type ByteClasses, type Monitor, StaleStateError, type Table } from "@espalier/monitor";
import type { Expr } from "./arena.js";
import { EMPTY_EXPR } from "./arena.js";
import type { RegexSource } from "./decide.js";
import { exprOf } from "./decide.js";
import type { Engine, EngineWatch } from "./engine.js";
import { defaultEngine, makeWithRoom, watchOf } from "./engine.js";
import { engineKind, regexSourceKind } from "./kinds.js";
import type { ByteRanges } from "./make-regex.js";
import { printBytes } from "./print-regex.js";

/** A monitor of a regular language: integer states, no dead states, exact costs. */
export interface RegexMonitor extends Monitor<Expr> {
  readonly trim: true;
  readonly table: Table;
  cost(state: Expr): number;
  expected(state: Expr): readonly string[];
}

const checkRegexMonitor = signature("regexMonitor", { source: regexSourceKind, engine: optionally(engineKind) });

/**
 * Returns a monitor of the texts that `source` matches as a whole. A string is an ECMA-262 pattern. Monitors on one
 * engine share its cached derivatives. When texts have filled the engine, the next text starts on a new engine
 * with the same limits.
 *
 * @throws RegexSyntaxError on a malformed pattern; LimitError past a limit of the engine. `step` throws LimitError if
 * the engine has no memory for the rest of the text, and StaleStateError for a state of an earlier engine.
 *
 * @example
 * ```ts
 * import { regexMonitor } from "@espalier/automata";
 *
 * const even = regexMonitor("([0-9]{2})+");
 * const one = even.step(even.start, 0x37)!;
 * [even.accepts(one), even.cost(one)]; // => [false, 1]
 * ```
 */
export function regexMonitor(source: RegexSource, engine: Engine = defaultEngine()): RegexMonitor {
  checkRegexMonitor(source, engine);
  let present = makeWithRoom(engine, placed);
  const { start } = present;
  const alphabet = present.engine.alphabet([start]);
  let base = 0;
  let greatest = start;
  // How much changes of engine have added to the generation.
  let moves = 0;

  /** Interns the pattern on an engine. */
  function placed(on: Engine): Placed {
    const expr = exprOf(on, source);
    return { engine: on, start: expr, watch: watchOf(on), generation: on.generation() };
  }

  const isCleared = (): boolean => present.engine.generation() !== present.generation;

  /**
   * Returns the start expression. Changes to another engine if texts have filled the present one, and interns the
   * pattern again if the engine was cleared.
   */
  function beginning(): Expr {
    const { engine: on, watch } = present;
    const leaves = watch.isFilled() && greatest < LAST_BASE && !areStatesHeld();
    if (isCleared() || leaves) {
      moves += 1 + present.generation;
      present = placed(leaves ? watch.next() : on);
      base = greatest + 1;
      greatest = base + present.start;
    }
    return present.start;
  }

  function exprAt(state: Expr): Expr {
    if (state === start) return beginning();
    if (state < base || isCleared()) throw new StaleStateError(state, base);
    return state - base;
  }

  return {
    start,
    step(state, symbol) {
      if (symbol > 255) return undefined;
      const expr = exprAt(state);
      const next = present.engine.derivative(expr, symbol);
      if (next === EMPTY_EXPR) return undefined;
      if (base + next > greatest) greatest = base + next;
      return base + next;
    },
    accepts(state) {
      const expr = exprAt(state);
      return present.engine.nullable(expr);
    },
    trim: true,
    table: new PatternTable(alphabet, () => moves + present.engine.generation()),
    cost(state) {
      const expr = exprAt(state);
      return present.engine.distance(expr);
    },
    expected(state) {
      const expr = exprAt(state);
      return expected(present.engine, expr);
    },
  };
}

/**
 * The accessor belongs to a class, because minor collections of V8 do not free what an accessor of an object literal
 * refers to.
 */
class PatternTable implements Table {
  readonly classOf: Uint8Array;
  readonly classCount: number;
  readonly #generation: () => number;

  constructor({ classOf, classCount }: ByteClasses, generation: () => number) {
    this.classOf = classOf;
    this.classCount = classCount;
    this.#generation = generation;
  }

  get generation(): number {
    return this.#generation();
  }
}

/** A pattern on an engine. */
interface Placed {
  readonly engine: Engine;
  readonly start: Expr;
  /** Watches the engine since the pattern was interned. */
  readonly watch: EngineWatch;
  readonly generation: number;
}

/** The largest base: a larger one could lead to states of 2³¹ and more. */
const LAST_BASE = 2 ** 30;

/** Maximum number of forced bytes in a description. */
const LONGEST_FORCED = 24;

/** Describes what must come next: the forced bytes, or the class of possible bytes if there are several. */
function expected(engine: Engine, state: Expr): readonly string[] {
  const forced: number[] = [];
  let here = state;
  while (forced.length < LONGEST_FORCED && !engine.nullable(here)) {
    const ranges = rangesOf(engine.firstBytes(here));
    if (ranges.length !== 1 || ranges[0]![0] !== ranges[0]![1]) break;
    forced.push(ranges[0]![0]);
    here = engine.derivative(here, ranges[0]![0]);
  }
  if (forced.length > 0) return [printBytes({ kind: "literal", bytes: forced })];
  const ranges = rangesOf(engine.firstBytes(state));
  return ranges.length === 0 ? [] : [printBytes({ kind: "bytes", ranges })];
}

function rangesOf(bits: Uint32Array): ByteRanges {
  const ranges: [number, number][] = [];
  for (let byte = 0; byte < 256; byte++) {
    if (((bits[byte >> 5]! >>> (byte & 31)) & 1) === 0) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === byte - 1) last[1] = byte;
    else ranges.push([byte, byte]);
  }
  return ranges;
}
