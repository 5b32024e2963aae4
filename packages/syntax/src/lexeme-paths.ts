// Sequences of terminals that were met on the way through a language: a tree for each place, grown while masks are made there. Where a
// user's monitor takes all sequences of a tree, the masks at the place are those of the language, whatever the user's state is.

/** Ignored lexemes, which no monitor sees. */
const IGNORED = -1;

/** A sequence of terminals, from the place where its tree begins. */
export interface Path {
  readonly tree: PathTree;
  /** Its number in the tree. */
  readonly node: number;
}

/** What a user's state, by its number, becomes after a terminal: itself after an ignored one; negative where nobody knows, or nothing. */
export type Transition = (own: number, terminal: number) => number;

export interface PathTree {
  readonly root: Path;
  /** How many sequences it has. It only grows. */
  readonly size: number;
  /** The sequence with one more lexeme, which may be any of some terminals. */
  after(path: Path, terminals: readonly number[]): Path;
  /** Whether a user's state takes all sequences, and does not tell terminals apart where a lexeme may be several. */
  isTaken(own: number, transition: Transition): boolean;
}

/** Where states along a tree are put. */
let along = new Int32Array(64);

export function createPathTree(): PathTree {
  // By node: the one before it, and the terminals of its last lexeme.
  const before: number[] = [0];
  const last: (readonly number[])[] = [[]];
  const known = new Map<string, Path>();

  const tree = {
    root: undefined as unknown as Path,
    size: 1,
    after(path: Path, terminals: readonly number[]): Path {
      if (terminals.every((terminal) => terminal === IGNORED)) return path;
      const key = `${path.node}:${terminals.join()}`;
      let next = known.get(key);
      if (next === undefined) {
        next = { tree, node: tree.size };
        tree.size = before.push(path.node);
        last.push([...terminals]);
        known.set(key, next);
      }
      return next;
    },
    isTaken(own: number, transition: Transition): boolean {
      if (before.length > along.length) along = new Int32Array(2 * before.length);
      along[0] = own;
      for (let node = 1; node < before.length; node++) {
        const from = along[before[node]!]!;
        const terminals = last[node]!;
        const next = transition(from, terminals[0]!);
        if (next < 0) return false;
        for (let i = 1; i < terminals.length; i++) if (transition(from, terminals[i]!) !== next) return false;
        along[node] = next;
      }
      return true;
    },
  };
  tree.root = { tree, node: 0 };
  return tree;
}
