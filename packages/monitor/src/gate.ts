// A monitor that sees some of a text only: the bytes that are read in certain modes of another monitor, such as code, and not strings or comments.

import { listOf, optionally, signature, text } from "@espalier/arguments";
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
 * The texts that `reader` accepts and of which `monitor` accepts the bytes that are read in one of `modes`. A byte belongs to the mode of the state
 * before it: a quotation mark that begins a string is code, and the one that ends it belongs to the string. `reader` tells its mode by `mode(state)`;
 * a `trigger` whose islands have modes does.
 *
 * With a reader and a monitor that are finite automata, so is the gated one: its product with a grammar is decided. Else not trim.
 *
 * @throws LimitError from a step that meets more distinct states than `limits` allow.
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
  const seen = new Set(modes);
  const classes = commonClasses([reader, monitor] as readonly Monitor<unknown>[]);
  const { table } = reader;
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
      ...(table &&
        classes && {
          table: {
            ...classes,
            // biome-ignore lint/plugin: part of the contract, and nothing else is called here
            get generation() {
              return table.generation;
            },
          },
        }),
      output: (state: Read, symbol) => (symbol < 256 && seen.has(reader.mode(state)) ? own[symbol]! : NOTHING),
    },
    monitor,
    limits,
  );
}
