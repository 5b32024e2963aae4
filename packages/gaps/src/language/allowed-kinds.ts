// Finds which kinds of lexemes may come next at a *place*: an Earley set with the frames (open brackets and blocks)
// around it. A kind is allowed if the parser can read it and a filter accepts it. The filter of a gap, for example,
// accepts only kinds after which some text leads to the suffix of the gap. At places that the text itself has reached,
// all kinds are checked at once. At places that only occur while a mask is computed, a kind is checked when some token
// needs it.

import { DEAD_SET, type SetId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import type { LexedCore } from "../lexing/shared-parts.js";

/** The conditions of a machine's owner on what the parser can read. A missing condition allows everything. */
export interface KindFilter {
  /** Whether a lexeme of kind `k` may be read at a place. Afterwards, the parser is in `after`, and the frames `behind` are open. */
  kind?(set: SetId, frames: FrameId, k: number, after: SetId, behind: FrameId): boolean;
  /** The same for the lexeme in progress where the text begins, which may have additional ways to end. */
  begun?(k: number): boolean;
  /** Whether every kind that closes no frame is allowed at a place, so that none has to be checked. */
  all?(set: SetId, frames: FrameId): boolean;
  /** Whether a line may end. */
  line?(set: SetId, frames: FrameId): boolean;
  /** Whether the text may stop before a lexeme, so that blanks and comments suffice. */
  stops(set: SetId, frames: FrameId): boolean;
  /** Whether `frames` may be open at all. */
  frames?(frames: FrameId): boolean;
}

/** What is allowed, by place. Places are numbered from 1, one for each pair of a set and frames. */
export interface AllowedKinds {
  /** 0 if nothing is allowed. Otherwise 1 + twice the number of a list of kinds, + 1 if the line may end. */
  of(place: number, set: SetId, frames: FrameId): number;
  /** Whether kind `k`, one of the mode's kinds, is allowed. */
  kind(place: number, set: SetId, frames: FrameId, k: number): boolean;
  /** Whether the line may end. */
  line(place: number, set: SetId, frames: FrameId): boolean;
  /** Whether anything is allowed, or nothing is required. */
  anything(place: number, set: SetId, frames: FrameId): boolean;
  bytes(): number;
}

const UNKNOWN = -1;

export function createAllowedKinds(core: LexedCore, owner: KindFilter): AllowedKinds {
  const { compiled, chart, frames } = core;
  const { lexer, kinds, kindsIn, newline, indent, deepest } = compiled;

  // By lookahead: 1 for each terminal that can follow.
  const followings: (Uint8Array | undefined)[] = [];
  function followingOf(lookahead: number): Uint8Array {
    let flags = followings[lookahead];
    if (flags === undefined) {
      flags = new Uint8Array(compiled.terminals.length);
      for (const t of chart.lookaheadTerminals(lookahead)) flags[t] = 1;
      followings[lookahead] = flags;
    }
    return flags;
  }

  /** Whether the parser can read kind `k` and the owner allows it. `all` means that the owner allows every kind that closes no frame. */
  function allows(set: SetId, frame: FrameId, k: number, following: Uint8Array, all: boolean): boolean {
    const kind = kinds[k]!;
    const first = kind.terminals[0]!;
    if (following[first] !== 1 || core.isFull(frame, kind)) return false;
    if (all && kind.terminals.length === 1 && (kind.closes === 0 || owner.kind === undefined)) return true;
    const after = core.read(set, kind);
    return after !== DEAD_SET && owner.kind?.(set, frame, k, after, core.framesAfter(frame, kind)) !== false;
  }

  /** Whether a kind without terminals may stand where something may follow. */
  const mayStand = (k: number, following: Uint8Array): boolean => {
    const { onlyBefore } = kinds[k]!;
    return onlyBefore < 0 || following[onlyBefore] === 1;
  };
  const isSilent = (k: number): boolean => kinds[k]!.terminals.length === 0;

  // By place, as `remembered` keeps them: everything; whether anything; whether the owner allows every kind that closes no frame.
  const everything: number[] = [];
  const some: number[] = [];
  const alls: number[] = [];
  const asked = createPairTable();

  function remembered(list: number[], place: number, find: () => number): number {
    while (list.length <= place) list.push(UNKNOWN);
    let known = list[place]!;
    if (known === UNKNOWN) list[place] = known = find();
    return known;
  }

  function allOf(place: number, set: SetId, frame: FrameId): boolean {
    if (owner.kind === undefined) return true;
    return remembered(alls, place, () => (owner.all?.(set, frame) === true ? 1 : 0)) === 1;
  }

  function lineEnds(set: SetId, frame: FrameId): boolean {
    if (newline < 0 || frames.mode(frame) !== 0) return false;
    const after = chart.scan(set, newline);
    if (after === DEAD_SET) return false;
    // A line that must be followed by a deeper one may not end where no deeper line is possible.
    const fits =
      frames.blocks(frame) < deepest ||
      chart.accepts(after) ||
      chart.lookaheadTerminals(chart.lookahead(after)).some((t) => t !== indent);
    return fits && owner.line?.(set, frame) !== false;
  }

  function findAll(place: number, set: SetId, frame: FrameId): number {
    if (owner.frames?.(frame) === false) return 0;
    const following = followingOf(chart.lookahead(set));
    const all = allOf(place, set, frame);
    const line = lineEnds(set, frame);
    let leadsOn = line;
    const list: number[] = [];
    for (const k of kindsIn[frames.mode(frame)]!) {
      if (isSilent(k)) {
        if (mayStand(k, following)) list.push(k);
      } else if (allows(set, frame, k, following, all)) {
        leadsOn = true;
        list.push(k);
      }
    }
    // Blanks and comments alone lead nowhere.
    return leadsOn || owner.stops(set, frame) ? 1 + 2 * lexer.kinds(list) + (line ? 1 : 0) : 0;
  }

  function findAnything(place: number, set: SetId, frame: FrameId): boolean {
    if (owner.frames?.(frame) === false) return false;
    const following = followingOf(chart.lookahead(set));
    const all = allOf(place, set, frame);
    for (const k of kindsIn[frames.mode(frame)]!)
      if (!isSilent(k) && allows(set, frame, k, following, all)) return true;
    return lineEnds(set, frame) || owner.stops(set, frame);
  }

  const of = (place: number, set: SetId, frame: FrameId): number =>
    remembered(everything, place, () => findAll(place, set, frame));
  const anything = (place: number, set: SetId, frame: FrameId): boolean =>
    remembered(some, place, () => (findAnything(place, set, frame) ? 1 : 0)) === 1;

  return {
    of,
    kind(place: number, set: SetId, frame: FrameId, k: number): boolean {
      const following = followingOf(chart.lookahead(set));
      if (isSilent(k)) return mayStand(k, following) && anything(place, set, frame);
      if (owner.kind === undefined) return allows(set, frame, k, following, true);
      let known = asked.get(place, k);
      if (known < 0) {
        const isAllowed = owner.frames?.(frame) !== false && allows(set, frame, k, following, allOf(place, set, frame));
        known = isAllowed ? 1 : 0;
        asked.set(place, k, known);
      }
      return known === 1;
    },
    line: (_, set: SetId, frame: FrameId): boolean => owner.frames?.(frame) !== false && lineEnds(set, frame),
    anything,
    bytes(): number {
      return asked.bytes() + 8 * (everything.length + some.length + alls.length);
    },
  };
}
