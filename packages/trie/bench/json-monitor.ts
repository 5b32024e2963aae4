// JSON as a factored monitor, written by hand: a lexer of a few dozen local states under a stack of brackets. It stands in
// for a compiled grammar, so that masks can be timed without one. Bytes from 0x80 on are taken as they come.

import type { Factor, Monitor, Table } from "@espalier/monitor";

// What may come next decides where the lexer starts: local states 1 … 8.
const VALUE = 1;
const VALUE_OR_END = 2; // after [
const KEY_OR_END = 3; // after {
const KEY = 4; // after , in an object
const COLON = 5;
const NEXT_MEMBER = 6; // , or }
const NEXT_ITEM = 7; // , or ]
const AFTER = 8; // nothing but blanks
const STRING = 9;
const ESCAPE = 10;
const HEX = 11; // … 14
const STRING_END = 15;
const MARKS = 16; // … 21: { } [ ] : ,
const NUMBER = 22; // − 0 digits . digits e sign digits: … 29
const WORDS = 30; // true false null, one state a letter

const WORD_TEXT = ["true", "false", "null"];
const MARK_TEXT = "{}[]:,";
const E_STRING = 7; // exits 1 … 6 are the marks
const E_SCALAR = 8;

const wordStarts = WORD_TEXT.map((_, i) => WORDS + WORD_TEXT.slice(0, i).join("").length);
const LOCALS = WORDS + WORD_TEXT.join("").length;

const isDigit = (b: number): boolean => b >= 48 && b <= 57;
const isHex = (b: number): boolean => isDigit(b) || (b >= 65 && b <= 70) || (b >= 97 && b <= 102);
const mark = (char: string): number => MARKS + MARK_TEXT.indexOf(char);

function stepLocal(l: number, b: number): number {
  if (l <= AFTER) {
    if (b === 32 || b === 9 || b === 10 || b === 13) return l;
    return startOf(l, b);
  }
  if (l === STRING) return b === 34 ? STRING_END : b === 92 ? ESCAPE : b >= 32 ? STRING : 0;
  if (l === ESCAPE) return b === 117 ? HEX : '"\\/bfnrt'.includes(String.fromCharCode(b)) ? STRING : 0;
  if (l >= HEX && l < HEX + 4) return isHex(b) ? (l === HEX + 3 ? STRING : l + 1) : 0;
  if (l >= NUMBER && l < WORDS) return stepNumber(l - NUMBER, b);
  if (l >= WORDS) {
    const text = WORD_TEXT.join("");
    const ends = wordStarts.some((start, i) => l === start + WORD_TEXT[i]!.length - 1);
    return !ends && text.charCodeAt(l - WORDS + 1) === b ? l + 1 : 0;
  }
  return 0;
}

function startOf(l: number, b: number): number {
  const char = String.fromCharCode(b);
  const marks = ["", "{[", "{[]", "}", "", ":", ",}", ",]", ""][l]!;
  if (marks.includes(char)) return mark(char);
  if (l > KEY) return 0;
  if (b === 34) return STRING;
  if (l > VALUE_OR_END) return 0;
  if (b === 45) return NUMBER;
  if (b === 48) return NUMBER + 1;
  if (isDigit(b)) return NUMBER + 2;
  const word = WORD_TEXT.findIndex((text) => text[0] === char);
  return word < 0 ? 0 : wordStarts[word]!;
}

function stepNumber(at: number, b: number): number {
  const exponent = b === 69 || b === 101;
  if (at === 0) return b === 48 ? NUMBER + 1 : isDigit(b) ? NUMBER + 2 : 0;
  if (at <= 2) return b === 46 ? NUMBER + 3 : exponent ? NUMBER + 5 : at === 2 && isDigit(b) ? NUMBER + 2 : 0;
  if (at <= 4) return isDigit(b) ? NUMBER + 4 : at === 4 && exponent ? NUMBER + 5 : 0;
  if (at === 5 && (b === 43 || b === 45)) return NUMBER + 6;
  return isDigit(b) ? NUMBER + 7 : 0;
}

