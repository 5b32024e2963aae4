// Finite sets of texts that the grammar refuses at one place, such as the keys that an object already has. They are
// read byte by byte. The file also finds the shortest text that is not refused.
//
// The texts of one set form a trie. A lexeme that leaves the trie can no longer be refused. So no automaton is needed
// for "every text but these": inside the trie, a state is a pair (residual of the terminal, node), and the shortest
// text from there either leaves the trie by one byte or ends inside it. The search below visits only such pairs.
//
// A trie may also contain *reserved* texts, which are not refused. From a node that leads to one, completions take the
// shortest reserved text, although another text may be shorter. So a completion is known even if some text is refused
// that is unknown but certainly not reserved.

import type { Engine, Expr } from "@espalier/automata";
import { burn, createPairTable } from "@espalier/monitor";

/** A letter that few names repeat, and that is also valid after a backslash. */
const LETTER = 0x6e;
/**
 * Letters of which any two of the same list mean different characters wherever a text may go on with both, even among the digits of an escape. After a backslash,
 * `u` begins an escape of any character, so it is left out. There are no digits, because two texts of one number may go on with different digits.
 */
const LETTERS_BY_CASE: readonly (readonly number[])[] = ["abcdefghijklmnopqrstvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map(
  (letters) => Array.from(letters, (letter) => letter.charCodeAt(0)),
);
/** A text that leaves the trie must be able to continue forever after this many more characters. */
const MOST_CHARACTERS = 16;
/** Units of fuel to look at the bytes that leave a trie. */
const EXIT_FUEL = 16;
/** The node outside every trie: nothing that follows is refused. */
export const OUTSIDE = -1;

/** Finite sets of texts as tries. Nodes are integers ≥ 0. A node may lead to itself, but not to an earlier node. */
export interface RefusedTexts {
  /** Returns the node after one more byte; {@link OUTSIDE} if no refused text begins with the bytes read. */
  next(node: number, byte: number): number;
  /** Returns whether the text that leads to `node` is refused. */
  refuses(node: number): boolean;
  /**
   * Returns whether the text that leads to `node` is one of the trie, refused or not. If the lexeme ends there, what
   * follows may differ from what follows other texts.
   */
  ends(node: number): boolean;
  /** Returns the bytes that may lead from `node` to another node, or that end a text of the trie. */
  bytes(node: number): readonly number[];
  /**
   * Returns the fewest bytes from `node` to the end of a reserved text; Infinity if `node` leads to none. A text that
   * leads to 0 is reserved.
   */
  reserved(node: number): number;
}

/** No texts are refused, and there are no nodes. */
export const NOTHING_REFUSED: RefusedTexts = {
  next: () => OUTSIDE,
  refuses: () => false,
  ends: () => false,
  bytes: () => [],
  reserved: () => Number.POSITIVE_INFINITY,
};

/** The shortest texts outside the tries of one {@link RefusedTexts}. */
export interface LeastTaken {
  /**
   * Returns the fewest bytes that complete a text which is not refused; Infinity if every completion is refused. `left`
   * is the expression of what may follow, and `node` the node of the text so far in the trie of refused texts. If a
   * reserved text can be completed from `node`, only reserved texts count.
   */
  least(left: Expr, node: number): number;
  /** Returns whether `left` evidently takes infinitely many texts. Then some text is left at every node. */
  isEndless(left: Expr): boolean;
  /**
   * Returns whether a text is certainly left at `node` if one more value is refused that is not known. `left` then takes infinitely many texts, or it goes on
   * with either of two letters that lead out of the trie and mean different characters: no value has texts with both.
   */
  outlasts(left: Expr, node: number): boolean;
  /** Returns whether some text finishes `left` at `node` and is not refused. Much cheaper than finding the shortest. */
  any(left: Expr, node: number): boolean;
  /** Returns the first byte of such a text. Call it only if {@link LeastTaken.least} is finite and at least 1. */
  byte(left: Expr, node: number): number;
}

/**
 * The byte that leaves the trie at once with the fewest bytes to finish, and their number; Infinity if none finishes.
 */
interface Exit {
  readonly rest: number;
  readonly byte: number;
}

