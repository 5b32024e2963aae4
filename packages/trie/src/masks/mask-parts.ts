// Builds a mask from disjoint parts: planes and lists of ids. A single plane stays shared; several are merged.

import { appendAll, type IdList, taken } from "../memory/id-list.js";
import { createMask, createPlane, type Mask, type Plane } from "./mask.js";

/** Disjoint sets of tokens under construction. */
export interface Parts {
  readonly planes: Plane[];
  readonly ids: IdList;
}

/** The same, with tokens that are still undecided. */
export interface Gathered extends Parts {
  readonly unsure: IdList;
}

export function addPart({ planes, ids }: Parts, part: Plane | Uint32Array | undefined): void {
  if (part instanceof Uint32Array) appendAll(ids, part);
  else if (part !== undefined) planes.push(part);
}

/** From this many ids on, a set is stored as a bitset instead of a list. */
export const PLANE_FROM = 4097;

/** Returns the mask of disjoint planes and ids. Copies the list. */
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

/** Returns a set of distinct ids as one part: a plane if it is large. */
export function partOf(size: number, ids: Uint32Array): Plane | Uint32Array {
  return ids.length < PLANE_FROM ? ids : planeOf(size, ids);
}

/** Returns the plane of distinct ids. */
export function planeOf(size: number, ids: ArrayLike<number>): Plane {
  const words = new Uint32Array((size + 31) >>> 5);
  for (let i = 0; i < ids.length; i++) words[ids[i]! >>> 5] = words[ids[i]! >>> 5]! | (1 << ids[i]!);
  return createPlane(size, words, ids.length);
}
