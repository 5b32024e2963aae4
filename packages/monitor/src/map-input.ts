// A monitor over the output of a transducer: lifts a constraint on events, lexemes or words to bytes. The transducer
// reads the text and writes symbols; the monitor reads those.
//
//      text          p l a y e r . s t o p ( )
//      transducer                  ●         ●       writes nothing, or the symbols of an event
//      monitor                                stop   reads only the events

import { named, optionally, signature } from "@espalier/arguments";
import type { ByteClasses } from "./engine/table.js";
import { growingOf } from "./generation.js";
import { limitsKind, monitorKind, transducerKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import { commonTable, DEAD, type Part, partsOf } from "./parts.js";
import { nameOf } from "./symbols.js";
import { tupled } from "./tupled.js";

/** A monitor that writes symbols; {@link mapInput} and `gate` use it. Like every monitor, it is deterministic. */
export interface Transducer<State>
  extends Pick<Monitor<State>, "start" | "step" | "accepts" | "controls" | "key" | "mode"> {
  /** As for a monitor. In addition, bytes of one class produce the same output from every state. */
  readonly table?: Monitor<State>["table"];
  readonly classes?: ByteClasses;
  /**
   * Returns the symbols written when `symbol` is read from `state`: bytes, or control symbols of the monitor that reads
   * them. Called only if `symbol` can be read. Pure.
   */
  output(state: State, symbol: number): ArrayLike<number>;
}

const checkMapInput = signature("mapInput", {
  transducer: transducerKind,
  monitor: monitorKind,
  limits: optionally(limitsKind),
});

/**
 * Returns the texts that `transducer` accepts and whose output is a text of `monitor`. The result is not trim: it may
 * lead to dead ends, because the transducer may continue where the monitor cannot be satisfied. (If there are finitely
 * many states, `trimmed` helps.) A step costs one step of the transducer, and one of the monitor for each symbol
 * written.
 *
 * Lifting distributes over products and unions: with one transducer, the product of two lifted monitors equals the
 * lifted product. A lexer with several readings of a text is not a transducer; in that case, lift the product instead
 * of its parts.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 * @throws MonitorError from a step if `output` returns something other than a list of symbols.
 *
 * @example
 * const vowels = { ...top, output: (_: number, byte: number) => ("aeiou".includes(String.fromCharCode(byte)) ? [byte] : []) };
 * const monitor = mapInput({ ...vowels, table: undefined, key: String }, strings(["oo", "o"]));
 * ["moon", "frog", "toe"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted", "dead"]
 */
export function mapInput<Read, State>(
  transducer: Transducer<Read>,
  monitor: Monitor<State>,
  limits?: Limits,
): Monitor<number> {
  checkMapInput(transducer, monitor, limits);
  const reader = transducer as unknown as Monitor<unknown> & Transducer<unknown>;
  const outer = partsOf([reader], limits);
  const inner = partsOf([monitor as Monitor<unknown>], limits);
  const [read] = outer.all as readonly [Part];
  const [ruled] = inner.all as readonly [Part];
  const isNumbered = monitor.table !== undefined;
  return tupled(
    {
      parts: {
        all: [read, ruled],
        controls: outer.controls,
        table: (own) =>
          isNumbered ? commonTable([reader], [own, ...growingOf([reader, monitor as Monitor<unknown>])]) : undefined,
        states: () => Math.max(outer.states(), inner.states()),
        generation: () => outer.generation() + inner.generation(),
      },
      trim: false,
      prefixFree: read.prefixFree,
      start: (into) => into.push(read.start(), ruled.start()),
      step: (pair, symbol, into) => {
        const next = read.step(pair[0]!, symbol);
        if (next === DEAD) return false;
        const written: ArrayLike<number> | undefined = transducer.output(read.original(pair[0]!) as Read, symbol);
        const length = written?.length;
        if (typeof length !== "number" || typeof written !== "object") throw outputError(written, symbol);
        let state = pair[1]!;
        for (let at = 0; at < length && state !== DEAD; at++) state = ruled.step(state, written[at]!);
        into.push(next, state);
        return state !== DEAD;
      },
      accepts: (pair) => read.accepts(pair[0]!) && ruled.accepts(pair[1]!),
      ...(read.mode && { mode: (pair: readonly number[]) => read.mode!(pair[0]!) }),
      reading: [read],
      expected: (pair) => ruled.expected?.(pair[1]!) ?? [],
      forEach: (pair, visit) => {
        visit(read, pair[0]!);
        visit(ruled, pair[1]!);
      },
      replace: (pair, by, into) => {
        into.push(by(read, pair[0]!), by(ruled, pair[1]!));
        return !into.includes(DEAD);
      },
    },
    limits,
  );
}

function outputError(written: unknown, symbol: number): MonitorError {
  return new MonitorError(
    "output-result",
    `output returned ${named(written)}, no list of symbols (at ${nameOf(symbol)})`,
  );
}
