// Reads what comes before the first lexeme of a line: blanks, empty lines, and comments on lines of their own. As
// CPython's tokenizer does, it counts columns twice, once with tabs to the next tab stop and once with a tab as one
// column. So it can reject a program whose meaning depends on the width of a tab.
//
//     start ──blank──▶ (column, alternate) ──▶ …       a line break leads back to the start: empty lines do not count
//                          │
//                          └──▶ comment …                 any other byte ends the line start: the boundary reports both columns
//
// A state has one id for (column, alternate, column before a line continuation). The table also stores which blanks
// lead to each state, so that these blanks can be generated. Source: CPython, Parser/tokenizer.c (3.9) and
// Parser/lexer/lexer.c (3.12), "get indentation level".

import { signature } from "@espalier/arguments";
import { commonRefinement, type Refinement } from "@espalier/dfa";
import { createSequenceTable } from "@espalier/monitor";
import { lineRulesKind } from "./kinds.js";

/** The rules for the starts of lines in a language. */
export interface LineRules {
  /** A tab advances to the next multiple of this number of columns. */
  readonly tab: number;
  /** The byte that begins a comment; −1 if there are no comments. */
  readonly comment: number;
  /**
   * The effect of a backslash before a line break among the blanks of a line. `first`: the column before the first such
   * backslash counts, if it is not 0 (CPython since 3.10). `none`: the columns of the line do not count, and it
   * continues the open block (3.9).
   */
  readonly continuation: "first" | "none";
  /** Whether a text may end after a continuation with CR LF (CPython up to 3.11 adds a line break there). */
  readonly endsBehindReturn: boolean;
}

/** Line starts as an automaton; state 0 is dead. */
export interface LineStarts {
  /** At column 0, before any byte. */
  readonly start: number;
  step(line: number, byte: number): number;
  /**
   * Returns the columns of a line whose first lexeme begins here; {@link NO_COLUMN} if they do not count. Returns
   * `undefined` if no lexeme can begin here.
   */
  columns(line: number): readonly [column: number, alternate: number] | undefined;
  /** Returns whether more blanks leave the columns unchanged, because a line continuation came before. */
  isFixed(line: number): boolean;
  /** Returns whether a text may end here. */
  mayEnd(line: number): boolean;
  /** Returns whether `byte` is a line break, or begins one. */
  breaks(byte: number): boolean;
  /**
   * Returns blanks that lead from the start of a line to these columns; `undefined` if none are known.
   */
  blanks(column: number, alternate: number): readonly number[] | undefined;
  /** Returns the class of a byte. Bytes of one class behave the same. */
  classOf(byte: number): number;
}

const [TAB, LINE_FEED, FORM_FEED, RETURN, SPACE, BACKSLASH] = [9, 10, 12, 13, 32, 92];
/** In place of a column: the line continues the open block. */
export const NO_COLUMN = -1;
/**
 * The positions of a text within a line start: in blanks; in a comment; after the backslash of a line continuation;
 * after the backslash and a line feed; after the backslash and a carriage return; after the backslash, a carriage
 * return and a line feed; in the blanks after a continuation.
 */
const [BLANKS, COMMENT, BACKSLASHED, CONTINUED, RETURNED, CONTINUED_BY_TWO, LATER] = [0, 1, 2, 3, 4, 5, 6];
/** Wider columns are rejected: real texts have none, and each column is a state. */
const WIDEST = 100_000;

const checkCreateLineStarts = signature("createLineStarts", { rules: lineRulesKind });

