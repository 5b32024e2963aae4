// A completion, spelt out: from a state, lexeme by lexeme, always towards the least estimate, until the goal is reached. What comes out
// is certain, since every byte was stepped; its length is the state's cost. Costs are remembered for every state on the way, each one
// more than that of the next, so following them downwards always arrives.

import type { SetId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { CompiledKind } from "./compiled.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";

/** Where completions lead. */
export interface Goal {
  /** Whether the text may stop here. */
  reached(state: LexedState): boolean;
  /** An estimate of the bytes from a set, at a boundary, to the goal; Infinity where there is no way. */
  rest(set: SetId, frames: FrameId): number;
  /** Texts to try where the estimate says that nothing is missing but the goal has not been reached. */
  readonly last?: readonly (readonly number[])[];
  /** Blanks that follow the goal: where a line ends there, they count for its column. */
  readonly lead?: number;
  /** Columns that lines of the goal ask for. */
  readonly columns?: readonly (readonly [column: number, alternate: number])[];
}

export interface Witnesses {
  /** The bytes of a completion; undefined when none was found. */
  of(state: LexedState): readonly number[] | undefined;
  /** Their number; Infinity when none was found. */
  cost(state: LexedState): number;
  /** The next byte of a completion whose cost is known and above 0. */
  next(state: LexedState): number;
  readonly bytes: number;
}

/** A lexeme more, or the rest of one. */
interface Move {
  readonly bytes: readonly number[];
  readonly to: LexedState;
  readonly estimate: number;
}

const NONE = Number.POSITIVE_INFINITY;
const LINE_FEED = 10;
/** Lexemes in one completion. */
const LONGEST = 10_000;

export function createWitnesses(machine: LexedMachine, goal: Goal): Witnesses {
  const { core } = machine;
  const { frames } = core;
  const { lexer, kinds, kindsIn } = core.compiled;
  const costs = new Map<LexedState, number>();
  const nextByte = new Map<LexedState, number>();

  /** The state after bytes that must not die. */
  function run(state: LexedState, bytes: readonly number[]): LexedState {
    let at = state;
    for (const byte of bytes) {
      at = machine.step(at, byte);
      if (at === DEAD_STATE) return DEAD_STATE;
    }
    return at;
  }

  /** The best rest of the lexeme in progress. */
  function finishing(state: LexedState): Move | undefined {
    let best: Move | undefined;
    const set = machine.set(state);
    for (const k of lexer.possible(machine.local(state))) {
      const kind = kinds[k] as CompiledKind;
      const estimate = goal.rest(core.read(set, kind), core.framesAfter(machine.frame(state), kind));
      if (estimate === NONE) continue;
      const bytes = lexer.shortest(machine.local(state), k);
      if (bytes === undefined || bytes.length + estimate >= (best?.estimate ?? NONE)) continue;
      const to = run(state, bytes);
      if (to !== DEAD_STATE) best = { bytes, to, estimate: bytes.length + estimate };
    }
    return best;
  }

  /** The best column for the line that begins at `state`, by blanks on it or on a fresh one. */
  function beginningLine(state: LexedState): Move | undefined {
    let best: Move | undefined;
    const frame = machine.frame(state);
    const consider = (column: number, alternate: number): void => {
      const after = core.newLine(machine.set(state), frame, column, alternate);
      if (machine.before(after.set, after.frames, 0) === DEAD_STATE) return;
      const rest = goal.rest(after.set, after.frames);
      if (rest === NONE) return;
      const lead = goal.lead ?? 0;
      for (const less of rest === 0 && lead > 0 && lead <= alternate ? [lead, 0] : [0]) {
        const bytes = blanksTo(state, column - less, alternate - less);
        if (bytes === undefined || bytes.length + rest >= (best?.estimate ?? NONE)) continue;
        const to = run(state, bytes);
        if (to === DEAD_STATE || (less > 0 && !goal.reached(to))) continue;
        best = { bytes, to, estimate: bytes.length + rest };
      }
    };
    const deeper = [1, ...(goal.lead === undefined || goal.lead < 2 ? [] : [goal.lead])];
    for (const more of deeper) consider(frames.column(frame) + more, frames.alternate(frame) + more);
    for (const [column, alternate] of goal.columns ?? []) consider(column, alternate);
    for (let at = frame; ; at = frames.parent(at)) {
      consider(frames.column(at), frames.alternate(at));
      if (!frames.isBlock(at)) break;
    }
    return best;
  }

  /** Blanks from the start of a line in progress to a column: on that line where they lead there, else on the next. */
  function blanksTo(state: LexedState, column: number, alternate: number): readonly number[] | undefined {
    const { lines } = lexer;
    const exit = lexer.exit(machine.local(state));
    const boundary = exit === 0 ? undefined : lexer.boundary(exit);
    if (boundary?.kind === "line") {
      const more = column - boundary.column;
      if (more >= 0 && more === alternate - boundary.alternate) return new Array<number>(more).fill(32);
    }
    const bytes = lines?.blanks(column, alternate);
    return bytes === undefined ? undefined : [LINE_FEED, ...bytes];
  }

  /** The best lexeme to begin at `state`, which lies before one; `through` has been read to get there. */
  function beginning(state: LexedState, through: readonly number[]): Move | undefined {
    let best: Move | undefined;
    const at = machine.local(state);
    const set = machine.set(state);
    for (const k of lexer.possible(at)) {
      const kind = kinds[k] as CompiledKind;
      if (kind.terminals.length === 0) continue;
      const rest = goal.rest(core.read(set, kind), core.framesAfter(machine.frame(state), kind));
      if (rest === NONE) continue;
      const bytes = lexer.shortest(at, k);
      const estimate = through.length + (bytes?.length ?? 0) + rest;
      if (bytes === undefined || estimate >= (best?.estimate ?? NONE)) continue;
      const to = run(state, bytes);
      if (to !== DEAD_STATE) best = { bytes: [...through, ...bytes], to, estimate };
    }
    if (lexer.lines?.breaks(LINE_FEED) === true) {
      const line = machine.step(state, LINE_FEED);
      if (line !== DEAD_STATE && goal.reached(line)) {
        return { bytes: [...through, LINE_FEED], to: line, estimate: through.length + 1 };
      }
      if (line !== DEAD_STATE && lexer.isLine(machine.local(line))) {
        const after = beginningLine(line);
        const estimate = through.length + 1 + (after?.estimate ?? NONE);
        if (after !== undefined && estimate < (best?.estimate ?? NONE))
          best = { bytes: [...through, LINE_FEED, ...after.bytes], to: after.to, estimate };
      }
    }
    return best;
  }

  /** The best lexeme to begin once the one in progress has ended, blanks between where they must be. */
  function following(state: LexedState): Move | undefined {
    const at = machine.local(state);
    const before = lexer.begins(at) ? state : crossed(state);
    if (before === DEAD_STATE) return undefined;
    let best = beginning(before, []);
    for (const k of kindsIn[frames.mode(machine.frame(before))] as readonly number[]) {
      const { kind } = kinds[k] as CompiledKind;
      if (kind.terminals.length > 0 || kind.swallows === true || kind.unfinished === true) continue;
      const blank = lexer.shortest(machine.local(before), k);
      if (blank === undefined) continue;
      const behind = run(state, blank);
      if (behind === DEAD_STATE) continue;
      const after = lexer.begins(machine.local(behind)) ? behind : crossed(behind);
      if (after === DEAD_STATE) continue;
      const move = beginning(after, blank);
      if (move !== undefined && move.estimate < (best?.estimate ?? NONE)) best = move;
    }
    return best;
  }

  function crossed(state: LexedState): LexedState {
    const exit = lexer.exit(machine.local(state));
    return exit === 0 ? DEAD_STATE : machine.cross(state, exit);
  }

  /** A text of the goal's that reaches it at once, where nothing else is missing. */
  function arriving(state: LexedState): Move | undefined {
    if (goal.last === undefined) return undefined;
    const at = machine.local(state);
    const before = lexer.isLine(at) || lexer.begins(at) ? state : crossed(state);
    if (before === DEAD_STATE || goal.rest(machine.set(before), machine.frame(before)) > 0) return undefined;
    for (const bytes of goal.last) {
      const to = run(state, bytes);
      if (to !== DEAD_STATE && goal.reached(to)) return { bytes, to, estimate: bytes.length };
    }
    return undefined;
  }

  function move(state: LexedState): Move | undefined {
    const arrival = arriving(state);
    if (arrival !== undefined) return arrival;
    const at = machine.local(state);
    if (lexer.isLine(at)) {
      const line = beginningLine(state);
      if (line === undefined || line.bytes.length > 0) return line;
      // At the right column already: go on with a lexeme.
      const before = crossed(state);
      return before === DEAD_STATE ? undefined : beginning(before, []);
    }
    if (!lexer.begins(at)) {
      const rest = finishing(state);
      if (rest === undefined || rest.bytes.length > 0) return rest;
    }
    return following(state);
  }

  /** Finds a completion of `state` and remembers the costs on its way. */
  function find(state: LexedState): number {
    const path: LexedState[] = [];
    const bytes: number[] = [];
    let at = state;
    let end = NONE;
    for (let i = 0; i < LONGEST; i++) {
      const known = costs.get(at);
      if (known !== undefined) {
        end = known;
        break;
      }
      if (goal.reached(at)) {
        end = 0;
        costs.set(at, 0);
        break;
      }
      const step = move(at);
      if (step === undefined || step.bytes.length === 0) break;
      for (const byte of step.bytes) {
        path.push(at);
        bytes.push(byte);
        at = machine.step(at, byte);
        const met = costs.get(at);
        if (met !== undefined || goal.reached(at)) {
          if (met === undefined) costs.set(at, 0);
          break;
        }
      }
      if (at === DEAD_STATE) break;
    }
    for (let i = path.length - 1; i >= 0; i--) {
      const passed = path[i] as LexedState;
      if (costs.has(passed)) {
        end = costs.get(passed) as number;
        continue;
      }
      end += 1;
      costs.set(passed, end);
      nextByte.set(passed, bytes[i] as number);
    }
    if (path.length === 0 && !costs.has(state)) costs.set(state, NONE);
    return costs.get(state) as number;
  }

  const cost = (state: LexedState): number => costs.get(state) ?? find(state);
  return {
    cost,
    next: (state: LexedState): number => nextByte.get(state) as number,
    of(state: LexedState): readonly number[] | undefined {
      if (cost(state) === NONE) return undefined;
      const bytes: number[] = [];
      for (let at = state; (costs.get(at) as number) > 0; at = machine.step(at, bytes[bytes.length - 1] as number)) {
        bytes.push(nextByte.get(at) as number);
      }
      return bytes;
    },
    get bytes(): number {
      return 96 * costs.size;
    },
  };
}
