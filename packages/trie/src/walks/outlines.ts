// Converts the outlines of an automaton's local states (monitor's `Outline`) to shapes of rows. Until a boundary, a
// state of the monitor has the row of its local part; across a boundary, that of the next state. So most of what cannot
// follow is known when a row is created, and one result serves all bytes that lead to the same place. A shape is
// created once for an outline or a pair of outlines, which many states share.

import type { LocalAutomaton, Outline, Table } from "@espalier/monitor";
import { MISSING, type Shape, shapeOfClasses } from "./rows.js";

export type Classes = Pick<Table, "classOf" | "classCount">;

/** The shape of local states, and its combinations with others. */
export interface LocalShape extends Shape {
  /** Whether nothing is known. */
  readonly blank: boolean;
  readonly joined: Map<LocalShape, Shape>;
}

/** Up to this many first bytes are looked up one by one. */
const FEW = 24;

/** Creates the shape of each local state; if the automaton has no outlines, a shape without information. */
export function createLocalShapes(
  automaton: LocalAutomaton,
  { classOf, classCount }: Classes,
): (local: number) => LocalShape {
  const blank: LocalShape = {
    ...shapeOfClasses(classOf, classCount),
    blank: true,
    joined: new Map(),
  };
  return (local) => {
    const outline = automaton.outline?.(local);
    if (outline === undefined) return blank;
    let shape = shapes.get(outline);
    if (shape === undefined) shapes.set(outline, (shape = { ...shapeOf(outline), blank: false, joined: new Map() }));
    return shape;
  };
}

const shapes = new WeakMap<Outline, LocalShape>();

function shapeOf({ classOf, live }: Outline): Shape {
  for (let byte = 0; byte < 256; byte++) groups[byte] = live[byte] === 0 ? 0 : 1 + classOf[byte]!;
  return shapeOfGroups(257);
}

/**
 * Returns the shape of a state with local part `inside`, where the state with local part `beyond` follows across a
 * boundary.
 */
export function joinShapes(inside: LocalShape, beyond: LocalShape): Shape {
  let joined = inside.joined.get(beyond);
  if (joined === undefined) {
    if (inside.joined.size >= MOST_JOINED) inside.joined.clear();
    const width = beyond.entries.length;
    for (let byte = 0; byte < 256; byte++) {
      const a = inside.map[byte]!;
      const b = beyond.map[byte]!;
      groups[byte] = inside.entries[a] === 0 && beyond.entries[b] === 0 ? 0 : 1 + a * width + b;
    }
    joined = shapeOfGroups(1 + inside.entries.length * width);
    inside.joined.set(beyond, joined);
  }
  return joined;
}

/** The most combined outlines cached with one outline. */
const MOST_JOINED = 256;

/** Scratch. By byte: 0 if nothing follows, else the number of its group. By group: its class. */
const groups = new Int32Array(256);
let classOfGroup = new Int32Array(1024);

function shapeOfGroups(count: number): Shape {
  if (count > classOfGroup.length) classOfGroup = new Int32Array(2 * count);
  classOfGroup.fill(-1, 0, count);
  const map = new Uint8Array(256);
  let classes = 0;
  let live = 0;
  for (let byte = 0; byte < 256; byte++) {
    const group = groups[byte]!;
    if (classOfGroup[group]! < 0) classOfGroup[group] = classes++;
    map[byte] = classOfGroup[group]!;
    if (group !== 0) live++;
  }
  const entries = new Int32Array(classes).fill(MISSING);
  if (classOfGroup[0]! >= 0) entries[classOfGroup[0]!] = 0;
  if (live > FEW) return { map, entries, few: undefined };
  const few = new Uint8Array(live);
  for (let byte = 0, i = 0; byte < 256; byte++) if (groups[byte] !== 0) few[i++] = byte;
  return { map, entries, few };
}
