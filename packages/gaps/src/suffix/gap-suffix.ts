// A suffix with everything known about it, for all gaps that lead to it: its lexing, and its labels for each place where a gap began.

import type { FrameId } from "@espalier/lexer";
import type { LexedLanguage } from "../language/lexed-language.js";
import type { Place } from "../lexing/read-text.js";
import type { Tail } from "../lexing/text-buffer.js";
import type { StraddlePolicy } from "../source/policy.js";
import { rememberedBy } from "../source/remembered.js";
import { mayMeet } from "./begun.js";
import { type Connections, createConnections, sharedQuotient } from "./connections.js";
import { createSuffixLexing, type SuffixLexing } from "./suffix-lexing.js";
import type { TailMemos } from "./tail-memo.js";

/** Where a gap begins, and the conditions there. */
export interface Origin extends Place {
  readonly policy: StraddlePolicy;
  /** Frames that stay open. */
  readonly lowest: FrameId;
}

export interface GapSuffix {
  readonly lexing: SuffixLexing;
  /** What is known about the suffix under the policy of `origin`, with its frames open. */
  connections(origin: Origin): Connections;
}

/** @param tails what is known about the tails of the text whose end `text` is. */
export function createGapSuffix({ core, engine }: LexedLanguage, text: Tail, tails?: TailMemos): GapSuffix {
  const shared = sharedQuotient(core, engine);
  const lexing = createSuffixLexing(core, shared.suffixes, text, tails);
  const connections = rememberedBy(
    ({ policy, lowest, frames: opened }: Origin) =>
      createConnections(core, shared, lexing, { policy, lowest, mayEnter: mayMeet(core, lexing, policy), opened }),
    ({ policy, lowest, frames }) => `${policy};${lowest};${frames}`,
  );
  return { lexing, connections };
}
