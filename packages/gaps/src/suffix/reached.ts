// The suffix as read after a text that has closed some of the open frames (blocks, brackets, strings) and has opened others: all stacks of frames that are
// possible, or only those that are likely.

import { DEAD_SUFFIX, type RightQuotient, type SetId, type SuffixChart, type SuffixId } from "@espalier/earley";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { NearFrames } from "./near-frames.js";

/** What a text on its way to the suffix may do with frames. */
export interface FrameRules {
  /** Frames that stay open. */
  readonly lowest: FrameId;
  /** Whether these frames may be open where the suffix begins. */
  mayEnter(frames: FrameId): boolean;
  /** Frames that are open where the text begins. */
  readonly opened: FrameId;
}

/** The rules for frames, and the functions that read the suffix with given frames open. */
export interface ReachedBy extends FrameRules {
  /** The suffix as read with exactly these frames open. */
  entry(open: FrameId): SuffixId;
  near(open: FrameId): NearFrames;
  /** All stacks on top of these frames, and these frames themselves. */
  above(open: FrameId): readonly FrameId[];
}

export interface Reached {
  /** The innermost frame of `open` that was open where the gap begins. */
  anchorOf(open: FrameId): FrameId;
  /** The suffix after any text. */
  from(open: FrameId): SuffixId;
  /** The suffix after the texts that are likely to lead to it from `set`. */
  likely(set: SetId, open: FrameId): SuffixId;
  bytes(): number;
}

export function createReached(
  { frames }: LexedCore,
  suffixes: SuffixChart,
  quotient: RightQuotient,
  { lowest, mayEnter, opened, entry, near, above }: ReachedBy,
): Reached {
  const every: SuffixId[] = [];
  const inBlocks: SuffixId[] = [];
  const inBrackets: SuffixId[] = [];
  const again: SuffixId[] = [];
  const anchors: FrameId[] = [];
  const own = new Set<FrameId>([NO_FRAME]);
  for (let at = opened; at !== NO_FRAME; at = frames.parent(at)) own.add(at);

  function from(open: FrameId): SuffixId {
    const known = every[open];
    if (known !== undefined) return known;
    // From the outermost frame inwards, so that nesting does not use the call stack.
    const path: FrameId[] = [];
    let at = open;
    while (every[at] === undefined) {
      path.push(at);
      if (at === lowest || at === NO_FRAME) break;
      at = frames.parent(at);
    }
    let id = every[at] ?? DEAD_SUFFIX;
    for (let i = path.length - 1; i >= 0; i--) {
      const here = path[i]!;
      id = suffixes.either(id, eitherOf(above(here).filter(mayEnter)));
      every[here] = id;
    }
    return id;
  }

  function anchorOf(open: FrameId): FrameId {
    let at = anchors[open];
    if (at !== undefined) return at;
    for (at = open; !own.has(at); ) at = frames.parent(at);
    anchors[open] = at;
    return at;
  }

  const eitherOf = (each: readonly FrameId[]): SuffixId => each.map(entry).reduce(suffixes.either, DEAD_SUFFIX);

  /** The suffix `id`, or as read with the frames of `open` that the middle has opened. */
  function within(open: FrameId, id: SuffixId): SuffixId {
    let either = id;
    const anchor = anchorOf(open);
    for (let at = open; at !== anchor; at = frames.parent(at))
      if (mayEnter(at)) either = suffixes.either(either, entry(at));
    return either;
  }

  /**
   * Like `from`, but cheaper. It tries four assumptions about the frames that are open where the suffix begins, and
   * stops at the first under which some text leads to the suffix:
   *
   * 1. The middle opens only blocks, inside the frames of its surroundings.
   * 2. It may also open brackets there. To find where the suffix closes brackets takes time that grows with the suffix.
   * 3. It has left frames of its surroundings, and opens all of them again.
   * 4. It may open blocks and brackets inside its own frames. `from` reads the suffix again for each block that the
   * middle opens, because the class or function around the gap might also lie inside that block.
   */
  function likely(set: SetId, open: FrameId): SuffixId {
    const anchor = anchorOf(open);
    inBlocks[open] ??= within(open, eitherOf(near(anchor).above));
    if (quotient.viable(set, inBlocks[open] as SuffixId)) return inBlocks[open] as SuffixId;
    inBrackets[open] ??= within(open, from(anchor));
    if (quotient.viable(set, inBrackets[open] as SuffixId)) return inBrackets[open] as SuffixId;
    again[open] ??= within(open, eitherOf(near(anchor).again));
    return quotient.viable(set, again[open] as SuffixId) ? (again[open] as SuffixId) : from(open);
  }

  return {
    anchorOf,
    from,
    likely,
    bytes: () => 16 * (every.length + inBlocks.length + inBrackets.length + again.length),
  };
}
