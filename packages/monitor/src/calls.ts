// The automaton for calls on some names in free text, constrained by a table of states. `typestate` (one name) and
// `protocol` (several) use it.
//
// It is a finite automaton over bytes, so its product with a grammar has no dead ends. For each state q of the table,
// the automaton has these states:
//
//     between        where an identifier may begin
//     other          in an identifier that is not a receiver, or is a member of something else
//     dotted         after a dot of something else
//     name p         after p, the beginning of a receiver, at the beginning of an identifier
//     after r        after receiver r and blanks
//     method r.p     after receiver r and its dot; p is a prefix of methods that q allows
//     called r.m     after method m of r and blanks: its bracket must come

import { excerpt } from "@espalier/arguments";
import {
  type ByteClasses,
  byColumns,
  commonRefinement,
  type Dfa,
  EVERY_BYTE,
  explored,
  finalsOf,
  type Refinement,
  tableOf,
} from "@espalier/dfa";
import { fromAutomaton } from "./automaton.js";
import { finite } from "./finite.js";
import type { Monitor } from "./monitor.js";

/**
 * The states, the calls that each allows with the next state, and the states in which a text may end. A call is
 * `receiver.method`.
 */
export interface CallTable {
  readonly start: string;
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The states in which a text may end; all by default. */
  readonly final?: readonly string[];
}

type Place = "between" | "other" | "dotted" | "name" | "after" | "method" | "called";

interface State {
  /** The state of the table. */
  readonly at: string;
  readonly place: Place;
  /** The part of a name or call that has been read. */
  readonly read: string;
}

/** Returns the monitor of a checked table. */
export function callMonitor(receivers: readonly string[], table: CallTable): Monitor<number> {
  const kindOf = classes();
  // Bytes that occur in no name and have the same kind are equivalent, so steps are computed for few bytes.
  const { classOf, representatives: firsts } = classesOf(
    [...receivers, ...Object.values(table.states).flatMap(Object.keys)],
    kindOf,
  );
  const beginningsOfCalls = new Map<string, ReadonlySet<string>>();
  const beginningsOfReceivers = beginningsOf(receivers);
  const begins = (at: string, text: string): boolean => {
    let its = beginningsOfCalls.get(at);
    if (its === undefined) beginningsOfCalls.set(at, (its = beginningsOf(Object.keys(table.states[at]!))));
    return its.has(text);
  };
  function step({ at, place, read }: State, byte: number): State | undefined {
    const kind = kindOf(byte);
    const letter = String.fromCharCode(byte);
    const to = (where: Place, text = ""): State => ({ at, place: where, read: text });
    if (place === "method") {
      if (kind === "blank" && read.endsWith(".")) return to("method", read);
      const allowed = table.states[at]!;
      if (kind === "identifier") {
        const longer = read + letter;
        return begins(at, longer) ? to("method", longer) : undefined;
      }
      if (!Object.hasOwn(allowed, read)) return undefined;
      return kind === "blank" ? to("called", read) : kind === "open" ? after(allowed[read]!) : undefined;
    }
    if (place === "called") {
      if (kind === "blank") return to("called", read);
      return kind === "open" ? after(table.states[at]![read]!) : undefined;
    }
    if (kind === "identifier") {
      if (place === "other" || place === "dotted") return to("other");
      const longer = (place === "name" ? read : "") + letter;
      return beginningsOfReceivers.has(longer) ? to("name", longer) : to("other");
    }
    const whole = place === "after" || (place === "name" && receivers.includes(read));
    if (kind === "dot") return whole ? to("method", `${read}.`) : to("dotted");
    if (kind === "blank") return whole ? to("after", read) : place === "dotted" ? to("dotted") : to("between");
    return to("between");
  }

  const final = new Set(table.final ?? Object.keys(table.states));
  const visit = byColumns<State>(
    firsts.length,
    (state, column) => step(state, firsts[column]!),
    ({ at, place }) => place !== "method" && place !== "called" && final.has(at),
  );
  const { dfa, states } = explored(after(table.start), visit, Number.POSITIVE_INFINITY, JSON.stringify)!;
  /** The calls that a name, or the part of a call that has been read, can become. Free text is not described. */
  function expected(number: number): readonly string[] {
    const { at, place, read } = states[number]!;
    if (place === "called") return ["("];
    return place === "method" ? Object.keys(table.states[at]!).filter((call) => call.startsWith(read)) : [];
  }
  return finite({
    ...fromAutomaton({ start: 0, accepting: finalsOf(dfa), ...compressed(dfa, classOf, firsts.length) }),
    expected,
  });
}

