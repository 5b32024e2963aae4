// Configurations, which are the states of a language: interned lists of readings (reading.ts). Each has a row with its
// successors by byte class, and a cached cost.
//
//     rowOf[(id − base) / 2]  where its row begins in `rows`, or −1;   rows[row + class] = next id, 0 = dead, −1 = not computed
//
// Nearly every configuration is one reading without guards and is found by its lexer state and set. Rows may be dropped
// to stay within their limit, and are then computed again. Ids are never dropped. Id 0 is dead; the others are `first`,
// `first` + 2, … (generations.ts).

import { createPairTable, createSequenceTable } from "@espalier/monitor";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import { NO_GUARDS } from "./guards.js";
import type { Reading } from "./reading.js";

export interface Configurations {
  /** Returns the id of a list of readings in any order; 0 for the empty list. */
  intern(readings: readonly Reading[]): number;
  readings(id: number): readonly Reading[];
  /** Returns the successor by `byteClass`: an id, 0 for dead, −1 if unknown. */
  next(id: number, byteClass: number): number;
  setNext(id: number, byteClass: number, next: number): void;
  /** Returns the cached cost, or −1. */
  cost(id: number): number;
  setCost(id: number, cost: number): void;
  /** Returns the id of the next new configuration. */
  nextId(): number;
  bytes(): number;
}

/** Approximate size of one reading and its list on the JavaScript heap, in bytes. */
const READING_BYTES = 96;

export function createConfigurations(classCount: number, limits: SyntaxLimits, first: number): Configurations {
  const base = first - 2;
  /** Returns the index of a configuration in the tables. */
  const place = (id: number): number => (id - base) >> 1;
  const simple = createPairTable();
  const lists = createSequenceTable();
  const listIds = createPairTable();
  const readingsOf: (readonly Reading[])[] = [[]];
  let rowOf = new Int32Array(256).fill(-1);
  let rows = new Int32Array(1024);
  let rowsUsed = 0;
  let costs = new Float64Array(256).fill(-1);
  let scratch = new Int32Array(64);

  function add(readings: readonly Reading[]): number {
    const at = readingsOf.length;
    if (at >= limits.configurations) {
      throw new SyntaxLimitError(
        "configurations",
        limits.configurations,
        "the text is too long; shorten it, or raise the limit",
      );
    }
    readingsOf.push(readings);
    if (at >= rowOf.length) {
      const longer = new Int32Array(2 * rowOf.length).fill(-1);
      longer.set(rowOf);
      rowOf = longer;
      const more = new Float64Array(2 * costs.length).fill(-1);
      more.set(costs);
      costs = more;
    }
    return base + 2 * at;
  }

  function internList(readings: readonly Reading[]): number {
    const sorted = [...readings].sort((a, b) => a.lexeme - b.lexeme || a.set - b.set || a.guards - b.guards);
    if (3 * sorted.length > scratch.length) scratch = new Int32Array(6 * sorted.length);
    let at = 0;
    for (const { lexeme, set, guards } of sorted) {
      scratch[at++] = lexeme;
      scratch[at++] = set;
      scratch[at++] = guards;
    }
    const list = lists.intern(scratch, at);
    let id = listIds.get(list, 0);
    if (id < 0) {
      id = add(sorted);
      listIds.set(list, 0, id);
    }
    return id;
  }

  return {
    intern(readings: readonly Reading[]): number {
      const [first] = readings;
      if (first === undefined) return 0;
      if (readings.length > 1 || first.guards !== NO_GUARDS) return internList(readings);
      let id = simple.get(first.lexeme, first.set);
      if (id < 0) {
        id = add([first]);
        simple.set(first.lexeme, first.set, id);
      }
      return id;
    },
    readings: (id: number): readonly Reading[] => readingsOf[place(id)]!,
    next(id: number, byteClass: number): number {
      const row = rowOf[place(id)]!;
      return row < 0 ? -1 : rows[row + byteClass]!;
    },
    setNext(id: number, byteClass: number, next: number): void {
      const at = place(id);
      if (rowOf[at]! < 0) {
        if (4 * rowsUsed > limits.rowBytes) {
          rowOf.fill(-1);
          rowsUsed = 0;
        }
        if (rowsUsed + classCount > rows.length) {
          const larger = new Int32Array(Math.max(2 * rows.length, rowsUsed + classCount));
          larger.set(rows);
          rows = larger;
        }
        rowOf[at] = rowsUsed;
        rows.fill(-1, rowsUsed, rowsUsed + classCount);
        rowsUsed += classCount;
      }
      rows[rowOf[at]! + byteClass] = next;
    },
    cost: (id: number): number => costs[place(id)]!,
    setCost(id: number, cost: number): void {
      costs[place(id)] = cost;
    },
    nextId: (): number => base + 2 * readingsOf.length,
    bytes(): number {
      const tables =
        simple.bytes() + lists.bytes() + listIds.bytes() + rowOf.byteLength + rows.byteLength + costs.byteLength;
      return tables + READING_BYTES * readingsOf.length;
    },
  };
}
