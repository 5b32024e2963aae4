// Finite sets of texts that edges over a tracked terminal refuse, read byte by byte, and the shortest text that such an edge takes.
//
// The texts of one set form a trie. A lexeme that leaves the trie is no longer refused, whatever follows. So no automaton has to
// be built for "every text but these": inside the trie a state is a pair (what is left of the terminal, node), and the shortest
// text from there either leaves the trie by one byte or ends inside it. The search below visits only such pairs.

import type { Engine, Expr } from "@espalier/automata";
import { createPairTable } from "@espalier/monitor";

/** A letter that few names repeat, and that goes on after a backslash too. */
const LETTER = 0x6e;
/** After how many more letters a text that leaves the refused ones must be able to go on for ever. */
const MOST_LETTERS = 3;
/** The node outside every trie: nothing that follows is refused. */
export const OUTSIDE = -1;

/** Finite sets of texts as tries. Nodes are integers ≥ 0. */
export interface RefusedTexts {
  /** The node after one more byte; {@link OUTSIDE} when no refused text begins with the bytes read. */
  next(node: number, byte: number): number;
  /** Whether the text that leads to `node` is refused. */
  refuses(node: number): boolean;
  /** The bytes that may lead from `node` to another node. */
  bytes(node: number): readonly number[];
}

/** The shortest texts that the tries of one {@link RefusedTexts} leave over. */
export interface LeastTaken {
  /** The fewest bytes that finish `left` at `node` with a text that is not refused; Infinity when every text is refused. */
  least(left: Expr, node: number): number;
  /** Whether `left` takes infinitely many texts, as may be seen at once. Then some text is left at every node. */
  isEndless(left: Expr): boolean;
  /** Whether some text finishes `left` at `node` and is not refused. Much cheaper than to find the shortest. */
  any(left: Expr, node: number): boolean;
  /** The first byte of such a text. Only where {@link LeastTaken.least} is finite and at least 1. */
  byte(left: Expr, node: number): number;
}

/** The byte after which the fewest bytes finish, of those that leave the trie at once, and how many these are; Infinity where none finish. */
interface Exit {
  readonly rest: number;
  readonly byte: number;
}

/** Results are remembered by (left, node), without bound: whoever owns the tries owns them. */
export function createLeastTaken(engine: Engine, refused: RefusedTexts): LeastTaken {
  const known = createPairTable();
  const taken = createPairTable();
  // For each expression: 0 if it has not been examined, 1 if it is endless, 2 if it is not.
  const endless: number[] = [];

  /** A few letters lead to where one more leaves as much again, as in the strings of JSON. */
  function isEndless(left: Expr): boolean {
    while (endless.length <= left) endless.push(0);
    if (endless[left] === 0) {
      let at = left;
      for (let letters = 0; letters < MOST_LETTERS && engine.derivative(at, LETTER) !== at; letters++)
        at = engine.derivative(at, LETTER);
      const loops = engine.derivative(at, LETTER) === at && engine.distance(at) !== Number.POSITIVE_INFINITY;
      endless[left] = loops ? 1 : 2;
    }
    return endless[left] === 1;
  }

  function exit(left: Expr, node: number): Exit {
    const inside = refused.bytes(node);
    const { classOf, classCount } = engine.partition(engine.firstPartition(left));
    const settled = new Uint8Array(classCount);
    let rest = Number.POSITIVE_INFINITY;
    let found = -1;
    for (let byte = 0; byte < 256; byte++) {
      const its = classOf[byte]!;
      if (settled[its] === 1) continue;
      // What is no better is not looked up in the trie, which would make nodes of it.
      const after = engine.distance(engine.derivative(left, byte));
      if (after < rest) {
        if (inside.includes(byte) && refused.next(node, byte) !== OUTSIDE) continue;
        rest = after;
        found = byte;
      }
      settled[its] = 1;
    }
    return { rest, byte: found };
  }

  /** Breadth first over pairs inside the trie; each exit ends a path with the distance of what is left. */
  function search(from: Expr, at: number): number {
    let best = Number.POSITIVE_INFINITY;
    const queue: { readonly left: Expr; readonly node: number; readonly depth: number }[] = [];
    const met = createPairTable();
    const visit = (left: Expr, node: number, depth: number): void => {
      if (left === 0 || met.get(left, node) >= 0) return;
      met.set(left, node, 1);
      queue.push({ left, node, depth });
    };
    visit(from, at, 0);
    for (let i = 0; i < queue.length; i++) {
      const { left, node, depth } = queue[i]!;
      if (depth + engine.distance(left) >= best) continue;
      if (engine.nullable(left) && !refused.refuses(node)) best = Math.min(best, depth);
      best = Math.min(best, depth + 1 + exit(left, node).rest);
      for (const byte of refused.bytes(node)) {
        const after = engine.derivative(left, byte);
        if (depth + 1 + engine.distance(after) >= best) continue;
        const next = refused.next(node, byte);
        if (next !== OUTSIDE) visit(after, next, depth + 1);
      }
    }
    return best;
  }

  function least(left: Expr, node: number): number {
    if (node === OUTSIDE) return engine.distance(left);
    const remembered = known.get(left, node);
    if (remembered >= 0) return remembered === 0 ? Number.POSITIVE_INFINITY : remembered - 1;
    const found = search(left, node);
    known.set(left, node, found === Number.POSITIVE_INFINITY ? 0 : found + 1);
    return found;
  }

  /** Depth first: nearly always the first byte that is tried leaves the trie. */
  function any(left: Expr, node: number): boolean {
    if (engine.distance(left) === Number.POSITIVE_INFINITY) return false;
    if (node === OUTSIDE || (engine.nullable(left) && !refused.refuses(node))) return true;
    const remembered = taken.get(left, node);
    if (remembered >= 0) return remembered === 1;
    if (isEndless(left)) return true;
    const inside = refused.bytes(node);
    const goesOn = (byte: number): boolean =>
      engine.distance(engine.derivative(left, byte)) !== Number.POSITIVE_INFINITY;
    let found = false;
    for (let byte = 0; byte < 256 && !found; byte++) found = !inside.includes(byte) && goesOn(byte);
    for (let i = 0; i < inside.length && !found; i++) {
      const byte = inside[i]!;
      found = goesOn(byte) && any(engine.derivative(left, byte), refused.next(node, byte));
    }
    taken.set(left, node, found ? 1 : 0);
    return found;
  }

  return {
    isEndless,
    least,
    any,
    byte(left, node) {
      const rest = least(left, node) - 1;
      if (node !== OUTSIDE) {
        for (const byte of refused.bytes(node)) {
          const after = engine.derivative(left, byte);
          if (engine.distance(after) > rest) continue;
          const next = refused.next(node, byte);
          if (next !== OUTSIDE && least(after, next) === rest) return byte;
        }
        return exit(left, node).byte;
      }
      const { representatives } = engine.partition(engine.firstPartition(left));
      return representatives.find((each) => engine.distance(engine.derivative(left, each)) === rest)!;
    },
  };
}