const after = (at: string): State => ({ at, place: "between", read: "" });

const KINDS = ["identifier", "dot", "open", "blank", "else"] as const;
type ByteKind = (typeof KINDS)[number];

/** Identifiers consist of letters, digits, underscores, dollar signs and all non-ASCII characters. */
function classes(): (byte: number) => ByteKind {
  const kinds = Array.from({ length: 256 }, (_, byte): ByteKind => {
    if (byte >= 0x80 || /[A-Za-z0-9_$]/.test(String.fromCharCode(byte))) return "identifier";
    if (byte === 0x2e) return "dot";
    if (byte === 0x28) return "open";
    return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? "blank" : "else";
  });
  return (byte) => kinds[byte]!;
}

/** Gives each letter of `names` a class of its own; all other bytes of one kind share a class. */
function classesOf(names: readonly string[], kindOf: (byte: number) => ByteKind): Refinement {
  const letters = new Set(names.join(""));
  const bytes = [...EVERY_BYTE.classOf];
  return commonRefinement([
    bytes.map((byte) => (letters.has(String.fromCharCode(byte)) ? 1 + byte : 0)),
    bytes.map((byte) => KINDS.indexOf(kindOf(byte))),
  ]);
}

/** Returns all prefixes of the texts, including the texts themselves. */
function beginningsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end))));
}

/** Merges the classes that lead to the same states. */
function compressed(
  dfa: Dfa,
  classOf: Uint8Array,
  columns: number,
): ByteClasses & { readonly next: readonly number[] } {
  const table = tableOf(dfa, columns);
  const rows = [...dfa.accepting.keys()].map((state) => table.subarray(state * columns, (state + 1) * columns));
  const { representatives, ...classes } = commonRefinement(
    rows.map((row) => Array.from(classOf, (column) => 1 + row[column]!)),
  );
  const kept = Array.from(representatives, (byte) => classOf[byte]!);
  return { ...classes, next: rows.flatMap((row) => kept.map((column) => row[column]!)) };
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * Checks a table of calls on `receivers`.
 *
 * @throws RangeError for a name that is not an ASCII identifier, a call on another receiver, a state that has no row or
 * cannot be reached, and a state from which no final state can be reached.
 */
export function checkCallTable(receivers: readonly string[], { start, states, final }: CallTable): void {
  const names = Object.keys(states);
  const known = (state: string, where: string): void => {
    if (!Object.hasOwn(states, state))
      throw new RangeError(`${where} is "${excerpt(state, 80)}", for which the table has no row`);
  };
  for (const receiver of receivers)
    if (!IDENTIFIER.test(receiver))
      throw new RangeError(`The receiver "${excerpt(receiver, 80)}" is not an ASCII identifier`);
  const twice = receivers.find((receiver, at) => receivers.indexOf(receiver) < at);
  if (twice !== undefined) throw new RangeError(`The party "${excerpt(twice, 80)}" is named twice`);
  known(start, "The start");
  for (const state of final ?? []) known(state, "A final state");
  for (const state of names) {
    for (const [call, next] of Object.entries(states[state]!)) {
      const receiver = receivers.find((each) => call.startsWith(`${each}.`));
      if (receiver === undefined)
        throw new RangeError(
          `"${excerpt(call, 80)}" is not a call of a party; write "${excerpt(receivers[0]!, 80)}.method"`,
        );
      const method = call.slice(receiver.length + 1);
      if (!IDENTIFIER.test(method))
        throw new RangeError(`The method "${excerpt(method, 80)}" is not an ASCII identifier`);
      known(next, `What follows "${excerpt(method, 80)}" in state "${excerpt(state, 80)}"`);
    }
  }
  const reached = closure([start], (state) => Object.values(states[state]!));
  const unreachable = names.find((state) => !reached.has(state));
  if (unreachable !== undefined)
    throw new RangeError(`State "${excerpt(unreachable, 80)}" cannot be reached from "${excerpt(start, 80)}"`);
  const before = new Map(names.map((state) => [state, [] as string[]]));
  for (const state of names) for (const next of Object.values(states[state]!)) before.get(next)!.push(state);
  const ending = closure(final ?? names, (state) => before.get(state)!);
  const stuck = names.find((state) => !ending.has(state));
  if (stuck !== undefined) throw new RangeError(`From state "${excerpt(stuck, 80)}" no final state can be reached`);
}

function closure(from: readonly string[], next: (state: string) => readonly string[]): ReadonlySet<string> {
  const all = new Set(from);
  for (const state of all) for (const each of next(state)) all.add(each);
  return all;
}
