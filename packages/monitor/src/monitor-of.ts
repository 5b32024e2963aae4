// A monitor of the user's own: states are whatever values the user likes, and its promises are checked while it runs.

import { callable, named, signature } from "@espalier/arguments";
import { auditStep, isPromise } from "./audit.js";
import { checkedQuestions } from "./checked-questions.js";
import { monitorPartsKind } from "./kinds.js";
import { type ByteClasses, FIRST_CONTROL, type Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import { createNesting } from "./nesting.js";
import { bytesOf, symbolsOf, type Text } from "./text.js";

/** What {@link monitorOf} takes: the three methods of a monitor, and what else the monitor knows of itself. */
export interface MonitorParts<State>
  extends Pick<
    Monitor<State>,
    | "start"
    | "step"
    | "accepts"
    | "controls"
    | "trim"
    | "prefixFree"
    | "key"
    | "cost"
    | "mode"
    | "expected"
    | "asks"
    | "supply"
  > {
  /**
   * The bytes that the monitor tells apart, as disjoint sets: strings of ASCII characters, or lists of bytes. The bytes of one set
   * lead to equal states from every state, and so do all bytes that no set holds. `["{[", "]}"]` makes three classes.
   */
  readonly classes?: readonly Text[];
}

const checkMonitorOf = signature("monitorOf", { parts: monitorPartsKind });
const checkCheckedKey = signature("checkedKey", { keyOf: callable });

/**
 * A monitor of the user's own. States may be any values, fresh objects among them: nobody numbers them, and they are freed with the
 * decoder that holds them.
 *
 * With `key` and `classes` a masker remembers what it has found out about a state, and masks cost little more than those of the
 * language beside it. Without `key`, each mask steps the monitor along the tokens that the language allows; for 128,000 tokens that
 * takes milliseconds.
 *
 * `step` is called with bytes, and with the symbols that `controls` names. The monitor is tried on every byte from its start, and each mask tries one more token (see `MonitorError`).
 *
 * @throws ArgumentError when a part is missing or of a wrong type.
 * @throws MonitorError when the start shows that a promise is broken; so does every later call that shows it.
 * @throws RangeError when `classes` overlap or hold anything but bytes.
 * @example
 * const shallow = monitorOf({
 *   start: { depth: 0 },
 *   step: ({ depth }, byte) => {
 *     if (byte === 0x5b) return depth < 2 ? { depth: depth + 1 } : undefined;
 *     return byte === 0x5d ? { depth: depth - 1 } : { depth };
 *   },
 *   accepts: ({ depth }) => depth === 0,
 *   key: ({ depth }) => depth,
 *   classes: ["[", "]"],
 * });
 * ["[[1]]", "[[["].map((text) => verdict(shallow, text).kind); // => ["accepted", "dead"]
 */
export function monitorOf<State>(parts: MonitorParts<State>): Monitor<State> {
  checkMonitorOf(parts);
  const { classes, ...own } = parts;
  const partition = classes === undefined ? undefined : classesOf(classes);
  const symbols = FIRST_CONTROL + (parts.controls?.length ?? 0);
  const nesting = createNesting();
  const monitor: Monitor<State> = {
    ...own,
    step(state, symbol) {
      // A step that looks at a few bytes only would read every control symbol as one of the others.
      if (symbol >= symbols) return undefined;
      let next: State | undefined;
      nesting.enter();
      try {
        next = parts.step(state, symbol);
      } catch (error) {
        if (isLoop(error)) throw error;
        throw new MonitorError("step-throws", `step threw an error at ${nameOf(symbol)}: ${messageOf(error)}`, error);
      } finally {
        nesting.leave();
      }
      if (typeof next === "object" && (next === null || isPromise(next))) {
        const what = next === null ? "null; undefined means that nothing follows" : "a Promise; a step is synchronous";
        throw new MonitorError("step-result", `step returned ${what} (at ${nameOf(symbol)})`);
      }
      return next;
    },
    accepts(state) {
      let accepted: boolean;
      nesting.enter();
      try {
        accepted = parts.accepts(state);
      } catch (error) {
        if (isLoop(error)) throw error;
        throw new MonitorError("accepts-throws", `accepts threw an error: ${messageOf(error)}`, error);
      } finally {
        nesting.leave();
      }
      if (typeof accepted !== "boolean") {
        const what = isPromise(accepted) ? "a Promise; accepts is synchronous" : `${String(accepted)}, no boolean`;
        throw new MonitorError("accepts-result", `accepts returned ${what}`);
      }
      return accepted;
    },
    ...(parts.key !== undefined && {
      key: checkedKey((state: State) => parts.key!(state)),
    }),
    ...checkedQuestions(parts),
    ...(partition !== undefined && { classes: partition }),
  };
  for (let byte = 0; byte < FIRST_CONTROL; byte++) auditStep(monitor, monitor.start, byte);
  return monitor;
}

/** A user's `key`, which throws a `MonitorError` where it gives none. */
export function checkedKey<State>(keyOf: (state: State) => string | number): (state: State) => string | number {
  checkCheckedKey(keyOf);
  return (state) => {
    let key: string | number;
    try {
      key = keyOf(state);
    } catch (error) {
      throw new MonitorError("key-result", `key threw an error: ${messageOf(error)}`, error);
    }
    if (typeof key === "string" || (typeof key === "number" && !Number.isNaN(key))) return key;
    throw new MonitorError("key-result", `key returned ${String(key)}, neither a string nor a number`);
  };
}

/** Class 0 is that of the bytes in no set. */
function classesOf(sets: readonly Text[]): ByteClasses {
  const classOf = new Uint8Array(256);
  if (sets.length > 255) throw new RangeError(`classes lists ${sets.length} sets; there may be 255`);
  sets.forEach((set, i) => {
    if (typeof set === "string" && bytesOf(set).length > set.length)
      throw new RangeError(`classes[${i}] holds a character beyond ASCII, which is several bytes: list the bytes`);
    for (const byte of symbolsOf(set) as ArrayLike<number> & Iterable<number>) {
      if (!Number.isInteger(byte) || byte < 0 || byte > 255)
        throw new RangeError(`classes[${i}] holds ${named(byte)}, no byte`);
      if (classOf[byte] !== 0) throw new RangeError(`classes[${i}] holds ${nameOf(byte)}, which another set holds too`);
      classOf[byte] = i + 1;
    }
  });
  return { classOf, classCount: sets.length + 1 };
}

/** Whether an error says that the monitor contains itself. It passes through all that lie within each other. */
function isLoop(error: unknown): boolean {
  return error instanceof MonitorError && error.fault === "contains-itself";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf(symbol: number): string {
  return symbol > 0x20 && symbol < 0x7f ? `"${String.fromCharCode(symbol)}"` : `symbol ${symbol}`;
}
