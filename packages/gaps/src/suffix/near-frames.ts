// The frames that are likely to be open where a suffix begins: `open`, perhaps with more blocks, and those that are open where the gap begins. Their entries
// (entries.ts) usually suffice; connections.ts has the complete search.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import { lazily } from "../source/lazily.js";
import { rememberedBy } from "../source/remembered.js";
import { createOpenings } from "./openings.js";
import type { SuffixLexing } from "./suffix-lexing.js";

export interface NearFrames {
  /** `open`, perhaps with more blocks. */
  readonly above: readonly FrameId[];
  /** The frames that are open where the gap begins, if a text with `open` may open them again; otherwise, none. */
  readonly again: readonly FrameId[];
}

/**
 * @param opened the frames that are open where the gap begins.
 * @param mayEnter whether frames may be open where the suffix begins.
 */
export function createNearFrames(
  core: LexedCore,
  lexing: SuffixLexing,
  opened: FrameId,
  mayEnter: (frames: FrameId) => boolean,
  modes: ReadonlySet<number>,
): (open: FrameId) => NearFrames {
  const { frames } = core;
  const openings = lazily(() => createOpenings(core, lexing, [0], modes, "blocks"));

  /** Whether a text with `open` could open everything that is open where the gap begins. Only the prefix opens marked frames. */
  function mayReopen(open: FrameId): boolean {
    let at = opened;
    while (at !== open && at !== NO_FRAME && !frames.isMarked(at)) at = frames.parent(at);
    return at === open;
  }

  return rememberedBy((open) => {
    const above = openings().above(open).filter(mayEnter);
    const reopens = mayReopen(open) && mayEnter(opened) && !above.includes(opened);
    return { above, again: reopens ? [opened] : [] };
  });
}
