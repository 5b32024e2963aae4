// Creates user-written monitors. States may be any values. The promises of the interface are checked at run time.

import { callable, named, signature } from "@espalier/arguments";
import { auditStep, isPromise } from "./audit.js";
import { checkedCost } from "./checked-cost.js";
import { checkedQuestions } from "./checked-questions.js";
import type { ByteClasses } from "./engine/table.js";
import { monitorPartsKind } from "./kinds.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import { createNesting } from "./nesting.js";
import { nameOf } from "./symbols.js";
import { bytesOf, symbolsOf, type Text } from "./text.js";

/** The argument of {@link monitorOf}: the three methods of a monitor, and optional capabilities. */
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
    | "label"
    | "expected"
    | "asks"
    | "supply"
  > {
  /**
   * The bytes that the monitor distinguishes, as disjoint sets: strings of ASCII characters, or lists of bytes. From
   * every state, all bytes of one set lead to equal states, and so do all bytes in no set. `["{[", "]}"]` makes three
   * classes.
   */
  readonly classes?: readonly Text[];
}

const checkMonitorOf = signature("monitorOf", { parts: monitorPartsKind });
const checkCheckedKey = signature("checkedKey", { keyOf: callable });

/**
 * Creates a user-written monitor. States may be any values, including fresh objects: they are not numbered, and are
 * freed with the decoder that holds them.
 *
 * With `key` and `classes`, a masker caches what it learns about a state, and masks cost little more than those of the
 * language in the product. Without `key`, each mask steps the monitor along the tokens that the language allows; for
 * 128,000 tokens this takes milliseconds.
 *
 * `step` is called with bytes, and with the symbols in `controls`. The monitor is tested with every byte from its
 * start, and each mask tests one more token (see `MonitorError`).
 *
 * @throws ArgumentError if a part is missing or has the wrong type.
 * @throws MonitorError if the start reveals a broken promise; likewise from every later call that reveals one.
 * @throws RangeError if `classes` overlap or contain anything but bytes.
 *
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
      // A step that tests for a few bytes would treat every control symbol like the other bytes.
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
    ...(parts.cost !== undefined && { cost: checkedCost((state: State) => parts.cost!(state)) }),
    ...checkedQuestions(parts),
    ...(partition !== undefined && { classes: partition }),
  };
  for (let byte = 0; byte < FIRST_CONTROL; byte++) auditStep(monitor, monitor.start, byte);
  return monitor;
}

/** Returns a user's `key` function that throws a `MonitorError` for an invalid result. */
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

/** Class 0 contains the bytes in no set. */
function classesOf(sets: readonly Text[]): ByteClasses {
  const classOf = new Uint8Array(256);
  if (sets.length > 255) throw new RangeError(`classes lists ${sets.length} sets; the limit is 255`);
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

/** Returns whether an error says that the monitor contains itself. It passes through all enclosing monitors. */
function isLoop(error: unknown): boolean {
  return error instanceof MonitorError && error.fault === "contains-itself";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
