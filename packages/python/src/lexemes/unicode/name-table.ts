// A set of names as the text of its minimal automaton. States are in the order of a depth-first walk from the start.
//
//   state  =  "."                      a name ends here, and no other continues
//          |  "~" digit digit          the state with this number
//          |  "*"? age? edge           one edge, or any number of edges in angle brackets
//   edge   =  letter state             A–Z, 0–9, blank, hyphen
//
// "*" assigns the next number to the state. An age a–f means that a name ends here since that version of Unicode ("."
// means the first version). Digits are the characters "%" to "~" without backslash and backquote.

import type { ByteAutomaton } from "@espalier/automata";

const DOT = 0x2e;
const STAR = 0x2a;
const TILDE = 0x7e;
const LESS = 0x3c;
const GREATER = 0x3e;
const AGES = 0x61;
/** The number of versions of Unicode that the table distinguishes. */
const MOST_AGES = 6;
const NEVER = 255;

/** The base of numbers: 90 characters less two. */
const BASE = 88;
function digit(code: number): number {
  return code - 37 - (code > 0x5c ? 1 : 0) - (code > 0x60 ? 1 : 0);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -";
/** One additional class contains the bytes that occur in no name. */
const CLASSES = LETTERS.length + 1;

/**
 * Names with the version of Unicode that added each: an automaton without accepting states, and the ages of its states.
 */
export interface NameTable {
  readonly classOf: Uint8Array;
  readonly next: Int32Array;
  readonly ages: Uint8Array;
}

/** Reads a table with the given number of states; state 0 is ".". Linear in its text. */
export function readNames(text: string, states: number): NameTable {
  const classOf = new Uint8Array(256).fill(CLASSES - 1);
  for (let k = 0; k < LETTERS.length; k++) {
    classOf[LETTERS.charCodeAt(k)] = k;
    classOf[LETTERS.toLowerCase().charCodeAt(k)] = k;
  }
  const next = new Int32Array(CLASSES * states).fill(-1);
  const ages = new Uint8Array(states).fill(NEVER);
  const numbered: number[] = [];
  ages[0] = 0;
  let count = 1;
  let at = 0;

  function edge(state: number): void {
    const letter = classOf[text.charCodeAt(at++)]!;
    const target = read();
    next[state * CLASSES + letter] = target;
  }

  function read(): number {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      at++;
      return 0;
    }
    if (code === TILDE) {
      at += 3;
      return numbered[digit(text.charCodeAt(at - 2)) * BASE + digit(text.charCodeAt(at - 1))]!;
    }
    const state = count++;
    if (code === STAR) {
      numbered.push(state);
      at++;
    }
    const age = text.charCodeAt(at) - AGES;
    if (age >= 0 && age < MOST_AGES) {
      ages[state] = age;
      at++;
    }
    if (text.charCodeAt(at) !== LESS) {
      edge(state);
      return state;
    }
    at++;
    while (text.charCodeAt(at) !== GREATER) edge(state);
    at++;
    return state;
  }

  read();
  return { classOf, next, ages };
}

/**
 * Returns the automaton of the names that a version of Unicode, given by its index, contains. It reads capitals and
 * small letters alike, and starts in state 1.
 */
export function namesSince({ classOf, next, ages }: NameTable, age: number): ByteAutomaton {
  return { classOf, classCount: CLASSES, next, accepting: ages.map((its) => (its <= age ? 1 : 0)) };
}
