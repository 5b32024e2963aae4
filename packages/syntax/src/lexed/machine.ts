// A lexed language at work: a committed lexer over a chart over frames. The text so far has one lexing, so a state is one reading:
//
//     state  (local state of the lexer, Earley set, frames)          interned; 0 is dead
//
// The set is the one before the lexeme in progress. A byte goes on with the lexeme where it can; where it cannot, the lexeme ends, the
// parser reads its terminals, and the byte begins the next.

import { type Chart, createChart, DEAD_SET, type SetId } from "@espalier/earley";
import { createFrames, type FrameId, type Frames, NO_FRAME } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError } from "../error.js";
import type { ColumnRules } from "./column-rules.js";
import type { Compiled, CompiledKind, CompileLimits } from "./compiled.js";

/** The number of a reading: {@link DEAD_STATE}, or a text so far. */
export type LexedState = number;

export const DEAD_STATE: LexedState = 0;

export interface LexedMachine {
  readonly compiled: Compiled;
  readonly chart: Chart<ColumnRules>;
  readonly frames: Frames;
  readonly start: LexedState;
  /** The state after one more byte. */
  step(state: LexedState, byte: number): LexedState;
  /** The state after a boundary: what `exit` of the lexer hands on is read by the parser. */
  cross(state: LexedState, exit: number): LexedState;
  /** The state inside the lexeme in progress; crossed at once where nothing longer can match. */
  inside(state: LexedState, local: number): LexedState;
  local(state: LexedState): number;
  set(state: LexedState): SetId;
  frame(state: LexedState): FrameId;
  /** May the text end here? */
  accepts(state: LexedState): boolean;
  /** The state before a lexeme; dead where none is welcome and the text may not end. */
  before(set: SetId, frames: FrameId, guard: number): LexedState;
  /** The set after a line's end and what it does to the blocks, and the frames then; a dead set where the columns do not fit. */
  newLine(set: SetId, frames: FrameId, column: number, alternate: number): SetAndFrames;
  /** The set after the terminals of a kind. */
  read(set: SetId, kind: CompiledKind): SetId;
  /** The number of a pair of columns, as blocks of sets have it; and the other way round. */
  column(column: number, alternate: number): number;
  columnAt(id: number): readonly [column: number, alternate: number];
  readonly stateCount: number;
  /** Bytes held by everything but the engine's expressions. */
  readonly bytes: number;
}

export interface SetAndFrames {
  readonly set: SetId;
  readonly frames: FrameId;
}

const STRIDE = 3;
const NOWHERE: SetAndFrames = { set: DEAD_SET, frames: NO_FRAME };

