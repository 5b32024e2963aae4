// The constraint after a trigger, once an answer has set it: a user's monitor, with a number that identifies it.

import { checkArgument } from "@espalier/arguments";
import { monitorKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import { strings } from "./strings.js";
import { bytesOf } from "./text.js";

/** A monitor that constrains the text after a trigger. */
export class TriggerBody {
  readonly number: number;
  // Private, so that code that inspects a state does not read the tables of a monitor.
  readonly #monitor: Monitor<unknown>;
  readonly #nesting = createNesting();

  constructor(number: number, monitor: Monitor<unknown>) {
    this.number = number;
    this.#monitor = monitor;
  }

  get start(): unknown {
    return this.#monitor.start;
  }

  step(state: unknown, byte: number): unknown {
    this.#nesting.enter();
    try {
      return this.#monitor.step(state, byte);
    } finally {
      this.#nesting.leave();
    }
  }

  accepts(state: unknown): boolean {
    return this.#monitor.accepts(state);
  }

  cost(state: unknown): number {
    return this.#monitor.cost!(state);
  }

  expected(state: unknown): readonly string[] {
    return this.#monitor.expected?.(state) ?? [];
  }

  /** Returns the bytes of `among` that can follow. */
  bytes(state: unknown, among: Uint8Array): readonly number[] {
    const { table, classes = table } = this.#monitor;
    const leads: (boolean | undefined)[] = [];
    const bytes: number[] = [];
    for (let byte = 0; byte < 256; byte++) {
      if (among[byte] !== 1) continue;
      const its = classes?.classOf[byte] ?? byte;
      leads[its] ??= this.step(state, byte) !== undefined;
      if (leads[its]) bytes.push(byte);
    }
    return bytes;
  }

  keyOf(state: unknown): string | number {
    return this.#monitor.key === undefined ? (state as number) : this.#monitor.key(state);
  }
}

/** Maximum number of cached bodies of one trigger. */
const MOST_BODIES = 256;

/**
 * Returns a function from the value of an answer to the constraint that it imposes (the *body*). If `allow` is
 * `strings`, names with other bytes than those of `word` are left out, because the first such byte ends the constrained
 * part. Lists of strings are equal if they contain the same strings in the same order; other values are equal if they
 * are the same object. At most 256 bodies are cached.
 */
export function bodyMaker<Value>(
  allow: (value: Value) => Monitor<unknown>,
  word: Uint8Array,
): (value: Value) => TriggerBody {
  const known = new Map<unknown, TriggerBody>();
  let last = 0;
  const isSpelt = (name: string): boolean => bytesOf(name).every((byte) => word[byte] === 1);
  return (value) => {
    const id = identityOf(value);
    let body = known.get(id);
    if (body !== undefined) return body;
    const monitor = allow === (strings as unknown) && isNames(value) ? strings(value.filter(isSpelt)) : allow(value);
    checkArgument("onTrigger", "allow(value)", monitor, monitorKind);
    if (monitor.cost === undefined)
      throw new RangeError(
        "The monitor that `allow` returns has no cost, so it is unknown whether a text can be finished. Return one with a cost, such as strings(list).",
      );
    if (monitor.key === undefined && monitor.table === undefined)
      throw new RangeError(
        "The monitor that `allow` returns neither numbers its states (`table`) nor has a `key`. Return one that does, such as strings(list).",
      );
    if (known.size >= MOST_BODIES) known.delete(known.keys().next().value);
    known.set(id, (body = new TriggerBody(++last, monitor)));
    return body;
  };
}

function identityOf(value: unknown): unknown {
  return isNames(value) ? JSON.stringify(value) : value;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
