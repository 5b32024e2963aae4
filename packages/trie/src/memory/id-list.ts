// A growing list of ids in a typed array.

export interface IdList {
  array: Uint32Array;
  length: number;
}

export function createIdList(capacity: number): IdList {
  return { array: new Uint32Array(Math.max(16, capacity)), length: 0 };
}

/** Makes room for `more` ids. */
export function reserve(list: IdList, more: number): void {
  const least = list.length + more;
  if (least <= list.array.length) return;
  const array = new Uint32Array(Math.max(least, 2 * list.array.length));
  array.set(list.array.subarray(0, list.length));
  list.array = array;
}

export function append(list: IdList, id: number): void {
  if (list.length === list.array.length) reserve(list, 1);
  list.array[list.length++] = id;
}

export function appendAll(list: IdList, ids: Uint32Array): void {
  reserve(list, ids.length);
  list.array.set(ids, list.length);
  list.length += ids.length;
}

/** Returns a copy of the ids so far. */
export function taken(list: IdList): Uint32Array {
  return list.array.slice(0, list.length);
}
