// The states of a committing lexer: four numbers each. State 0 is dead.
//
//     before a lexeme         the DFA state, the id of the allowed kinds, 2 · guard + (1 if the line may end), 1
//     inside a lexeme         the DFA state, the id of the allowed kinds, MARKED or 0, 0
//     at the start of a line  NO_LINE, a state of line-starts.ts, MARKED or 0, 0
//
// (A guard is what must not come directly after the previous lexeme.)

import { createSequenceTable } from "@espalier/monitor";

export const NO_LINE = -1;
export const MARKED = 1;

export interface CommittedStates {
  /** Returns the id of a state; −1 if it is new and there are too many. */
  intern(dfa: number, allowed: number, flags: number, begins: 0 | 1): number;
  /** Returns the DFA state; {@link NO_LINE} for the start of a line. */
  dfaAt(state: number): number;
  /** Returns the id of the allowed kinds; for the start of a line, the state of line-starts.ts. */
  allowedAt(state: number): number;
  flagsAt(state: number): number;
  /** Returns whether the state is directly before a lexeme. */
  beginsAt(state: number): boolean;
  /** Returns whether the state is at the start of a line. */
  isLine(state: number): boolean;
  isMarked(state: number): boolean;
  /** Returns whether the state is directly before a lexeme and the line may end there instead. */
  allowsLine(state: number): boolean;
  size(): number;
  bytes(): number;
}

export function createCommittedStates(mostStates: number): CommittedStates {
  // All sequences have four numbers, so those of a state begin at four times its id.
  const records = createSequenceTable(mostStates);
  const record = Int32Array.of(-1, -1, -1, -1);
  records.intern(record, 4); // 0 is dead

  const dfaAt = (state: number): number => records.pool[4 * state]!;
  const flagsAt = (state: number): number => records.pool[4 * state + 2]!;
  const beginsAt = (state: number): boolean => records.pool[4 * state + 3] === 1;

  return {
    intern(dfa: number, allowed: number, flags: number, begins: 0 | 1): number {
      record[0] = dfa;
      record[1] = allowed;
      record[2] = flags;
      record[3] = begins;
      return records.intern(record, 4);
    },
    dfaAt,
    allowedAt: (state: number): number => records.pool[4 * state + 1]!,
    flagsAt,
    beginsAt,
    isLine: (state: number): boolean => dfaAt(state) === NO_LINE,
    isMarked: (state: number): boolean => !beginsAt(state) && flagsAt(state) === MARKED,
    allowsLine: (state: number): boolean => beginsAt(state) && (flagsAt(state) & 1) === 1,
    size: (): number => records.size,
    bytes: (): number => records.bytes(),
  };
}
