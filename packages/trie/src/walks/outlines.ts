// The outlines of an automaton's local states (monitor's `Outline`) as shapes of rows. A state of the monitor has the row of its local
// part until a boundary, and across one what the state there has: so most of what does not follow is known when a row is made, and
// one answer serves all bytes that lead to the same place. A shape is made once an outline, or once a pair of them, and outlines
// are shared by many states.

import type { LocalAutomaton, Outline, Table } from "@espalier/monitor";
import { MISSING, type Shape, shapeOfClasses } from "./rows.js";

export type Classes = Pick<Table, "classOf" | "classCount">;

/** A shape of local states, and what it makes together with others. */
export interface LocalShape extends Shape {
  /** Nothing is known. */
  readonly blank: boolean;
  readonly joined: Map<LocalShape, Shape>;
}

/** So few first bytes are looked up one by one. */
const FEW = 24;

/** The shape of each local state; where the automaton has no outlines, one of which nothing is known. */
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

/** The shape of a state with the one local part, where the other's state follows across a boundary. */
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

/** How many joined outlines are remembered with one outline. */
const MOST_JOINED = 256;

/** Scratch, by byte: 0 where nothing follows, else the number of the group that it goes on with; by group, its class. */
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
