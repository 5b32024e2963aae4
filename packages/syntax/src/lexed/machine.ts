// A lexed language at work: a committed lexer over a chart over frames. The text so far has one lexing, so a state is one reading:
//
//     state  (local state of the lexer, Earley set, frames)          interned; 0 is dead
//
// The set is the one before the lexeme in progress. A byte goes on with the lexeme where it can; where it cannot, the lexeme ends, the
// parser reads its terminals, and the byte begins the next. What may come next is asked once for each (set, frames): the kinds that the
// parser can read, and of those the ones that the machine's owner welcomes; in a gap, those from which the suffix can be reached.

import { DEAD_SET, type SetId } from "@espalier/earley";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "../error.js";
import type { CompiledKind } from "./compiled.js";
import type { LexedCore } from "./shared-parts.js";

/** The number of a reading: {@link DEAD_STATE}, or a text so far. */
export type LexedState = number;

export const DEAD_STATE: LexedState = 0;

/** What a machine's owner thinks of what the parser can read. Where nothing is said, all of it is welcome. */
export interface Welcome {
  /** Whether a lexeme of kind `k` may be read at a place; the parser would be in `after` behind it, and `behind` be open. */
  kind?(set: SetId, frames: FrameId, k: number, after: SetId, behind: FrameId): boolean;
  /** Whether every kind that closes no frame is welcome at a place, so that none need be asked for. */
  all?(set: SetId, frames: FrameId): boolean;
  /** Whether a line may end. */
  line?(set: SetId, frames: FrameId): boolean;
  /** Whether the text may stop before a lexeme, so that blanks and comments are enough. */
  stops(set: SetId, frames: FrameId): boolean;
  /** Whether `frames` may be open at all. */
  frames?(frames: FrameId): boolean;
}

export interface LexedMachine {
  readonly core: LexedCore;
  /** The state after one more byte. */
  step(state: LexedState, byte: number): LexedState;
  /** The state after a boundary: what `exit` of the lexer hands on is read by the parser. */
  cross(state: LexedState, exit: number): LexedState;
  /** The state inside the lexeme in progress; crossed at once where nothing longer can match. */
  inside(state: LexedState, local: number): LexedState;
  /** The state before a lexeme; dead where none is welcome and the text may not stop. */
  before(set: SetId, frames: FrameId, guard: number): LexedState;
  /** The state with these parts, as another machine of the same core has it; dead where that is not welcome here. */
  adopt(local: number, set: SetId, frames: FrameId): LexedState;
  local(state: LexedState): number;
  set(state: LexedState): SetId;
  frame(state: LexedState): FrameId;
  readonly start: LexedState;
  readonly stateCount: number;
  /** Bytes held by this machine's own tables. */
  readonly bytes: number;
}

const STRIDE = 3;

