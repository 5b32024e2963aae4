// A mask under construction: shared bitsets, individual token ids, and undecided tokens.

import type { Gathered } from "../masks/mask-parts.js";
import { appendSpelling } from "../masks/spellings.js";
import type { Suffixes } from "../masks/suffixes.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import type { Nodes, Trie } from "../tree/trie.js";
import { listOf, type Reached, type Walker } from "../walks/walk.js";

export function createGathered(): Gathered {
  return { planes: [], ids: createIdList(1024), unsure: createIdList(16) };
}

export function emptied(gathered: Gathered): Gathered {
  gathered.planes.length = 0;
  gathered.ids.length = 0;
  gathered.unsure.length = 0;
  return gathered;
}

/** Returns whether a token is omitted, because it is decided elsewhere. */
export type Left = ((token: number) => boolean) | undefined;

/** Walks small tries with a state, and adds the tokens that it can read. */
export interface Gatherer<State> {
  /** Adds tokens of `nodes`, which is not the whole trie. */
  addTokens(gathered: Gathered, nodes: Nodes, state: State, left: Left): void;
  /** Adds the tokens of the nodes `at` and everything below them. */
  addTokensAt(gathered: Gathered, nodes: Nodes, at: Int32Array, state: State): void;
  /** Adds the tokens whose suffixes can be read. */
  addSuffixes(gathered: Gathered, suffixes: Suffixes, state: State, left: Left): void;
}

export function createGatherer<State>(trie: Trie, walker: Walker<State>): Gatherer<State> {
  /** What the last walk could not decide. */
  const doubted = createIdList(16);

  function addReached({ ids, unsure }: Gathered, reached: Reached, left: Left): void {
    const list = listOf(reached);
    for (let i = 0; i < list.length; i++) addSpelling(list[i]!, ids, left);
    for (let i = 0; i < doubted.length; i++) addSpelling(doubted.array[i]!, unsure, left);
  }

  function addSpelling(id: number, into: IdList, left: Left): void {
    if (left?.(id) !== true) appendSpelling(trie, into, id);
  }

  return {
    addTokens(gathered, nodes, state, left) {
      if (nodes.words.length > 0) addReached(gathered, walker.collect(nodes, state, doubted), left);
    },
    addTokensAt(gathered, nodes, at, state) {
      addReached(gathered, walker.collectAt(nodes, at, state, doubted), undefined);
    },
    addSuffixes({ planes, ids, unsure }, { nodes, planes: large, starts, tokens }, state, left) {
      if (nodes.words.length === 0) return;
      const list = listOf(walker.collect(nodes, state, doubted));
      for (let i = 0; i < list.length; i++) {
        const plane = left === undefined ? large[list[i]!] : undefined;
        if (plane !== undefined) planes.push(plane);
        else appendTokens(tokens, starts[list[i]!]!, starts[list[i]! + 1]!, ids, left);
      }
      for (let i = 0; i < doubted.length; i++) {
        const suffix = doubted.array[i]!;
        appendTokens(tokens, starts[suffix]!, starts[suffix + 1]!, unsure, left);
      }
    },
  };
}

function appendTokens(tokens: Uint32Array, from: number, to: number, into: IdList, left: Left): void {
  for (let at = from; at < to; at++) if (left === undefined || !left(tokens[at]!)) append(into, tokens[at]!);
}
