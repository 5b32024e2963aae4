// The generation of a combination: the sum of the generations of all monitors within it. (A generation number grows
// when a monitor drops its states.) It is needed at each start of a text, at every nesting depth. So each combination
// keeps one flat list of the monitors whose generation may grow.

import type { ByteClasses, Table } from "./engine/table.js";

/** Something whose generation may grow: a combination's own table, or the table of a monitor of another kind. */
export interface Growing {
  readonly generation: number;
}

const growingIn = new WeakMap<Table, readonly Growing[]>();

/** Returns everything within `monitors` whose generation may grow, each once. */
export function growingOf(monitors: readonly { readonly table?: Table | undefined }[]): readonly Growing[] {
  const all = monitors.flatMap(({ table }) => (table === undefined ? [] : (growingIn.get(table) ?? [table])));
  return [...new Set(all)];
}

export function sumOf(growing: readonly Growing[]): number {
  let sum = 0;
  for (const each of growing) sum += each.generation;
  return sum;
}

/**
 * The table of a combination. The accessor belongs to a class, because minor collections of V8 do not free what an
 * accessor of an object literal refers to.
 */
class TableOver implements Table {
  readonly classOf: Uint8Array;
  readonly classCount: number;
  readonly #growing: readonly Growing[];

  constructor({ classOf, classCount }: ByteClasses, growing: readonly Growing[]) {
    this.classOf = classOf;
    this.classCount = classCount;
    this.#growing = growing;
  }

  get generation(): number {
    return sumOf(this.#growing);
  }
}

/** Returns the table whose generation is the sum of those of `growing`. */
export function tableOver(classes: ByteClasses, growing: readonly Growing[]): Table {
  const table = new TableOver(classes, growing);
  growingIn.set(table, growing);
  return table;
}
