// Which states of a table the objects of a program may be in, event by event: `typestate` for programs in which names are declared, share an object, are
// bound to others, and go out of scope. Whoever lexes or parses the program tells the events; `overLexemes` of @espalier/syntax does so for a
// grammar.
//
// A name is bound to a set of objects, and an object is in a set of states, which hold what every path to this place can have led to (Cousot and
// Cousot 1977). Where a name has one object, a call moves it on; where it may have several, each may have moved or not.
//
// (Strom and Yemini, "Typestate", 1986; Fink et al., "Effective typestate verification in the presence of aliasing", 2006.)

import { excerpt, oneOf, optionally, options as optionsKind, signature } from "@espalier/arguments";
import { checkCallTable } from "./calls.js";
import { typestateKind } from "./kinds.js";
import { ENTRY, type Environment, environments } from "./object-environment.js";
import { type Typestate, withReceiver } from "./typestate.js";
import type { TypestateEvent } from "./typestate-event.js";

/** A place in a program. */
export interface ObjectState {
  /** What is known on the paths that lead here; `undefined` where none does. */
  readonly now: Environment | undefined;
  /** The scopes that are open, the outermost first. */
  readonly open: readonly OpenScope[];
}

interface OpenScope {
  readonly body: "block" | "branch" | "loop" | "alternative";
  /** What is known on the other way round: past the branch or the loop, or through the branch before an alternative. */
  readonly aside: Environment | undefined;
}

/** The states of the objects of a program, as a pure machine. */
export interface ObjectStates {
  readonly start: ObjectState;
  /** The state after an event; `undefined` where the table refuses it. */
  step(state: ObjectState, event: TypestateEvent): ObjectState | undefined;
  /** Whether the program may end here: every object is in a final state, and no scope is open. */
  accepts(state: ObjectState): boolean;
  /** The methods that may be called on what `name` is bound to. */
  methods(state: ObjectState, name: string): readonly string[];
  /** Equal keys denote equal futures. */
  key(state: ObjectState): string;
}

export interface ObjectStatesOptions {
  /**
   * Which of the states that an object may be in have to take a call: `all` (default), so that no path breaks the table; or `some`, so that only
   * that is refused which breaks it on every path.
   */
  readonly paths?: "all" | "some";
}

const checkObjectStates = signature("objectStates", {
  table: typestateKind,
  options: optionally(optionsKind({ paths: oneOf("all", "some") })),
});

/**
 * Follows the objects of a program through a table of states and methods.
 *
 * With `paths: "all"` every path keeps to the table: an object has to be in a final state when the last name for it goes, and a loop has to leave each object
 * from outside in a state in which it may begin again, and each name bound as before. So some programs are refused that would keep to it.
 *
 * Cost of an event: proportional to the names and objects in scope.
 *
 * @throws RangeError for a table that `typestate` refuses; from `step`, for `else` or `close` where nothing of the kind is open.
 * @example
 * const files = objectStates({
 *   start: "closed",
 *   states: { closed: { open: "opened" }, opened: { read: "opened", close: "closed" } },
 *   final: ["closed"],
 * });
 * let state = files.step(files.start, { kind: "declare", name: "f", value: "fresh" })!;
 * state = files.step(state, { kind: "call", name: "f", method: "open" })!;
 * state = files.step(state, { kind: "declare", name: "g", value: { name: "f" } })!;
 * files.methods(state, "g"); // => ["read", "close"]
 * files.step(state, { kind: "leave" }); // => undefined
 */
export function objectStates(table: Typestate, options: ObjectStatesOptions = {}): ObjectStates {
  checkObjectStates(table, options);
  const { paths = "all" } = options;
  checkCallTable(["it"], { ...table, states: withReceiver("it", table.states) });
  const on = environments(table, paths);
  const methods = [...new Set(Object.values(table.states).flatMap((row) => Object.keys(row)))];

  function step(state: ObjectState, event: TypestateEvent): ObjectState | undefined {
    const { now, open } = state;
    if (event.kind === "open") {
      // What is known where a loop begins has to hold for each of its rounds.
      const entry = event.body === "loop" ? now && on.beforeLoop(now) : now;
      return { now: entry && on.entered(entry), open: [...open, { body: event.body, aside: entry }] };
    }
    if (event.kind === "else") {
      const top = topOf(open, "else");
      if (top.body !== "branch") throw new RangeError("objectStates: else belongs to a branch that is open");
      const after = now && on.left(now);
      if (after === "refused") return undefined;
      return {
        now: top.aside && on.entered(top.aside),
        open: [...open.slice(0, -1), { body: "alternative", aside: after }],
      };
    }
    if (event.kind === "close") {
      const { body, aside } = topOf(open, "close");
      const after = now && on.left(now);
      if (after === "refused") return undefined;
      const outer = open.slice(0, -1);
      if (body === "block") return { now: after, open: outer };
      if (body !== "loop") return { now: on.joined(after, aside), open: outer };
      return after === undefined || on.mayRepeat(after, aside!) ? { now: aside, open: outer } : undefined;
    }
    if (now === undefined) return state;
    if (event.kind === "leave") return on.isFinished(now) ? { now: undefined, open } : undefined;
    const after = on.after(now, event);
    return after === "refused" ? undefined : { now: after, open };
  }

  return {
    start: { now: ENTRY, open: [] },
    step,
    accepts: ({ now, open }) => open.length === 0 && (now === undefined || on.isFinished(now)),
    methods: (state, name) => methods.filter((method) => step(state, { kind: "call", name, method }) !== undefined),
    key: ({ now, open }) => {
      const keyOf = on.keys();
      return JSON.stringify([keyOf(now), ...open.map(({ body, aside }) => [body, keyOf(aside)])]);
    },
  };
}

function topOf(open: readonly OpenScope[], event: string): OpenScope {
  const top = open.at(-1);
  if (top === undefined) throw new RangeError(`objectStates: nothing is open at "${excerpt(event, 80)}"`);
  return top;
}
