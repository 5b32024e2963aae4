// A mask under construction: shared bitsets, individual token ids, and undecided tokens.

import type { Gathered } from "../masks/mask-parts.js";
import type { Suffixes } from "../masks/suffixes.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import type { Walker } from "../walks/walk.js";

export function createGathered(): Gathered {
  return { planes: [], ids: createIdList(1024), unsure: createIdList(16) };
}

export function emptied(gathered: Gathered): Gathered {
  gathered.planes.length = 0;
  gathered.ids.length = 0;
  gathered.unsure.length = 0;
  return gathered;
}

/** A buffer for the undecided suffixes of one walk, before their tokens are listed. */
const doubted: IdList = createIdList(16);

/** Returns whether a token is omitted, because it is decided elsewhere. */
export type Left = ((token: number) => boolean) | undefined;

/** Adds the tokens whose suffixes can be read from `state`. */
export function addSuffixes<State>(
  { planes, ids, unsure }: Gathered,
  walker: Walker<State>,
  suffixes: Suffixes,
  state: State,
  left: Left,
): void {
  if (suffixes.nodes.words.length === 0) return;
  const reached = walker.collect(suffixes.nodes, state, doubted);
  if (reached.kind === "bitset") throw new RangeError("a walk of suffixes gives a list");
  const { starts, tokens } = suffixes;
  for (let i = 0; i < reached.ids.length; i++) {
    const suffix = reached.ids[i]!;
    const plane = suffixes.planes[suffix];
    if (plane !== undefined && left === undefined) planes.push(plane);
    else appendTokens(tokens, starts[suffix]!, starts[suffix + 1]!, ids, left);
  }
  for (let i = 0; i < doubted.length; i++) {
    const suffix = doubted.array[i]!;
    appendTokens(tokens, starts[suffix]!, starts[suffix + 1]!, unsure, left);
  }
}

function appendTokens(tokens: Uint32Array, from: number, to: number, into: IdList, left: Left): void {
  for (let at = from; at < to; at++) if (left === undefined || !left(tokens[at]!)) append(into, tokens[at]!);
}
