// The *entries* of a suffix: its value in earley's suffix chart, as read with certain frames open. It is read from its first byte, or after a lexeme that begins
// before the suffix and ends in it (straddles.ts).

import { DEAD_SUFFIX, type SuffixChart, type SuffixId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import type { StraddlePolicy } from "../source/policy.js";
import { mayReach } from "./begun.js";
import { leadingBlanks } from "./openings.js";
import { type Straddle, straddlesOf } from "./straddles.js";
import { behindKind } from "./suffix-layout.js";
import type { SuffixLexing } from "./suffix-lexing.js";

export interface Entries {
  /** The suffix as read with exactly these frames open. */
  entry(open: FrameId): SuffixId;
  /** Lexemes that begin before the suffix and end in it, in a mode. */
  straddlesFor(mode: number): readonly Straddle[];
  /** The subset that the policy allows with these frames open. */
  straddlesAt(open: FrameId): readonly Straddle[];
  /** Whether the policy allows that a lexeme of kind `k`, begun with `open`, ends at byte `at` of the suffix. */
  reaches(k: number, open: FrameId, at: number): boolean;
  bytes(): number;
}

const NONE: readonly Straddle[] = [];

/** @param modes the modes in which a text may meet the suffix. */
export function createEntries(
  core: LexedCore,
  suffixes: SuffixChart,
  lexing: SuffixLexing,
  policy: StraddlePolicy,
  modes: ReadonlySet<number>,
): Entries {
  const swallows = policy === "all";
  const { compiled, frames } = core;
  const { kinds } = compiled;
  const [lead] = leadingBlanks(core, lexing.bytes());
  const entries: SuffixId[] = [];
  const straddling = lexing.length > 0 && policy !== "boundaryOnly";
  const allowed: (readonly Straddle[])[] = [];
  const reaching = mayReach(core, lexing);
  const reaches = (k: number, open: FrameId, at: number): boolean => swallows || reaching(kinds[k]!, open, at);

  function straddlesFor(mode: number): readonly Straddle[] {
    return straddling && modes.has(mode) ? straddlesOf(core, lexing, mode, swallows) : NONE;
  }

  function straddlesAt(open: FrameId): readonly Straddle[] {
    const list = straddlesFor(frames.mode(open));
    if (swallows) return list;
    const key = 2 * frames.mode(open) + (frames.isMarked(open) ? 1 : 0);
    allowed[key] ??= list.filter(({ kind, at }) => reaches(kind, open, at));
    return allowed[key] as readonly Straddle[];
  }

  function entry(open: FrameId): SuffixId {
    const known = entries[open];
    if (known !== undefined) return known;
    let id = lexing.from(0, open, 0);
    // Blanks at its start count towards the column of a line start, so it cannot be entered there from further left.
    const midLine = lead > frames.column(open);
    if (midLine) id = behindLexeme(id);
    for (const { kind: k, at, guard } of straddlesAt(open)) {
      const kind = kinds[k]!;
      const own = behindKind(suffixes, kind, lexing.from(at, core.framesAfter(open, kind), guard));
      // Blanks and line continuations may end in the suffix only inside a line; comments may end in it anywhere.
      id = suffixes.either(id, isBlank(kind) ? behindLexeme(own) : own);
    }
    entries[open] = id;
    return id;
  }

  /** The same after any terminal except those of the layout, which means inside a line. */
  function behindLexeme(id: SuffixId): SuffixId {
    let behind = DEAD_SUFFIX;
    for (let t = 0; t < compiled.terminals.length && id !== DEAD_SUFFIX; t++) {
      if (t === compiled.newline || t === compiled.indent || t === compiled.dedent) continue;
      behind = suffixes.either(behind, suffixes.prepend(t, id));
    }
    return behind;
  }

  return { entry, straddlesFor, straddlesAt, reaches, bytes: () => 16 * entries.length };
}

/** Whether the parser reads nothing for a kind, and the kind cannot swallow text. */
export const isBlank = ({ kind, terminals }: CompiledKind): boolean => terminals.length === 0 && kind.swallows !== true;
