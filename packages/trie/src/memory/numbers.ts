// A growing list of integers in a typed array, negative ones too.

export interface Numbers {
  array: Int32Array;
  length: number;
}

/** As many as V8 keeps in an object itself: a block of memory beside it takes several times as long to get. */
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