/** Results are cached by (left, node), without limit, as long as the tries. */
export function createLeastTaken(engine: Engine, refused: RefusedTexts): LeastTaken {
  const known = createPairTable();
  const taken = createPairTable();
  // By expression. This is no array, because a language meets few of the many expressions of its engine.
  const endless = new Map<Expr, boolean>();

  /** Returns whether some text finishes `left`. */
  const takes = (left: Expr): boolean => engine.distance(left) !== Number.POSITIVE_INFINITY;

  /** Tests whether a few characters lead to an expression that one more letter leaves unchanged, as in JSON strings. */
  function isEndless(left: Expr): boolean {
    const remembered = endless.get(left);
    if (remembered !== undefined) return remembered;
    let at = left;
    let loops = false;
    for (let read = 0; read <= MOST_CHARACTERS && !loops && at !== 0; read++) {
      const next = engine.derivative(at, LETTER);
      loops = next === at && takes(at);
      at = takes(next) ? next : afterCharacter(at);
    }
    endless.set(left, loops);
    return loops;
  }

  /** Returns the expression after some character that may be next and needs no escape; 0 if there is none. */
  function afterCharacter(left: Expr): Expr {
    for (const byte of engine.partition(engine.firstPartition(left)).representatives) {
      const after = byte < 0x20 || byte === 0x22 || byte === 0x5c ? 0 : engine.derivative(left, byte);
      if (after !== 0 && takes(after)) return after;
    }
    return 0 as Expr;
  }

  function leavesByTwoLetters(left: Expr, node: number): boolean {
    const inside = node === OUTSIDE ? [] : refused.bytes(node);
    const leaves = (letter: number): boolean => !inside.includes(letter) && takes(engine.derivative(left, letter));
    return LETTERS_BY_CASE.some((letters) => {
      const first = letters.findIndex(leaves);
      return first >= 0 && letters.slice(first + 1).some(leaves);
    });
  }

  function exit(left: Expr, node: number): Exit {
    burn("parser", EXIT_FUEL);
    const inside = refused.bytes(node);
    const { classOf, classCount } = engine.partition(engine.firstPartition(left));
    const settled = new Uint8Array(classCount);
    let [rest, found] = [Number.POSITIVE_INFINITY, -1];
    for (let byte = 0; byte < 256; byte++) {
      const its = classOf[byte]!;
      if (settled[its] === 1) continue;
      // A byte that is no better is not looked up in the trie, because that would create nodes.
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

  /** Breadth first over pairs inside the trie. Each exit ends a path, at the distance of its residual. */
  function search(from: Expr, at: number): number {
    let best = Number.POSITIVE_INFINITY;
    const queue: { readonly left: Expr; readonly node: number; readonly depth: number }[] = [];
    const met = createPairTable();
    const visit = (left: Expr, node: number, depth: number): void => {
      if (left === 0 || met.get(left, node) >= 0) return;
      met.set(left, node, 1);
      best = Math.min(best, depth + refused.reserved(node));
      if (refused.reserved(node) !== Number.POSITIVE_INFINITY) return;
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
    const reserved = refused.reserved(node);
    if (reserved !== Number.POSITIVE_INFINITY) return reserved;
    const remembered = known.get(left, node);
    if (remembered >= 0) return remembered === 0 ? Number.POSITIVE_INFINITY : remembered - 1;
    const found = search(left, node);
    known.set(left, node, found === Number.POSITIVE_INFINITY ? 0 : found + 1);
    return found;
  }

  /** Depth first: nearly always the first byte that is tried leaves the trie. */
  function any(left: Expr, node: number): boolean {
    if (!takes(left)) return false;
    if (node === OUTSIDE || (engine.nullable(left) && !refused.refuses(node))) return true;
    const remembered = taken.get(left, node);
    if (remembered >= 0) return remembered === 1;
    if (isEndless(left)) return true;
    const inside = refused.bytes(node);
    const goesOn = (byte: number): boolean => takes(engine.derivative(left, byte));
    let found = false;
    for (let byte = 0; byte < 256 && !found; byte++) found = !inside.includes(byte) && goesOn(byte);
    for (let i = 0; i < inside.length && !found; i++) {
      const byte = inside[i]!;
      const [after, next] = [engine.derivative(left, byte), refused.next(node, byte)];
      // A node may lead to itself, as with further zeros after a refused number.
      found = goesOn(byte) && (after !== left || next !== node) && any(after, next);
    }
    taken.set(left, node, found ? 1 : 0);
    return found;
  }

  return {
    isEndless,
    outlasts: (left, node) => isEndless(left) || leavesByTwoLetters(left, node),
    least,
    any,
    byte(left, node) {
      const rest = least(left, node) - 1;
      if (node !== OUTSIDE && refused.reserved(node) !== Number.POSITIVE_INFINITY) {
        return refused.bytes(node).find((each) => {
          const next = refused.next(node, each);
          return next !== OUTSIDE && refused.reserved(next) === rest;
        })!;
      }
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
