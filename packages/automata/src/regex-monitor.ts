// A regular language as a monitor: states are the engine's expressions, so equal residuals are equal integers.

import { optionally, signature } from "@espalier/arguments";
import type { Monitor, Table } from "@espalier/monitor";
import type { Expr } from "./arena.js";
import { EMPTY_EXPR } from "./arena.js";
import type { RegexSource } from "./decide.js";
import { exprOf } from "./decide.js";
import type { Engine } from "./engine.js";
import { defaultEngine } from "./engine.js";
import { engineKind, regexSourceKind } from "./kinds.js";
import { printBytes } from "./print-regex.js";
import type { ByteRanges } from "./regex.js";

/** A monitor of a regular language: integer states, no dead ends, exact costs. */
export interface RegexMonitor extends Monitor<Expr> {
  readonly trim: true;
  readonly table: Table;
  cost(state: Expr): number;
  expected(state: Expr): readonly string[];
}

const checkRegexMonitor = signature("regexMonitor", { source: regexSourceKind, engine: optionally(engineKind) });

/**
 * The texts that `source` matches as a whole, one byte at a time. A string is an ECMA-262 pattern. Monitors of one
 * engine share their states. Stepping may throw LimitError where the automaton outgrows its engine.
 *
 * @throws RegexSyntaxError on a malformed pattern; LimitError past a limit of the engine.
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
  const start = exprOf(engine, source);
  const { classOf, classCount } = engine.alphabet([start]);
  return {
    start,
    step(state, symbol) {
      if (symbol > 255) return undefined;
      const next = engine.derivative(state, symbol);
      return next === EMPTY_EXPR ? undefined : next;
    },
    accepts: (state) => engine.nullable(state),
    trim: true,
    table: {
      classOf,
      classCount,
      // biome-ignore lint/plugin: part of the contract, and nothing else is called here
      get generation() {
        return engine.generation();
      },
    },
    cost: (state) => engine.distance(state),
    expected: (state) => expected(engine, state),
  };
}

const LONGEST_FORCED = 24;

/** What must come next while only one byte can; otherwise the bytes that can, as one class. */
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
