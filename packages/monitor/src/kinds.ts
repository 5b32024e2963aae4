// The kinds of arguments that the functions of this package check.

import {
  anything,
  boolean,
  callable,
  either,
  having,
  integer,
  iterable,
  type Kind,
  type KindsOf,
  listOf,
  named,
  oneOf,
  optionally,
  options,
  recordOf,
  required,
  text,
  typedArray,
} from "@espalier/arguments";
import { isAnswer } from "./answer.js";
import type { Limits } from "./limits.js";
import type { MonitorParts } from "./monitor-of.js";
import type { TypestateEvent } from "./typestate-event.js";

const byteClasses: Kind = having("byte classes { classOf, classCount }, which monitorOf makes of a list of texts", {
  classOf: typedArray("Uint8Array"),
  classCount: integer({ min: 1, max: 256 }),
});

/** Any monitor, from this package or another. */
export const monitorKind: Kind = having(
  "a monitor",
  { start: "any", step: "function", accepts: "function", classes: optionally(byteClasses) },
  (value) => {
    if (typeof value === "string")
      return `The monitor of that text alone is strings([${named(value).replace("the string ", "")}]) of @espalier/monitor.`;
    if (value instanceof RegExp) return "Make a monitor of it with regexMonitor of @espalier/automata.";
    return undefined;
  },
);

/** A text: a string, bytes, or a list of symbols. */
export const textKind: Kind = either(text, typedArray("Uint8Array"), listOf(integer({ min: 0 })));

/** A text of bytes alone. */
export const bytesKind: Kind = either(text, typedArray("Uint8Array"), listOf(integer({ min: 0, max: 255 })));

const arrayOfTexts = listOf(bytesKind);

const someState: Kind = {
  what: "a state",
  fault: (value) => (value === undefined ? { code: "missing", path: [], message: () => "a state." } : undefined),
};

const requiredParts: Kind = having(
  "the parts of a monitor { start, step, accepts }",
  { start: someState, step: "function", accepts: "function" },
  (value) =>
    "start" in Object(value) && (value as { readonly start: unknown }).start === undefined
      ? "`start` is undefined, which stands for the dead state."
      : undefined,
);

const PARTS: KindsOf<MonitorParts<unknown>> = {
  start: someState,
  step: callable,
  accepts: callable,
  controls: listOf(text),
  trim: boolean,
  prefixFree: boolean,
  key: callable,
  classes: arrayOfTexts,
  cost: callable,
  mode: callable,
  label: text,
  expected: callable,
  asks: callable,
  supply: callable,
};
const knownParts: Kind = options(PARTS);
const heldParts: Kind = having(
  "the parts of a monitor",
  Object.fromEntries(Object.entries(PARTS).map(([name, kind]) => [name, optionally(kind)])),
);

/** The parts of a user-written monitor. Only an instance of a class may have members of other names. */
export const monitorPartsKind: Kind = {
  what: requiredParts.what,
  fault: (value) => requiredParts.fault(value) ?? (isPlain(value) ? knownParts : heldParts).fault(value),
};

function isPlain(value: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A list of texts of bytes, in any iterable. Only the items of arrays are checked here. */
export const textsKind: Kind = {
  what: "a list of texts",
  fault: (value) => (Array.isArray(value) ? arrayOfTexts : iterable).fault(value),
};

/** A marker that separates parts of a text. */
export const markerKind: Kind = either(bytesKind, having("{ control: name }", { control: "string" }));

const LIMITS: KindsOf<Limits> = { states: integer({ min: 1 }) };

/** The limits of a combination. */
export const limitsKind: Kind = options(LIMITS);

/** The options of a product. */
export const productOptionsKind: Kind = options({
  states: integer({ min: 1 }),
  cost: either(oneOf("search"), callable),
  searched: integer({ min: 0 }),
});

/** A finite automaton as a table. Its numbers are checked when it becomes a monitor. */
export const automatonKind: Kind = having("an automaton { start, accepting, classOf, classCount, next }", {
  start: "number",
  accepting: iterable,
  classOf: "object",
  classCount: "number",
  next: "object",
  controls: optionally(listOf(text)),
});

/** A language with its markers. */
export const islandKind: Kind = options({
  markers: required(listOf(markerKind, 1)),
  language: required(monitorKind),
  mode: text,
});

/** A monitor with a `mode`. */
export const modalKind: Kind = having("a monitor with a `mode`", {
  start: "any",
  step: "function",
  accepts: "function",
  mode: "function",
});

/** A transducer. */
export const transducerKind: Kind = having("a transducer { start, step, accepts, output }", {
  start: "any",
  step: "function",
  accepts: "function",
  output: "function",
});

/** A table of states and calls. Its names are checked when it becomes a monitor. */
export const typestateKind: Kind = options({
  start: required(text),
  states: required(recordOf(recordOf(text, "a row of a table of states"), "a table of states")),
  final: listOf(text),
});

const objectValue = either(oneOf("fresh", "unknown"), having("{ name }", { name: "string" }));
const EVENTS: Readonly<Record<TypestateEvent["kind"], Kind>> = {
  declare: having('{ kind: "declare", name, value }', { name: "string", value: objectValue }),
  assign: having('{ kind: "assign", name, value }', { name: "string", value: objectValue }),
  call: having('{ kind: "call", name, method }', { name: "string", method: "string" }),
  escape: having('{ kind: "escape", name }', { name: "string" }),
  open: having('{ kind: "open", body }', { body: oneOf("block", "branch", "loop") }),
  else: anything,
  close: anything,
  leave: anything,
};
const someEvent: Kind = having("an event { kind, … }", { kind: oneOf(...Object.keys(EVENTS)) });

/** An event of a program. */
export const typestateEventKind: Kind = {
  what: someEvent.what,
  fault: (value) => someEvent.fault(value) ?? EVENTS[(value as TypestateEvent).kind].fault(value),
};

/** A state of `objectStates`. */
export const objectStateKind: Kind = having("a state of this machine", { now: "any", open: "object" });

/** The options of a trigger. */
export const triggerOptionsKind: Kind = options({
  after: required(monitorKind),
  ask: required(text),
  allow: required(callable),
  word: bytesKind,
  inside: oneOf("ask", "split", "defer"),
  whenEmpty: oneOf("rewind", "abstain", "abort"),
});

/** An answer, including what it claims. */
export const answerKind: Kind = {
  what: "an answer { kind, … }",
  fault: (value) =>
    isAnswer(value) ? undefined : { code: "wrong-type", path: [], message: () => `${ANSWERS}, not ${named(value)}.` },
};

const ANSWERS =
  'an answer: { kind: "closed", value }, { kind: "open" }, { kind: "unknown", reason } or { kind: "proven-empty", reason }';
