// A growing list of distinct pairs of integers, such as the items of an effect under construction.

import { createPairTable } from "@espalier/monitor";

/** Up to so many pairs are compared one by one; more use a table. */
const FEW = 8;

export class DistinctPairs {
  /** The pairs are `values[1]` to `values[length - 1]`; what `values[0]` holds is left to the owner. */
  values: Int32Array = new Int32Array(64);
  length = 1;
  readonly #table = createPairTable();

  clear(): void {
    this.length = 1;
    this.#table.clear();
  }

  /** Adds a pair. Returns whether it is new. */
  add(a: number, b: number): boolean {
    const { values, length } = this;
    const table = this.#table;
    if (length <= 2 * FEW) {
      for (let i = 1; i < length; i += 2) if (values[i] === a && values[i + 1] === b) return false;
    } else {
      if (length === 2 * FEW + 1) for (let i = 1; i < length; i += 2) table.set(values[i]!, values[i + 1]!, 1);
      if (table.get(a, b) >= 0) return false;
      table.set(a, b, 1);
    }
    if (length + 2 > values.length) {
      this.values = new Int32Array(2 * values.length);
      this.values.set(values);
    }
    this.values[length] = a;
    this.values[length + 1] = b;
    this.length = length + 2;
    return true;
  }

  /** Removes the pairs of a table. */
  leaveOut(table: { get(a: number, b: number): number }): void {
    const { values, length } = this;
    let to = 1;
    for (let i = 1; i < length; i += 2) {
      if (table.get(values[i]!, values[i + 1]!) >= 0) continue;
      values[to++] = values[i]!;
      values[to++] = values[i + 1]!;
    }
    this.length = to;
  }
}
