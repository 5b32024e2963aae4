// Tracks which states of a table the objects of a program may be in, event by event: `typestate` for programs in which
// names are declared, aliased, rebound and go out of scope. A lexer or parser of the program reports the events; for a
// grammar, `overLexemes` of @espalier/syntax does so.
//
// A name is bound to a set of objects, and an object has a set of possible states: those to which some path to this
// point of the program leads (Cousot and Cousot 1977). If a name has one object, a call changes its state; if it may
// have several, each of them may have changed.
//
// (Strom and Yemini, "Typestate", 1986; Fink et al., "Effective typestate verification in the presence of aliasing",
// 2006.)

import { excerpt, oneOf, optionally, options as optionsKind, signature } from "@espalier/arguments";
import { checkCallTable } from "./calls.js";
import { objectStateKind, typestateEventKind, typestateKind } from "./kinds.js";
import { ENTRY, type Environment, environments } from "./object-environment.js";
import { type Typestate, withReceiver } from "./typestate.js";
import type { TypestateEvent } from "./typestate-event.js";

/** A place in a program. */
export interface ObjectState {
  /** What is known on the paths that lead here; `undefined` if there are none. */
  readonly now: Environment | undefined;
  /** The open scopes, outermost first. */
  readonly open: readonly OpenScope[];
}

interface OpenScope {
  readonly body: "block" | "branch" | "loop" | "alternative";
  /** What is known on the other path: past the branch or the loop, or through the branch before an alternative. */
  readonly aside: Environment | undefined;
}

/** The states of the objects of a program, as a pure state machine. */
export interface ObjectStates {
  readonly start: ObjectState;
  /** Returns the state after an event; `undefined` if the table rejects it. */
  step(state: ObjectState, event: TypestateEvent): ObjectState | undefined;
  /** Returns whether the program may end here: every object is in a final state, and no scope is open. */
  accepts(state: ObjectState): boolean;
  /** Returns the methods that may be called on the value of `name`. */
  methods(state: ObjectState, name: string): readonly string[];
  /** Returns a key; equal keys mean equal futures. */
  key(state: ObjectState): string;
}

export interface ObjectStatesOptions {
  /**
   * Which of an object's possible states must allow a call: `all` (the default), so that no path breaks the table; or
   * `some`, so that only calls that break it on every path are rejected.
   */
  readonly paths?: "all" | "some";
}

const checkObjectStates = signature("objectStates", {
  table: typestateKind,
  options: optionally(optionsKind({ paths: oneOf("all", "some") })),
});

const checkStep = signature("objectStates", { state: objectStateKind, event: typestateEventKind });

/**
 * Tracks the objects of a program through a table of states and methods.
 *
 * With `paths: "all"`, every path obeys the table. An object must be in a final state when the last name that refers to
 * it goes out of scope or is rebound. After the body of a loop, each object from outside must be in a state in which
 * the body may run again, and each name must be bound to the same objects as before. So some programs are rejected
 * although they would obey the table.
 *
 * Cost of an event: proportional to the names and objects in scope.
 *
 * @throws ArgumentError from `step`, for anything but a state and an event.
 * @throws RangeError for a table that `typestate` rejects; from `step`, for `else` or `close` if nothing of the kind is
 * open.
 *
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
    checkStep(state, event);
    const { now, open } = state;
    if (event.kind === "open") {
      // What is known where a loop begins must hold for each of its iterations.
      const entry = event.body === "loop" ? now && on.beforeLoop(now) : now;
      return { now: entry && on.entered(entry), open: [...open, { body: event.body, aside: entry }] };
    }
    if (event.kind === "else") {
      const top = topOf(open, "else");
      if (top.body !== "branch")
        throw new RangeError("objectStates: `else` must come inside a branch, and no branch is open here");
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
