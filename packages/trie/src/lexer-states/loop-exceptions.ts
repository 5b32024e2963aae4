// Finds the tokens that a lexer state and its *loop* read differently. A loop is a lexer state in which all plain
// characters lead back to the same state. For example, an undeclared property name may be any text except the declared
// names. After a few characters, a text usually differs from all declared names, and the lexer is in the loop. A walk
// follows the state and the loop at once. It turns back where both lead to the same state, because the loop's answer is
// correct from there on.

import type { LocalAutomaton } from "@espalier/monitor";
import { appendSpelling } from "../masks/spellings.js";
import { createIdList, taken } from "../memory/id-list.js";
import { isPlainByte } from "../runs/plain-reader.js";
import type { RunPlanes } from "../runs/run-planes.js";
import { childOf } from "../tree/children.js";
import type { Trie } from "../tree/trie.js";
import { appendSubtree } from "../walks/walk.js";
import type { BytesApart } from "./bytes-apart.js";

export interface LoopExceptions {
  /** Pairs: a node of the planes' `others`, and the local state from which its byte is read. */
  readonly places: Int32Array;
  /** The tokens at and below those nodes, ascending. */
  readonly tokens: Uint32Array;
  /**
   * Whether the lexer state and its loop also differ on some tokens that begin with a non-plain ASCII byte.
   * {@link LoopExceptions.tokens} does not list these tokens.
   */
  readonly atOnce: boolean;
}

/** @param loop the state that runs from `local` eventually reach; every run can be read from `local`. */
export function findExceptions(
  automaton: LocalAutomaton,
  apart: BytesApart,
  trie: Trie,
  { others }: RunPlanes,
  local: number,
  loop: number,
): LoopExceptions {
  const places: number[] = [];
  const below = createIdList(16);
  const roots = others.roots!;
  let atOnce = false;

  /** Below a node of `others`; everything for −1. */
  function compare(node: number, depth: number, before: number): void {
    const bytes = apart(depth, before, loop);
    for (let word = 0; word < 8; word++) {
      for (let bits = bytes[word]!; bits !== 0; bits &= bits - 1) {
        const byte = 32 * word + 31 - Math.clz32(bits & -bits);
        const plain = byte < 0x80 && isPlainByte(byte);
        const child = node < 0 ? roots[byte]! : childOf(others, node, byte);
        if (child < 0) continue;
        const next = automaton.step(before, byte);
        if (next === automaton.step(loop, byte)) continue;
        if (depth === 0 && byte < 0x80 && !plain) atOnce = true;
        else if (plain && next !== 0) compare(child, depth + 1, next);
        else {
          places.push(child, before);
          appendSubtree(others, child, below);
        }
      }
    }
  }

  compare(-1, 0, local);
  const tokens = createIdList(below.length);
  for (let i = 0; i < below.length; i++) appendSpelling(trie, tokens, below.array[i]!);
  return { places: Int32Array.from(places), tokens: taken(tokens).sort(), atOnce };
}
