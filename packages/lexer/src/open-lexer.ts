// An open lexer: a lexer to which terminals can be added while it runs. All grammars on one engine whose rules are
// created on demand share one open lexer. So the states for strings, numbers and keys that one grammar has created are
// ready for the others.
//
// A *slot* is the id of a distinct expression. A state is a hash-consed vector of pairs (slot, residual expression),
// ascending by slot. It does not record where the lexeme began or which grammar reads it. (Derivatives: Brzozowski
// 1964; vectors of them: Owens, Reppy and Turon 2009, §4.2.)
//
//     vector:  [slot₀, expression₀, slot₁, expression₁, …]                 state 0 = dead, state 1 = the empty vector
//     row:     rows[rowOf[state]] = 256 · partition,  then one state for each class of the partition, −1 if not computed
//              rowOf 0 = no row yet;  rowOf −1 − byte = only that byte continues, to soleNext[state] (−1: not computed)
//     without a row:  firstByte[state] = 0, or one more than the first byte that was stepped, which leads to soleNext[state]
//
// Most states are stepped once only, because a chosen token passes through them. So a state gets its row only when a
// second distinct byte is stepped.
//
// If hundreds of expressions compete, the state stores them as bits (crowd-states.ts).
//
// An entry of a row is computed on first use. The exception is expressions that begin with one fixed byte, as most do
// where hundreds of keys compete. These are distributed to the entries of their bytes all at once, so a row examines
// each expression only once.
//
// What only reads vectors is in open-vectors.ts. The rest is one long function because stepping and making rows read and
// grow the same arrays. These arrays are variables of one closure, so a step reads no fields of objects.

import { signature } from "@espalier/arguments";
import type { Engine, Regex } from "@espalier/automata";
import { engineKind, shapesOf } from "@espalier/automata";
import { burn, createSequenceTable, type KnownSteps, type Literal, type Outline } from "@espalier/monitor";
import { ALL_ALIKE, createByteClasses } from "./byte-classes.js";
import { createCrowdStates } from "./crowd-states.js";
import type { Slot } from "./crowds.js";
import { limitsKind } from "./kinds.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits, roomOf } from "./limits.js";
import { createOpenVectors, type OpenVectors } from "./open-vectors.js";
import { createOutlines, outlineOfByte } from "./outlines.js";
import { sortShort } from "./sort-short.js";

/** A lexer to which terminals can be added. Any number of monitors can share it as a local automaton. */
export interface OpenLexer extends OpenVectors {
  readonly engine: Engine;
  /**
   * Returns the slot of `regex`: the id of its expression in this lexer. Equal expressions have equal slots.
   *
   * @throws RangeError if `regex` matches the empty text, because no lexeme is empty.
   */
  slot(regex: Regex): Slot;
  /** Returns the state before the first byte of a lexeme of any of `slots[0, count)`. Never dead. Sorts `slots`. */
  begin(slots: Int32Array, count: number): number;
  /** Returns the state after one more byte; 0 if there is none. */
  step(state: number, byte: number): number;
  /** Returns the id of the set of slots that match the text so far; 0 if there are none. */
  exit(state: number): number;
  /** Returns the slots of an exit, ascending. */
  exitSlots(exit: number): readonly Slot[];
  /** Returns whether something matches here and nothing longer can. */
  closes(state: number): boolean;
  /** If a byte can continue the lexeme, it does. */
  readonly commits: true;
  /** The rows computed so far: see `KnownSteps` in @espalier/monitor. */
  readonly known: KnownSteps;
  /** Returns which bytes may continue, and which of them behave the same: see `LocalAutomaton` in @espalier/monitor. */
  outline(state: number): Outline;
  /** Returns the only byte that has a step, or −1: see `LocalAutomaton` in @espalier/monitor. */
  sole(state: number): number;
  /** Adds to `into` (eight words) the bytes that may continue: see `LocalAutomaton` in @espalier/monitor. */
  firsts(state: number, into: Int32Array): void;
  /**
   * Adds to `into` (eight words) the bytes that may distinguish two states: see `LocalAutomaton` in @espalier/monitor.
   */
  apart(state: number, other: number, into: Int32Array): void;
  /** Returns bytes that must come next: see `LocalAutomaton` in @espalier/monitor. */
  literal(state: number, most: number): Literal | undefined;
  stateCount(): number;
  /** Returns whether more than half of a limit, or 32 MiB, is used. Create a new lexer for new work then. */
  isFull(): boolean;
  /** Returns the memory held by the tables, in bytes. */
  bytes(): number;
}

