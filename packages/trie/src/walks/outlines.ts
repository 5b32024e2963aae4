// Converts outlines to shapes of rows. An *outline* says in advance which bytes a lexer state can read, and which of
// them lead to the same state (monitor's `Outline`). A *shape* says the same of a row, the transition table of a state.
// So the row marks most impossible bytes as soon as it is created, and has one entry for all bytes that lead to the
// same state. Each outline has one shape, and each pair of outlines too: one for the lexeme in progress, one for the
// lexeme after it.

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
 * Returns the shape of a state whose byte either continues the lexeme (shape `inside`) or begins the next lexeme (shape
 * `beyond`).
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