/** @param states at most so many. */
export function createMachine(core: LexedCore, owner: Welcome, states: number): LexedMachine {
  const { compiled, chart, frames } = core;
  const { lexer, kinds, kindsIn, newline, indent, deepest } = compiled;

  // States by number, found through places: (set, frames) first, then (local, place).
  const places = createPairTable();
  const numbers = createPairTable();
  let records = new Int32Array(STRIDE * 1024);
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
      throw new SyntaxLimitError("configurations", states, "make a fresh language, or raise the limit");
    id = count++;
    if (STRIDE * id >= records.length) {
      const longer = new Int32Array(2 * records.length);
      longer.set(records);
      records = longer;
    }
    records[STRIDE * id] = local;
    records[STRIDE * id + 1] = set;
    records[STRIDE * id + 2] = frame;
    numbers.set(local, place, id);
    return id;
  }
  const local = (state: LexedState): number => records[STRIDE * state] as number;
  const setOf = (state: LexedState): SetId => records[STRIDE * state + 1] as number;
  const frameOf = (state: LexedState): FrameId => records[STRIDE * state + 2] as number;

  // By place: 0 where nothing is welcome, else 1 + twice a number of kinds, + 1 for a line's end.
  const welcomes: number[] = [0];

  function welcome(set: SetId, frame: FrameId): number {
    const place = placeOf(set, frame);
    while (welcomes.length <= place) welcomes.push(-1);
    let known = welcomes[place] as number;
    if (known < 0) {
      known = findWelcome(set, frame);
      welcomes[place] = known;
    }
    return known;
  }

  function findWelcome(set: SetId, frame: FrameId): number {
    if (owner.frames?.(frame) === false) return 0;
    const mode = frames.mode(frame);
    const following = followingOf(chart.context(set));
    const line = lineEnds(set, mode, frame) && owner.line?.(set, frame) !== false;
    let leadsOn = line;
    const list: number[] = [];
    const all = owner.kind === undefined || owner.all?.(set, frame) === true;
    for (const k of kindsIn[mode] as readonly number[]) {
      const kind = kinds[k] as CompiledKind;
      const [first] = kind.terminals;
      if (first === undefined) {
        if (kind.onlyBefore < 0 || following[kind.onlyBefore] === 1) list.push(k);
        continue;
      }
      if (following[first] !== 1 || core.isFull(frame, kind)) continue;
      const certain = all && kind.terminals.length === 1 && (kind.closes === 0 || owner.kind === undefined);
      if (!certain && !reads(set, frame, k, kind)) continue;
      leadsOn = true;
      list.push(k);
    }
    // Blanks and comments alone lead nowhere.
    return leadsOn || owner.stops(set, frame) ? 1 + 2 * lexer.kinds(list) + (line ? 1 : 0) : 0;
  }

  /** Whether the parser can read a kind and its owner welcomes it. */
  function reads(set: SetId, frame: FrameId, k: number, kind: CompiledKind): boolean {
    const after = core.read(set, kind);
    return after !== DEAD_SET && owner.kind?.(set, frame, k, after, core.framesAfter(frame, kind)) !== false;
  }

  // By context: 1 for each terminal that can follow.
  const followings: (Uint8Array | undefined)[] = [];
  function followingOf(context: number): Uint8Array {
    let flags = followings[context];
    if (flags === undefined) {
      flags = new Uint8Array(compiled.terminals.length);
      for (const t of chart.contextTerminals(context)) flags[t] = 1;
      followings[context] = flags;
    }
    return flags;
  }

  function lineEnds(set: SetId, mode: number, frame: FrameId): boolean {
    if (newline < 0 || mode !== 0) return false;
    const after = chart.scan(set, newline);
    if (after === DEAD_SET) return false;
    // A line that must be followed by a deeper one may not end where none can be.
    if (frames.blocks(frame) < deepest || chart.accepts(after)) return true;
    return chart.contextTerminals(chart.context(after)).some((t) => t !== indent);
  }

  function before(set: SetId, frame: FrameId, guard: number): LexedState {
    if (set === DEAD_SET) return DEAD_STATE;
    const its = welcome(set, frame) - 1;
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
    const kind = kinds[boundary.kind] as CompiledKind;
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
    inside,
    before,
    adopt(at: number, set: SetId, frame: FrameId): LexedState {
      if (lexer.begins(at)) return before(set, frame, lexer.guardOf(at));
      if (lexer.isLine(at)) return owner.line?.(set, frame) !== false ? intern(at, set, frame) : DEAD_STATE;
      const its = welcome(set, frame) - 1;
      const kept = its < 0 ? 0 : lexer.narrowed(at, its >> 1);
      return kept === 0 ? DEAD_STATE : intern(kept, set, frame);
    },
    local,
    set: setOf,
    frame: frameOf,
    get stateCount(): number {
      return count;
    },
    get bytes(): number {
      return places.bytes + numbers.bytes + crossed.bytes + records.byteLength + 8 * welcomes.length;
    },
  };
}
