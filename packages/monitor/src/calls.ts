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
  const numbers = new Map<string, number>();
  const pending: State[] = [];
  const rows: number[][] = [];
  const numberOf = (state: State): number => {
    const key = JSON.stringify(state);
    let number = numbers.get(key);
    if (number === undefined) {
      number = pending.push(state) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  // Bytes that occur in no name and have the same kind are equivalent, so steps are computed for few bytes.
  const { classOf, firsts } = classesOf([...receivers, ...Object.values(table.states).flatMap(Object.keys)], kindOf);
  const beginningsOfCalls = new Map<string, ReadonlySet<string>>();
  const beginningsOfReceivers = beginningsOf(receivers);
  const begins = (at: string, text: string): boolean => {
    let its = beginningsOfCalls.get(at);
    if (its === undefined) beginningsOfCalls.set(at, (its = beginningsOf(Object.keys(table.states[at]!))));
    return its.has(text);
  };
  numberOf(after(table.start));
  for (const state of pending) {
    rows.push(
      firsts.map((byte) => {
        const next = step(state, byte);
        return next === undefined ? -1 : numberOf(next);
      }),
    );
  }

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
  const ends = (state: State): boolean => state.place !== "method" && state.place !== "called" && final.has(state.at);
  const accepting = pending.flatMap((state, number) => (ends(state) ? [number] : []));
  /** The calls that a name, or the part of a call that has been read, can become. Free text is not described. */
  function expected(number: number): readonly string[] {
    const { at, place, read } = pending[number]!;
    if (place === "called") return ["("];
    return place === "method" ? Object.keys(table.states[at]!).filter((call) => call.startsWith(read)) : [];
  }
  return finite({ ...fromAutomaton({ start: 0, accepting, ...compressed(rows, classOf) }), expected });
}

const after = (at: string): State => ({ at, place: "between", read: "" });

type ByteKind = "identifier" | "dot" | "open" | "blank" | "else";

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
function classesOf(
  names: readonly string[],
  kindOf: (byte: number) => ByteKind,
): { readonly classOf: readonly number[]; readonly firsts: readonly number[] } {
  const letters = new Set(names.join(""));
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  const classOf = Array.from({ length: 256 }, (_, byte) => {
    const letter = String.fromCharCode(byte);
    const name = letters.has(letter) ? letter : kindOf(byte);
    let its = numbers.get(name);
    if (its === undefined) numbers.set(name, (its = firsts.push(byte) - 1));
    return its;
  });
  return { classOf, firsts };
}

/** Returns all prefixes of the texts, including the texts themselves. */
function beginningsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end))));
}

/** Merges classes with equal columns. */
function compressed(
  rows: readonly (readonly number[])[],
  classOf: readonly number[],
): { readonly classOf: readonly number[]; readonly classCount: number; readonly next: readonly number[] } {
  const numbers = new Map<string, number>();
  const kept: number[] = [];
  const merged = rows[0]!.map((_, column) => {
    const entries = rows.map((row) => row[column]).join();
    let its = numbers.get(entries);
    if (its === undefined) numbers.set(entries, (its = kept.push(column) - 1));
    return its;
  });
  return {
    classOf: classOf.map((column) => merged[column]!),
    classCount: kept.length,
    next: rows.flatMap((row) => kept.map((column) => row[column]!)),
  };
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
