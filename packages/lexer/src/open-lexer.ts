// An open lexer: a lexer to which terminals can be added while it runs. All grammars on one engine whose rules are
// created on demand share one open lexer. So the states for strings, numbers and keys that one grammar has created are
// ready for the others.
//
// A *slot* is the id of a distinct expression. A state is a hash-consed vector of pairs (slot, residual expression),
// ascending by slot. It does not record where the lexeme began or which grammar reads it. (Derivatives: Brzozowski
// 1964; vectors of them: Owens, Reppy and Turon 2009, §4.2.)
//
//     vector:  [slot₀, expression₀, slot₁, expression₁, …]                 state 0 = dead, state 1 = the empty vector
//
// If hundreds of expressions compete, the state stores them as bits (crowd-states.ts). The states and what has matched in
// them are in open-states.ts, and the steps in open-rows.ts. What is known of a state without a step is in open-bytes.ts
// (the bytes that may come) and open-vectors.ts (everything else).

import { signature } from "@espalier/arguments";
import type { Engine, Regex } from "@espalier/automata";
import { engineKind, shapesOf } from "@espalier/automata";
import type { KnownSteps, Literal, Outline } from "@espalier/monitor";
import { createByteClasses } from "./byte-classes.js";
import { createCrowdStates } from "./crowd-states.js";
import type { Slot } from "./crowds.js";
import { limitsKind } from "./kinds.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits, roomOf } from "./limits.js";
import { createOpenBytes } from "./open-bytes.js";
import { createOpenRows } from "./open-rows.js";
import { createOpenStates } from "./open-states.js";
import { createOpenVectors, type OpenVectors } from "./open-vectors.js";
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
  /** Returns bytes that must come next: see `LocalAutomaton` in @espalier/monitor. */
  literal(state: number, most: number): Literal | undefined;
  stateCount(): number;
  /** Returns whether more than half of a limit, or 32 MiB, is used. Create a new lexer for new work then. */
  isFull(): boolean;
  /** Returns the memory held by the tables, in bytes. */
  bytes(): number;
}

const SLOT_BYTES = 64;
/** The number of slots beginning together from which they form a crowd. */
const CROWD_SIZE = 64;

const checkCreateOpenLexer = signature("createOpenLexer", { engine: engineKind, limits: limitsKind });

/** @throws LexerLimitError and the engine's LimitError from any method past a limit. */
export function createOpenLexer(engine: Engine, limits: Partial<LexerLimits> = {}): OpenLexer {
  checkCreateOpenLexer(engine, limits);
  const limit = { ...DEFAULT_LEXER_LIMITS, ...limits };
  const shapes = shapesOf(engine);
  const classes = createByteClasses(engine);
  const slotOf = new Map<number, Slot>();
  const whole: number[] = []; // by slot: its expression
  const states = createOpenStates(engine, limit, () => {
    rows.grow();
    checkBytes();
  });
  const { vectors, listed } = states;
  const crowds = createCrowdStates({
    engine,
    vectors,
    step: (state, byte) => rows.step(state, byte),
    firsts: (state, into) => nextBytes.firsts(state, into),
    exited: (state) => states.exitSlots(states.exit(state)),
    whole: (slot) => whole[slot]!,
    listed,
    bits: states.crowded,
  });
  const rows = createOpenRows({ engine, shapes, classes, states, crowds, checkBytes });
  const nextBytes = createOpenBytes({ vectors, listed, shapes, classes, rows, crowds });
  const vector = new Int32Array(2 * CROWD_SIZE); // scratch: the vector with which a lexeme begins

  function bytes(): number {
    return states.bytes() + rows.bytes() + classes.bytes() + SLOT_BYTES * whole.length + crowds.bytes();
  }

  function checkBytes(): void {
    if (bytes() > limit.bytes) throw new LexerLimitError("bytes", limit.bytes);
  }

  return {
    engine,
    commits: true,
    known: rows.known,
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
      return states.intern(vector, 2 * length);
    },
    step: rows.step,
    sole: rows.sole,
    exit: states.exit,
    exitSlots: states.exitSlots,
    closes: states.closes,
    outline: nextBytes.outline,
    firsts: nextBytes.firsts,
    literal: nextBytes.literal,
    ...createOpenVectors({ vectors, listed }, crowds, shapes),
    stateCount: (): number => vectors.size,
    isFull: (): boolean => 2 * vectors.size > limit.states || bytes() > roomOf(limit),
    bytes,
  };
}