export function createLineStarts(rules: LineRules): LineStarts {
  checkCreateLineStarts(rules);
  const table = createSequenceTable();
  const record = new Int32Array(5);
  table.intern(record, 0); // 0 is dead

  /**
   * Returns the id of the state with these parts: the position within the line start (`BLANKS`, `COMMENT`, …), the two
   * columns, the column before a line continuation, and the progress within the current character of a comment (0
   * between characters). Returns 0, the dead state, if the column is too wide.
   */
  function number(place: number, column: number, alternate: number, before: number, missing: number): number {
    record[0] = place;
    record[1] = column;
    record[2] = alternate;
    record[3] = before;
    record[4] = missing;
    return column > WIDEST ? 0 : table.intern(record, 5);
  }
  const start = number(BLANKS, 0, 0, 0, 0);

  function inBlanks(column: number, alternate: number, before: number, byte: number): number {
    if (before === NO_COLUMN && (byte === SPACE || byte === TAB || byte === FORM_FEED))
      return number(LATER, 0, 0, before, 0);
    if (byte === SPACE) return number(BLANKS, column + 1, alternate + 1, before, 0);
    if (byte === TAB) return number(BLANKS, (Math.floor(column / rules.tab) + 1) * rules.tab, alternate + 1, before, 0);
    if (byte === FORM_FEED) return number(BLANKS, 0, 0, before, 0);
    if (byte === LINE_FEED || byte === RETURN) return start;
    if (byte === rules.comment) return number(COMMENT, 0, 0, 0, 0);
    if (byte !== BACKSLASH) return 0;
    return rules.continuation === "none"
      ? number(BACKSLASHED, 0, 0, NO_COLUMN, 0)
      : number(BACKSLASHED, column, alternate, before || column, 0);
  }

  function step(line: number, byte: number): number {
    const at = table.offset(line);
    const { pool } = table;
    const place = pool[at]!;
    const column = pool[at + 1]!;
    const alternate = pool[at + 2]!;
    const before = pool[at + 3]!;
    switch (place) {
      case BLANKS:
        return inBlanks(column, alternate, before, byte);
      case COMMENT:
        return inComment(pool[at + 4]!, byte);
      case BACKSLASHED:
        if (byte === LINE_FEED) return number(CONTINUED, column, alternate, before, 0);
        return byte === RETURN ? number(RETURNED, column, alternate, before, 0) : 0;
      case RETURNED:
        if (byte === LINE_FEED) return number(CONTINUED_BY_TWO, column, alternate, before, 0);
        return inBlanks(column, alternate, before, byte);
      default:
        return inBlanks(column, alternate, before, byte);
    }
  }

  /**
   * Steps through a comment, which must be valid UTF-8 without NUL. `pending` is 0 between characters. Inside a
   * character, it encodes the class of the lead byte and the number of missing bytes.
   */
  function inComment(pending: number, byte: number): number {
    if (pending === 0) {
      if (byte === LINE_FEED || byte === RETURN) return start;
      if (byte === 0) return 0;
      if (byte < 0x80) return number(COMMENT, 0, 0, 0, 0);
      const lead = leadOf(byte);
      return lead === 0 ? 0 : number(COMMENT, 0, 0, 0, lead);
    }
    const [low, high, then] = CONTINUATIONS[pending]!;
    return byte >= low && byte <= high ? number(COMMENT, 0, 0, 0, then) : 0;
  }

  return {
    start,
    step,
    columns(line: number): readonly [column: number, alternate: number] | undefined {
      const at = table.offset(line);
      const { pool } = table;
      const place = pool[at]!;
      if (place === COMMENT || place === BACKSLASHED) return undefined;
      const before = pool[at + 3]!;
      if (before === NO_COLUMN) return [NO_COLUMN, NO_COLUMN];
      return before > 0 ? [before, before] : [pool[at + 1]!, pool[at + 2]!];
    },
    isFixed: (line: number): boolean => table.pool[table.offset(line) + 3] !== 0,
    mayEnd(line: number): boolean {
      const at = table.offset(line);
      const place = table.pool[at]!;
      if (place === CONTINUED_BY_TWO) return rules.endsBehindReturn;
      return place === BLANKS || place === LATER || (place === COMMENT && table.pool[at + 4] === 0);
    },
    breaks: (byte: number): boolean => byte === LINE_FEED || byte === RETURN,
    blanks(column: number, alternate: number): readonly number[] | undefined {
      // Each tab after s ≤ tab − 1 spaces makes up for `tab − 1 − s` columns that the alternate count does not see.
      const bytes: number[] = [];
      let missing = column - alternate;
      let at = 0;
      while (missing > 0) {
        const most = rules.tab - 1;
        const spaces = Math.max(0, most - missing);
        for (let i = 0; i < spaces; i++) bytes.push(SPACE);
        bytes.push(TAB);
        missing -= most - spaces;
        at += rules.tab;
      }
      if (missing < 0 || at > column) return undefined;
      for (; at < column; at++) bytes.push(SPACE);
      return bytes;
    },
    classOf(byte: number): number {
      if (byte >= 0x80) return 256 + CLASS_BOUNDS.findIndex((bound) => byte < bound);
      const told = [0, TAB, LINE_FEED, FORM_FEED, RETURN, SPACE, BACKSLASH].includes(byte) || byte === rules.comment;
      return told ? byte + 1 : 0;
    },
  };
}

/**
 * The ends of the byte classes beyond ASCII: continuation bytes in three ranges, then lead bytes grouped by what must
 * follow.
 */
const CLASS_BOUNDS: readonly number[] = [0x90, 0xa0, 0xc0, 0xc2, 0xe0, 0xe1, 0xed, 0xee, 0xf0, 0xf1, 0xf4, 0xf5, 0x100];

/** For each state within a character: the range of the next byte, and the state after it. */
const CONTINUATIONS: readonly (readonly [low: number, high: number, then: number])[] = [
  [0, 0, 0],
  [0x80, 0xbf, 0], // one more
  [0x80, 0xbf, 1], // two more
  [0xa0, 0xbf, 1], // after E0
  [0x80, 0x9f, 1], // after ED
  [0x80, 0xbf, 2], // three more
  [0x90, 0xbf, 2], // after F0
  [0x80, 0x8f, 2], // after F4
];

/** Returns the state after the first byte of a character (Unicode 15, table 3-7); 0 for a byte that begins none. */
function leadOf(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte === 0xe0) return 3;
  if (byte === 0xed) return 4;
  if (byte >= 0xe1 && byte <= 0xef) return 2;
  if (byte === 0xf0) return 6;
  if (byte >= 0xf1 && byte <= 0xf3) return 5;
  return byte === 0xf4 ? 7 : 0;
}

/** Refines the partition by the bytes that line starts distinguish. */
export function refine(classOf: Uint8Array, lines: LineStarts | undefined): Refinement {
  return commonRefinement([classOf, Array.from(classOf, (_, byte) => lines?.classOf(byte) ?? 0)]);
}
