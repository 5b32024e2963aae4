// Where a local state differs from its loop. A free name of an object may be any text but some: after a few characters nearly every
// text has left those, and the local state is one that plain characters do not change. Which tokens tell the two apart is found by a
// walk that follows both at once and turns back where they have met: there the loop's answer is right.

import type { LocalAutomaton } from "@espalier/monitor";
import { createIdList, taken } from "./id-list.js";
import { rowOf, stepInRow } from "./known-steps.js";
import { isPlainByte } from "./plain-reader.js";
import type { RunPlanes } from "./run-planes.js";
import { appendSpelling } from "./suffixes.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Trie } from "./trie.js";
import { appendSubtree } from "./walk.js";

export interface LoopExceptions {
  /** Pairs: a node of the planes' `others`, and the local state from which its byte is read. */
  readonly places: Int32Array;
  /** The tokens at and below those nodes, ascending. */
  readonly tokens: Uint32Array;
}

/**
 * @param loop what runs from `local`, from which every run can be read, lead to sooner or later.
 */
export function findExceptions(
  automaton: LocalAutomaton,
  trie: Trie,
  { others }: RunPlanes,
  local: number,
  loop: number,
): LoopExceptions {
  const { words } = others;
  const places: number[] = [];
  const below = createIdList(16);
  const loopRow = rowOf(automaton, loop);
  stack[0] = local;
  rows[0] = rowOf(automaton, local);
  for (let p = 0; 2 * p < words.length; ) {
    const byte = words[2 * p]! & 255;
    const k = words[2 * p + 1]!;
    const depth = k & DEPTH_MASK;
    const before = stack[depth]!;
    const next = stepInRow(automaton, before, rows[depth]!, byte);
    const plain = byte < 0x80 && isPlainByte(byte);
    // Tokens that begin with a byte of ASCII that is not plain are walked for themselves.
    const same = next === stepInRow(automaton, loop, loopRow, byte) || (depth === 0 && byte < 0x80 && !plain);
    if (!same && plain && next !== 0) {
      stack[depth + 1] = next;
      rows[depth + 1] = rowOf(automaton, next);
      p++;
      continue;
    }
    if (!same) {
      places.push(p, before);
      appendSubtree(others, p, below);
    }
    p += k >>> DEPTH_BITS;
  }
  const tokens = createIdList(below.length);
  for (let i = 0; i < below.length; i++) appendSpelling(trie, tokens, below.array[i]!);
  return { places: Int32Array.from(places), tokens: taken(tokens).sort() };
}

/** Scratch: the local state by depth, and its row. */
const stack = new Int32Array(MAX_TOKEN_BYTES + 2);
const rows = new Int32Array(MAX_TOKEN_BYTES + 2);