export function createMachine(compiled: Compiled, limits: CompileLimits & { readonly states: number }): LexedMachine {
  const { lexer, kinds, kindsIn, most, newline, indent, dedent, deepest } = compiled;
  const chart = createChart<ColumnRules>(compiled.rules, limits.chart);
  const frames = createFrames();
  const columns = createPairTable();
  const columnList: (readonly [number, number])[] = [];
  const indents = createPairTable();

  // States by number, found through places: (set, frames) first, then (local, place).
  const places = createPairTable();
  const states = createPairTable();
  let records = new Int32Array(STRIDE * 1024);
  let count = 1;

  function intern(local: number, set: SetId, frame: FrameId): LexedState {
    let place = places.get(set, frame);
    if (place < 0) {
      place = places.size;
      places.set(set, frame, place);
    }
    let id = states.get(local, place);
    if (id >= 0) return id;
    if (count >= limits.states)
      throw new SyntaxLimitError("configurations", limits.states, "make a fresh language, or raise the limit");
    id = count++;
    if (STRIDE * id >= records.length) {
      const longer = new Int32Array(2 * records.length);
      longer.set(records);
      records = longer;
    }
    records[STRIDE * id] = local;
    records[STRIDE * id + 1] = set;
    records[STRIDE * id + 2] = frame;
    states.set(local, place, id);
    return id;
  }
  const local = (state: LexedState): number => records[STRIDE * state] as number;
  const setOf = (state: LexedState): SetId => records[STRIDE * state + 1] as number;
  const frameOf = (state: LexedState): FrameId => records[STRIDE * state + 2] as number;

  function column(at: number, alternate: number): number {
    let id = columns.get(at, alternate);
    if (id < 0) {
      id = columnList.push([at, alternate]) - 1;
      columns.set(at, alternate, id);
    }
    return id;
  }

  function indented(set: SetId, id: number): SetId {
    let after = indents.get(set, id);
    if (after < 0) {
      after = chart.scanFollowing(set, indent, (edge) => compiled.rules.indented(edge, id));
      indents.set(set, id, after);
    }
    return after;
  }

  function read(set: SetId, { terminals }: CompiledKind): SetId {
    let after = set;
    for (const t of terminals) after = t < 0 ? DEAD_SET : chart.scan(after, t);
    return after;
  }

  // What is welcome before a lexeme, by (set, mode and what is full): 0 for nothing, else 1 + twice a number of kinds, + 1 for a line's end.
  const welcomes = createPairTable();

  function welcome(set: SetId, frame: FrameId): number {
    const mode = frames.mode(frame);
    const full =
      frames.depth(frame) >= LEAST_LIMIT && kindsIn[mode]?.some((k) => isFull(kinds[k] as CompiledKind, frame));
    const deep = frames.blocks(frame) >= deepest;
    const key = 4 * mode + (full === true ? 2 : 0) + (deep ? 1 : 0);
    let known = welcomes.get(set, key);
    if (known >= 0) return known;
    const list: number[] = [];
    const line = linesEnd(set, mode, deep);
    let leadsOn = line || chart.accepts(set);
    for (const k of kindsIn[mode] as readonly number[]) {
      const kind = kinds[k] as CompiledKind;
      if (kind.onlyBefore >= 0 && chart.scan(set, kind.onlyBefore) === DEAD_SET) continue;
      if (isFull(kind, frame)) continue;
      if (kind.terminals.length > 0) {
        if (read(set, kind) === DEAD_SET) continue;
        leadsOn = true;
      }
      list.push(k);
    }
    // Blanks and comments alone lead nowhere.
    known = leadsOn ? 2 * lexer.kinds(list) + (line ? 1 : 0) + 1 : 0;
    welcomes.set(set, key, known);
    return known;
  }
  /** Below this many frames no limit is near. */
  const LEAST_LIMIT = Math.min(...most);
  const isFull = (kind: CompiledKind, frame: FrameId): boolean =>
    kind.opens >= 0 && frames.depth(frame) - kind.closes >= (most[kind.opens] as number);

  function linesEnd(set: SetId, mode: number, deep: boolean): boolean {
    if (newline < 0 || mode !== 0) return false;
    const after = chart.scan(set, newline);
    if (after === DEAD_SET) return false;
    // A line that must be followed by a deeper one may not end where none can be.
    return !deep || chart.accepts(after) || chart.contextTerminals(chart.context(after)).some((t) => t !== indent);
  }

  function before(set: SetId, frame: FrameId, guard: number): LexedState {
    if (set === DEAD_SET) return DEAD_STATE;
    const its = welcome(set, frame) - 1;
    if (its < 0) return DEAD_STATE;
    return intern(lexer.begin(frames.mode(frame), its >> 1, (its & 1) as 0 | 1, guard), set, frame);
  }

  function newLine(set: SetId, frame: FrameId, at: number, alternate: number): SetAndFrames {
    // Where no line can end none has begun: the first line of all.
    const ended = chart.scan(set, newline);
    let after = ended === DEAD_SET ? set : ended;
    const open = frames.column(frame);
    if (at > open) {
      if (alternate <= frames.alternate(frame) || frames.blocks(frame) >= deepest) return NOWHERE;
      return { set: indented(after, column(at, alternate)), frames: frames.indent(frame, at, alternate) };
    }
    let left = frame;
    while (at < frames.column(left)) {
      after = chart.scan(after, dedent);
      left = frames.parent(left);
    }
    return at === frames.column(left) && alternate === frames.alternate(left) ? { set: after, frames: left } : NOWHERE;
  }

  const crossed = createPairTable();

  function cross(state: LexedState, exit: number): LexedState {
    const place = places.get(setOf(state), frameOf(state));
    const known = crossed.get(place, exit);
    if (known >= 0) return known;
    const next = crossing(setOf(state), frameOf(state), exit);
    crossed.set(place, exit, next);
    return next;
  }

  function crossing(set: SetId, frame: FrameId, exit: number): LexedState {
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") {
      const after = newLine(set, frame, boundary.column, boundary.alternate);
      return after.set === DEAD_SET ? DEAD_STATE : before(after.set, after.frames, 0);
    }
    const kind = kinds[boundary.kind] as CompiledKind;
    return before(read(set, kind), framesAfter(frame, kind), boundary.guard);
  }

  function framesAfter(frame: FrameId, { closes, opens }: CompiledKind): FrameId {
    let after = frame;
    for (let i = 0; i < closes && !frames.isBlock(after); i++) after = frames.parent(after);
    return opens < 0 ? after : frames.open(after, opens);
  }

  function inside(state: LexedState, at: number): LexedState {
    if (lexer.closes(at)) return cross(state, lexer.exit(at));
    return intern(at, setOf(state), frameOf(state));
  }

  function step(state: LexedState, byte: number): LexedState {
    const at = local(state);
    const longer = lexer.step(at, byte);
    if (longer !== 0) return inside(state, longer);
    const exit = lexer.exit(at);
    if (exit === 0) return DEAD_STATE;
    const next = cross(state, exit);
    if (next === DEAD_STATE) return DEAD_STATE;
    const first = lexer.step(local(next), byte);
    return first === 0 ? DEAD_STATE : inside(next, first);
  }

  /** Whether the text may end once all lexemes have been read. */
  function ends(set: SetId, frame: FrameId): boolean {
    if (frames.depth(frame) > 0) return false;
    if (newline < 0) return chart.accepts(set);
    const ended = chart.scan(set, newline);
    let after = ended === DEAD_SET ? set : ended;
    for (let i = frames.blocks(frame); i > 0; i--) after = chart.scan(after, dedent);
    return chart.accepts(after);
  }

  function accepts(state: LexedState): boolean {
    const at = local(state);
    if (lexer.isLine(at)) return lexer.lineMayEnd(at) && ends(setOf(state), frameOf(state));
    if (lexer.begins(at)) return lexer.mayEnd(lexer.guardOf(at)) && ends(setOf(state), frameOf(state));
    const exit = lexer.exit(at);
    if (exit === 0) return false;
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line" || !lexer.mayEnd(boundary.guard)) return false;
    const kind = kinds[boundary.kind] as CompiledKind;
    return ends(read(setOf(state), kind), framesAfter(frameOf(state), kind));
  }

  const start = newline < 0 ? before(chart.start, NO_FRAME, 0) : intern(lexer.lineStart, chart.start, NO_FRAME);

  return {
    compiled,
    chart,
    frames,
    start,
    step,
    cross,
    inside,
    local,
    set: setOf,
    frame: frameOf,
    accepts,
    before,
    newLine,
    read,
    column,
    columnAt: (id: number): readonly [column: number, alternate: number] => columnList[id] as readonly [number, number],
    get stateCount(): number {
      return count;
    },
    get bytes(): number {
      const tables = places.bytes + states.bytes + crossed.bytes + welcomes.bytes + indents.bytes + columns.bytes;
      return tables + records.byteLength + chart.bytes + lexer.bytes + frames.bytes + 48 * columnList.length;
    },
  };
}