function exitOf(l: number): number {
  if (l === STRING_END) return E_STRING;
  if (l >= MARKS && l < NUMBER) return 1 + l - MARKS;
  if (l >= NUMBER && l < WORDS) return [1, 2, 4, 7].includes(l - NUMBER) ? E_SCALAR : 0;
  return wordStarts.some((start, i) => l === start + WORD_TEXT[i]!.length - 1) ? E_SCALAR : 0;
}

/** A monitor of JSON texts whose states are integers, with a table and a factor. */
export function jsonMonitor(): Monitor<number> & { readonly table: Table; readonly factor: Factor<number> } {
  const steps = Array.from({ length: LOCALS * 256 }, (_, i) => (i < 256 ? 0 : stepLocal(i >> 8, i & 255)));
  const exits = Array.from({ length: LOCALS }, (_, l) => exitOf(l));
  const closing = exits.map((exit, l) => exit !== 0 && steps.slice(256 * l, 256 * l + 256).every((next) => next === 0));
  const signatures = new Map<string, number>();
  const classOf = Uint8Array.from({ length: 256 }, (_, b) => {
    const signature = Array.from({ length: LOCALS }, (_, l) => steps[256 * l + b]).join();
    if (!signatures.has(signature)) signatures.set(signature, signatures.size);
    return signatures.get(signature)!;
  });

  // A stack is a number: 0 empty, else 1 + an index into cells (kind of bracket, stack below).
  const cells: { readonly object: boolean; readonly below: number }[] = [];
  const cellOf = new Map<number, number>();
  function pushCell(object: boolean, below: number): number {
    const key = 2 * below + Number(object);
    let cell = cellOf.get(key);
    if (cell === undefined) cellOf.set(key, (cell = cells.push({ object, below })));
    return cell;
  }
  const stateOf = (stack: number, local: number): number => stack * LOCALS + local;
  const afterValue = (stack: number): number =>
    stateOf(stack, stack === 0 ? AFTER : cells[stack - 1]!.object ? NEXT_MEMBER : NEXT_ITEM);

  // While a key is read the stack has a cell of its own on top, told by its negative `below`.
  const keyed = new Map<number, number>();
  function keyCell(stack: number): number {
    let cell = keyed.get(stack);
    if (cell === undefined) keyed.set(stack, (cell = cells.push({ object: true, below: -stack })));
    return cell;
  }
  function cross(state: number, exit: number): number | undefined {
    const stack = Math.floor(state / LOCALS);
    const inKey = stack > 0 && cells[stack - 1]!.below < 0;
    const real = inKey ? -cells[stack - 1]!.below : stack;
    const local = state % LOCALS; // before a key begins, its string is a key's already
    if (exit === E_STRING && (inKey || local === KEY || local === KEY_OR_END)) return stateOf(real, COLON);
    if (exit >= E_STRING) return afterValue(real);
    const char = MARK_TEXT[exit - 1]!;
    if (char === "{") return stateOf(pushCell(true, real), KEY_OR_END);
    if (char === "[") return stateOf(pushCell(false, real), VALUE_OR_END);
    if (char === ":") return stateOf(real, VALUE);
    const object = cells[real - 1]!.object;
    if (char === ",") return stateOf(real, object ? KEY : VALUE);
    return afterValue(cells[real - 1]!.below);
  }
  function step(state: number, symbol: number): number | undefined {
    if (symbol > 255) return undefined;
    const local = state % LOCALS;
    const next = steps[256 * local + symbol]!;
    if (next !== 0) {
      const stack = Math.floor(state / LOCALS);
      const key = next === STRING && (local === KEY || local === KEY_OR_END);
      const moved = stateOf(key ? keyCell(stack) : stack, next);
      return closing[next] ? cross(moved, exits[next]!) : moved;
    }
    if (exits[local] === 0) return undefined;
    const across = cross(state, exits[local]!);
    return across === undefined ? undefined : step(across, symbol);
  }
  return {
    start: stateOf(0, VALUE),
    step,
    accepts: (state) => {
      const local = state % LOCALS;
      return state < LOCALS && (local === AFTER || exits[local] === E_SCALAR);
    },
    trim: true,
    table: { classOf, classCount: signatures.size, generation: 0 },
    factor: {
      automaton: {
        step: (local, byte) => steps[256 * local + byte]!,
        exit: (local) => exits[local]!,
        closes: (local) => closing[local]!,
      },
      local: (state) => state % LOCALS,
      cross,
    },
  };
}
