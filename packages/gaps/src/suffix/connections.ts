// Decides from which states of a text its suffix can be reached, and how far away it is, from the labels of earley's
// right quotient and the open frames. An *entry* is the suffix as read with certain frames open. There are two
// questions. *Complete*: does the suffix follow at once? Then there is one entry. *Viable*: does it follow after some
// more text? That text may close frames and open others, so the search considers all stacks of frames that are possible
// (openings.ts) and all lexemes that end in the suffix (straddles.ts).

import type { Engine } from "@espalier/automata";
import {
  createRightQuotient,
  createSuffixChart,
  DEAD_SET,
  DEAD_SUFFIX,
  type RightQuotient,
  type SetId,
  type SuffixChart,
  type SuffixId,
} from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { spellingCosts } from "../lexing/rest.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { lazily } from "../source/lazily.js";
import type { StraddlePolicy } from "../source/policy.js";
import { createEntries, isBlank } from "./entries.js";
import { createNearFrames } from "./near-frames.js";
import { createOpenings, modesOnTheWay } from "./openings.js";
import { createReached, type FrameRules } from "./reached.js";
import { type Straddle, straddlesOf } from "./straddles.js";
import type { SuffixLexing } from "./suffix-lexing.js";
import type { Columns } from "./suffix-outline.js";

/** The labels that all suffixes of a language share. */
export interface SharedQuotient {
  readonly suffixes: SuffixChart;
  readonly quotient: RightQuotient;
}

const NONE: readonly Straddle[] = [];
const quotients = new WeakMap<LexedCore, SharedQuotient>();

export function sharedQuotient(core: LexedCore, engine: Engine): SharedQuotient {
  let shared = quotients.get(core);
  if (shared === undefined) {
    const { rules } = core.compiled;
    const spelling = spellingCosts(core.compiled, engine).map((cost) => (Number.isFinite(cost) ? cost : 1));
    const suffixes = createSuffixChart(rules.automata);
    const quotient = createRightQuotient(core.chart, suffixes, {
      weight: (terminal) => spelling[terminal]!,
      baseOf: rules.baseOf,
      mayEnd: (state, suffix) => {
        const column = rules.columnOf(state);
        return column < 0 || suffixes.markOf(suffix) === column + 1;
      },
    });
    shared = { suffixes, quotient };
    quotients.set(core, shared);
    core.counted.push(suffixes.bytes, quotient.bytes);
  }
  return shared;
}

export interface Connections {
  readonly lexing: SuffixLexing;
  /** Whether these frames may be open where the suffix begins. */
  mayEnter(frames: FrameId): boolean;
  /** Whether the suffix may follow from its byte `at` on, after a boundary with `guard`. */
  complete(set: SetId, frames: FrameId, at: number, guard: number): boolean;
  /** Whether the suffix may follow directly after a lexeme. */
  follows(set: SetId, frames: FrameId): boolean;
  /** Whether some text leads from a boundary to the suffix. */
  viable(set: SetId, frames: FrameId): boolean;
  /** Whether `viable` will remain true whatever is read first, as long as it closes none of these frames. */
  alwaysViable(set: SetId, frames: FrameId): boolean;
  /** Whether a lexeme of kind `k` that begins before the suffix with `open` may end in it. `after` and `behind` are the set and the frames after it. */
  straddles(k: number, open: FrameId, after: SetId, behind: FrameId): boolean;
  /** The smallest number of bytes from the end of a lexeme to the suffix, estimated from terminals; Infinity if there is no way. */
  least(set: SetId, frames: FrameId): number;
  /** The same from the start of a line. */
  leastOfLine(set: SetId, frames: FrameId): number;
  /** Lexemes that begin before the suffix and end in it, for text that meets the suffix in `mode`. Includes those that swallow it. */
  straddlesIn(mode: number): readonly Straddle[];
  /** The terminal to read next on a way of that length; −1 if none is missing. */
  next(set: SetId, frames: FrameId): number;
  /** Columns that lines of the suffix may require. */
  columns(): readonly Columns[];
  /** The stacks on top of these frames that may be open where the suffix is entered, and these frames themselves. */
  entrances(open: FrameId): readonly FrameId[];
  /** Whether more stacks are possible than are known: the suffix closes many brackets or strings that the text before it has to open. */
  entrancesAreCut(): boolean;
  /** Beginnings of lexemes that end in the suffix. */
  beginnings(): readonly (readonly number[])[];
  bytes(): number;
}

/** What a text may do on its way to the suffix. */
export interface ConnectionRules extends FrameRules {
  readonly policy: StraddlePolicy;
}

