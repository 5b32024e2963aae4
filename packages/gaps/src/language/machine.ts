// The machine of a lexed language: a committed lexer, a chart and frames (open blocks and brackets). It interns states:
//
//     state  (local state of the lexer, Earley set, frames)          interned; 0 is dead
//
// The Earley set is the one before the lexeme in progress. A byte continues the lexeme if it can. Otherwise the lexeme
// ends, the parser reads its terminals, and the byte begins the next lexeme. A pair (set, frames) is called a *place*.
// The kinds of lexemes that may come next are computed once for each place (allowed-kinds.ts).

import { DEAD_SET, type SetId } from "@espalier/earley";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { createPairTable, type FreeReading } from "@espalier/monitor";
import { SyntaxLimitError } from "@espalier/syntax";
import type { LexedCore } from "../lexing/shared-parts.js";
import { createAllowedKinds, type KindFilter } from "./allowed-kinds.js";
import { createFreeReading } from "./free-reading.js";

/** A reading: {@link DEAD_STATE}, or the state after the text so far. */
export type LexedState = number;

export const DEAD_STATE: LexedState = 0;

export interface LexedMachine {
  readonly core: LexedCore;
  /** The state after one more byte. */
  step(state: LexedState, byte: number): LexedState;
  /** The state after a boundary: the parser reads the terminals of the lexer's `exit`. */
  cross(state: LexedState, exit: number): LexedState;
  /** How to read states without checking what is allowed, which does not change the boundaries. */
  readonly free: FreeReading<LexedState>;
  /** The state inside the lexeme in progress. If nothing longer can match, the state after its boundary. */
  inside(state: LexedState, local: number): LexedState;
  /** The state before a lexeme; dead if none is allowed and the text may not stop. */
  before(set: SetId, frames: FrameId, guard: number): LexedState;
  /** The state with these parts, taken from another machine of the same core; dead if it is not allowed here. */
  adopt(local: number, set: SetId, frames: FrameId): LexedState;
  local(state: LexedState): number;
  set(state: LexedState): SetId;
  frame(state: LexedState): FrameId;
  readonly start: LexedState;
  /** The number of its first state. */
  readonly first: number;
  /** The number of the next state. */
  nextId(): number;
  stateCount(): number;
  /** Bytes held by this machine's own tables. */
  bytes(): number;
}

const STRIDE = 3;

/**
 * Creates the machine of a lexed language, which interns its states and steps them.
 *
 * @param states the largest number of states.
 * @param first the id of the first state.
 */
export function createMachine(core: LexedCore, owner: KindFilter, states: number, first = 1): LexedMachine {
  const base = first - 1;
  /** The offset of a state's record. The dead state has the first record. */
  const recordOf = (state: LexedState): number => (state === DEAD_STATE ? 0 : STRIDE * (state - base));
  const { compiled, chart, frames } = core;
  const { lexer, kinds, newline } = compiled;

  // States by number. They are found through places: first (set, frames), then (local, place).
  const places = createPairTable();
  const numbers = createPairTable();
  let records = new Int32Array(STRIDE * 64);
  let count = 1;

  function placeOf(set: SetId, frame: FrameId): number {
    let place = places.get(set, frame);
    if (place < 0) {
      place = places.size + 1;
      places.set(set, frame, place);
    }
    return place;
  }

  function intern(local: number, set: SetId, frame: FrameId): LexedState {
    const place = placeOf(set, frame);
    let id = numbers.get(local, place);
    if (id >= 0) return id;
    if (count >= states)
      throw new SyntaxLimitError("configurations", states, "the text is too long; shorten it, or raise the limit");
    const at = STRIDE * count;
    id = base + count++;
    if (at >= records.length) {
      const longer = new Int32Array(2 * records.length);
      longer.set(records);
      records = longer;
    }
    records[at] = local;
    records[at + 1] = set;
    records[at + 2] = frame;
    numbers.set(local, place, id);
    return id;
  }
  const local = (state: LexedState): number => records[recordOf(state)]!;
  const setOf = (state: LexedState): SetId => records[recordOf(state) + 1]!;
  const frameOf = (state: LexedState): FrameId => records[recordOf(state) + 2]!;

  const allowedKinds = createAllowedKinds(core, owner);
  const allowedAt = (set: SetId, frame: FrameId): number => allowedKinds.of(placeOf(set, frame), set, frame);

  function before(set: SetId, frame: FrameId, guard: number): LexedState {
    if (set === DEAD_SET) return DEAD_STATE;
    const its = allowedAt(set, frame) - 1;
    if (its < 0) return DEAD_STATE;
    return intern(lexer.begin(frames.mode(frame), its >> 1, (its & 1) as 0 | 1, guard), set, frame);
  }

  const crossed = createPairTable();

  function cross(state: LexedState, exit: number): LexedState {
    const place = placeOf(setOf(state), frameOf(state));
    const known = crossed.get(place, exit);
    if (known >= 0) return known;
    const next = crossing(setOf(state), frameOf(state), exit);
    crossed.set(place, exit, next);
    return next;
  }

  function crossing(set: SetId, frame: FrameId, exit: number): LexedState {
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") {
      const after = core.newLine(set, frame, boundary.column, boundary.alternate);
      return before(after.set, after.frames, 0);
    }
    const kind = kinds[boundary.kind]!;
    return before(core.read(set, kind), core.framesAfter(frame, kind), boundary.guard);
  }

  function inside(state: LexedState, at: number): LexedState {
    if (lexer.closes(at)) return cross(state, lexer.exit(at));
    return intern(at, setOf(state), frameOf(state));
  }

  const start = newline < 0 ? before(chart.start, NO_FRAME, 0) : intern(lexer.lineStart, chart.start, NO_FRAME);

  return {
    core,
    start,
    first,
    nextId: (): number => base + count,
    step(state: LexedState, byte: number): LexedState {
      const at = local(state);
      const longer = lexer.step(at, byte);
      if (longer !== 0) return inside(state, longer);
      const exit = lexer.exit(at);
      if (exit === 0) return DEAD_STATE;
      const next = cross(state, exit);
      if (next === DEAD_STATE) return DEAD_STATE;
      const first = lexer.step(local(next), byte);
      return first === 0 ? DEAD_STATE : inside(next, first);
    },
    cross,
    free: createFreeReading(core, owner, allowedKinds, { placeOf, intern, local, set: setOf, frame: frameOf }),
    inside,
    before,
    adopt(at: number, set: SetId, frame: FrameId): LexedState {
      if (lexer.begins(at)) return before(set, frame, lexer.guardOf(at));
      if (lexer.isLine(at)) return owner.line?.(set, frame) !== false ? intern(at, set, frame) : DEAD_STATE;
      const its = allowedAt(set, frame) - 1;
      const listed = its < 0 ? [] : lexer.kindsOf(its >> 1);
      const begun = owner.begun === undefined ? [] : lexer.possible(at).filter((k) => owner.begun?.(k));
      const all = [...new Set([...listed, ...begun])].sort((a, b) => a - b);
      const kept = all.length === 0 ? 0 : lexer.narrowed(at, lexer.kinds(all));
      return kept === 0 ? DEAD_STATE : intern(kept, set, frame);
    },
    local,
    set: setOf,
    frame: frameOf,
    stateCount(): number {
      return count;
    },
    bytes(): number {
      return places.bytes() + numbers.bytes() + crossed.bytes() + records.byteLength + allowedKinds.bytes();
    },
  };
}
