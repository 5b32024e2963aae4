// Converts outlines to shapes of rows. An *outline* says in advance which bytes a lexer state can read, and which of
// them lead to the same state (monitor's `Outline`). A *shape* says the same of a row, the transition table of a state.
// So the row marks most impossible bytes as soon as it is created, and has one entry for all bytes that lead to the
// same state. Each outline has one shape.

import type { LocalAutomaton, Outline, Table } from "@espalier/monitor";
import { MISSING, type Shape, shapeOfClasses } from "./rows.js";

export type Classes = Pick<Table, "classOf" | "classCount">;

/** Up to this many first bytes are looked up one by one. */
const FEW = 24;

/** Creates the shape of each local state; if the automaton has no outlines, a shape without information. */
export function createLocalShapes(
  automaton: LocalAutomaton,
  { classOf, classCount }: Classes,
): (local: number) => Shape {
  const blank = shapeOfClasses(classOf, classCount);
  return (local) => {
    const outline = automaton.outline?.(local);
    if (outline === undefined) return blank;
    let shape = shapes.get(outline);
    if (shape === undefined) shapes.set(outline, (shape = shapeOf(outline)));
    return shape;
  };
}

const shapes = new WeakMap<Outline, Shape>();

/** Scratch. By class of an outline, plus one: its class in the shape; at 0, that of bytes without a step. */
const numbers = new Int32Array(257);

function shapeOf({ classOf, live }: Outline): Shape {
  numbers.fill(-1);
  const map = new Uint8Array(256);
  const some: number[] = [];
  let classes = 0;
  for (let byte = 0; byte < 256; byte++) {
    const group = live[byte] === 0 ? 0 : 1 + classOf[byte]!;
    if (numbers[group]! < 0) numbers[group] = classes++;
    map[byte] = numbers[group]!;
    if (group !== 0) some.push(byte);
  }
  const entries = new Int32Array(classes).fill(MISSING);
  if (numbers[0]! >= 0) entries[numbers[0]!] = 0;
  return { map, entries, few: some.length > FEW ? undefined : Uint8Array.from(some) };
}
