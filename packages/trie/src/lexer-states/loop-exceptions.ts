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
import { DEPTH_BITS, type Trie } from "../tree/trie.js";
import { appendSubtree } from "../walks/walk.js";

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
  trie: Trie,
  { others }: RunPlanes,
  local: number,
  loop: number,
): LoopExceptions {
  const places: number[] = [];
  const below = createIdList(16);
  const { words } = others;
  const stepLoop = stepsFrom(automaton, loop);
  let atOnce = false;

  /** Compares what is read of nodes [from, end) of `others`, which have the depth `depth`, and of everything below them. */
  function compare(from: number, end: number, depth: number, before: number): void {
    const step = stepsFrom(automaton, before);
    for (let p = from; p < end; p += words[2 * p + 1]! >>> DEPTH_BITS) {
      const byte = words[2 * p]! & 255;
      const next = step(byte);
      if (next === stepLoop(byte)) continue;
      const plain = byte < 0x80 && isPlainByte(byte);
      if (depth === 0 && byte < 0x80 && !plain) atOnce = true;
      else if (plain && next !== 0) compare(p + 1, p + (words[2 * p + 1]! >>> DEPTH_BITS), depth + 1, next);
      else {
        places.push(p, before);
        appendSubtree(others, p, below);
      }
    }
  }

  compare(0, words.length / 2, 0, local);
  const tokens = createIdList(below.length);
  for (let i = 0; i < below.length; i++) appendSpelling(trie, tokens, below.array[i]!);
  return { places: Int32Array.from(places), tokens: taken(tokens).sort(), atOnce };
}

/** Returns the steps from a local state, by byte. Those that are known are read from the automaton's table. */
function stepsFrom(automaton: LocalAutomaton, local: number): (byte: number) => number {
  const { known } = automaton;
  if (known === undefined) return (byte) => automaton.step(local, byte);
  if (known.rowOf[local] === 0) automaton.sole?.(local); // creates the row
  const row = known.rowOf[local]!;
  if (row <= 0) return (byte) => automaton.step(local, byte);
  return (byte) => {
    const { next, classOf } = known;
    const ready = next[row + 1 + classOf[next[row]! + byte]!]!;
    return ready >= 0 ? ready : automaton.step(local, byte);
  };
}
