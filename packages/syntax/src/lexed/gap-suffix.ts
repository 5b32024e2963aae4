// A suffix with everything that is known of it, for all gaps that lead to it: its lexing, and its labels for each place where a gap began.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { type Connections, createConnections, sharedQuotient } from "./connections.js";
import type { LexedLanguage } from "./language.js";
import type { StraddlePolicy } from "./policy.js";
import type { Place } from "./read-text.js";
import type { LexedCore } from "./shared-parts.js";
import { createSuffixLexing, type SuffixLexing } from "./suffix-lexing.js";
import type { TailMemos } from "./tail-memo.js";

/** Where a gap begins, and what holds there. */
export interface Origin extends Place {
  readonly policy: StraddlePolicy;
  /** Frames that stay open. */
  readonly lowest: FrameId;
}

export interface GapSuffix {
  readonly lexing: SuffixLexing;
  /** What is known of the suffix by the policy of `origin`, with its frames open. */
  connections(origin: Origin): Connections;
}

/** @param tails what is known of the tails of the text that `bytes` is the end of. */
export function createGapSuffix({ core, engine }: LexedLanguage, bytes: Uint8Array, tails?: TailMemos): GapSuffix {
  const shared = sharedQuotient(core, engine);
  const lexing = createSuffixLexing(core, shared.suffixes, bytes, tails);
  const known = new Map<string, Connections>();
  return {
    lexing,
    connections(origin: Origin): Connections {
      const { policy, lowest, frames: opened } = origin;
      const key = `${policy};${lowest};${opened}`;
      let its = known.get(key);
      if (its === undefined) {
        its = createConnections(core, shared, lexing, {
          policy,
          lowest,
          mayEnter: createForeign(core, origin),
          opened,
        });
        known.set(key, its);
      }
      return its;
    },
  };
}

/** Whether the suffix may be met with these frames open: none of them runs on over any text unless the prefix opened it. */
function createForeign(core: LexedCore, { policy, frames: opened }: Origin): (frames: FrameId) => boolean {
  if (policy === "all") return () => true;
  const { frames, compiled } = core;
  const swallowing = new Set(compiled.kinds.flatMap(({ kind, opens }) => (kind.swallows === true ? [opens] : [])));
  const own = new Set<FrameId>();
  for (let at = opened; at !== NO_FRAME; at = frames.parent(at)) own.add(at);
  return (open: FrameId): boolean => {
    for (let at = open; at !== NO_FRAME && !own.has(at); at = frames.parent(at))
      if (swallowing.has(frames.mode(at))) return false;
    return true;
  };
}
