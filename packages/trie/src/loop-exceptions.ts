// Where a local state differs from its loop. A free name of an object may be any text but some: after a few characters nearly every
// text has left those, and the local state is one that plain characters do not change. Which tokens tell the two apart is found by a
// walk that follows both at once and turns back where they have met: there the loop's answer is right.

import type { LocalAutomaton } from "@espalier/monitor";
import type { Arena } from "./arena.js";
import { createIdList, taken } from "./id-list.js";
import type { LocalShape } from "./outlines.js";
import { pairShapes } from "./outlines.js";
import { collectRows } from "./row-walk.js";
import { createRows, DEAD, type Rows } from "./rows.js";
import { isPlainByte, type RunPlanes } from "./run-planes.js";
import { appendSpelling } from "./suffixes.js";
import { appendSubtree } from "./walk.js";

export interface LoopExceptions {
  /** Pairs: a node of the planes' `others`, and the local state from which its byte is read. */
  readonly places: Int32Array;
  /** The tokens at and below those nodes, ascending. */
  readonly tokens: Uint32Array;
}

const MET = -2;

/** The rows of pairs with one loop: state 2 · local, plus 1 before the first byte. */
export function pairRows(
  arena: Arena,
  automaton: LocalAutomaton,
  shape: (local: number) => LocalShape,
  loop: number,
): Rows {
  return createRows(arena, {
    shape: (pair) => pairShapes(shape(pair >> 1), shape(loop)),
    step(pair, byte) {
      const next = automaton.step(pair >> 1, byte);
      if (next === automaton.step(loop, byte)) return DEAD;
      if (byte < 0x80 && isPlainByte(byte)) return next === 0 ? MET : 2 * next;
      // Tokens that begin with such a byte are walked for themselves.
      return byte < 0x80 && (pair & 1) === 1 ? DEAD : MET;
    },
  });
}

/** @param rows those of {@link pairRows} for the loop of `local`, from which every run can be read. */
export function findExceptions(rows: Rows, planes: RunPlanes, local: number): LoopExceptions {
  const { trie } = rows.arena;
  const places: number[] = [];
  const below = createIdList(16);
  collectRows(rows, planes.others, 2 * local + 1, (node, _, pair) => {
    places.push(node, pair >> 1);
    appendSubtree(planes.others, node, below);
  });
  const tokens = createIdList(below.length);
  for (let i = 0; i < below.length; i++) appendSpelling(trie, tokens, below.array[i]!);
  return { places: Int32Array.from(places), tokens: taken(tokens).sort() };
}
