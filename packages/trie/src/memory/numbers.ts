// A growing list of integers, possibly negative, in a typed array.

export interface Numbers {
  array: Int32Array;
  length: number;
}

/** As many as V8 stores in the object itself; a separate block of memory takes several times as long to allocate. */
const FIRST = 16;

export function createNumbers(): Numbers {
  return { array: new Int32Array(FIRST), length: 0 };
}

export function push(list: Numbers, number: number): void {
  if (list.length === list.array.length) {
    const longer = new Int32Array(2 * list.array.length);
    longer.set(list.array);
    list.array = longer;
  }
  list.array[list.length++] = number;
}
