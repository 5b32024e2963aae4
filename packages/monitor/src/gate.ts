// A monitor that reads only some bytes of a text: those in certain modes of another monitor, such as code without
// strings and comments.

import { excerpt, listOf, optionally, signature, text } from "@espalier/arguments";
import { growingOf, tableOver } from "./generation.js";
import { limitsKind, modalKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import { mapInput } from "./map-input.js";
import type { Monitor } from "./monitor.js";
import { commonClasses } from "./parts.js";

const checkGate = signature("gate", {
  reader: modalKind,
  modes: listOf(text),
  monitor: monitorKind,
  limits: optionally(limitsKind),
});

const NOTHING: readonly number[] = [];

/**
 * Returns the texts that `reader` accepts and whose bytes in one of `modes` form a text of `monitor`. The mode of a
 * byte is that of the state before it: the quotation mark that begins a string is code, and the one that ends it
 * belongs to the string. `reader` must have `mode(state)`; a `trigger` whose islands have modes does.
 *
 * If reader and monitor are finite automata, so is the result, and its product with a grammar has no dead ends.
 * Otherwise the result is not trim (it may lead to dead ends).
 *
 * @throws RangeError for a mode that `reader` does not have, if its `modes` are known.
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const quoted = trigger([{ markers: ['"'], language: until('"'), mode: "string" }]);
 * const monitor = gate(quoted, ["free"], deny(["eval("]));
 * ['x = "eval("', 'eval("x'].map((text) => verdict(monitor, text).kind); // => ["accepted", "dead"]
 */
export function gate<Read, State>(
  reader: Monitor<Read> & Required<Pick<Monitor<Read>, "mode">>,
  modes: readonly string[],
  monitor: Monitor<State>,
  limits?: Limits,
): Monitor<number> {
  checkGate(reader, modes, monitor, limits);
  const unknown = modes.find((mode) => reader.modes?.includes(mode) === false);
  if (unknown !== undefined)
    throw new RangeError(
      `The reader has no mode "${excerpt(unknown, 80)}"; its modes are ${excerpt(reader.modes!.join(", "), 200)}`,
    );
  const seen = new Set(modes);
  const classes = commonClasses([reader, monitor] as readonly Monitor<unknown>[]);
  const own: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, byte) => [byte]);
  return mapInput(
    {
      start: reader.start,
      step: (state: Read, symbol) => reader.step(state, symbol),
      accepts: (state: Read) => reader.accepts(state),
      mode: (state: Read) => reader.mode(state),
      ...(reader.controls && { controls: reader.controls }),
      ...(reader.key && { key: (state: Read) => reader.key!(state) }),
      ...(classes && { classes }),
      ...(reader.table && classes && { table: tableOver(classes, growingOf([reader])) }),
      output: (state: Read, symbol) => (symbol < 256 && seen.has(reader.mode(state)) ? own[symbol]! : NOTHING),
    },
    monitor,
    limits,
  );
}