const DEAD = 0;
const EPSILON_EXPRESSION = 1;
/** A sentinel after the last slot of a vector. */
const LAST_SLOT = 0x7fffffff;
/** The number of slots beginning together from which they form a crowd. */
const CROWD_SIZE = 64;

const checkCreateOpenLexer = signature("createOpenLexer", { engine: engineKind, limits: limitsKind });

/** @throws LexerLimitError and the engine's LimitError from any method past a limit. */
export function createOpenLexer(engine: Engine, limits: Partial<LexerLimits> = {}): OpenLexer {
  checkCreateOpenLexer(engine, limits);
  const limit = { ...DEFAULT_LEXER_LIMITS, ...limits };
  const shapes = shapesOf(engine);
  const classes = createByteClasses(engine);
  let maps = classes.maps();
  const outlines = createOutlines((partition, into) => {
    into.set(classes.maps().subarray(256 * partition, 256 * partition + 256));
  });
  const slotOf = new Map<number, Slot>();
  const whole: number[] = [];
  const vectors = createSequenceTable(limit.states);
  const exits = createSequenceTable();
  const exitLists: (readonly Slot[])[] = [[]];
  exits.intern(new Int32Array(0), 0);
  let exitOf = new Int32Array(1024);
  let closing = new Uint8Array(1024);
  let rowOf = new Int32Array(1024);
  let soleNext = new Int32Array(1024);
  let firstByte = new Uint16Array(1024);
  const outlineOf: (Outline | undefined)[] = [];
  let rows = new Int32Array(8192);
  let rowTop = 1;
  const steps = { rowOf, next: rows, classOf: maps, exitOf, closing };
  // The exits of all states below this one are computed.
  let complete = 0;
  // Scratch: the vector under construction, its exit, and the elements for the row being filled.
  let vector = new Int32Array(256);
  let matched = new Int32Array(128);
  let openElements = new Int32Array(128);
  let literalNext = new Int32Array(128);
  const firstLiteral = new Int32Array(256).fill(-1);
  const lastLiteral = new Int32Array(256);
  const literalBytes = new Int32Array(256);
  let byteCount = 0;

  /** Returns the state of vector[0, length). */
  function intern(length: number): number {
    const state = vectors.intern(vector, length);
    if (state < 0) throw new LexerLimitError("states", limit.states);
    if (state < complete) return state;
    burn("lexer", length);
    if (state >= exitOf.length) grow();
    complete = state + 1;
    let count = 0;
    let open = false;
    for (let i = 0; i < length; i += 2) {
      const left = vector[i + 1]!;
      if (left !== EPSILON_EXPRESSION) open = true;
      if (engine.nullable(left)) matched[count++] = vector[i]!;
    }
    if (count === 0) return state;
    const exit = exits.intern(matched, count);
    if (exit === exitLists.length) exitLists.push(Array.from(matched.subarray(0, count)));
    exitOf[state] = exit;
    if (!open) closing[state] = 1;
    return state;
  }

  /** Returns the state that lists these elements; 0 if there are none. */
  function listed(elements: ArrayLike<number>): number {
    reserve(elements.length >>> 1);
    vector.set(elements);
    return elements.length === 0 ? DEAD : intern(elements.length);
  }

  const crowds = createCrowdStates({
    engine,
    vectors,
    step,
    firsts,
    exited: (state) => exitLists[exitOf[state]!]!,
    whole: (slot) => whole[slot]!,
    listed,
    bits(crowded, length, ending) {
      const state = vectors.intern(crowded, length);
      if (state < 0) throw new LexerLimitError("states", limit.states);
      if (state < complete) return state;
      burn("lexer", length);
      if (state >= exitOf.length) grow();
      complete = state + 1;
      const { slots, closes } = ending();
      if (slots.length === 0) return state;
      reserve(slots.length);
      matched.set(slots);
      const exit = exits.intern(matched, slots.length);
      if (exit === exitLists.length) exitLists.push(slots);
      exitOf[state] = exit;
      if (closes) closing[state] = 1;
      return state;
    },
  });

  function grow(): void {
    exitOf = longer(exitOf);
    rowOf = longer(rowOf);
    soleNext = longer(soleNext);
    const bytesRead = new Uint16Array(exitOf.length);
    bytesRead.set(firstByte);
    firstByte = bytesRead;
    const flags = new Uint8Array(exitOf.length);
    flags.set(closing);
    closing = flags;
    Object.assign(steps, { exitOf, rowOf, closing });
    if (bytes() > limit.bytes) throw new LexerLimitError("bytes", limit.bytes);
  }

  function bytes(): number {
    return (
      vectors.bytes() +
      exits.bytes() +
      23 * exitOf.length +
      rows.byteLength +
      classes.bytes() +
      64 * whole.length +
      crowds.bytes()
    );
  }

  /** Grows the scratch arrays for vectors of `count` elements. */
  function reserve(count: number): void {
    if (count <= matched.length) return;
    vector = new Int32Array(4 * count);
    matched = new Int32Array(2 * count);
    openElements = new Int32Array(2 * count);
    literalNext = new Int32Array(2 * count);
  }

  /** Creates the row of a state. Returns the new value of `rowOf`. */
  function prepare(state: number): number {
    if (crowds.has(state)) return prepareCrowded(state);
    const from = vectors.offset(state);
    const count = (vectors.offset(state + 1) - from) >>> 1;
    if (count > 1) return spread(state, from, count);
    const expression = vectors.pool[from + 1]!;
    const byte = shapes.soleFirstByte(expression);
    if (byte >= 0) {
      if (firstByte[state] !== byte + 1) soleNext[state] = -1;
      rowOf[state] = -1 - byte;
      return -1 - byte;
    }
    const row = newRow(classes.of(expression));
    keepFirst(state, row);
    rowOf[state] = row;
    return row;
  }

  /** Creates an empty row for a state with a crowd, with the partition of its base. */
  function prepareCrowded(state: number): number {
    const base = crowds.baseOf(state);
    const ofBase = rowOf[base]! || prepare(base);
    let partition = rows[ofBase]! >>> 8;
    const to = vectors.offset(state + 1);
    for (let i = crowds.elementsFrom(state); i < to; i += 2)
      partition = classes.product(partition, classes.of(vectors.pool[i + 1]!));
    const row = newRow(partition);
    keepFirst(state, row);
    rowOf[state] = row;
    return row;
  }

  /** Enters the step that was taken before the row existed. */
  function keepFirst(state: number, row: number): void {
    const byte = firstByte[state]! - 1;
    if (byte >= 0) rows[row + 1 + maps[rows[row]! + byte]!] = soleNext[state]!;
  }

  /** Returns the state after a byte. */
  function derive(state: number, byte: number): number {
    if (crowds.has(state)) return crowds.derive(state, byte);
    const to = vectors.offset(state + 1);
    let length = 0;
    for (let i = vectors.offset(state); i < to; i += 2) {
      const left = engine.derivative(vectors.pool[i + 1]!, byte);
      if (left === 0) continue;
      vector[length++] = vectors.pool[i]!;
      vector[length++] = left;
    }
    return length === 0 ? DEAD : intern(length);
  }

  /** Creates a row for several expressions, with entries for the bytes with which literals begin. */
  function spread(state: number, from: number, count: number): number {
    // Expressions with only one possible first byte are grouped by it. Each such byte is a class of its own.
    for (let i = 0; i < byteCount; i++) firstLiteral[literalBytes[i]!] = -1;
    byteCount = 0;
    let openCount = 0;
    let partition = ALL_ALIKE;
    for (let i = 0; i < count; i++) {
      const expression = vectors.pool[from + 2 * i + 1]!;
      const byte = shapes.soleFirstByte(expression);
      if (byte < 0) {
        if (expression !== EPSILON_EXPRESSION) {
          openElements[openCount++] = i;
          partition = classes.product(partition, classes.of(expression));
        }
        continue;
      }
      literalNext[i] = -1;
      if (firstLiteral[byte]! < 0) {
        firstLiteral[byte] = i;
        literalBytes[byteCount++] = byte;
      } else literalNext[lastLiteral[byte]!] = i;
      lastLiteral[byte] = i;
    }
    if (byteCount > 0) {
      sortShort(literalBytes, byteCount);
      partition = classes.refined(partition, literalBytes, byteCount);
    }
    const row = newRow(partition);
    keepFirst(state, row);
    for (let i = 0; i < byteCount; i++) fill(row, literalBytes[i]!, from, openCount);
    rowOf[state] = row;
    return row;
  }

  /** Computes the entry of a byte with which literals begin. */
  function fill(row: number, byte: number, from: number, openCount: number): void {
    let literal = firstLiteral[byte]!;
    let open = 0;
    let length = 0;
    while (literal >= 0 || open < openCount) {
      // Both lists are ascending by slot, so merge them.
      let element = literal;
      if (open < openCount && (literal < 0 || openElements[open]! < literal)) {
        element = openElements[open++]!;
      } else literal = literalNext[literal]!;
      const left = engine.derivative(vectors.pool[from + 2 * element + 1]!, byte);
      if (left === 0) continue;
      vector[length++] = vectors.pool[from + 2 * element]!;
      vector[length++] = left;
    }
    rows[row + 1 + maps[rows[row]! + byte]!] = intern(length);
  }

  /** Allocates a row. It becomes valid when `rowOf` is set, after it is filled. */
  function newRow(partition: number): number {
    const length = 1 + classes.representatives(partition).length;
    if (rowTop + length > rows.length) {
      rows = longer(rows);
      if (bytes() > limit.bytes) throw new LexerLimitError("bytes", limit.bytes);
    }
    maps = classes.maps();
    steps.next = rows;
    steps.classOf = maps;
    const row = rowTop;
    rowTop += length;
    rows[row] = 256 * partition;
    rows.fill(-1, row + 1, rowTop);
    return row;
  }

  function step(state: number, byte: number): number {
    let row = rowOf[state]!;
    if (row === 0) {
      const first = firstByte[state]!;
      if (first === byte + 1) return soleNext[state]!;
      if (first === 0) {
        const next = derive(state, byte);
        soleNext[state] = next;
        firstByte[state] = byte + 1;
        return next;
      }
      row = prepare(state);
    }
    if (row < 0) {
      if (byte !== -1 - row) return DEAD;
      const known = soleNext[state]!;
      if (known >= 0) return known;
      const next = derive(state, byte);
      soleNext[state] = next;
      return next;
    }
    const at = row + 1 + maps[rows[row]! + byte]!;
    const known = rows[at]!;
    if (known >= 0) return known;
    const next = derive(state, byte);
    rows[at] = next;
    return next;
  }

  /** Scratch of eight words: the bytes with which a state may continue, for its outline. */
  const live = new Int32Array(8);
  function outline(state: number): Outline {
    const row = rowOf[state]! || prepare(state);
    if (row < 0) return outlineOfByte(-1 - row);
    live.fill(0);
    firsts(state, live);
    return outlines.of(rows[row]! >>> 8, live);
  }

  function firsts(state: number, into: Int32Array): void {
    const row = rowOf[state]! || prepare(state);
    if (row < 0) {
      const byte = -1 - row;
      into[byte >> 5] = into[byte >> 5]! | (1 << (byte & 31));
      return;
    }
    const to = vectors.offset(state + 1);
    for (let i = crowds.elementsFrom(state); i < to; i += 2) shapes.addFirstBytes(vectors.pool[i + 1]!, into);
    if (crowds.has(state)) crowds.addFirsts(state, into);
  }

  // No other vector equals that of the dead state. Its row and that of the empty vector have no steps.
  vector[0] = -1;
  vectors.intern(vector, 1);
  vectors.intern(vector, 0);
  complete = 2;
  rowOf[0] = newRow(ALL_ALIKE);
  rowOf[1] = newRow(ALL_ALIKE);

  return {
    engine,
    commits: true,
    known: steps,
    slot(regex: Regex): Slot {
      const expression = engine.intern(regex);
      let slot = slotOf.get(expression);
      if (slot === undefined) {
        if (engine.nullable(expression))
          throw new RangeError(
            "a terminal matches the empty text: make it match at least one byte, and optional in the grammar",
          );
        slot = whole.length;
        whole.push(expression);
        slotOf.set(expression, slot);
      }
      return slot;
    },
    begin(slots: Int32Array, count: number): number {
      reserve(count);
      sortShort(slots, count);
      let length = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!;
        if ((length > 0 && slots[length - 1] === slot) || whole[slot] === 0) continue;
        slots[length++] = slot;
      }
      if (length >= CROWD_SIZE) return crowds.begin(slots, length);
      for (let i = 0; i < length; i++) {
        vector[2 * i] = slots[i]!;
        vector[2 * i + 1] = whole[slots[i]!]!;
      }
      return intern(2 * length);
    },
    step,
    outline: (state: number): Outline => (outlineOf[state] ??= outline(state)),
    exit: (state: number): number => exitOf[state]!,
    exitSlots: (exit: number): readonly Slot[] => exitLists[exit]!,
    closes: (state: number): boolean => closing[state] === 1,
    sole(state: number): number {
      const row = rowOf[state]! || prepare(state);
      return row < 0 ? -1 - row : -1;
    },
    firsts,
    apart(state: number, other: number, into: Int32Array): void {
      if (crowds.has(state) || crowds.has(other)) {
        firsts(state, into);
        firsts(other, into);
        return;
      }
      const { pool } = vectors;
      const end = vectors.offset(state + 1);
      const otherEnd = vectors.offset(other + 1);
      let i = vectors.offset(state);
      let j = vectors.offset(other);
      while (i < end || j < otherEnd) {
        const slot = i < end ? pool[i]! : LAST_SLOT;
        const otherSlot = j < otherEnd ? pool[j]! : LAST_SLOT;
        if (slot === otherSlot) shapes.addBytesApart(pool[i + 1]!, pool[j + 1]!, into);
        else shapes.addFirstBytes(pool[slot < otherSlot ? i + 1 : j + 1]!, into);
        if (slot <= otherSlot) i += 2;
        if (otherSlot <= slot) j += 2;
      }
    },
    literal(state: number, most: number): Literal | undefined {
      const row = rowOf[state]! || prepare(state);
      if (row >= 0) return undefined;
      const from = vectors.offset(state);
      const { bytes, rest } = shapes.literalRun(vectors.pool[from + 1]!, most);
      if (bytes.length < 2) return undefined;
      const slot = vectors.pool[from]!;
      return { bytes, end: () => listed([slot, rest]) };
    },
    ...createOpenVectors({ vectors, listed }, crowds, shapes),
    stateCount(): number {
      return vectors.size;
    },
    isFull: (): boolean => 2 * vectors.size > limit.states || bytes() > roomOf(limit),
    bytes(): number {
      return bytes();
    },
  };
}

function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}
