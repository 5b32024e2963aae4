// Putting a mask together from disjoint parts: planes and lists of ids. One plane stays shared; several are joined.

import { appendAll, type IdList, taken } from "../memory/id-list.js";
import { createMask, createPlane, type Mask, type Plane } from "./mask.js";

/** Disjoint sets of tokens, being gathered. */
export interface Parts {
  readonly planes: Plane[];
  readonly ids: IdList;
}

/** The same beside tokens of which nobody knows yet. */
export interface Gathered extends Parts {
  readonly unsure: IdList;
}

export function addPart({ planes, ids }: Parts, part: Plane | Uint32Array | undefined): void {
  if (part instanceof Uint32Array) appendAll(ids, part);
  else if (part !== undefined) planes.push(part);
}

/** From how many ids on a set is kept as a bitset rather than a list. */
export const PLANE_FROM = 4097;

/** The mask of disjoint planes and ids. The list is copied. */
export function joinParts(size: number, planes: readonly Plane[], ids: IdList): Mask {
  if (planes.length === 0 && ids.length < PLANE_FROM) return createMask(size, undefined, taken(ids));
  if (planes.length === 1 && ids.length < PLANE_FROM) return createMask(size, planes[0], taken(ids));
  const words = new Uint32Array((size + 31) >>> 5);
  let count = ids.length;
  for (const plane of planes) {
    const from = plane.words;
    for (let i = 0; i < from.length; i++) words[i] = words[i]! | from[i]!;
    count += plane.count;
  }
  for (let i = 0; i < ids.length; i++) {
    const id = ids.array[i]!;
    words[id >>> 5] = words[id >>> 5]! | (1 << id);
  }
  return createMask(size, createPlane(size, words, count), new Uint32Array(0));
}

/** A set of distinct ids as one part: a plane when it is large. */
export function partOf(size: number, ids: Uint32Array): Plane | Uint32Array {
  return ids.length < PLANE_FROM ? ids : planeOf(size, ids);
}

/** The plane of distinct ids. */
export function planeOf(size: number, ids: ArrayLike<number>): Plane {
  const words = new Uint32Array((size + 31) >>> 5);
  for (let i = 0; i < ids.length; i++) words[ids[i]! >>> 5] = words[ids[i]! >>> 5]! | (1 << ids[i]!);
  return createPlane(size, words, ids.length);
}
