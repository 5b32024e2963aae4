// Where a text is over although the model goes on: after a line, a statement, a block. A rule reads the text byte by byte and says where a part of it
// ends. The text then ends at the last place of that part where the monitor accepts, before the blanks and line breaks at its end, if the model finds
// an end there likely enough.
//
//     return x + y ⏎ def …        accepted after `x` and after `y`; the line is over at ⏎, so the text ends after `y`

import type { Vocabulary } from "@espalier/vocabulary";
import type { Moment } from "./moment.js";

/** What a rule knows of a text; its own business. */
export type RuleState = unknown;

/** Says where parts of a text end. Pure, as monitors are. */
export interface StopRule<State> {
  readonly start: RuleState;
  /** What is known after one more byte, which has led from `before` to `after`. */
  step(known: RuleState, before: State, after: State, byte: number): RuleState;
  /** Where the last byte stands: in a part, at the end of one, or where it is not known yet whether the part goes on. */
  placeOf(known: RuleState): "inside" | "end" | "unknown";
  /** The least log-probability that the model has to give an end where the text is cut; by default any will do. */
  readonly atLeast?: number;
}

/** A place where a text may be cut. */
interface Candidate<State> {
  readonly moment: Moment<State>;
  /** Bytes of the moment's token that are dropped. */
  readonly dropped: number;
  readonly state: State;
}

interface Reading<State> {
  readonly known: RuleState;
  readonly candidate: Candidate<State> | undefined;
}

export interface StopWatch<State> {
  /** The moment at which the text is to end, now that it has come to `here`; undefined while it goes on. */
  passed(here: Moment<State>): Moment<State> | undefined;
}

/** What a watch looks at. */
export interface Watched<State> {
  readonly vocabulary: Vocabulary;
  readonly step: (state: State, byte: number) => State | undefined;
  readonly accepts: (state: State) => boolean;
  /** The state at offset 0. */
  readonly begin: State;
  /** By number of tokens before: the log-probability of an end. */
  readonly ends: ArrayLike<number>;
}

const BLANKS: ReadonlySet<number> = new Set([9, 10, 12, 13, 32]);

/** Follows one rule along a text, asked after each of its tokens. A text may go back: what is known of its beginning stays. O(bytes) for each token. */
export function createStopWatch<State>(rule: StopRule<State>, watched: Watched<State>): StopWatch<State> {
  const { vocabulary, step, accepts, begin, ends } = watched;
  /** By number of tokens. */
  const readings: Reading<State>[] = [{ known: rule.start, candidate: undefined }];
  const atLeast = rule.atLeast ?? Number.NEGATIVE_INFINITY;

  /** The log-probability of an end at a candidate: after its token, or, where the token goes on, before it. */
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