export function createConnections(
  core: LexedCore,
  shared: SharedQuotient,
  lexing: SuffixLexing,
  rules: ConnectionRules,
): Connections {
  const { suffixes, quotient } = shared;
  const { policy, mayEnter, opened } = rules;
  const swallows = policy === "all";
  const { compiled } = core;
  const modes = modesOnTheWay(core, opened, swallows);
  const entries = createEntries(core, suffixes, lexing, policy, modes);
  const { entry, straddlesFor, straddlesAt } = entries;
  const nearFrames = createNearFrames(core, lexing, opened, mayEnter, modes);

  // The frames that were open at the start decide most gaps, so everything else is computed on demand.
  const everyStraddle = lazily(() => {
    const all = compiled.kindsIn.flatMap((_, mode) => straddlesFor(mode));
    const byKind: Straddle[][] = [];
    for (const straddle of all) {
      const list = byKind[straddle.kind] ?? [];
      byKind[straddle.kind] = list;
      list.push(straddle);
    }
    return { all, byKind };
  });
  const beginnings = lazily(() => {
    const each = new Map(everyStraddle().all.map(({ beginning }) => [beginning.join(), beginning]));
    return [...each.values()];
  });
  const everyOpening = lazily(() => {
    const starts = new Set([0, ...everyStraddle().all.map(({ at }) => at)]);
    return createOpenings(core, lexing, [...starts], modes, swallows ? "all" : "brackets");
  });

  function near(open: FrameId, holds: (suffix: SuffixId) => boolean): boolean {
    const { above, again } = nearFrames(open);
    return above.some((each) => holds(entry(each))) || again.some((each) => holds(entry(each)));
  }

  const reached = createReached(core, suffixes, quotient, {
    ...rules,
    entry,
    near: nearFrames,
    above: (open) => everyOpening().above(open),
  });
  const { anchorOf } = reached;

  /** Directly, or after a blank or a line continuation that ends in the suffix. */
  function follows(set: SetId, open: FrameId): boolean {
    if (set === DEAD_SET || !mayEnter(open)) return false;
    if (quotient.complete(set, lexing.from(0, open, 0))) return true;
    return straddlesAt(open).some(
      ({ kind, at, guard }) => isBlank(compiled.kinds[kind]!) && quotient.complete(set, lexing.from(at, open, guard)),
    );
  }
  const leastOfLine = (set: SetId, open: FrameId): number =>
    set === DEAD_SET ? Number.POSITIVE_INFINITY : quotient.least(set, reached.likely(set, open));

  return {
    lexing,
    mayEnter,
    complete: (set: SetId, open: FrameId, at: number, guard: number): boolean =>
      set !== DEAD_SET && quotient.complete(set, lexing.from(at, open, guard)),
    follows,
    viable(set: SetId, open: FrameId): boolean {
      if (set === DEAD_SET) return false;
      // The context in which the gap was opened nearly always leads on, and the question is the same for all frames.
      const anchor = anchorOf(open);
      if (near(anchor, (suffix) => quotient.viable(set, suffix))) return true;
      return quotient.viable(set, reached.from(anchor)) || quotient.viable(set, reached.from(open));
    },
    alwaysViable: (set: SetId, open: FrameId): boolean =>
      near(anchorOf(open), (suffix) => quotient.alwaysViable(set, suffix)) ||
      quotient.alwaysViable(set, reached.from(anchorOf(open))),
    straddles: (k: number, open: FrameId, after: SetId, behind: FrameId): boolean =>
      (everyStraddle().byKind[k] ?? NONE).some(
        ({ at, guard }) => entries.reaches(k, open, at) && quotient.complete(after, lexing.from(at, behind, guard)),
      ),
    least: (set: SetId, open: FrameId): number => (follows(set, open) ? 0 : leastOfLine(set, open)),
    leastOfLine,
    next: (set: SetId, open: FrameId): number =>
      follows(set, open) ? -1 : quotient.next(set, reached.likely(set, open)),
    straddlesIn: (mode: number): readonly Straddle[] => straddlesOf(core, lexing, mode, true),
    columns(): readonly Columns[] {
      return everyOpening().columns();
    },
    entrances: (open: FrameId): readonly FrameId[] =>
      everyOpening()
        .above(open)
        .filter((above) => mayEnter(above) && entry(above) !== DEAD_SUFFIX),
    entrancesAreCut: (): boolean => everyOpening().cut,
    beginnings,
    bytes(): number {
      return lexing.memory() + entries.bytes() + reached.bytes();
    },
  };
}
