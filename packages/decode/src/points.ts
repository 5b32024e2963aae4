// Where a generation can go back to. A checkpoint may hold a whole cache and a row of logits is large, so few are kept: the first,
// and the last few of every eighth token. The tokens between are appended again.

import type { Checkpoint, Session } from "@espalier/model";
import type { TokenId } from "@espalier/vocabulary";

/** A place to go back to, with the logits that were read there. */
export interface Point {
  readonly length: number;
  readonly checkpoint: Checkpoint;
  readonly logits: Float32Array;
}

/** What a session has read that is not known to be the text. */
export interface Draft {
  /** Where the session stood before. `Run.pending` are the text's tokens since. */
  readonly point: Checkpoint;
  /** How many tokens of the text were pending there. */
  readonly pending: number;
  /** What the session has read since. */
  ids: readonly TokenId[];
  /** What the model thought after so many of `ids`, as far as it was asked. */
  readonly rows: Map<number, Float32Array>;
}

const POINT_EVERY = 8;
const POINTS_KEPT = 4;

/** The points with one more, if it is time for one. */
export function withPoint(points: Point[], length: number, session: Session, logits: Float32Array): Point[] {
  const last = points.at(-1);
  if (last !== undefined && length - last.length < POINT_EVERY) return points;
  const point = { length, checkpoint: session.checkpoint(), logits };
  const [first, ...others] = points;
  return first === undefined ? [point] : [first, ...others.slice(-(POINTS_KEPT - 2)), point];
}
