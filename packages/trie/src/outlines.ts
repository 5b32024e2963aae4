// The outlines of an automaton's local states (monitor's `Outline`) as templates of rows. A state of the monitor has the row of its
// local part until a boundary: so a row is begun by copying a template, and what is found out for one class of bytes is written
// for all that lead to the same place. A template is made once an outline, and outlines are shared by many states.

import type { LocalAutomaton, Outline, Table } from "@espalier/monitor";
import { MISSING } from "./rows.js";

/** A row to be, by class of the monitor's table. */
export interface Template {
  /** 0 where nothing stays inside, {@link MISSING} where something may. */
  readonly entries: Int32Array;
  /** The next class that leads to the same local state, in a ring. */
  readonly alike: Uint8Array;
  /** The bytes that may stay inside, where they are few; else `undefined`. */
  readonly few: Uint8Array | undefined;
}

export type Classes = Pick<Table, "classOf" | "classCount">;

/** So few first bytes are looked up one by one. */
const FEW = 24;

/** The template of each local state; where the automaton has no outlines, one of which nothing is known. */
export function createTemplates(automaton: LocalAutomaton, classes: Classes): (local: number) => Template {
  const byOutline = templatesFor(classes);
  const unknown = makeTemplate(classes, {
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    live: new Uint8Array(256).fill(1),
  });
  return (local) => {
    const outline = automaton.outline?.(local);
    if (outline === undefined) return unknown;
    let template = byOutline.get(outline);
    if (template === undefined) byOutline.set(outline, (template = makeTemplate(classes, outline)));
    return template;
  };
}

/** Outlines may be shared by automata, and most tables tell all bytes apart: then so are their templates. */
const ofSingleBytes = new WeakMap<Outline, Template>();

function templatesFor({ classOf }: Classes): WeakMap<Outline, Template> {
  return classOf.every((its, byte) => its === byte) ? ofSingleBytes : new WeakMap();
}

function makeTemplate({ classOf, classCount }: Classes, outline: Outline): Template {
  const entries = new Int32Array(classCount);
  const alike = new Uint8Array(classCount);
  const last = new Int16Array(256).fill(-1);
  const done = new Uint8Array(classCount);
  const live: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    if (outline.live[byte] === 0) continue;
    live.push(byte);
    const c = classOf[byte]!;
    if (done[c] === 1) continue;
    done[c] = 1;
    entries[c] = MISSING;
    const group = outline.classOf[byte]!;
    const previous = last[group]!;
    alike[c] = previous < 0 ? c : alike[previous]!;
    if (previous >= 0) alike[previous] = c;
    last[group] = c;
  }
  return { entries, alike, few: live.length <= FEW ? Uint8Array.from(live) : undefined };
}
