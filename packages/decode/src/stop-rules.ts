// Rules that end a text although the model would continue: after a line, a statement, or a block. A rule reads the text
// byte by byte and says where a part of it ends. The text then ends at the last place of that part where the monitor
// accepts, without trailing blanks and line breaks, if the model considers an end there likely enough.
//
//     return x + y ⏎ def …        accepted after `x` and after `y`; the line is over at ⏎, so the text ends after `y`

import type { Vocabulary } from "@espalier/vocabulary";
import type { Moment } from "./moment.js";

/** The state of a rule, opaque to others. */
export type RuleState = unknown;

/** Says where parts of a text end. Pure, like monitors. */
export interface StopRule<State> {
  readonly start: RuleState;
  /** Returns the state after one more byte, which led the monitor from `before` to `after`. */
  step(known: RuleState, before: State, after: State, byte: number): RuleState;
  /**
   * Returns where the text stands after its last byte: inside a part, at the end of a part, or where the next bytes
   * decide whether the part continues.
   */
  placeOf(known: RuleState): "inside" | "end" | "unknown";
  /** The least log-probability of an end at the place where the text is cut; by default any. */
  readonly atLeast?: number;
}

/** A place where a text may be cut. */
interface Candidate<State> {
  readonly moment: Moment<State>;
  /** How many bytes of the moment's token are dropped. */
  readonly dropped: number;
  readonly state: State;
}

interface Reading<State> {
  readonly known: RuleState;
  readonly candidate: Candidate<State> | undefined;
}

export interface StopWatch<State> {
  /** Returns the moment at which the text must end, now that it has reached `here`; undefined while it continues. */
  passed(here: Moment<State>): Moment<State> | undefined;
}

/** What a watch reads from the run. */
export interface Watched<State> {
  readonly vocabulary: Vocabulary;
  readonly step: (state: State, byte: number) => State | undefined;
  readonly accepts: (state: State) => boolean;
  /** The state at offset 0. */
  readonly begin: State;
  /** By number of tokens before it: the log-probability of an end. */
  readonly ends: ArrayLike<number>;
}

const BLANKS: ReadonlySet<number> = new Set([9, 10, 12, 13, 32]);

/**
 * Follows one rule along a text; called after each token. If the decoder takes tokens back, the results for the
 * remaining text are kept. O(bytes) for each token.
 */
export function createStopWatch<State>(rule: StopRule<State>, watched: Watched<State>): StopWatch<State> {
  const { vocabulary, step, accepts, begin, ends } = watched;
  /** By number of tokens. */
  const readings: Reading<State>[] = [{ known: rule.start, candidate: undefined }];
  const atLeast = rule.atLeast ?? Number.NEGATIVE_INFINITY;

  /** Returns the log-probability of an end at a candidate: after its token or, if the token is cut, before it. */
  function endAt({ moment, dropped }: Candidate<State>): number {
    const after = dropped === 0 ? ends[moment.length] : undefined;
    return after ?? ends[moment.length - 1] ?? Number.NEGATIVE_INFINITY;
  }

  return {
    passed(here: Moment<State>): Moment<State> | undefined {
      const { before } = here;
      if (before === undefined) return undefined;
      const healed = Math.max(0, -before.byteLength);
      const bytes = (vocabulary.bytes(here.id) ?? new Uint8Array(0)).subarray(healed);
      let { known, candidate } = readings[before.length]!;
      let state: State | undefined = before.byteLength < 0 ? begin : before.state;
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i]!;
        const next: State | undefined = step(state, byte);
        if (next === undefined) break;
        known = rule.step(known, state, next, byte);
        state = next;
        const place = rule.placeOf(known);
        if (place === "end") {
          if (candidate !== undefined && endAt(candidate) >= atLeast) return cutAt(candidate);
          candidate = undefined;
        } else if (place === "inside" && !BLANKS.has(byte) && accepts(state)) {
          candidate = { moment: here, dropped: bytes.length - 1 - i, state };
        }
      }
      readings[here.length] = { known, candidate };
      return undefined;
    },
  };
}

const cutAt = <State>({ moment, dropped, state }: Candidate<State>): Moment<State> => ({
  ...moment,
  state,
  byteLength: moment.byteLength - dropped,
});
