// Finite sets of texts that edges over a tracked terminal refuse, read byte by byte, and the shortest text that such an edge takes.
//
// The texts of one set form a trie. A lexeme that leaves the trie is no longer refused, whatever follows. So no automaton has to
// be built for "every text but these": inside the trie a state is a pair (what is left of the terminal, node), and the shortest
// text from there either leaves the trie by one byte or ends inside it. The search below visits only such pairs.

import type { Engine, Expr } from "@espalier/automata";
import { createPairTable } from "@espalier/monitor";

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
  /** The first byte of such a text. Only where {@link LeastTaken.least} is finite and at least 1. */
  byte(left: Expr, node: number): number;
}

/** What remains to be read in one class of bytes outside the trie, and the least byte of it. */
interface Exit {
  readonly left: Expr;
  readonly byte: number;
}

/** Results are remembered by (left, node), without bound: whoever owns the tries owns them. */
export function createLeastTaken(engine: Engine, refused: RefusedTexts): LeastTaken {
  const known = createPairTable();

  /** By class of bytes: what follows the bytes that leave the trie at once. */
  function exits(left: Expr, node: number): readonly Exit[] {
    const inside = new Set(refused.bytes(node).filter((byte) => refused.next(node, byte) !== OUTSIDE));
    const { classOf, classCount } = engine.partition(engine.firstPartition(left));
    const seen = new Uint8Array(classCount);
    const found: Exit[] = [];
    for (let byte = 0; byte < 256; byte++) {
      const its = classOf[byte] as number;
      if (seen[its] === 1 || inside.has(byte)) continue;
      seen[its] = 1;
      const next = engine.derivative(left, byte);
      if (next !== 0) found.push({ left: next, byte });
    }
    return found;
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
      const { left, node, depth } = queue[i] as (typeof queue)[number];
      if (depth + engine.distance(left) >= best) continue;
      if (engine.nullable(left) && !refused.refuses(node)) best = Math.min(best, depth);
      for (const exit of exits(left, node)) best = Math.min(best, depth + 1 + engine.distance(exit.left));
      for (const byte of refused.bytes(node)) {
        const next = refused.next(node, byte);
        if (next !== OUTSIDE) visit(engine.derivative(left, byte), next, depth + 1);
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

  return {
    least,
    byte(left, node) {
      const rest = least(left, node) - 1;
      if (node !== OUTSIDE) {
        for (const byte of refused.bytes(node)) {
          const next = refused.next(node, byte);
          const after = next === OUTSIDE ? 0 : engine.derivative(left, byte);
          if (after !== 0 && least(after, next) === rest) return byte;
        }
        return (exits(left, node).find((exit) => engine.distance(exit.left) === rest) as Exit).byte;
      }
      const { representatives } = engine.partition(engine.firstPartition(left));
      return representatives.find((each) => engine.distance(engine.derivative(left, each)) === rest) as number;
    },
  };
}
